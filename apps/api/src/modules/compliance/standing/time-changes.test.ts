import { endOfDay } from "@touchline/rules";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { historyRuns } from "../../../../test/history-runs.ts";
import { aWorld, type Organization } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { newId } from "../../../database/ids.ts";
import { organization } from "../../../schema/accounts.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { fillLevels } from "./actions/index-levels.ts";
import { lockDuties } from "./actions/lock-duties.ts";
import { lockPeople } from "./actions/lock-people.ts";
import { miscounted } from "./actions/recount.ts";
import { catchUp, misstanding, restand } from "./actions/restand.ts";
import { beginRezoning } from "./actions/rezone.ts";
import { sweepSome } from "./actions/sweep.ts";

const world = aWorld();
afterEach(() => {
  world.it.clock.shift = 0;
});

const day = 86_400_000;
const rowsOf = async <Row extends Record<string, unknown>>(call: Call, query: ReturnType<typeof sql>) =>
  (await call.db.execute<Row>(query)).rows;

/**
 * Adds content required of coaches, and people who coach one team or two; the association's members are in the member index.
 */
async function aClub(people: number, contents: number): Promise<Organization> {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  for (let n = 0; n < contents; n += 1) await org.aDocument(admin, { name: `Document ${n}` });
  await org.asSystem(async (call) => {
    await lockDuties(call, "assignments");
    await call.db.execute(sql`
      INSERT INTO level_index (organization_id, level_id, state, filled_pre, filled_membership)
      VALUES (${call.organizationId}, ${org.levels.root}, 'building', -1, '00000000-0000-0000-0000-000000000000')`);
  });
  while (await org.asSystem(fillLevels));
  for (let n = 0; n < people; n += 1) {
    const { profileId } = await org.added(admin, "northTeam", "Head Coach", `Coach${n}`);
    if (n % 3 === 0) {
      const place = { profileId, levelId: org.levels.south, labelId: org.labelIds["Head Coach"] };
      await org.asSystem((call) => addMember(call, place));
    }
  }
  return org;
}

const everybody = async (call: Call) =>
  (
    await rowsOf<{ profile_id: string }>(
      call,
      sql`SELECT profile_id FROM profile WHERE organization_id = ${call.organizationId} ORDER BY profile_id`,
    )
  ).map((row) => row.profile_id);

/** An instant some days from now: the end of that day, or some hours into it. */
const when = fc.record({ days: fc.integer({ min: -60, max: 60 }), hours: fc.constantFrom(null, null, null, 0, 13) });
const tried = fc.record({
  state: fc.constantFrom(
    ...(["approved", "approved", "approved", "approved", "disqualified", "reset", "canceled"] as const),
  ),
  voided: fc.constantFrom(false, false, false, true),
  completed: fc.constantFrom(-100, -100, -50, -1),
  expires: fc.option(when, { freq: 8 }),
});
const facts = fc.record({
  tried: fc.array(tried, { maxLength: 3 }),
  open: fc.constantFrom(null, null, "draft" as const, "waitingApplicant", "waitingProvider", "pendingReview"),
  demands: fc.array(fc.record({ mandatory: fc.boolean(), due: fc.option(when) }), { minLength: 2, maxLength: 2 }),
  demanded: fc.constantFrom(true, true, true, true, false),
});
type Facts = typeof facts extends fc.Arbitrary<infer F> ? F : never;

