import { assignContent } from "../apps/api/src/modules/library/content/actions/assign.ts";
import {
  addMember,
  changeRole,
  deleteMembership,
} from "../apps/api/src/modules/people/profiles/actions/memberships.ts";
import { createProfile } from "../apps/api/src/modules/people/profiles/actions/people.ts";
import { addToDay, usualSettings } from "../packages/rules/src/index.ts";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";
import { requireOfHeadCoaches } from "./kinds.ts";
import { dayIn, daytimeZone } from "./zones.ts";

const dayMs = 86_400_000;

test("a director sees who became cleared and who stopped being it between two days, and takes it along as a file", {
  tag: thorough,
}, async ({ organization, page, signIn }) => {
  const zone = daytimeZone();
  const org = await organization("Olympic Youth Soccer", zone);
  const director = await org.aMember("north", "Club Director");
  await requireOfHeadCoaches(org, "Agreement", usualSettings.document);
  const { contentId } = await requireOfHeadCoaches(org, "Newsletter", usualSettings.document);
  const to = { levelId: org.levels.root, includeBelow: true, labelIds: [org.labelIds.Volunteer] };
  const terms = { mandatory: false, dueDate: null, payer: "Organization" as const };
  await org.asSystem((call) => assignContent(call, { contentId, contentAssignments: [{ ...to, ...terms }] }));
  await org.asSystem(async (call) => {
    const then = { ...call, now: new Date(Date.now() - 4 * dayMs) };
    const joins = async (at: typeof call, lastName: string, label: "Head Coach" | "Volunteer") => {
      const person = { firstName: "Ana", lastName, email: null, dateOfBirth: null };
      const profileId = await createProfile(at, person, { activatedAt: at.now, confirmedAt: at.now } as never);
      return addMember(at, { levelId: org.levels.northTeam, labelId: org.labelIds[label], profileId });
    };
    const turns = await joins(then, "Turns", "Volunteer");
    const leaves = await joins(then, "Leaves", "Volunteer");
    await joins(then, "Stays", "Volunteer");
    await changeRole(call, {
      profileLevelAccessId: turns.profileLevelAccessId,
      newLabelId: org.labelIds["Head Coach"],
    });
    await deleteMembership(call, { id: leaves.profileLevelAccessId });
    await joins(call, "Comes", "Volunteer");
  });
  await signIn(page, director.email);
  const list = page.getByRole("table", { name: "People whose status changed" });
  const dayAgo = (days: number) => addToDay(dayIn(zone), { days: -days });

  await test.step("from looking back, what changed is one step away", async () => {
    await page.goto(`/dashboard/${org.levels.north}?asOf=${dayAgo(1)}`);
    await page.getByRole("button", { name: "What changed" }).click();
    await expect(page).toHaveURL(/since=\d{4}-\d{2}-\d{2}/);
    await expect(page.getByRole("heading", { name: /^What changed between .* and / })).toBeVisible();
    await expect(page.getByText("Anyone who was already a member is shown as joined since.")).toBeVisible();
  });

  await test.step("of two days it says who is cleared no longer, and why", async () => {
    await page.getByLabel("From the end of").fill(dayAgo(2));
    await page.getByLabel("To the end of").fill(dayAgo(3));
    await expect(page.getByText("Choose a later date.")).toBeVisible();
    await page.getByLabel("To the end of").fill(dayAgo(0));
    await page.getByRole("button", { name: "Compare" }).click();
    await expect(page).toHaveURL(new RegExp(`since=${dayAgo(2)}`));
    await expect(page.getByText("Cleared: 3 of 3")).toBeVisible();
    const turned = list.getByRole("row", { name: /Ana Turns/ });
    await expect(turned).toContainText("No longer cleared");
    await expect(turned).toContainText("Role: Volunteer → Head Coach");
    await expect(turned).toContainText("Agreement: not required → Incomplete");
    await expect(list.getByRole("row", { name: /Ana Leaves/ })).toContainText("No longer a member here");
    await expect(list.getByRole("row", { name: /Ana Comes/ })).toContainText("Became cleared");
    await expect(list.getByText("Ana Stays")).toHaveCount(0);
    await usableByAll(page);
  });

  await test.step("a tile and a name narrow the list, and stay in the address", async () => {
    const tile = page.getByRole("button", { name: /No longer cleared/ });
    await tile.click();
    await expect(tile).toHaveAttribute("aria-pressed", "true");
    await expect(page).toHaveURL(/changes=stopped/);
    await expect(list.getByText("Ana Comes")).toHaveCount(0);
    await page.getByRole("searchbox", { name: "Search by name" }).fill("turn");
    await expect(list.getByText("Ana Leaves")).toHaveCount(0);
    await expect(list.getByText("Ana Turns")).toBeVisible();
  });

  await test.step("the list as it is narrowed is made into a file in the background", async () => {
    await page.getByRole("button", { name: "Download as CSV" }).click();
    const get = page.getByRole("button", { name: "Download file" });
    await expect(get).toBeVisible({ timeout: 60_000 });
    const coming = page.waitForEvent("download");
    await get.click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^changes .*\.csv$/);
    const text = String(await (await file.createReadStream()).toArray().then((parts) => Buffer.concat(parts)));
    expect(text).toContain("Changes from");
    expect(text).toContain("Ana Turns,No longer cleared,Volunteer,northTeam,Optional,Head Coach,northTeam,Incomplete");
    expect(text).not.toContain("Leaves");
  });

  await test.step("another level is compared at the same days, on a phone too, and today is one step back", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/dashboard/${org.levels.northClub}?asOf=${dayAgo(0)}&since=${dayAgo(2)}`);
    await expect(list.getByText("Ana Leaves")).toBeVisible();
    const wider = () => page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
    await expect.poll(wider).toBe(false);
    await usableByAll(page);
    await page.getByRole("button", { name: "Back to today" }).click();
    await expect(page).not.toHaveURL(/since|asOf/);
  });
});
