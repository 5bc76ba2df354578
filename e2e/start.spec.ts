import { expect, test, thorough, usableByAll } from "./fixtures.ts";

test("the login page opens, says nothing against its security policy, and anybody can use it", async ({ page }) => {
  const answer = await page.goto("/login");
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe-inline");
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await usableByAll(page);
});

test("whoever asks for less motion gets none", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/login");
  const button = page.getByRole("button", { name: "Log in", exact: true });
  for (const one of [page.getByRole("main"), button]) await expect(one).toHaveCSS("transition-property", "none");
});

test("a dialog and a select open under the security policy", { tag: thorough }, async ({
  page,
  signInByPage,
  organization,
}) => {
  const org = await organization();
  const admin = await org.aMember("root", "Administrator");
  await signInByPage(page, admin.email);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Add person" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("combobox").first().click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Close modal" }).click();
  await expect(dialog).toBeHidden();
});

test("a visitor of the demo is logged in with one click", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Clears the members of one club" }).first().click();
  await expect(page).toHaveURL(/\/dashboard/);
});

test("a reload finds the person signed in, and logging out ends it", { tag: thorough }, async ({
  page,
  signInByPage,
  organization,
}) => {
  const coach = await (await organization()).aMember("northTeam", "Head Coach");
  await signInByPage(page, coach.email);
  await page.reload();
  await expect(page.getByText("No Requirements").first()).toBeVisible();
  await page.goto("/logout");
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await page.goto("/requirements");
  await expect(page).toHaveURL(/\/login/);
});
