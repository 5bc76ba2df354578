import { getExpiries, listExpiring } from "@touchline/contract/people/hierarchy";
import { deleteMembership } from "@touchline/contract/people/profiles";
import { moveLevel } from "@touchline/contract/setup/levels";
import { addToDay, dayOf, done, startOfDay } from "@touchline/rules";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { asOwnerOf } from "../../../../test/as-owner.ts";
import { historyRuns } from "../../../../test/history-runs.ts";
import { livesAs } from "../../../../test/live-statuses.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type LabelName, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";
import { foldCounts } from "../../compliance/standing/actions/fold.ts";
import { miscounted } from "../../compliance/standing/actions/recount.ts";
import { restand } from "../../compliance/standing/actions/restand.ts";
import { sweepSome } from "../../compliance/standing/actions/sweep.ts";
import { expiries, expiring } from "./queries/expiries.ts";

const world = aWorld();
const zone = "America/Los_Angeles";
const places: LevelKey[] = ["root", "north", "northClub", "northTeam", "otherTeam", "south", "southClub"];
const below: Record<string, LevelKey[]> = {
  root: places,
  north: ["north", "northClub", "northTeam", "otherTeam"],
  northClub: ["northClub", "northTeam", "otherTeam"],
  southClub: ["southClub"],
};

const today = () => dayOf(world.it.clock.now().getTime(), zone);
const inDays = (days: number) => addToDay(today(), { days });

/** Reads the whole list of expirations, page by page. */
async function everything(by: TestPerson, levelId: string, days: { from: string; to: string }) {
  const rows = [];
  let cursor: string | null | undefined;
  let total: number | undefined;
  do {
    const query = { ...days, perPage: 2, ...(cursor ? { cursor } : {}) };
    const page = await by.call(listExpiring, { params: { id: levelId }, query });
    rows.push(...page.data);
    total ??= page.total;
    cursor = page.next;
  } while (cursor);
  expect(total).toBe(rows.length);
  expect(new Set(rows.map((row) => `${row.profileLevelAccessId} ${row.contentId}`)).size).toBe(rows.length);
  return rows;
}

/** Returns the last day of every completion that ends, at some levels, from each person's own facts. */
async function daysOf(org: Organization, at: readonly string[]) {
  return org.asSystem(async (call) => {
    const { rows } = await call.db.execute<{ id: string }>(
      sql`SELECT profile_id AS id FROM profile WHERE organization_id = ${call.organizationId}`,
    );
    const days: string[] = [];
    for (const { id } of rows) {
      for (const membership of (await livesAs(call, id)).filter((one) => at.includes(one.levelId))) {
        for (const { status, completion } of membership.requirements) {
          const expiresAt = completion?.expiresAt ?? null;
          if (done(status) && expiresAt !== null) days.push(dayOf(expiresAt - 1, zone));
        }
      }
    }
    return days.sort();
  });
}

async function compared(org: Organization, by: TestPerson, at: readonly LevelKey[]) {
  let seen = 0;
  for (const place of at) {
    const params = { id: org.levels[place] };
    const { from, to, days, counting } = await by.call(getExpiries, { params });
    expect({ from, to, counting }).toEqual({
      ...{ from: today(), to: addToDay(today(), { years: 1 }), counting: false },
    });
    const facts = await daysOf(
      org,
      (below[place] ?? []).map((one) => org.levels[one]),
    );
    expect(days.flatMap((one) => Array<string>(one.expiring).fill(one.day))).toEqual(facts);
    for (const { day, expiring } of days) {
      const rows = await everything(by, params.id, { from: day, to: day });
      expect(rows, `${place} on ${day}`).toHaveLength(expiring);
      expect(rows.every((row) => row.day === day)).toBe(true);
      seen += expiring;
    }
    expect((await everything(by, params.id, { from, to })).map((row) => row.day).sort()).toEqual(facts);
  }
  return seen;
}

const validities = [
  { type: "Duration", amount: 5, unit: "days" },
  { type: "Duration", amount: 1, unit: "years" },
  { type: "None" },
  { type: "PerRequirement" },
] as const;

