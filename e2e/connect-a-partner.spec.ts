import { expect, test, usableByAll } from "./fixtures.ts";

test("an administrator connects a partner, says what its teams and roles are, and imports its people", async ({
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  await signIn(page, admin.email, "/account/integrations");
  await page.getByRole("button", { name: "Connect a partner" }).click();
  await page.getByRole("combobox", { name: "Partner" }).click();
  await page.getByRole("option", { name: "Test site" }).click();
  await page.getByRole("button", { name: "Fill in the simulated site" }).click();
  await usableByAll(page);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("link", { name: "Review rows" }).first().click({ timeout: 30_000 });
  await expect(page.getByRole("heading", { name: "Test site test", level: 1 })).toBeVisible({ timeout: 30_000 });
  await usableByAll(page);
  for (const team of ["Hawks", "Owls", "Terns"]) {
    await page.getByRole("combobox", { name: `Treat “Test season / ${team}” as` }).click();
    await page.getByRole("option", { name: "northTeam" }).click();
    await expect(page.getByText(`“Test season / ${team}”`, { exact: true })).toHaveCount(0, { timeout: 30_000 });
  }
  for (const [word, role] of [
    ["Coach", "Head Coach"],
    ["Player", "Volunteer"],
  ] as const) {
    await page.getByRole("combobox", { name: `Treat “${word}” as` }).click();
    await page.getByRole("option", { name: role, exact: true }).click();
    await expect(page.getByText(`“${word}”`, { exact: true })).toHaveCount(0, { timeout: 30_000 });
  }
  await page.getByRole("checkbox", { name: "Send invitations now" }).uncheck();
  await page.getByRole("button", { name: "Add 24 people" }).click();
  await expect(page.getByText("24 rows were added.")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("button", { name: "Remove everyone it added" })).toBeVisible();
  await page.getByRole("link", { name: "Partners", exact: true }).click();
  await expect(page.getByText("24 added")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("checkbox", { name: "Sync every 15 minutes" })).toBeChecked();
  await usableByAll(page);
});
