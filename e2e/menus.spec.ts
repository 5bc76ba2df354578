import { usualSettings } from "../packages/rules/src/index.ts";
import { expect, type Page, test, usableByAll } from "./fixtures.ts";
import { requireOfHeadCoaches } from "./kinds.ts";

/** Where the open menu lies, and how high the window is. */
async function placed(page: Page) {
  const box = await page.getByRole("menu").boundingBox();
  if (!box) throw new Error("no menu is open");
  return { top: box.y, bottom: box.y + box.height, window: page.viewportSize()?.height ?? 0 };
}

/** Scrolls until the button stands so many pixels below the window's upper edge. */
const standsAt = (page: Page, name: string, top: number) =>
  page.getByRole("button", { name }).evaluate((button, top) => {
    button.ownerDocument.defaultView?.scrollBy(0, button.getBoundingClientRect().top - top);
  }, top);

test("a menu opens where it fits: below its button, above it at the window's foot, and scrolls in a window too low for it", async ({
  organization,
  page,
  signIn,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  await requireOfHeadCoaches(org, "Coach agreement", usualSettings.document);
  const name = "Actions: Coach agreement";
  await page.setViewportSize({ width: 390, height: 560 });
  await signIn(page, director.email, `/members/${coach.plaId}`);
  const button = page.getByRole("button", { name });
  await expect(button).toBeVisible();

  await test.step("with room below it opens below", async () => {
    await standsAt(page, name, 100);
    await button.click();
    const { top, bottom, window } = await placed(page);
    expect(top).toBeGreaterThan(100);
    expect(bottom).toBeLessThanOrEqual(window);
    await usableByAll(page);
    await page.keyboard.press("Escape");
    await expect(button).toBeFocused();
  });

  await test.step("at the foot of the window it opens above, and every act in it is reached", async () => {
    await standsAt(page, name, 500);
    await button.click();
    const { top, bottom, window } = await placed(page);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(500);
    expect(bottom).toBeLessThanOrEqual(window);
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem").last()).toBeInViewport();
    await page.keyboard.press("Escape");
  });

  await test.step("a window that is turned while it is open finds it a place again", async () => {
    await page.setViewportSize({ width: 700, height: 240 });
    await standsAt(page, name, 110);
    await button.click();
    const low = await placed(page);
    expect(low.top).toBeGreaterThanOrEqual(0);
    expect(low.bottom).toBeLessThanOrEqual(low.window);
    await page.setViewportSize({ width: 700, height: 600 });
    await expect
      .poll(async () => (await placed(page)).bottom - (await placed(page)).top)
      .toBeGreaterThan(low.bottom - low.top);
    await page.keyboard.press("Escape");
  });
});
