import { demoLogins } from "../apps/host/src/demo/logins.ts";
import { expect, type Page, test, thorough, usableByAll } from "./fixtures.ts";

const operator = demoLogins.find(({ key }) => key === "operator")?.email ?? "";

test("an operator prepares an item on a phone, an organization copies it, and takes its update field by field", {
  tag: thorough,
}, async ({ anotherBrowser, organization, page, signIn }) => {
  const org = await organization("Kettle Falls Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const name = `Driver's card ${org.organizationId.slice(-6)}`;
  const desk = await anotherBrowser();
  const dialog = desk.getByRole("dialog");
  const field = (of: Page, label: string) => of.getByRole("textbox", { name: label, exact: true });

  await test.step("the operator sees what is missing, and offers it to every organization", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, operator, "/admin/library");
    await usableByAll(page);
    await page.getByRole("link", { name: "Add template" }).click();
    await page.getByRole("link", { name: "Document", exact: true }).click();
    await page.getByRole("button", { name: "Publish template" }).click();
    await expect(field(page, "Name")).toBeFocused();
    await field(page, "Name").fill(name);
    await field(page, "Instructions").fill("A photo of the card.");
    await field(page, "Link").fill("https://example.org/cards");
    await usableByAll(page);
    await page.getByRole("button", { name: "Publish template" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  });

  await test.step("the organization copies it, and words one field its own way", async () => {
    await signIn(desk, admin.email, "/library/platform");
    await desk.getByLabel("Search templates").fill(name);
    await desk.getByRole("link", { name }).click();
    await expect(dialog.getByText("A photo of the card.")).toBeVisible();
    await dialog.getByRole("button", { name: "Add to library" }).click();
    await expect(desk.getByRole("heading", { name, level: 1 })).toBeVisible();
    await field(desk, "Instructions").fill("Front and back, to the registrar.");
    await desk.getByRole("button", { name: "Save changes" }).click();
    await expect(desk.getByText("All changes saved.")).toBeVisible();
  });

  await test.step("the operator publishes a version with both fields changed, and says so in a sentence", async () => {
    await field(page, "Instructions").fill("Both sides of the card.");
    await field(page, "Link").fill("https://example.org/new-cards");
    await page.getByRole("button", { name: /^Publish/ }).click();
    await expect(page.getByText("Describe what changed.")).toBeVisible();
    await page.getByRole("textbox", { name: /^What changed/ }).fill("Both sides are asked for.");
    await page.getByRole("button", { name: /^Publish/ }).click();
    await expect(page.getByText("Version 2 published.")).toBeVisible();
    await usableByAll(page);
  });

  await test.step("the organization keeps its own words, and takes the new link", async () => {
    await desk.reload();
    await desk.getByRole("link", { name: "Review update" }).click();
    await expect(desk.getByText("Both sides are asked for.")).toBeVisible();
    const choice = (label: string) => desk.getByRole("group", { name: label });
    await expect(choice("Instructions").getByRole("radio", { name: /Keep yours/ })).toBeChecked();
    await expect(choice("Link").getByRole("radio", { name: /Use the new version/ })).toBeChecked();
    await desk.getByRole("button", { name: "Apply update" }).click();
    await expect(field(desk, "Link")).toHaveValue("https://example.org/new-cards");
    await expect(field(desk, "Instructions")).toHaveValue("Front and back, to the registrar.");
  });

  await test.step("a version is begun from an earlier one, and the address names it no more", async () => {
    await desk.getByRole("button", { name: "View version 1" }).click();
    await dialog.getByRole("link", { name: "Start from this version" }).click();
    await expect(field(desk, "Instructions")).toHaveValue("A photo of the card.");
    await expect(desk).toHaveURL(/\/library\/[0-9a-f-]+$/);
    await field(desk, "Link").fill("https://example.org/half-typed");
    await desk.reload();
    await expect(desk.getByText("These changes weren't saved before the page reloaded.")).toBeVisible();
    await expect(field(desk, "Instructions")).toHaveValue("A photo of the card.");
    await expect(field(desk, "Link")).toHaveValue("https://example.org/half-typed");
    await usableByAll(desk);
    await desk.getByRole("button", { name: "Discard changes" }).click();
    await expect(field(desk, "Instructions")).toHaveValue("Front and back, to the registrar.");
    await expect(desk.getByText("All changes saved.")).toBeVisible();
    await desk.reload();
    await expect(field(desk, "Instructions")).toHaveValue("Front and back, to the registrar.");
    await field(desk, "Instructions").fill("Both sides, once more.");
    await desk.getByRole("button", { name: "View version 1" }).click();
    await dialog.getByRole("link", { name: "Start from this version" }).click();
    await desk.getByRole("button", { name: "Leave without saving" }).click();
    await expect(field(desk, "Instructions")).toHaveValue("A photo of the card.");
    await desk.getByRole("button", { name: "Save changes" }).click();
    await expect(desk.getByText("All changes saved.")).toBeVisible();
    await desk.reload();
    await expect(field(desk, "Instructions")).toHaveValue("A photo of the card.");
  });

  await test.step("retired, it is offered no more, and the copy stays", async () => {
    await page.getByRole("button", { name: "Retire" }).click();
    await expect(page.getByRole("button", { name: "Restore" })).toBeVisible();
    await desk.goto("/library/platform");
    await desk.getByLabel("Search templates").fill(name);
    await expect(desk.getByText("No results")).toBeVisible();
    await desk.goto("/library");
    await expect(desk.getByRole("link", { name })).toBeVisible();
  });
});
