import { usualSettings } from "../packages/rules/src/index.ts";
import { expect, type Page, test, usableByAll } from "./fixtures.ts";
import { requireOfHeadCoaches } from "./kinds.ts";

/** The position of the open menu and the height of the window; not a number while no menu is open. */
async function placed(page: Page) {
  const box = await page.getByRole("menu").boundingBox();
  const [top, bottom] = box ? [box.y, box.y + box.height] : [Number.NaN, Number.NaN];
  return { top, bottom, height: bottom - top, window: page.viewportSize()?.height ?? 0 };
}

/** Waits until the menu is at rest between these two: it is positioned after it is rendered. */
const liesWithin = (page: Page, upper: number, lower: number) =>
  expect
    .poll(async () => {
      const { top, bottom, window } = await placed(page);
      return top >= upper && bottom <= Math.min(lower, window);
    })
    .toBe(true);

/** Scrolls until the button is this many pixels below the top of the window. */
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
  // Content that appears above it later would move it.
  await usableByAll(page);

  await test.step("with room below it opens below", async () => {
    await standsAt(page, name, 100);
    await button.click();
    await liesWithin(page, 101, 560);
    await usableByAll(page);
    await page.keyboard.press("Escape");
    await expect(button).toBeFocused();
  });

  await test.step("at the foot of the window it opens above, and every act in it is reached", async () => {
    await standsAt(page, name, 500);
    await button.click();
    await liesWithin(page, 0, 500);
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem").last()).toBeInViewport();
    await page.keyboard.press("Escape");
  });

  await test.step("a window that is turned while it is open finds it a place again", async () => {
    await page.setViewportSize({ width: 700, height: 240 });
    await standsAt(page, name, 110);
    await button.click();
    await liesWithin(page, 0, 240);
    const { height } = await placed(page);
    await page.setViewportSize({ width: 700, height: 600 });
    await expect.poll(async () => (await placed(page)).height).toBeGreaterThan(height);
    await page.keyboard.press("Escape");
  });
});
