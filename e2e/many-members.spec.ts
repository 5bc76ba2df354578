import { readFile } from "node:fs/promises";
import { expect, type Page, test, thorough, usableByAll } from "./fixtures.ts";

const rows = (page: Page) => page.getByRole("table", { name: "Members" }).locator("tbody tr[data-index]");

test("the registrar selects all across pages, changes their role, takes it back, exports and reminds", async ({
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Cascade Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  // More than one page of the list.
  for (let number = 0; number < 60; number += 1) {
    await org.anInvited("northTeam", "Volunteer", `v${number}.${org.organizationId}@example.org`);
  }
  await signIn(page, admin.email, `/dashboard/${org.levels.north}?labels=${org.labelIds.Volunteer}`);
  await expect(page.getByText("60 memberships")).toBeVisible();

  await test.step("all 60 are selected by the filter, and become head coaches", async () => {
    await page
      .getByRole("checkbox", { name: /^Select Ana/ })
      .first()
      .check();
    await page.getByRole("button", { name: "Select all 60" }).click();
    await expect(page.getByText("60 selected")).toBeVisible();
    await usableByAll(page);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Change role" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("heading", { name: "Change the role of 60 memberships" })).toBeVisible();
    await dialog.getByRole("combobox", { name: "New role" }).or(dialog.getByLabel("New role")).first().click();
    await page.getByRole("option", { name: "Head Coach" }).click();
    await dialog.getByRole("button", { name: "Change role" }).click();
    await expect(dialog.getByText("60 done")).toBeVisible({ timeout: 60_000 });
  });

  await test.step("nobody is left in the list, and after Undo everybody is back", async () => {
    await expect(page.getByText(/\b0 memberships/)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undo: Change role: done")).toBeVisible({ timeout: 60_000 });
    await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
    await expect(page.getByText("60 memberships")).toBeVisible();
    await expect(page.getByText(/selected/)).toHaveCount(0);
  });

  await test.step("the tray has both, and the page of one says what came of each", async () => {
    await page.getByRole("button", { name: "Tasks" }).click();
    await page.getByRole("link", { name: "Change role", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Change role" })).toBeVisible();
    await expect(page.getByRole("table", { name: "Results" }).getByText("Ana Núñez").first()).toBeVisible();
    await usableByAll(page);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download results" }).click();
    expect(String(await readFile(await (await download).path())).match(/Done/g)).toHaveLength(60);
  });

  await test.step("all but one are exported with the columns that are shown", async () => {
    await page.goto(`/dashboard/${org.levels.north}?columns=role&columns=status`);
    await expect(page.getByText("61 memberships")).toBeVisible();
    await page.getByRole("checkbox", { name: "Select all 61" }).check();
    await page
      .getByRole("checkbox", { name: /^Select Ana/ })
      .first()
      .uncheck();
    await expect(page.getByText("60 selected")).toBeVisible();
    await page.getByRole("button", { name: "Export" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("CSV", { exact: true }).click();
    await dialog.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download file" }).click({ timeout: 60_000 });
    const lines = String(await readFile(await (await download).path()))
      .trim()
      .split("\r\n");
    expect(lines).toHaveLength(61);
    expect(lines[0]).toBe("First name,Last name,Role,Status");
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
  });

  await test.step("by keyboard: the coach is selected, and has nothing to be reminded of", async () => {
    await page.goto(`/dashboard/${org.levels.north}?labels=${org.labelIds["Head Coach"]}`);
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(page.getByText("1 selected")).toBeVisible();
    await page.getByRole("button", { name: "Remind" }).click();
    await page.getByRole("button", { name: "Send reminders" }).click();
    await expect(page.getByText("0 done, 1 skipped")).toBeVisible({ timeout: 60_000 });
    await page.getByRole("link", { name: "Results" }).click();
    await expect(page.getByText("Has nothing to do right now.")).toBeVisible();
    await expect(page.getByText(coach.lastName)).toBeVisible();
  });
});

test("a saved view opens the list, has an address, and prints all of it", { tag: thorough }, async ({
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  for (const name of ["a", "b", "c"])
    await org.anInvited("northTeam", "Head Coach", `${name}.${org.organizationId}@example.org`);
  await org.aMember("northTeam", "Volunteer");
  await page.addInitScript("window.print = () => undefined");
  await signIn(page, admin.email, `/dashboard/${org.levels.root}?overallStatuses=NotActivated`);
  await expect(page.getByText("3 memberships")).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Email" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(page.getByText(`a.${org.organizationId}@example.org`)).toHaveCount(0);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save or manage views" }).click();
  await page.getByLabel("Save current list as").fill("Not here yet");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("checkbox", { name: "Open Not here yet by default" }).check();
  await usableByAll(page);
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();

  await page.goto(`/dashboard/${org.levels.root}`);
  await expect(page).toHaveURL(/overallStatuses=NotActivated/);
  await expect(page.getByText("3 memberships")).toBeVisible();
  await page.getByRole("button", { name: "Remove filter Status: Not Activated" }).click();
  await expect(page.getByText("5 memberships")).toBeVisible();

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Print the whole list" }).click();
  await expect(page.getByText("5 of 5 memberships")).toBeVisible();
  await expect(page.getByRole("table", { name: "Members" }).locator("tbody tr")).toHaveCount(5);
});
