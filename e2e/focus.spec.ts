import { expect, type Page, test } from "./fixtures.ts";

/** Opens a dialog by keyboard, closes it with Escape, and expects the focus to return. */
async function comesBack(page: Page, opens: () => Promise<void>, from: string): Promise<void> {
  await opens();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: from, exact: true })).toBeFocused();
}

test("after closing a dialog the keyboard focus is where it was", async ({ organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  await signIn(page, director.email, `/dashboard/${org.levels.north}`);

  await test.step("a form that is fetched when it is opened", async () => {
    const add = page.getByRole("button", { name: "Add person", exact: true });
    await comesBack(page, () => add.press("Enter"), "Add person");
  });

  await test.step("a question about a membership", async () => {
    await page.goto(`/members/${coach.plaId}`);
    const change = "Change role: Head Coach at northTeam";
    await comesBack(page, () => page.getByRole("button", { name: change }).press("Enter"), change);
  });
});
