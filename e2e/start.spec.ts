import { expect, signIn, test } from "./fixtures.ts";

test("the login page opens, offers the demo, and nothing of it is refused by the policy", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByLabel("E-mail address")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Try the demonstration" })).toBeVisible();
});

test("a reload finds the person signed in", async ({ page }) => {
  await signIn(page, "director");
  await page.goto("/");
  await expect(page.getByLabel("E-mail address")).toBeHidden();
  await expect(page.getByText("Sinéad").first()).toBeVisible();
});
