import { changeTimeZone } from "../apps/api/src/modules/accounts/organizations/actions/time-zone.ts";
import { continueDays } from "../apps/api/src/modules/compliance/standing/actions/duty-day.ts";
import { lockDuties } from "../apps/api/src/modules/compliance/standing/actions/lock-duties.ts";
import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import { createContent } from "../apps/api/src/modules/library/content/actions/create.ts";
import { saveSettings } from "../apps/api/src/modules/library/content/actions/save-settings.ts";
import { usualSettings } from "../packages/rules/src/index.ts";
import { expect, type Page, test, thorough, usableByAll } from "./fixtures.ts";
import type { Organization } from "./kinds.ts";
import { dayIn, firstToBegin, lastToBegin } from "./zones.ts";

const phone = { viewport: { width: 390, height: 844 } };
const name = "Boat license";

/** Changes the organization's time zone, so that days begin and end elsewhere. */
const moved = (org: Organization, before: string, after: string) =>
  org.asSystem(async (call) => {
    await lockDuties(call, "assignments");
    await changeTimeZone(call, before, after);
  });

/** Assigns it to head coaches and volunteers everywhere. */
const askedOfMany = (org: Organization) =>
  org.asSystem(async (call) => {
    const { contentId } = await createContent(call, { type: 0, name, description: "", levelId: org.levels.root });
    await saveSettings(call, { contentId, settings: usualSettings.document });
    const labelIds = [org.labelIds["Head Coach"], org.labelIds.Volunteer];
    const to = { levelId: org.levels.root, includeBelow: true, labelIds, mandatory: true };
    await assignContent(call, { contentId, contentAssignments: [{ ...to, payer: "Organization" as const }] });
    return contentId;
  });

interface Exempt {
  whom: { person: string } | { level: RegExp; role?: string };
  reason: string;
  lastDay?: string;
}

async function exempt(page: Page, { whom, reason, lastDay }: Exempt): Promise<void> {
  await page.getByRole("button", { name: "Exempt someone" }).click();
  const dialog = page.getByRole("dialog", { name: "Exempt someone" });
  const pick = async (box: string, option: string | RegExp) => {
    await dialog.getByRole("combobox", { name: box, exact: true }).click();
    await page.getByRole("option", { name: option }).first().click();
  };
  if ("person" in whom) {
    await dialog.getByRole("combobox", { name: "Person" }).fill(whom.person);
    await page.getByRole("option", { name: whom.person }).click();
  } else {
    await pick("Who", "Level or role");
    await pick("Level", whom.level);
    if (whom.role) await pick("Role", whom.role);
  }
  await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
  if (lastDay) await dialog.getByLabel("Last day (optional)").fill(lastDay);
  if ("person" in whom) await usableByAll(page);
  await dialog.getByRole("button", { name: "Add exception" }).click();
  await expect(page.getByRole("region", { name: "Exceptions" }).getByText(reason)).toBeVisible();
}

async function save(page: Page, notice: string): Promise<void> {
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("button", { name: "Save assignments" }).click();
  await expect(page.getByText(notice)).toBeVisible();
}

