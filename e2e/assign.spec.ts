import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { expect, test, usableByAll } from "./fixtures.ts";

test("a director sees who loses clearance before saving, leaves them cleared until a day, exempts somebody, and undoes it", async ({
  organization,
  page,
  anotherBrowser,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const contentId = await org.asSystem(async (call) => {
    const content = async (name: string) => {
      const made = await createContent(call, { type: 0, name, description: "", levelId: org.levels.root });
      await saveSettings(call, { contentId: made.contentId, settings: usualSettings.document });
      return made.contentId;
    };
    const to = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds["Head Coach"]] };
    const optional = { ...to, mandatory: false, payer: "Organization" as const };
    await assignContent(call, { contentId: await content("Newsletter"), contentAssignments: [optional] });
    return content("Boat license");
  });

  await signIn(page, admin.email, `/library/${contentId}`);
  await test.step("a change of the assignment shows its effect, and saves nothing yet", async () => {
    await page.getByRole("button", { name: "Add assignment" }).click();
    await page.getByRole("checkbox", { name: "Head Coach" }).check();
    await page.getByText("Limit by age or answers").click();
    await usableByAll(page);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("1 membership loses clearance when you save")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByText("You have unsaved changes.")).toBeVisible();
  });

  const phone = await anotherBrowser({ viewport: { width: 390, height: 844 } });
  await test.step("cleared people stay cleared until the chosen day", async () => {
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("radio", { name: /Stay cleared until a date/ }).check();
    await page.getByRole("button", { name: "Save assignments" }).click();
    await expect(page.getByText("Assigned to 1 more membership.")).toBeVisible();
    await signIn(phone, coach.email, "/requirements");
    await expect(phone.getByText("Boat license").filter({ visible: true }).first()).toBeVisible();
    await expect(phone.getByText("Optional").filter({ visible: true }).first()).toBeVisible();
  });

  await test.step("a level is exempt, and undone at once", async () => {
    await page.getByRole("button", { name: "Exempt someone" }).click();
    await page.getByRole("combobox", { name: "Who", exact: true }).click();
    await page.getByRole("option", { name: "Level or role" }).click();
    await page.getByRole("dialog").getByRole("combobox", { name: "Level" }).click();
    await page
      .getByRole("option", { name: /^north/ })
      .first()
      .click();
    await page.getByRole("textbox", { name: "Reason" }).fill("No boats there");
    await usableByAll(page);
    await page.getByRole("button", { name: "Add exception" }).click();
    await expect(page.getByText(/No boats there/)).toBeVisible();
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("button", { name: "Save assignments" }).click();
    await expect(page.getByText("No longer assigned to 1 membership.")).toBeVisible();
    await phone.reload();
    await expect(phone.getByText("You're exempt from Boat license.")).toBeVisible();
    await expect(phone.getByRole("heading", { name: "Boat license" })).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(page.getByText("The previous assignments were restored.")).toBeVisible();
    await expect(page.getByText("No one is exempt.")).toBeVisible();
    await phone.reload();
    await expect(phone.getByRole("heading", { name: "Boat license" })).toBeVisible();
  });
});
