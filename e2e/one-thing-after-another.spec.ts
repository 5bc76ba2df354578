import { restand } from "../apps/api/src/modules/compliance/standing/actions/restand.ts";
import { makeGuardian } from "../apps/api/src/modules/joining/families/actions/guardians.ts";
import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { addMember } from "../apps/api/src/modules/people/profiles/actions/memberships.ts";
import { createProfile } from "../apps/api/src/modules/people/profiles/actions/people.ts";
import type { organizationMaker } from "../apps/api/test/organization.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { aPdf, expect, test, thorough, usableByAll } from "./fixtures.ts";

type Organization = Awaited<ReturnType<ReturnType<typeof organizationMaker>>>;

type Asked = { label?: "Head Coach" | "Volunteer"; mandatory?: boolean };

/** Adds a document that head coaches owe, with or without a due date; or one for other roles. */
function aDocument(
  org: Organization,
  name: string,
  dueDate: string | null,
  { label = "Head Coach", mandatory = true }: Asked = {},
) {
  return org.asSystem(async (call) => {
    const { contentId } = await createContent(call, { type: 0, name, description: "", levelId: org.levels.root });
    await saveSettings(call, {
      contentId,
      settings: {
        ...usualSettings.document,
        instructions: "",
        linkUrl: null,
        reviewRequired: true,
        asksCompletionDate: false,
        acceptedExtensions: ["pdf"],
        validity: { type: "None" },
      },
    });
    const to = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds[label]] };
    await assignContent(call, {
      contentId,
      contentAssignments: [{ ...to, mandatory, dueDate, payer: "Organization" }],
    });
  });
}

test("a coach with five minutes submits one requirement after another, and sees which is next", {
  tag: thorough,
}, async ({ organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  await aDocument(org, "Concussion certificate", "2099-06-30");
  await aDocument(org, "Coach agreement", null);
  const coach = await org.aMember("northTeam", "Head Coach");
  const send = async () => {
    await page.getByLabel("Your document").setInputFiles(aPdf);
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(page.getByText(/In review since/).first()).toBeVisible();
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, coach.email);
  await page.getByRole("link", { name: "Start" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Concussion certificate" })).toBeVisible();
  await send();
  await usableByAll(page);
  await page.getByRole("link", { name: "Next: Coach agreement" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Coach agreement" })).toBeVisible();
  await send();
  await expect(page.getByRole("link", { name: "Back to my requirements" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Next/ })).toHaveCount(0);
});

test("a parent sees who needs something, does their own, and is led on to the child; what was begun is gone on with", async ({
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  await aDocument(org, "Sideline rules", null, { label: "Volunteer" });
  await aDocument(org, "Proof of age", null);
  await aDocument(org, "Photo permission", null, { mandatory: false });
  const parent = await org.aMember("northTeam", "Volunteer");
  await org.asSystem(async (call) => {
    const born = { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: "2015-05-05" };
    const profileId = await createProfile(call, born, null);
    await addMember(call, { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"], profileId });
    await makeGuardian(call, { guardianProfileId: parent.profileId, childProfileId: profileId });
    await restand(call, [profileId]);
  });
  const who = page.getByRole("navigation", { name: "People" });
  const choose = () => page.getByLabel("Your document").setInputFiles(aPdf);
  const send = async () => {
    await choose();
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(page.getByText(/In review since/).first()).toBeVisible();
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, parent.email);

  await test.step("each name shows how much there is to do, with optional ones apart, and all with their minutes", async () => {
    await expect(who.getByRole("link", { name: "Me 1 to do" })).toBeVisible();
    await who.getByRole("link", { name: "Noa 1 to do" }).click();
    await expect(page.getByRole("heading", { name: /^Your turn for Noa: 1 thing/ })).toBeVisible();
    await expect(page.getByText("1 optional item left.")).toBeVisible();
    const optional = page.getByRole("region", { name: "Optional 1" });
    await expect(optional.getByText("Takes about 5 minutes")).toBeVisible();
    await optional.getByRole("button", { name: /^Not interested/ }).click();
    await expect(optional).toBeHidden();
    await page.getByRole("button", { name: /^Ask me again/ }).click();
    await expect(optional).toBeVisible();
    await usableByAll(page);
  });

  await test.step("after one's own comes what the child must, and then what it may", async () => {
    await who.getByRole("link", { name: "Me 1 to do" }).click();
    await page.getByRole("link", { name: "Start" }).click();
    await send();
    await page.getByRole("link", { name: "Next for Noa: Proof of age" }).click();
    await expect(page.getByText("For Noa Little.")).toBeVisible();
    await send();
    await page.getByRole("link", { name: "Next: Photo permission" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Photo permission" })).toBeVisible();
  });

  await test.step("a selected but unsubmitted file can be continued, on the card of the child too", async () => {
    await choose();
    await expect(page.getByRole("button", { name: /^Remove/ })).toBeVisible();
    await page.goto("/groupAccountDashboard");
    const card = page.getByRole("article", { name: "Noa Little" });
    await expect(card.getByText("Started but not finished.")).toBeVisible();
    await card.getByRole("link", { name: "Continue: Photo permission for Noa" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Photo permission" })).toBeVisible();
    await page.goto("/requirements");
    await expect(who.getByRole("link", { name: "Noa Waiting on others" })).toBeVisible();
  });
});