/** Gives the requirements these facts in rotation, and derives everybody's statuses by the rules. */
async function befall(call: Call, zone: string, factList: readonly Facts[]): Promise<void> {
  // All but the last are history.
  await call.db.execute(sql`
    UPDATE profile SET activated_at = created_at, confirmed_at = created_at WHERE organization_id = ${call.organizationId}
      AND profile_id <> (SELECT max(profile_id::text)::uuid FROM profile WHERE organization_id = ${call.organizationId})`);
  const now = call.now.getTime();
  const at = (one: { days: number; hours: number | null } | null) => {
    if (one === null) return null;
    const ends = endOfDay(new Date(now + one.days * day).toISOString().slice(0, 10) as never, zone);
    return new Date(one.hours === null ? ends : now + one.days * day + one.hours * 3_600_000).toISOString();
  };
  const owed = await rowsOf<{
    requirement_id: string;
    profile_level_access_ids: string[];
    version: string;
    level: string;
  }>(
    call,
    sql`SELECT requirement_id, array_agg(demand.profile_level_access_id ORDER BY demand.profile_level_access_id)::text[]
          AS profile_level_access_ids, content.current_version_id AS version, content.level_id AS level
        FROM requirement JOIN demand USING (organization_id, requirement_id) JOIN content USING (organization_id, content_id)
        WHERE organization_id = ${call.organizationId} GROUP BY 1, 3, 4 ORDER BY 1`,
  );
  for (const [index, row] of owed.entries()) {
    const { tried, open, demands, demanded } = factList[index % factList.length] as Facts;
    const attempts = [
      ...tried.map((one) => ({ ...one, completed: new Date(now + one.completed * day), expires: at(one.expires) })),
      ...(open === null ? [] : [{ state: open, voided: false, completed: null, expires: null }]),
    ];
    for (const one of attempts) {
      await call.db.execute(sql`
        INSERT INTO attempt (organization_id, attempt_id, requirement_id, profile_level_access_id, level_id,
          content_version_id, state, submitted_at, completed_at, expires_at, voided_at, created_by, created_at)
        VALUES (${call.organizationId}, ${newId()}, ${row.requirement_id}, ${row.profile_level_access_ids[0]}, ${row.level},
          ${row.version}, ${one.state}, ${call.now.toISOString()}, ${one.completed?.toISOString() ?? null}, ${one.expires},
          ${one.voided ? call.now.toISOString() : null}, ${row.requirement_id}, ${call.now.toISOString()})`);
    }
    for (const [place, id] of row.profile_level_access_ids.entries()) {
      const one = demands[place % demands.length];
      await call.db.execute(
        demanded
          ? sql`UPDATE demand SET mandatory = ${one?.mandatory}, due_at = ${at(one?.due ?? null)}
              WHERE organization_id = ${call.organizationId} AND requirement_id = ${row.requirement_id}
                AND profile_level_access_id = ${id}`
          : sql`DELETE FROM demand WHERE organization_id = ${call.organizationId}
              AND requirement_id = ${row.requirement_id} AND profile_level_access_id = ${id}`,
      );
    }
  }
  await restand(call, await everybody(call));
}

/** Reads everything a sweep writes, with histories in the order of their ids. */
async function written(call: Call) {
  const of = (query: ReturnType<typeof sql>) => rowsOf(call, query);
  const here = sql`organization_id = ${call.organizationId}`;
  return {
    requirements: await of(sql`SELECT requirement_id, status, status_since, next_transition_at, archived_at
      FROM requirement WHERE ${here} ORDER BY 1`),
    standings: await of(sql`SELECT * FROM member_standing WHERE ${here} ORDER BY profile_level_access_id`),
    records: await of(sql`SELECT * FROM standing_record WHERE ${here} ORDER BY standing_record_id`),
    index: await of(sql`SELECT * FROM member_index WHERE ${here} ORDER BY level_id, profile_level_access_id`),
    requirementEvents:
      await of(sql`SELECT requirement_id, profile_id, content_id, kind, from_status, to_status, actor, at
      FROM requirement_event WHERE ${here} ORDER BY requirement_id, requirement_event_id`),
    memberEvents:
      await of(sql`SELECT profile_level_access_id, profile_id, level_id, label_id, kind, from_status, to_status,
        actor, at FROM member_event WHERE ${here} ORDER BY profile_level_access_id, member_event_id`),
    members: await of(sql`SELECT level_id, label_id, overall_status, statuses, sum(members) FROM member_count_delta
      WHERE ${here} GROUP BY 1, 2, 3, 4 HAVING sum(members) <> 0 ORDER BY 1, 2, 3, 4`),
    counts: await of(sql`SELECT level_id, content_id, status, sum(members) FROM requirement_count_delta
      WHERE ${here} GROUP BY 1, 2, 3 HAVING sum(members) <> 0 ORDER BY 1, 2, 3`),
    expiries: await of(sql`SELECT level_id, expires_on, sum(members) FROM expiry_count_delta
      WHERE ${here} GROUP BY 1, 2 HAVING sum(members) <> 0 ORDER BY 1, 2`),
  };
}

