import { addItem, publishItem } from "../apps/api/src/modules/platform/platform-library/actions.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { expect, test, usableByAll } from "./fixtures.ts";

test("an Admin adds a requirement, copies another from the platform's library, takes its update, archives and restores it", async ({
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Kettle Falls Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  await org.aMember("northTeam", "Head Coach");
  const item = {
    name: `First aid card ${org.organizationId.slice(-6)}`,
    description: "Somebody beside every field can help.",
    settings: { ...usualSettings.document, instructions: "A photo of the card.", asksCompletionDate: true },
  };
  const publisher = { now: new Date(), publishedBy: null };
  const { platformContentId } = await org.asSystem((call) => addItem(call.db, publisher, item));
  const dialog = page.getByRole("dialog");

  await test.step("a new one: the kinds say what each does, and its own fields are filled in", async () => {
    await signIn(page, admin.email);
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await page.getByRole("link", { name: "Add requirement" }).first().click();
    await expect(page.getByRole("listitem").filter({ hasText: "Members have their fingerprints taken" })).toBeVisible();
    await usableByAll(page);
    await page.getByRole("link", { name: "U.S. Soccer license" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Coaching license");
    await page.getByLabel("Find a license").fill("goalkeeper a");
    await page.getByRole("checkbox", { name: "Goalkeeper A" }).check();
    await expect(page.getByText("Any one of them is enough. 1 selected.")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("button", { name: "Save U.S. Soccer license" }).click();
    await expect(page.getByText("U.S. Soccer license, version 1.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Versions" })).toContainText("Version 1");
    await usableByAll(page);
  });

  await test.step("another is copied from the platform's library, changed, and asked of coaches", async () => {
    await page.goto("/library/platform");
    await page.getByLabel("Search templates").fill(item.name);
    await page.getByRole("link", { name: item.name }).click();
    await expect(dialog.getByText("A photo of the card.")).toBeVisible();
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Add to library" }).click();
    await expect(page.getByRole("heading", { name: item.name, level: 1 })).toBeVisible();
    await page.getByLabel("Link", { exact: true }).fill("https://example.org/first-aid");
    await page.getByRole("button", { name: "Add assignment" }).click();
    await page.getByRole("checkbox", { name: "Head Coach" }).check();
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("button", { name: "Save assignments" }).click();
    await expect(page.getByText("All changes saved.")).toBeVisible();
  });

  await test.step("its update is taken, and what was changed here stays", async () => {
    const settings = { ...item.settings, instructions: "Both sides of the card.", linkUrl: "https://example.org/new" };
    await org.asSystem((call) =>
      publishItem(call.db, publisher, platformContentId, { ...item, settings, version: 2, summary: "Both sides." }),
    );
    await page.goto("/library?state=updateAvailable");
    await expect(page.getByRole("row", { name: new RegExp(item.name) })).toContainText("Update available");
    await usableByAll(page);
    await page.getByRole("link", { name: item.name }).click();
    await page.getByRole("link", { name: "Review update" }).click();
    await expect(page.getByText("You changed this")).toBeVisible();
    const link = page.getByRole("group", { name: "Link" });
    await expect(link.getByRole("radio", { name: /Keep yours/ })).toBeChecked();
    await expect(
      page.getByRole("group", { name: "Instructions" }).getByRole("radio", { name: /Use the new version/ }),
    ).toBeChecked();
    await usableByAll(page);
    await page.getByRole("button", { name: "Apply update" }).click();
    await expect(page.getByLabel("Instructions")).toHaveValue("Both sides of the card.");
    await expect(page.getByLabel("Link", { exact: true })).toHaveValue("https://example.org/first-aid");
    await expect(page.getByText("Update available")).toHaveCount(0);
    const newest = page.getByRole("region", { name: "Versions" }).getByRole("listitem").first();
    await expect(newest).toContainText("From version 2 of the template");
    await expect(newest).toContainText("Instructions: A photo of the card. → Both sides of the card.");
  });

  await test.step("an earlier version is looked at, by its address too", async () => {
    await page.getByRole("button", { name: "View version 1" }).click();
    await expect(dialog.getByText("A photo of the card.")).toBeVisible();
    await expect(page).toHaveURL(/version=1/);
    await usableByAll(page);
    await page.goBack();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("it is archived, after saying what that does and to how many", async () => {
    await page.getByRole("button", { name: "Archive" }).click();
    await expect(dialog.getByText("1 assignment ends.")).toBeVisible();
    await expect(dialog.getByText("1 membership no longer has this requirement.")).toBeVisible();
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Archive" }).click();
    await expect(page.getByText(/Archived on/)).toBeVisible();
    await expect(page.getByRole("region", { name: "Settings" })).toContainText("Both sides of the card.");
    await usableByAll(page);
    await page.goto("/library");
    await expect(page.getByRole("link", { name: "Coaching license" })).toBeVisible();
    await expect(page.getByRole("link", { name: item.name })).toHaveCount(0);
  });

  await test.step("and found under Archived, and restored to be assigned again", async () => {
    await page.getByRole("combobox", { name: "Show" }).click();
    await page.getByRole("option", { name: "Archived" }).click();
    await page.getByRole("link", { name: item.name }).click();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByText("Not assigned to anyone", { exact: true })).toBeVisible();
    await expect(page.getByLabel("Instructions")).toHaveValue("Both sides of the card.");
  });
});
