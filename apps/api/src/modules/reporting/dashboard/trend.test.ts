import { getDashboardInfo, getTrend, listDayChanges, listMembers } from "@touchline/contract/people/hierarchy";
import { addToDay, dayOf, endOfDay, leftToClear, startOfDay } from "@touchline/rules";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { historyRuns } from "../../../../test/history-runs.ts";
import { aWorld, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { stoodAt } from "../../compliance/standing/queries/as-of.ts";
import { addMember, deleteMembership } from "../../people/profiles/actions/memberships.ts";
import { moveMembership } from "../../people/profiles/actions/move.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";
import { keepDay } from "./actions.ts";

const world = aWorld();
const zone = "America/Los_Angeles";
const dayMs = 86_400_000;
const places: LevelKey[] = ["root", "north", "northClub", "northTeam", "otherTeam", "south", "southClub"];
const below: Record<string, LevelKey[]> = {
  root: places,
  north: ["north", "northClub", "northTeam", "otherTeam"],
  southClub: ["southClub"],
};

afterEach(() => {
  world.it.clock.shift = 0;
});

/** Returns noon of a day this many days ago. */
const noon = (daysAgo: number) =>
  new Date(startOfDay(addToDay(dayOf(world.it.clock.now().getTime(), zone), { days: -daysAgo }), zone) + dayMs / 2);

type Held = { profileId: string; profileLevelAccessId: string; place: LevelKey };

/** Adds a member; those who aren't active aren't cleared. */
async function joins(call: Call, org: Organization, place: LevelKey, active: boolean): Promise<Held> {
  const person = { firstName: "Ana", lastName: "Ruiz", email: null, dateOfBirth: null };
  const then = active ? { activatedAt: call.now, confirmedAt: call.now } : {};
  const profileId = await createProfile(call, person, then as never);
  const { profileLevelAccessId } = await addMember(call, {
    levelId: org.levels[place],
    labelId: org.labelIds.Volunteer,
    profileId,
  });
  return { profileId, profileLevelAccessId, place };
}

async function kept() {
  await world.it.runSchedule("dashboard.noticeDays");
  await world.it.drainJobs();
}

/** Counts the memberships at the end of a day at some levels, by the people's records. */
async function asOf(org: Organization, at: readonly LevelKey[], day: string) {
  const levels = at.map((place) => org.levels[place]);
  return org.asSystem(async (call) => {
    const { rows } = await call.db.execute<{ id: string }>(
      sql`SELECT profile_id AS id FROM profile WHERE organization_id = ${call.organizationId}`,
    );
    let [members, left] = [0, 0];
    for (const { id } of rows) {
      const stood = await stoodAt(call, id, new Date(endOfDay(day, zone) - 1), () => true);
      const here = stood.filter((one) => levels.includes(one.levelId));
      members += here.length;
      left += here.filter((one) => leftToClear.includes(one.overallStatus)).length;
    }
    return { day, members, left };
  });
}

async function compared(org: Organization, by: TestPerson, from: readonly (keyof typeof below)[]) {
  let seen = 0;
  for (const place of from) {
    const params = { id: org.levels[place as LevelKey] };
    const { days } = await by.call(getTrend, { params, query: { days: 30 } });
    const past = days.slice(0, -1);
    expect(past.map((one) => one.day)).toEqual(past.map((_, index) => addToDay(past[0]?.day ?? "", { days: index })));
    for (const one of past) {
      expect(one, `${String(place)} on ${one.day}`).toEqual(await asOf(org, below[place] ?? [], one.day));
      seen += one.members > 0 && one.left > 0 ? 1 : 0;
    }
    const info = await by.call(getDashboardInfo, { params });
    const overallStatuses = [...leftToClear];
    const list = await by.call(listMembers, { params, query: { overallStatuses } });
    expect(days.at(-1)).toMatchObject({ members: info.total, left: list.pagination.totalRecords });
  }
  return seen;
}

const histories = fc.array(
  fc.record({
    daysAgo: fc.integer({ min: 1, max: 6 }),
    place: fc.constantFrom(...places),
    act: fc.constantFrom("joins" as const, "joins inactive" as const, "ends" as const, "moves" as const),
    which: fc.nat(),
  }),
  { minLength: 8, maxLength: 14 },
);

test("every day of a trend is how the level stood at its end, by the record of each person", {
  timeout: 300_000,
}, async () => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      world.it.clock.shift = 0;
      const org = await world.it.anOrganization();
      const held: Held[] = [];
      for (const { daysAgo, place, act, which } of history.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
        await org.asSystem(async (now) => {
          const call = { ...now, now: noon(daysAgo) };
          const mover = act === "moves" ? held[which % Math.max(1, held.length)] : undefined;
          const moved = mover &&
            mover.place !== place && {
              profileLevelAccessId: mover.profileLevelAccessId,
              newLevelId: org.levels[place],
            };
          if (mover && moved) mover.place = place;
          const [one] = act === "ends" ? held.splice(which % Math.max(1, held.length), 1) : [];
          if (one) await deleteMembership(call, { id: one.profileLevelAccessId });
          else if (moved) await moveMembership(call, moved);
          else held.push(await joins(call, org, place, act === "joins"));
        });
      }
      await kept();
      // Today's changes don't belong to any past day.
      const admin = await org.aMember("root", "Administrator");
      const manager = await org.aMember("north", "Team Manager");
      seen += await compared(org, admin, ["root", "north", "southClub"]);
      seen += await compared(org, manager, ["north"]);
      await org.asSystem((call) => joins(call, org, "southClub", false));
      await kept();
      await compared(org, admin, ["root", "southClub"]);
      const south = { params: { id: org.levels.south } };
      expect((await manager.ask(getTrend, south)).status).toBe(403);
      expect((await manager.ask(listDayChanges, { ...south, query: { day: "2026-01-01" } })).status).toBe(403);
    }),
    { numRuns: historyRuns(2), seed: 20_261_122 },
  );
  expect(seen).toBeGreaterThan(10);
});