/** Returns what the rules would have written for everybody; the transaction is rolled back. */
async function byTheRules(org: Organization, now: Date) {
  let said: Awaited<ReturnType<typeof written>> | undefined;
  const undone = new Error("undone");
  await org
    .asSystem(async (systemCall) => {
      const call = { ...systemCall, now };
      const people = await everybody(call);
      await lockPeople(call, people);
      await catchUp(call, people);
      said = await written(call);
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  return said;
}

/** Sweeps in batches of this size until nothing is due. */
async function swept(org: Organization, now: Date, most: number) {
  while (await org.asSystem((call) => sweepSome({ ...call, now }, most)));
  return org.asSystem((call) => written({ ...call, now }));
}

const over = (days: number, completed = -100) => ({
  state: "approved" as const,
  voided: false,
  completed: completed as -100,
  expires: { days, hours: null },
});
const aDemand = (due: number | null = null, mandatory = true) => ({
  mandatory,
  due: due === null ? null : { days: due, hours: null },
});

/** Cases that random facts rarely produce: each person has four. */
const seldom: Facts[] = [
  // Cleared, then only optional requirements left, then mandatory ones; and the other way round.
  { tried: [over(10)], open: null, demands: [aDemand(null, false)], demanded: true },
  { tried: [over(20)], open: null, demands: [aDemand()], demanded: true },
  { tried: [over(40)], open: null, demands: [aDemand(null, false)], demanded: true },
  { tried: [over(50)], open: null, demands: [aDemand()], demanded: true },
  { tried: [over(10)], open: null, demands: [aDemand(null, false), aDemand()], demanded: true },
  { tried: [over(10)], open: null, demands: [aDemand(), aDemand(null, false)], demanded: true },
  { tried: [over(40)], open: null, demands: [aDemand(null, false)], demanded: true },
  { tried: [over(50)], open: null, demands: [aDemand()], demanded: true },
  // Everything at once, all of it optional; one of them never expires.
  { tried: [over(12)], open: null, demands: [aDemand(null, false)], demanded: true },
  { tried: [over(12)], open: null, demands: [aDemand(null, false)], demanded: true },
  { tried: [over(12)], open: "waitingApplicant", demands: [aDemand(null, false)], demanded: true },
  { tried: [{ ...over(0), expires: null }], open: null, demands: [aDemand()], demanded: true },
  // Of two completions at the same moment the longer one counts; otherwise the latest, not the longest.
  { tried: [over(50), over(5)], open: null, demands: [aDemand()], demanded: true },
  { tried: [over(55), over(10, -50)], open: null, demands: [aDemand()], demanded: true },
  // A pending submission shows when the valid completion ends.
  { tried: [over(15)], open: "pendingReview", demands: [aDemand()], demanded: true },
  { tried: [over(15)], open: "waitingProvider", demands: [aDemand()], demanded: true },
  { tried: [over(15)], open: "draft", demands: [aDemand(3)], demanded: true },
  // Due on one membership first, then on the other; never for an optional one.
  { tried: [], open: null, demands: [aDemand(5), aDemand(12)], demanded: true },
  { tried: [], open: null, demands: [aDemand(5, false), aDemand(12)], demanded: true },
  // Mandatory on one, optional on the other; on none.
  { tried: [over(20)], open: null, demands: [aDemand(null, false), aDemand()], demanded: true },
  { tried: [over(20)], open: null, demands: [aDemand(null, false)], demanded: true },
  { tried: [over(20)], open: null, demands: [aDemand()], demanded: false },
];

test("a sweep writes of anybody what the rules say, step by step, whatever has happened to them", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("America/New_York", "Australia/Lord_Howe", "America/Santiago", "Africa/Cairo"),
      fc.array(facts, { minLength: 34, maxLength: 34 }),
      fc.constantFrom(1, 30, 45, 90, 400),
      fc.constantFrom(4, 1_000),
      async (zone, history, days, most) => {
        const org = await aClub(14, 4);
        await org.asSystem(({ db, organizationId }) =>
          db.update(organization).set({ timeZone: zone }).where(eq(organization.organizationId, organizationId)),
        );
        await org.asSystem((call) => befall(call, zone, [...seldom, ...history]));
        const now = new Date(Date.now() + days * day);
        const said = await byTheRules(org, now);
        expect(await swept(org, now, most)).toEqual(said);
        await org.asSystem(async (call) => {
          const people = await everybody(call);
          expect(await misstanding({ ...call, now }, people)).toEqual({
            requirementIds: [],
            profileLevelAccessIds: [],
          });
        });
        expect(await org.asSystem(miscounted)).toEqual([]);
      },
    ),
    {
      numRuns: historyRuns(3),
      seed: 20_261_122,
      endOnFailure: true,
      examples: [
        ["America/New_York", seldom, 90, 1_000],
        ["Africa/Cairo", seldom, 400, 4],
      ],
    },
  );
}, 240_000);

