import { expect, type Page, test, thorough, usableByAll } from "./fixtures.ts";

/** Whether two elements on the page overlap. */
async function overlap(page: Page): Promise<boolean> {
  const [notice, dialog] = await Promise.all([
    page.getByRole("button", { name: "Undo" }).locator("xpath=ancestor::*[@data-tone]").boundingBox(),
    page.getByRole("dialog").boundingBox(),
  ]);
  // Both are expected to be visible.
  if (!notice || !dialog) return true;
  const apart = (one: number, length: number, other: number, otherLength: number) =>
    one + length <= other || other + otherLength <= one;
  return !(
    apart(notice.x, notice.width, dialog.x, dialog.width) || apart(notice.y, notice.height, dialog.y, dialog.height)
  );
}

const inside = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Undo" });

test("what was said, with its undo, is beside the next dialog and reached from within it, and stays while one is at it", {
  tag: thorough,
}, async ({ organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  await signIn(page, director.email, `/members/${coach.plaId}`);
  await page.getByRole("button", { name: "Move: Head Coach at northTeam" }).click();
  await page.getByRole("combobox", { name: "New level" }).fill("otherTeam");
  await page.getByRole("option", { name: /otherTeam/ }).click();
  await page.clock.install();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();

  await test.step("a tall dialog keeps clear of it, on a screen of any size", async () => {
    await page.getByRole("tab", { name: "Incidents" }).click();
    await page.getByRole("button", { name: "Report an incident" }).click();
    for (const size of [
      { width: 1280, height: 720 },
      { width: 1000, height: 520 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await expect(inside(page)).toBeVisible();
      await expect.poll(() => overlap(page)).toBe(false);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await usableByAll(page);
  });

  await test.step("with the focus on it, it stays for as long as one likes", async () => {
    await page.getByRole("dialog").getByRole("button", { name: "Report incident", exact: true }).focus();
    await page.keyboard.press("Tab");
    await expect(inside(page)).toBeFocused();
    await page.clock.fastForward(120_000);
    await expect(inside(page)).toBeFocused();
  });

  await test.step("and under the pointer too; it outlives the dialog, and goes in the end", async () => {
    await undo.hover();
    await page.getByRole("dialog").getByLabel("What happened").focus();
    await page.clock.fastForward(120_000);
    await expect(undo).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(undo).toBeVisible();
    await page.mouse.move(400, 100);
    // The notice's time starts when the page has seen the pointer leave.
    await expect(async () => {
      await page.clock.fastForward(31_000);
      await expect(undo).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  });
});