test("days on which nothing ran are computed from the changes on them", async () => {
  const org = await world.it.anOrganization();
  await org.asSystem((call) => joins({ ...call, now: noon(9) }, org, "northClub", true));
  const lastKept = () =>
    org.asSystem(async (call) => {
      const { rows } = await call.db.execute<{ day: string }>(
        sql`SELECT last_day::text AS day FROM trend_kept WHERE organization_id = ${call.organizationId}`,
      );
      return rows[0]?.day ?? null;
    });
  const today = dayOf(world.it.clock.now().getTime(), zone);
  await kept();
  expect(await lastKept()).toBe(addToDay(today, { days: -1 }));
  await org.asSystem((call) => joins(call, org, "northTeam", false));
  world.it.clock.shift = 3 * dayMs;
  await org.asSystem((call) => joins({ ...call, now: noon(1) }, org, "northTeam", true));
  await kept();
  expect(await lastKept()).toBe(addToDay(today, { days: 2 }));
  for (const days of [-10, -9, -1, 0, 1, 2]) {
    const day = addToDay(today, { days });
    const { rows } = await org.asSystem((call) =>
      call.db.execute<{ members: number; left: number }>(sql`
        SELECT members, left_to_clear AS left FROM level_day WHERE organization_id = ${call.organizationId}
          AND level_id = ${org.levels.north} AND day <= ${day}::date ORDER BY day DESC LIMIT 1`),
    );
    expect({ day, ...(rows[0] ?? { members: 0, left: 0 }) }).toEqual(await asOf(org, below.north ?? [], day));
  }
});

test("days are kept by one worker of an organization at a time, and another gives way at once", async () => {
  const org = await world.it.anOrganization();
  await org.asSystem((call) => joins({ ...call, now: noon(4) }, org, "northClub", true));
  await org.asSystem(async (call) => {
    expect(await keepDay(call)).toBe(true);
    expect(await org.asSystem((other) => keepDay(other))).toBe(false);
  });
  await kept();
  const { rows } = await org.asSystem((call) =>
    call.db.execute<{ first: string; last: string }>(sql`
      SELECT first_day::text AS first, last_day::text AS last FROM trend_kept
      WHERE organization_id = ${call.organizationId}`),
  );
  const day = (daysAgo: number) => dayOf(noon(daysAgo).getTime(), zone);
  expect(rows).toEqual([{ first: day(4), last: day(1) }]);
});