const soonOver = (days: number): Facts => ({ tried: [over(days)], open: null, demands: [aDemand()], demanded: true });

test("takes as many statements for many as for one, and asks the rules of nobody whose change they foretold", async () => {
  const statements: number[] = [];
  for (const people of [1, 12]) {
    const org = await aClub(people, 2);
    await org.asSystem((call) => befall(call, "America/Los_Angeles", [soonOver(40)]));
    const now = new Date(Date.now() + 35 * day);
    const sent = await world.it.statementsOf(async () => {
      expect(await org.asSystem((call) => sweepSome({ ...call, now }))).toBe(true);
    });
    statements.push(sent);
  }
  // The statements: what is due, the results, and the member index.
  expect(statements).toEqual([3, 3]);
});

test("asks the rules where what is stored is not what they foretold", async () => {
  const org = await aClub(3, 2);
  const zone = "America/Los_Angeles";
  await org.asSystem((call) => befall(call, zone, [soonOver(20), soonOver(45)]));
  await org.asSystem((call) =>
    call.db.execute(sql`
      UPDATE attempt SET expires_at = expires_at + interval '300 days' WHERE organization_id = ${call.organizationId}`),
  );
  const now = new Date(Date.now() + 30 * day);
  const said = await byTheRules(org, now);
  const did = await swept(org, now, 100);
  expect({
    ...did,
    records: did.records.length,
    standings: did.standings.map(({ basis_at: _, ...row }) => row),
  }).toEqual({
    ...said,
    records: said?.records.length,
    standings: said?.standings.map(({ basis_at: _, ...row }) => row),
  });
});

test("asks the rules while days move to another time zone", async () => {
  const org = await aClub(2, 1);
  await org.asSystem((call) => befall(call, "America/Los_Angeles", [soonOver(40)]));
  await org.asSystem(async (call) => {
    await lockDuties(call, "assignments");
    await call.db
      .update(organization)
      .set({ timeZone: "Pacific/Honolulu" })
      .where(eq(organization.organizationId, call.organizationId));
    await beginRezoning(call, "America/Los_Angeles", "Pacific/Honolulu");
  });
  const now = new Date(Date.now() + 35 * day);
  const { records: _, ...said } = (await byTheRules(org, now)) ?? { records: [] };
  // The last valid days are already in the new time zone.
  expect(await swept(org, now, 100)).toMatchObject(said);
});