const histories = fc.record({
  contents: fc.array(
    fc.record({
      at: fc.constantFrom<LevelKey>("root", "north", "northClub"),
      validity: fc.constantFrom(...validities),
    }),
    { minLength: 2, maxLength: 4 },
  ),
  people: fc.array(
    fc.record({
      at: fc.constantFrom<LevelKey>(...places),
      label: fc.constantFrom<LabelName>("Head Coach", "Volunteer"),
      sends: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }),
      until: fc.integer({ min: 0, max: 90 }),
      leaves: fc.boolean(),
    }),
    { minLength: 4, maxLength: 8 },
  ),
  moves: fc.boolean(),
});

test("every day of the calendar equals the length of the list behind it for every viewer, and what each person's facts say", {
  timeout: 300_000,
}, async () => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(histories, async ({ contents, people, moves }) => {
      const org = await world.it.anOrganization();
      const admin = await org.aMember("root", "Administrator");
      const manager = await org.aMember("north", "Team Manager");
      for (const [index, { at, validity }] of contents.entries()) {
        const settings = { reviewRequired: false, validity };
        await org.aDocument(admin, { at, labels: ["Head Coach", "Volunteer"], name: `Asked ${index}`, settings });
      }
      for (const [index, { at, label, sends, until, leaves }] of people.entries()) {
        const person = await org.aMember(at, label);
        for (const which of new Set(sends)) {
          const owed = await owedBy(person, `Asked ${which}`).catch(() => null);
          const endDate = contents[which]?.validity.type === "PerRequirement" ? { validUntil: inDays(until) } : {};
          if (owed) await send(owed, endDate);
        }
        // Some changes are in the counts, some are pending.
        if (index % 2 === 0) while ((await org.asSystem(foldCounts)).more);
        if (leaves) await admin.call(deleteMembership, { params: { id: person.plaId } });
      }
      seen += await compared(org, admin, ["root", "north", "southClub"]);
      seen += await compared(org, manager, ["north", "northClub"]);
      const south = { params: { id: org.levels.south } };
      expect((await manager.ask(getExpiries, south)).status).toBe(403);
      const days = { query: { from: today(), to: today() } };
      expect((await manager.ask(listExpiring, { ...south, ...days })).status).toBe(403);
      if (moves) {
        const body = { parentId: org.levels.southClub };
        await admin.call(moveLevel, { params: { id: org.levels.northTeam }, body });
        await world.it.drainJobs();
        const moved = { ...below };
        Object.assign(below, {
          north: ["north", "northClub", "otherTeam"],
          southClub: ["southClub", "northTeam"],
        });
        await compared(org, admin, ["root", "north", "southClub"]);
        Object.assign(below, moved);
      }
      expect(await org.asSystem(miscounted)).toEqual([]);
    }),
    { numRuns: historyRuns(3), seed: 20_261_122 },
  );
  expect(seen).toBeGreaterThan(10);
});

/** Adds a coach whose only document is valid until an instant. */
async function counting(until: Date) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin, { settings: { reviewRequired: false } });
  const coach = await org.aMember("northClub", "Head Coach");
  await send(await owedBy(coach));
  await org.asSystem(async (call) => {
    await call.db.execute(sql`UPDATE attempt SET expires_at = ${until.toISOString()}::timestamptz
      WHERE organization_id = ${call.organizationId}`);
    await restand(call, [coach.profileId]);
  });
  const calendar = () => admin.call(getExpiries, { params: { id: org.levels.north } });
  return { org, admin, coach, calendar };
}

test("what ends at midnight or a minute before counts until that day in the organization's time zone, a minute later until the next", async () => {
  const day = inDays(40);
  const midnight = startOfDay(addToDay(day, { days: 1 }), zone);
  for (const [minutes, last] of [
    [-1, day],
    [0, day],
    [1, addToDay(day, { days: 1 })],
  ] as const) {
    const { calendar } = await counting(new Date(midnight + minutes * 60_000));
    expect((await calendar()).days).toEqual([{ day: last, expiring: 1 }]);
  }
});

/** Reads the calendar and the list of a part of it at another moment. */
const lookedAt = (org: Organization, now: Date, days: { from: string; to: string }) =>
  org.asSystem(async (call) => {
    const then = { ...call, now };
    const { days: counted } = await expiries(then, org.levels.north);
    return { counted, listed: await expiring(then, org.levels.north, { ...days, perPage: 10 }) };
  });