test("a day with more changes than are read at once is shown like any other", async () => {
  const org = await world.it.anOrganization();
  const held: Held[] = [];
  await org.asSystem(async (now) => {
    const call = { ...now, now: noon(3) };
    for (const place of ["northClub", "northTeam", "southClub", "northTeam"] as const)
      held.push(await joins(call, org, place, place === "northTeam"));
  });
  await org.asSystem(async (now) => {
    const [moving, ending] = held.map((one) => one.profileLevelAccessId);
    for (const [hours, newLevelId] of [org.levels.southClub, org.levels.south].entries()) {
      const call = { ...now, now: new Date(noon(2).getTime() + hours * 3_600_000) };
      await moveMembership(call, { profileLevelAccessId: moving ?? "", newLevelId });
    }
    await deleteMembership({ ...now, now: noon(2) }, { id: ending ?? "" });
    await joins({ ...now, now: noon(1) }, org, "northClub", false);
  });
  // Today has more changes than are read at once too, so the day before is computed from its own changes.
  await org.asSystem((call) => joins(call, org, "southClub", false));
  while (await org.asSystem((call) => keepDay(call, 1)));
  const admin = await org.aMember("root", "Administrator");
  for (const place of ["root", "north", "southClub"] as const) {
    const { days } = await admin.call(getTrend, { params: { id: org.levels[place] }, query: { days: 30 } });
    expect(days).toHaveLength(4);
    for (const one of days.slice(0, -1)) expect(one).toEqual(await asOf(org, below[place] ?? [], one.day));
  }
});

test("a day leads to whose membership changed on it, once each, the latest first, page by page", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const held: Held[] = [];
  for (let count = 0; count < 3; count += 1) {
    held.push(await org.asSystem((call) => joins({ ...call, now: noon(3) }, org, "northClub", count > 0)));
  }
  await org.asSystem((call) => joins({ ...call, now: noon(3) }, org, "southClub", true));
  await org.asSystem((call) =>
    deleteMembership({ ...call, now: noon(2) }, { id: held[2]?.profileLevelAccessId ?? "" }),
  );
  const day = (daysAgo: number) => dayOf(noon(daysAgo).getTime(), zone);
  const changes = (place: LevelKey, query: { day: string; perPage?: number; cursor?: string }) =>
    admin.call(listDayChanges, { params: { id: org.levels[place] }, query });
  const { data } = await changes("north", { day: day(3) });
  const ids = new Set(held.map((one) => one.profileLevelAccessId));
  expect(new Set(data.map((one) => one.profileLevelAccessId))).toEqual(ids);
  expect(data.filter((one) => one.kind === "joined")).toHaveLength(3);
  expect(data.filter((one) => one.toStatus !== null && leftToClear.includes(one.toStatus))).toHaveLength(1);
  const paged: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await changes("north", { day: day(3), perPage: 2, ...(cursor ? { cursor } : {}) });
    paged.push(...page.data.map((one) => one.changeId));
    cursor = page.next;
  } while (cursor);
  expect(paged).toEqual(data.map((one) => one.changeId));
  expect((await changes("north", { day: day(2) })).data).toMatchObject([{ kind: "left", stillMember: false }]);
  expect((await changes("north", { day: day(4) })).data).toEqual([]);
  await org.asSystem((call) =>
    moveMembership(
      { ...call, now: noon(1) },
      { profileLevelAccessId: held[0]?.profileLevelAccessId ?? "", newLevelId: org.levels.southClub },
    ),
  );
  const moves = async (place: LevelKey) =>
    (await changes(place, { day: day(1) })).data
      .filter((one) => one.kind.startsWith("moved"))
      .map(({ kind, levelName, stillMember }) => ({ kind, levelName, stillMember }));
  expect(await moves("root")).toEqual([{ kind: "moved", levelName: "southClub", stillMember: true }]);
  expect(await moves("south")).toEqual([{ kind: "moved", levelName: "southClub", stillMember: true }]);
  expect(await moves("northClub")).toEqual([{ kind: "movedAway", levelName: "northClub", stillMember: false }]);
  expect(await moves("northTeam")).toEqual([]);
  const other = await world.it.anOrganization();
  const theirs = await other.aMember("root", "Administrator");
  const elsewhere = { params: { id: other.levels.root }, query: { day: day(3) } };
  expect((await theirs.call(listDayChanges, elsewhere)).data).toEqual([]);
  expect((await theirs.ask(getTrend, { params: { id: org.levels.root } })).status).toBe(404);
});
