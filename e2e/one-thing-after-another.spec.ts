import { assignContent } from "../apps/api/src/modules/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/content/actions/save-settings.ts";
import type { organizationMaker } from "../apps/api/test/organization.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { aPdf, expect, test, usableByAll } from "./fixtures.ts";

type Organization = Awaited<ReturnType<ReturnType<typeof organizationMaker>>>;

/** A document that head coaches owe by a day, or at any time. */
function aDocument(org: Organization, name: string, dueDate: string | null) {
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
    const to = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds["Head Coach"]] };
    await assignContent(call, {
      contentId,
      contentAssignments: [{ ...to, mandatory: true, dueDate, payer: "Organization" }],
    });
  });
}

test("a coach with five minutes sends one thing in after another, and is told which is next", async ({
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  await aDocument(org, "Concussion certificate", "2099-06-30");
  await aDocument(org, "Coach agreement", null);
  const coach = await org.aMember("northTeam", "Head Coach");
  const send = async () => {
    await page.getByLabel("Your document").setInputFiles(aPdf);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText(/in review/).first()).toBeVisible();
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, coach.email);
  await page.getByRole("link", { name: "Do it now" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Concussion certificate" })).toBeVisible();
  await send();
  await usableByAll(page);
  await page.getByRole("link", { name: "Next: Coach agreement" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Coach agreement" })).toBeVisible();
  await send();
  await expect(page.getByRole("link", { name: "Back to my requirements" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Next/ })).toHaveCount(0);
});
