import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";

test("an Admin adds a role and asks something of it, a Director hands it out, and its people move when it is deleted", {
  tag: thorough,
}, async ({ anotherBrowser, complaints, organization, page, signIn }) => {
  const org = await organization("Olympic Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  await org.asSystem(async (call) => {
    const base = { type: 0 as const, name: "Referee license", description: "", levelId: org.levels.root };
    const { contentId } = await createContent(call, base);
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
  });
  const dialog = page.getByRole("dialog");
  const theirs = await anotherBrowser();

  await test.step("the Admin adds a role, which Directors hand out", async () => {
    await signIn(page, admin.email);
    await page.getByRole("link", { name: "Roles", exact: true }).click();
    await usableByAll(page);
    await page.getByRole("button", { name: "Add role" }).click();
    await dialog.getByLabel("Name").fill("Head Coach");
    await dialog.getByRole("button", { name: "Add role" }).click();
    await expect(dialog.getByText("A role named “Head Coach” already exists.")).toBeVisible();
    // The browser reports the refusal, too.
    await expect.poll(() => complaints.splice(0)).toEqual([expect.stringContaining("409 (Conflict)")]);
    await dialog.getByLabel("Name").fill("Referee");
    await dialog.getByRole("combobox", { name: "Can be assigned by" }).click();
    await page.getByRole("option", { name: "Directors, Account Managers and Admins" }).click();
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Add role" }).click();
    await expect(page.getByRole("heading", { name: "Referee", level: 1 })).toBeVisible();
  });

  await test.step("and asks for something from the library", async () => {
    await page.getByRole("button", { name: "Add requirement" }).first().click();
    await dialog.getByRole("combobox", { name: "Requirement" }).click();
    await page.getByRole("option", { name: /Referee license/ }).click();
    await expect(dialog.getByText("No one there has this role yet.")).toBeVisible();
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Add requirement" }).click();
    await expect(page.getByRole("row", { name: /Referee license/ })).toContainText("Required");
    await usableByAll(page);
  });

  await test.step("a Director hands it out, and has no page of roles", async () => {
    await signIn(theirs, director.email);
    await expect(theirs.getByRole("link", { name: "Roles", exact: true })).toHaveCount(0);
    await theirs.goto(`/dashboard/${org.levels.northTeam}`);
    await theirs.getByRole("button", { name: "Add person" }).first().click();
    const form = theirs.getByRole("dialog");
    await form.getByLabel("First name").fill("Ruth");
    await form.getByLabel("Last name").fill("Whistler");
    await form.getByRole("combobox", { name: "Role" }).click();
    await theirs.getByRole("option", { name: "Referee" }).click();
    await form.getByRole("button", { name: "Add person" }).click();
    await expect(theirs.getByRole("row", { name: /Ruth Whistler/ })).toContainText("Referee");
  });

  await test.step("the Admin sees who has it, and how many a change is about", async () => {
    await page.goto("/roles");
    await page
      .getByRole("row", { name: /Referee/ })
      .getByRole("link", { name: "1" })
      .click();
    await expect(page.getByRole("row", { name: /Ruth Whistler/ })).toBeVisible();
    await page.goBack();
    await page.getByRole("link", { name: "Referee" }).click();
    await page.getByRole("button", { name: "Edit" }).click();
    await dialog.getByRole("radio", { name: /^Manager/ }).check();
    await expect(dialog.getByText("1 person has this role")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Change for 1 person" })).toBeVisible();
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("deleting it asks where its people go, and they are there", async () => {
    await page.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("combobox", { name: "New role" }).click();
    await page.getByRole("option", { name: "Volunteer" }).click();
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Delete and move 1 person" }).click();
    await expect(page.getByText("1 person moved")).toBeVisible({ timeout: 60_000 });
    await usableByAll(page);
    await page.getByRole("link", { name: "All roles" }).click();
    await expect(page.getByRole("link", { name: "Volunteer" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Referee" })).toHaveCount(0);
    await page.goto(`/dashboard/${org.levels.northTeam}`);
    await expect(page.getByRole("row", { name: /Ruth Whistler/ })).toContainText("Volunteer");
  });
});
