import {
  addMember,
  changeRole,
  deleteMembership,
} from "../apps/api/src/modules/people/profiles/actions/memberships.ts";
import { createProfile } from "../apps/api/src/modules/people/profiles/actions/people.ts";
import { expect, test, thorough, usableByAll } from "./fixtures.ts";
import { daytimeZone } from "./zones.ts";

const dayMs = 86_400_000;

test("a director sees a region as it stood, follows a person there, takes it along as a file and comes back", {
  tag: thorough,
}, async ({ complaints, organization, page, signIn }) => {
  const org = await organization("Olympic Youth Soccer", daytimeZone());
  const director = await org.aMember("north", "Club Director");
  await org.asSystem(async (call) => {
    const then = { ...call, now: new Date(Date.now() - 4 * dayMs) };
    const joins = async (lastName: string) => {
      const person = { firstName: "Ana", lastName, email: null, dateOfBirth: null };
      const profileId = await createProfile(then, person, { activatedAt: then.now, confirmedAt: then.now } as never);
      return addMember(then, { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"], profileId });
    };
    const [stays, leaves] = [await joins("Stays"), await joins("Leaves")];
    await changeRole(call, { profileLevelAccessId: stays.profileLevelAccessId, newLabelId: org.labelIds.Volunteer });
    await deleteMembership(call, { id: leaves.profileLevelAccessId });
  });
  await signIn(page, director.email);
  const list = page.getByRole("table", { name: "Members then" });

  await test.step("as of yesterday, who has left since is there, and roles are those of then", async () => {
    await page.goto(`/dashboard/${org.levels.north}`);
    await page.getByRole("button", { name: "View past date" }).click();
    await expect(page).toHaveURL(/\?asOf=\d{4}-\d{2}-\d{2}$/);
    await expect(page.getByRole("heading", { name: /^Status on / })).toBeVisible();
    await expect(list.getByRole("row", { name: /Ana Leaves.*Head Coach.*northTeam/ })).toBeVisible();
    await expect(list.getByRole("row", { name: /Ana Stays.*Head Coach/ })).toBeVisible();
    await expect(list.getByText("Club-Director")).toHaveCount(0);
    await expect(
      page.getByRole("button", { name: /No Requirements\s*2.*same today|No Requirements\s*2/ }),
    ).toBeVisible();
    await usableByAll(page);
  });

  await test.step("on another level the past date stays", async () => {
    await page.getByRole("link", { name: "northClub", exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/${org.levels.northClub}\\?asOf=\\d{4}-\\d{2}-\\d{2}$`));
    await expect(page.getByRole("heading", { name: /^Status on / })).toBeVisible();
    await page.goBack();
    await expect(list.getByRole("row", { name: /Ana Leaves/ })).toBeVisible();
  });

  await test.step("narrows the list by a tile and by a name, which stay in the address", async () => {
    const tile = page.getByRole("list", { name: "People by status" }).getByRole("button").first();
    await tile.click();
    await expect(tile).toHaveAttribute("aria-pressed", "true");
    await expect(page).toHaveURL(/asOf=.*overallStatuses=NoRequirements/);
    await page.getByRole("searchbox", { name: "Search by name" }).fill("leav");
    await expect(page).toHaveURL(/search=leav/);
    await expect(list.getByText("Ana Stays")).toHaveCount(0);
    await expect(list.getByText("Ana Leaves")).toBeVisible();
  });

  await test.step("takes the narrowed list along, which says of when it is", async () => {
    await page.getByRole("button", { name: "Download" }).click();
    const coming = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "CSV" }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^members as of .*\.csv$/);
    const text = String(await (await file.createReadStream()).toArray().then((parts) => Buffer.concat(parts)));
    expect(text).toContain("Status on");
    expect(text).toContain("Ana Leaves,Head Coach,northTeam");
    expect(text).not.toContain("Stays");
  });

  await test.step("opens a person at that moment who isn't a member anymore", async () => {
    await list.getByRole("link", { name: "Ana Leaves" }).click();
    await expect(page).toHaveURL(/\/members\/[\w-]+\?asOf=\d{4}-\d{2}-\d{2}$/);
    await expect(page.getByRole("region", { name: "Head Coach at northTeam" })).toContainText("No Requirements");
    // The membership has ended: the page asks for it, gets a 404, and shows the past.
    await expect.poll(() => complaints).toEqual([expect.stringContaining("404")]);
    complaints.length = 0;
    await page.goBack();
    await expect(list.getByText("Ana Leaves")).toBeVisible();
  });

  await test.step("before the records says so; a minute of a day is a moment too; and goes back to today", async () => {
    await page.goto(`/dashboard/${org.levels.north}?asOf=2020-02-29`);
    await expect(page.getByText("No one was a member here then")).toBeVisible();
    await expect(page.getByText(/The first record is from/)).toBeVisible();
    await page.getByLabel("Time").fill("14:30");
    await page.getByRole("button", { name: "View status" }).click();
    await expect(page).toHaveURL(/asOf=2020-02-29T14(:|%3A)30$/);
    await expect(page.getByRole("heading", { name: /Status on .*2020/ })).toBeVisible();
    await usableByAll(page);
    await page.getByRole("button", { name: "Back to today" }).click();
    await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
    await expect(page.getByText("Ana Leaves")).toHaveCount(0);
  });

  await test.step("on a phone too", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "View past date" }).click();
    await expect(list.getByText("Ana Leaves")).toBeVisible();
    const wider = () => page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
    await expect.poll(wider).toBe(false);
    await usableByAll(page);
  });
});