test("a leap day is a day of the calendar", async () => {
  const { org } = await counting(new Date(startOfDay("2028-03-01", zone)));
  const leap = { from: "2028-02-29", to: "2028-02-29" };
  const { counted, listed } = await lookedAt(org, new Date(startOfDay("2027-09-01", zone)), leap);
  expect(counted).toEqual([{ day: "2028-02-29", expiring: 1 }]);
  expect(listed).toMatchObject({ total: 1, data: [{ day: "2028-02-29", levelName: "northClub" }] });
  const tooEarly = await lookedAt(org, new Date(startOfDay("2027-02-28", zone)), leap);
  expect(tooEarly.counted).toEqual([]);
});

test("what has expired is in the calendar no more, before the sweep comes to it and after", async () => {
  const until = startOfDay(inDays(2), zone);
  const { org, calendar } = await counting(new Date(until));
  expect((await calendar()).days).toEqual([{ day: inDays(1), expiring: 1 }]);
  const range = { from: today(), to: inDays(9) };
  expect((await lookedAt(org, new Date(until - 1), range)).counted).toEqual([{ day: inDays(1), expiring: 1 }]);
  const gone = { counted: [], listed: { total: 0, data: [], next: null } };
  expect(await lookedAt(org, new Date(until), range)).toEqual(gone);
  await org.asSystem((call) => sweepSome({ ...call, now: new Date(until) }));
  expect(await lookedAt(org, new Date(until - 1), range)).toEqual(gone);
  await org.asSystem(foldCounts);
  const { rows } = await org.asSystem((call) =>
    call.db.execute(sql`SELECT FROM expiry_count WHERE organization_id = ${call.organizationId}`),
  );
  expect(rows).toEqual([]);
  expect(await org.asSystem(miscounted)).toEqual([]);
});

test("another organization's calendar is nobody's business, and days are asked for in order and not too many at once", async () => {
  const { org, admin, coach } = await counting(new Date(startOfDay(inDays(9), zone)));
  const other = await world.it.anOrganization();
  const theirs = await other.aMember("root", "Administrator");
  const days = { from: today(), to: inDays(30) };
  expect(await everything(admin, org.levels.root, days)).toMatchObject([{ profileLevelAccessId: coach.plaId }]);
  expect(await everything(theirs, other.levels.root, days)).toEqual([]);
  expect((await theirs.call(getExpiries, { params: { id: other.levels.root } })).days).toEqual([]);
  expect((await theirs.ask(getExpiries, { params: { id: org.levels.root } })).status).toBe(404);
  expect((await theirs.ask(listExpiring, { params: { id: org.levels.root }, query: days })).status).toBe(404);
  for (const query of [
    { from: days.to, to: days.from },
    { from: days.from, to: inDays(400) },
    { ...days, cursor: "eyJwcmUiOjB9" },
  ]) {
    expect((await admin.ask(listExpiring, { params: { id: org.levels.root }, query })).status).toBe(400);
  }
});

test("an organization from before expiries were counted is brought along by itself, and its calendar says so until then", async () => {
  const { org, calendar } = await counting(new Date(startOfDay(inDays(9), zone)));
  const settled = async () => {
    for (let round = 0; round < 3; round += 1) {
      await world.it.runSchedule("standing.notice");
      await world.it.drainJobs();
    }
  };
  await settled();
  const whole = await calendar();
  expect(whole).toMatchObject({ days: [{ day: inDays(8), expiring: 1 }], counting: false });
  const before = [
    "UPDATE member_standing SET content_expiries = '{}' WHERE organization_id = $1",
    "DELETE FROM expiry_count WHERE organization_id = $1",
    "INSERT INTO expiries_behind VALUES ($1, '00000000-0000-0000-0000-000000000000')",
  ];
  for (const text of before) await asOwnerOf(world.it.adminUrl, text, [org.organizationId]);
  expect(await calendar()).toEqual({ ...whole, days: [], counting: true });
  await settled();
  expect(await calendar()).toEqual(whole);
  expect(await org.asSystem(miscounted)).toEqual([]);
});
