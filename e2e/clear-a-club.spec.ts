import { addMember } from "../apps/api/src/modules/people/profiles/actions/memberships.ts";
import { createProfile } from "../apps/api/src/modules/people/profiles/actions/people.ts";
import { expect, type Page, test, usableByAll } from "./fixtures.ts";

/** People of the club who haven't accepted their invitation. Sorted by name, they are Volunteer 001 to 400. */
const invited = 400;
const number = (index: number) => String(index).padStart(3, "0");

/** Returns the row at a position, from 1, of a list that renders only what is on the screen. */
const rowAt = (page: Page, place: number) => page.locator(`tr[aria-rowindex="${place + 1}"]`);

/** Turns the mouse wheel, down or up, until a row is rendered. */
async function wheelTo(page: Page, place: number) {
  await page.mouse.move(700, 500);
  await expect(async () => {
    const drawn = await page.locator("tr[data-index]").nth(8).getAttribute("data-index");
    await page.mouse.wheel(0, (place - Number(drawn)) * 55);
    await expect(rowAt(page, place)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

/** Waits until scrolling has ended and rows have been measured. An earlier click could miss its row. */
async function standsStill(page: Page) {
  let before = Number.NaN;
  await expect
    .poll(
      async () => {
        const now = await page.evaluate<number>("window.scrollY");
        const still = now === before;
        before = now;
        return still;
      },
      { intervals: [400] },
    )
    .toBe(true);
}

test("a registrar with four hundred people to clear finds who is missing, why, and the way back to the same row", async ({
  organization,
  page,
  signIn,
}) => {
  // Rows that are still moving can't be clicked reliably.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const org = await organization("Rainier Youth Soccer");
  const registrar = await org.aMember("northClub", "Club Director");
  await org.asSystem(async (call) => {
    for (let index = 1; index <= invited + 1; index += 1) {
      const last = index > invited;
      const profileId = await createProfile(
        call,
        {
          firstName: last ? "Íñigo" : "Ada",
          lastName: last ? "Núñez" : `Volunteer ${number(index)}`,
          email: null,
          dateOfBirth: null,
        },
        null,
      );
      const levelId = index % 4 === 0 ? org.levels.otherTeam : org.levels.northTeam;
      await addMember(call, { levelId, labelId: org.labelIds[last ? "Head Coach" : "Volunteer"], profileId });
    }
  });
  await signIn(page, registrar.email, `/dashboard/${org.levels.northClub}`);

  await test.step("what is wrong stands first, and leads to the people", async () => {
    await expect(page.getByRole("heading", { name: "401 of 402 not cleared" })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "402 memberships" })).toBeVisible();
    await page.getByRole("button", { name: "By team" }).click();
    await expect(
      page.getByRole("list", { name: "Not cleared, highest share first" }).getByRole("listitem"),
    ).toHaveCount(2);
    await page.getByRole("button", { name: "Show table" }).click();
    await page.getByRole("link", { name: "100 Not Activated, otherTeam" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "otherTeam" })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "100 memberships" })).toBeVisible();
    await page.goBack();
    // The previous page has such a button, too.
    await expect(page.getByRole("heading", { name: "401 of 402 not cleared" })).toBeVisible();
    await page.getByRole("button", { name: "By team" }).click();
  });

  await test.step("filters are in the address; each can be taken away again", async () => {
    await page.getByRole("search").getByRole("button", { name: "Role" }).click();
    await expect(page.getByRole("group", { name: "Role" }).getByText("400")).toBeVisible();
    await page.getByRole("group", { name: "Role" }).getByRole("checkbox", { name: "Volunteer" }).check();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("status").filter({ hasText: "400 memberships" })).toBeVisible();
    await expect(page).toHaveURL(/labels=/);
    await page.getByRole("button", { name: "Remove filter Role: Volunteer" }).click();
    await expect(page).not.toHaveURL(/labels=/);
    await page.getByRole("searchbox", { name: "Search by name or email" }).fill("inigo nunez");
    await expect(page.getByRole("row", { name: /Íñigo Núñez/ })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "1 membership" })).toBeVisible();
    await page.goto(`/dashboard/${org.levels.northClub}?overallStatuses=NotActivated&labels=${org.labelIds.Volunteer}`);
    await expect(page.getByRole("status").filter({ hasText: "400 memberships" })).toBeVisible();
  });

  await test.step("why somebody is not cleared is one click away, and the keyboard comes back from it", async () => {
    const why = page.getByRole("button", { name: "Not Activated: why? Ada Volunteer 001" });
    await why.press("Enter");
    const reasons = page.getByRole("dialog", { name: /^Ada Volunteer 001/ });
    await expect(reasons.getByText("The invitation wasn't accepted.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(reasons).toHaveCount(0);
    await expect(why).toBeFocused();
    await expect(page).toHaveURL(/\/dashboard\//);
  });

  await test.step("a click on a header sorts, and back undoes it", async () => {
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await expect(rowAt(page, 1)).toContainText("Ada Volunteer 400");
    await expect(page).toHaveURL(/sortDir=DESC/);
    await page.goBack();
    await expect(rowAt(page, 1)).toContainText("Ada Volunteer 001");
  });

  await test.step("the keyboard reaches the last row and the first", async () => {
    await rowAt(page, 1).getByRole("link").focus();
    await page.keyboard.press("End");
    await expect(rowAt(page, invited).getByRole("link")).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(rowAt(page, invited - 1).getByRole("link", { name: "Ada Volunteer 399" })).toBeFocused();
    await page.keyboard.press("Home");
    await expect(rowAt(page, 1).getByRole("link")).toBeFocused();
  });

  await test.step("the three hundredth row is opened, and back returns to it; so does a reload", async () => {
    await wheelTo(page, 300);
    await standsStill(page);
    const link = rowAt(page, 300).getByRole("link", { name: "Ada Volunteer 300" });
    await link.scrollIntoViewIfNeeded();
    await standsStill(page);
    await expect(page).toHaveURL(/page=6/);
    const before = await page.evaluate<number>("window.scrollY");
    await link.click();
    await expect(page.getByRole("heading", { level: 1, name: "Ada Volunteer 300" })).toBeVisible();
    await page.goBack();
    await expect(link).toBeInViewport();
    // Measuring rows again moves the position a little, and back.
    await expect.poll(async () => Math.abs((await page.evaluate<number>("window.scrollY")) - before)).toBeLessThan(60);
    await page.reload();
    await expect(rowAt(page, 260).getByRole("link", { name: "Ada Volunteer 260" })).toBeInViewport();
  });

  await test.step("everybody can use it, at a desk and on a small phone", async () => {
    await page.goto(`/dashboard/${org.levels.northClub}?by=roles&as=table&overallStatuses=NotActivated`);
    await expect(page.getByRole("table", { name: "Not cleared, highest share first" })).toBeVisible();
    await usableByAll(page);
    await page.setViewportSize({ width: 320, height: 720 });
    await page.goto(`/dashboard/${org.levels.northClub}?by=levels&overallStatuses=NotActivated`);
    await expect(page.getByRole("list", { name: "Not cleared, highest share first" })).toBeVisible();
    await usableByAll(page);
    await expect.poll(() => page.evaluate<number>("document.documentElement.scrollWidth")).toBe(320);
  });
});
