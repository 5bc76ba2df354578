import { recordEarlierCompletions } from "../apps/api/src/modules/compliance/standing/actions/earlier-completions.ts";
import { addToDay, dayOf, usualSettings } from "../packages/rules/src/index.ts";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";
import { pathOf, requireOfHeadCoaches } from "./kinds.ts";

const zone = "America/Los_Angeles";

test("a director lets what has lapsed count through a day, for a reason that each history keeps, and takes it back", {
  tag: thorough,
}, async ({ anotherBrowser, organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  const lapsed = await org.aMember("northTeam", "Head Coach");
  await org.aMember("northTeam", "Head Coach");
  const { contentId } = await requireOfHeadCoaches(org, "First aid card", usualSettings.document);
  const today = dayOf(Date.now(), zone);
  const last = addToDay(today, { days: 60 });
  const completion = {
    profileId: lapsed.profileId,
    contentId,
    completedOn: addToDay(today, { days: -400 }),
    validUntil: null,
  };
  expect(await org.asSystem((call) => recordEarlierCompletions(call, [completion]))).toEqual(["recorded"]);
  const path = await pathOf(org, lapsed, contentId);
  const phone = await anotherBrowser({ viewport: { width: 390, height: 844 } });
  const lastDay = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(last));
  const dialog = page.getByRole("dialog");

  await test.step("the coach sees that it has expired", async () => {
    await signIn(phone, lapsed.email, path);
    await expect(phone.getByText("Expired", { exact: true }).first()).toBeVisible();
  });

  await test.step("the director chooses the coaches, and says what counts how long, and why", async () => {
    await signIn(page, director.email, `/dashboard/${org.levels.north}?labels=${org.labelIds["Head Coach"]}`);
    await expect(page.getByText("2 memberships")).toBeVisible();
    await page.getByRole("checkbox", { name: "Select all 2" }).check();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Extend a requirement" }).click();
    await expect(dialog.getByRole("button", { name: "Extend" })).toHaveAttribute("aria-disabled", "true");
    await dialog.getByRole("combobox", { name: "Requirement" }).or(dialog.getByLabel("Requirement")).first().click();
    await page.getByRole("option", { name: "First aid card" }).click();
    await dialog.getByLabel("Valid through").fill(last);
    await dialog.getByLabel("Reason").fill("The course was called off.");
    await usableByAll(page);
    await dialog.getByRole("button", { name: "Extend" }).click();
    await expect(dialog.getByText("1 done, 1 skipped")).toBeVisible({ timeout: 60_000 });
  });

  await test.step("it says who was left out, and why", async () => {
    await dialog.getByRole("link", { name: "Results" }).click();
    const each = page.getByRole("table", { name: "Results" });
    await expect(each.getByText("Has never completed it.")).toBeVisible();
    await usableByAll(page);
  });

  await test.step("the coach reads through which day it counts now", async () => {
    await phone.reload();
    await expect(phone.getByText("Completed", { exact: true }).first()).toBeVisible();
    await expect(phone.getByText(lastDay, { exact: false }).first()).toBeVisible();
  });

  await test.step("the history says so with the reason; taken back, it has lapsed again, which the history keeps too", async () => {
    const task = page.url();
    await page.goto(`/members/${lapsed.plaId}`);
    await page.getByRole("tab", { name: "Timeline" }).click();
    await expect(page.getByText(`Valid through ${lastDay}.`)).toBeVisible();
    await expect(page.getByText("The course was called off.").first()).toBeVisible();
    await page.goto(task);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undo: Extend requirement: done")).toBeVisible({ timeout: 60_000 });
    await phone.reload();
    await expect(phone.getByText("Expired", { exact: true }).first()).toBeVisible();
  });
});