test("a person, a role and a level are exempt with reason and last day; they see it, their history tells it, and it ends by hand and by time", {
  tag: thorough,
}, async ({ organization, page, anotherBrowser, signIn }) => {
  const zone = lastToBegin();
  const org = await organization("Rainier Youth Soccer", zone);
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const colleague = await org.aMember("northTeam", "Head Coach");
  const helper = await org.aMember("northTeam", "Volunteer");
  const southern = await org.aMember("southClub", "Head Coach");
  const contentId = await askedOfMany(org);
  const lastDay = dayIn(zone);

  const own = async (person: { email: string }) => {
    const theirs = await anotherBrowser(phone);
    await signIn(theirs, person.email, "/requirements");
    await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();
    return theirs;
  };
  const owes = (theirs: Page) => theirs.getByRole("link", { name: "Start" });
  const isExempt = (theirs: Page) =>
    theirs.getByRole("region", { name: "Exceptions" }).getByText(`You're exempt from ${name}`);

  await test.step("the admin says whom it is not asked of, and why, and sees what that does before it is saved", async () => {
    await signIn(page, admin.email, `/library/${contentId}`);
    await expect(page.getByText("No one is exempt.")).toBeVisible();
    await exempt(page, { whom: { person: `Head-Coach ${coach.lastName}` }, reason: "On leave", lastDay });
    await exempt(page, { whom: { level: /^north/, role: "Volunteer" }, reason: "Never in a boat" });
    await exempt(page, { whom: { level: /^south/ }, reason: "No lake there" });
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("3 memberships", { exact: false }).first()).toBeVisible();
    await page.getByRole("button", { name: "Save assignments" }).click();
    await expect(page.getByText("No longer assigned to 3 memberships.")).toBeVisible();
  });

  const coachsPhone = await own(coach);
  const southernPhone = await own(southern);
  await test.step("each of them reads on their phone what isn't required, and until when; others need it as before", async () => {
    await expect(isExempt(coachsPhone)).toContainText(" through ");
    await expect(owes(coachsPhone)).toHaveCount(0);
    await usableByAll(coachsPhone);
    await expect(isExempt(southernPhone)).toBeVisible();
    await expect(isExempt(southernPhone)).not.toContainText(" through ");
    // Reasons are visible only to those who manage these people.
    await expect(coachsPhone.getByText("On leave")).toHaveCount(0);
    const helpers = await own(helper);
    await expect(isExempt(helpers)).toBeVisible();
    const others = await own(colleague);
    await expect(owes(others)).toBeVisible();
    await expect(others.getByRole("region", { name: "Exceptions" })).toHaveCount(0);
  });

  const history = async (person: { plaId: string }) => {
    await page.goto(`/members/${person.plaId}?tab=timeline`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  };
  await test.step("the person's page and history tell it with the reason and who made it", async () => {
    await page.goto(`/members/${coach.plaId}`);
    const exceptions = page.getByRole("region", { name: "Exceptions" });
    await expect(exceptions.getByText(/^Exempt through /)).toBeVisible();
    await expect(exceptions.getByText("On leave")).toBeVisible();
    await history(coach);
    await expect(page.getByText(new RegExp(`^Administrator.* added an exemption from ${name}\\.$`))).toBeVisible();
    await expect(page.getByText(/^Valid through /)).toBeVisible();
    await expect(page.getByText("On leave")).toBeVisible();
    await history(helper);
    await expect(page.getByText(/^Applies to every Volunteer at /)).toBeVisible();
  });

  await test.step("one is ended by hand: it is owed there again, and the history says by whom", async () => {
    await page.goto(`/library/${contentId}`);
    await page.getByRole("button", { name: /^End exception for south/i }).click();
    await save(page, "Assigned to 1 more membership.");
    await southernPhone.reload();
    await expect(owes(southernPhone)).toBeVisible();
    await expect(southernPhone.getByRole("region", { name: "Exceptions" })).toHaveCount(0);
    await history(southern);
    await expect(page.getByText(/^Administrator.* ended the exemption from Boat license/)).toBeVisible();
  });

  await test.step("one ends by itself when its last day has passed", async () => {
    await moved(org, zone, firstToBegin);
    expect(dayIn(firstToBegin) > lastDay).toBe(true);
    for (let more = true; more; ) more = await org.asSystem((call) => continueDays(call));
    await coachsPhone.reload();
    await expect(owes(coachsPhone)).toBeVisible();
    await expect(coachsPhone.getByRole("region", { name: "Exceptions" })).toHaveCount(0);
    await history(coach);
    await expect(page.getByText(`The exemption from ${name} expired.`)).toBeVisible();
    await page.goto(`/library/${contentId}`);
    await expect(page.getByText("Never in a boat")).toBeVisible();
    await expect(page.getByText("On leave")).toHaveCount(0);
  });
});

test("a director exempts one of their own people, found by name among those they look after", {
  tag: thorough,
}, async ({ organization, page, signIn }) => {
  const org = await organization("Rainier Youth Soccer");
  const director = await org.aMember("north", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  const southern = await org.aMember("southClub", "Head Coach");
  const contentId = await org.asSystem(async (call) => {
    const { contentId } = await createContent(call, { type: 0, name, description: "", levelId: org.levels.north });
    await saveSettings(call, { contentId, settings: usualSettings.document });
    const to = { levelId: org.levels.north, includeBelow: true, labelIds: [org.labelIds["Head Coach"]] };
    await assignContent(call, { contentId, contentAssignments: [{ ...to, mandatory: true, payer: "Organization" }] });
    return contentId;
  });
  await signIn(page, director.email, `/library/${contentId}`);
  await page.getByRole("button", { name: "Exempt someone" }).click();
  const person = page.getByRole("dialog").getByRole("combobox", { name: "Person" });
  await person.fill(southern.lastName);
  await expect(page.getByText("No one found")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await exempt(page, { whom: { person: `Head-Coach ${coach.lastName}` }, reason: "On leave" });
  await save(page, "No longer assigned to 1 membership.");
});
