import { recordEarlierCompletions } from "../apps/api/src/modules/compliance/standing/actions/earlier-completions.ts";
import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { addToDay, dayOf, usualSettings } from "../packages/rules/src/index.ts";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";

test("an Admin sees whose completions end before a version is to be done again by a day, and coaches do it again", {
  tag: thorough,
}, async ({ organization, page, anotherBrowser, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const today = dayOf(Date.now(), "America/Los_Angeles");
  const contentId = await org.asSystem(async (call) => {
    const made = await createContent(call, {
      type: 0,
      name: "Coach agreement",
      description: "",
      levelId: org.levels.root,
    });
    await saveSettings(call, { contentId: made.contentId, settings: usualSettings.document });
    const to = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds["Head Coach"]] };
    const assignment = { ...to, mandatory: true, payer: "Organization" as const };
    await assignContent(call, { contentId: made.contentId, contentAssignments: [assignment] });
    const completion = { profileId: coach.profileId, contentId: made.contentId, completedOn: today, validUntil: null };
    expect(await recordEarlierCompletions(call, [completion])).toEqual(["recorded"]);
    return made.contentId;
  });

  await signIn(page, admin.email, `/library/${contentId}`);
  const by = page.getByLabel("Complete again by");
  const dialog = page.getByRole("dialog");
  await test.step("it tells whom it concerns, and writes nothing yet", async () => {
    await by.fill(addToDay(today, { days: 120 }));
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(dialog.getByText("1 completion will expire after")).toBeVisible();
    await expect(dialog.getByText("1 membership loses clearance on")).toBeVisible();
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Back" }).click();
    await expect(page.getByText("You have unsaved changes.")).toBeVisible();
  });
  await test.step("saved, it says so in the versions", async () => {
    await page.getByRole("button", { name: "Save changes" }).click();
    await dialog.getByRole("button", { name: "Save version" }).click();
    await expect(page.getByText("Saved as version 2.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Versions" })).toContainText("Complete again by");
  });
  await test.step("the coach may do it again at once", async () => {
    const phone = await anotherBrowser({ viewport: { width: 390, height: 844 } });
    await signIn(phone, coach.email, "/requirements");
    await phone
      .getByRole("link", { name: /Coach agreement/ })
      .first()
      .click();
    await expect(phone.getByText(/upload|choose/i).first()).toBeVisible();
  });
});
