import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { createLabel } from "../apps/api/src/modules/library/labels/actions/add.ts";
import { addMember } from "../apps/api/src/modules/people/profiles/actions/memberships.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { aPdf, expect, test, usableByAll } from "./fixtures.ts";

const phone = { viewport: { width: 390, height: 844 } };
const passphrase = "kick off at half past nine";

test("a parent adds a child, asks the other parent, who acts for it, and the card says so", async ({
  anotherBrowser,
  complaints,
  linkMailedTo,
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const parent = await org.aMember("northTeam", "Volunteer");
  await org.asSystem(async (call) => {
    const player = await createLabel(call, { name: "Player", role: "Individual", forFamily: "child" });
    const guardian = await createLabel(call, { name: "Parent", role: "Individual", forFamily: "guardian" });
    await addMember(call, { levelId: org.levels.northTeam, labelId: guardian, profileId: parent.profileId });
    const { contentId } = await createContent(call, {
      type: 0,
      name: "Proof of age",
      description: "",
      levelId: org.levels.root,
    });
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
    const to = { levelId: org.levels.root, includeBelow: true, labelIds: [player] };
    await assignContent(call, {
      contentId,
      contentAssignments: [{ ...to, mandatory: true, dueDate: null, payer: "Organization" }],
    });
  });
  const email = `pat.${org.organizationId}@example.org`;
  const theirs = await anotherBrowser(phone);

  await test.step("the page of somebody without children says what to do", async () => {
    await page.setViewportSize(phone.viewport);
    await signIn(page, parent.email, "/groupAccountDashboard");
    await expect(page.getByText("No children yet")).toBeVisible();
    await usableByAll(page);
  });

  await test.step("a child is added on the phone, and the card leads to what is next", async () => {
    await page.getByRole("button", { name: "Add child" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Add child" }).click();
    await expect(dialog.getByText("Enter the first name.")).toBeVisible();
    await dialog.getByLabel("First name").fill("Noa");
    await dialog.getByLabel("Last name").fill("Little");
    await dialog.getByLabel("Date of birth").fill("2015-05-05");
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Add child" }).click();
    const card = page.getByRole("article", { name: "Noa Little" });
    await expect(card.getByText("0 of 1 required item done")).toBeVisible();
    await expect(card.getByRole("link", { name: "Start: Proof of age for Noa" })).toBeVisible();
    await usableByAll(page);
  });

  await test.step("the same child is refused with a way on", async () => {
    await page.getByRole("button", { name: "Add child" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("First name").fill("NOA");
    await dialog.getByLabel("Last name").fill("little");
    await dialog.getByLabel("Date of birth").fill("2015-05-05");
    await dialog.getByRole("button", { name: "Add child" }).click();
    await expect(dialog.getByText("Noa is already in your family.", { exact: false })).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    // The browser reports the refusal, too.
    await expect.poll(() => complaints.splice(0)).toEqual([expect.stringContaining("409")]);
  });

  await test.step("the other parent is asked by mail", async () => {
    await page.getByRole("button", { name: "Invite second guardian for Noa" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("First name").fill("Pat");
    await dialog.getByLabel("Last name").fill("Other");
    await dialog.getByLabel("Email").fill(email);
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await expect(page.getByText(/Pat Other was invited and can accept until/)).toBeVisible();
  });

  await test.step("the other parent accepts, and is at the child's side", async () => {
    await theirs.goto(new URL(await linkMailedTo(org.organizationId, email), page.url()).href);
    await expect(theirs.getByRole("heading", { name: "Join Rainier Youth Soccer" })).toBeVisible();
    await expect(theirs.getByText("Guardian of Noa")).toBeVisible();
    await theirs.getByRole("textbox", { name: "Password" }).fill(passphrase);
    await theirs.getByRole("checkbox", { name: /^I agree/ }).check();
    await theirs.getByRole("button", { name: "Accept invitation" }).click();
    await expect(theirs).toHaveURL(/\/requirements/);
    await theirs.goto(new URL("/groupAccountDashboard", page.url()).href);
    await theirs.getByRole("link", { name: "Start: Proof of age for Noa" }).click();
    await expect(theirs.getByText("For Noa Little.")).toBeVisible();
    await theirs.getByLabel("Your document").setInputFiles(aPdf);
    await theirs.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(theirs.getByText(/In review since/).first()).toBeVisible();
  });

  await test.step("the first parent's card has changed", async () => {
    await page.goto("/groupAccountDashboard");
    const card = page.getByRole("article", { name: "Noa Little" });
    await expect(card.getByText("1 submission is waiting for review.")).toBeVisible();
    await expect(card.getByText("You and Pat Other")).toBeVisible();
    await usableByAll(page);
  });

  await test.step("an administrator sees the family on the member's page, and ends a guardianship with a reason", async () => {
    const director = await org.aMember("north", "Club Director");
    const hers = await anotherBrowser();
    await signIn(hers, director.email, `/dashboard/${org.levels.northTeam}`);
    await hers.getByRole("link", { name: /Little/ }).click();
    const family = hers.getByRole("region", { name: "Family" });
    await expect(family.getByText("Pat Other")).toBeVisible();
    await family.getByRole("button", { name: "End the guardianship of Pat Other" }).click();
    const dialog = hers.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Asked for it by phone.");
    await dialog.getByRole("button", { name: "End guardianship" }).click();
    await expect(family.getByText(/^Ended on .* by an administrator$/)).toBeVisible();
    await expect(family.getByText("Asked for it by phone.")).toBeVisible();
    await usableByAll(hers);
  });
});
