import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { dutyDay } from "../../../../schema/compliance.ts";
import { todayOf } from "../queries/duties.ts";
import { everyEntry } from "../queries/entries.ts";
import { peopleAfter } from "../queries/people-after.ts";
import { type RecordMismatch, recordMismatches } from "../queries/record-mismatches.ts";
import { redoMismatches, signatureMismatches } from "../queries/redo.ts";
import { rezoningUnderWay } from "../queries/rezoning.ts";
import { wrongEndDates } from "../queries/wrong-end-dates.ts";
import { demandMismatches } from "./follow.ts";
import { lockDuties } from "./lock-duties.ts";
import { lockPeople } from "./lock-people.ts";
import { miscounted } from "./recount.ts";
import { misstanding } from "./restand.ts";

/** A stored row that disagrees with its history, its facts or its assignments. */
export type Inconsistency = {
  what: /** Owed, and not demanded; or demanded, and not owed. */
    | "demandMissing"
    | "demandSurplus"
    /** Required as expected, but on other terms: mandatory, payer, due day. */
    | "demandTerms"
    /** Differs from what the rules derive from the facts. */
    | "requirement"
    | "membership"
    /** The history doesn't lead to the stored state, or has a gap. */
    | "demandHistory"
    | "attemptHistory"
    | "requirementHistory"
    | "membershipHistory"
    /** A completion that is valid past the day by which it must be repeated. */
    | "redo"
    /** A completion that a guardian signed, and that is valid past the 18th birthday. */
    | "signature"
    /** A completion that is valid until another instant than its facts give. */
    | "completion"
    | RecordMismatch["what"]
    /** A count, or the index of a large level, is wrong. */
    | "members"
    | "requirements"
    | "expiries"
    | "index";
  /** The id of the row: a demand has its membership and assignment, a count its level. */
  id: string;
};

const batch = 500;

/**
 * Recomputes the stored state of the next people, ordered by id: their demands from the assignments, their statuses from the
 * facts, and all of it from the history of events. Writes nothing; locks the people meanwhile.
 *
 * @param after the last person already checked.
 * @returns the differences, and the last person checked; null: none is left.
 */
export async function checkSome(
  call: Call,
  after = "00000000-0000-0000-0000-000000000000",
): Promise<{ found: Inconsistency[]; after: string | null; people: number; checked: string[] }> {
  await lockDuties(call, "memberships");
  const people = await peopleAfter(call, after, batch);
  if (people.length === 0) return { found: [], after: null, people: 0, checked: [] };
  await lockPeople(call, people);
  // People who weren't reached yet still use the previous time zone.
  const daysMove = (await rezoningUnderWay(call)) !== null;
  const found = [
    ...(await demands(call, people)),
    ...(daysMove ? [] : await standings(call, people)),
    ...(await histories(call, people)),
    ...(await redoMismatches(call, people)).map((id) => ({ what: "redo" as const, id })),
    ...(await signatureMismatches(call, people)).map((id) => ({ what: "signature" as const, id })),
    ...(await wrongEndDates(call, people)).map((id) => ({ what: "completion" as const, id })),
    ...(daysMove ? [] : await recordMismatches(call, people)),
  ];
  return {
    found,
    after: people.length === batch ? (people.at(-1) ?? null) : null,
    people: people.length,
    checked: people,
  };
}

/** Checks everything at once, counts too: for organizations of a few thousand people, and for tests. */
export async function inconsistencies(call: Call): Promise<Inconsistency[]> {
  const found: Inconsistency[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const some = await checkSome(call, after);
    found.push(...some.found);
    after = some.after;
  }
  return [...found, ...(await checkCounts(call))];
}

/** Compares counts and indexes with the memberships. */
export async function checkCounts(call: Call): Promise<Inconsistency[]> {
  return (await miscounted(call)).map(({ what, levelId }) => ({ what, id: levelId }));
}

/** Contents and levels whose people are still being updated aren't judged, nor days that weren't followed yet. */
async function demands(call: Call, people: readonly string[]): Promise<Inconsistency[]> {
  if (await daysAreBehind(call)) return [];
  const { rows } = await call.db.execute<{ id: string }>(sql`
    SELECT profile_level_access_id AS id FROM profile_level_access
    WHERE organization_id = ${call.organizationId} AND profile_id = ANY(${sql.param([...people])}::uuid[])
      AND NOT EXISTS (SELECT FROM level_following WHERE organization_id = ${call.organizationId})`);
  const { missing, surplus, otherTerms } = await demandMismatches(
    call,
    rows.map((row) => row.id),
  );
  const following = await call.db.execute<{ id: string }>(sql`
    SELECT assignment.content_assignment_id AS id FROM content_following AS under_way
    JOIN content_assignment AS assignment ON assignment.organization_id = under_way.organization_id
      AND assignment.content_id = under_way.content_id
    WHERE under_way.organization_id = ${call.organizationId}`);
  const followingIds = new Set(following.rows.map((row) => row.id));
  const judged = (id: string) => !followingIds.has(id.split(" ")[1] ?? "");
  return [
    ...missing.filter(judged).map((id) => ({ what: "demandMissing" as const, id })),
    ...surplus.filter(judged).map((id) => ({ what: "demandSurplus" as const, id })),
    ...otherTerms.filter(judged).map((id) => ({ what: "demandTerms" as const, id })),
  ];
}

/** Returns whether days have passed that may change requirements and were not processed yet. */
async function daysAreBehind(call: Call): Promise<boolean> {
  const { day, seasonLast } = await todayOf(call);
  const [followed] = await call.db.select().from(dutyDay).where(ours(dutyDay, call));
  return followed !== undefined && (followed.day !== day || followed.seasonLast !== seasonLast);
}

async function standings(call: Call, people: readonly string[]): Promise<Inconsistency[]> {
  const { requirementIds, profileLevelAccessIds } = await misstanding(call, people);
  return [
    ...requirementIds.map((id) => ({ what: "requirement" as const, id })),
    ...profileLevelAccessIds.map((id) => ({ what: "membership" as const, id })),
  ];
}

/** Picks those of these people who weren't merged into another entry. */
async function entriesInUse(call: Call, people: readonly string[]): Promise<string[]> {
  const { rows } = await call.db.execute<{ profile_id: string }>(sql`
    SELECT profile_id FROM profile
    WHERE organization_id = ${call.organizationId} AND profile_id = ANY(${sql.param([...people])}::uuid[])
      AND merged_into IS NULL`);
  return rows.map((row) => row.profile_id);
}

/**
 * Checks that the events, in the order in which they were written, each start where the previous one ended, and that the last
 * one leads to the stored state. Requirements that were merged into another end with the merge.
 */
async function histories(call: Call, people: readonly string[]): Promise<Inconsistency[]> {
  const them = sql`ANY(${everyEntry(call, ...(await entriesInUse(call, people)))})`;
  const { rows } = await call.db.execute<Inconsistency>(sql`
    WITH events AS (
      SELECT requirement_event_id, requirement_id, content_id, attempt_id, profile_level_access_id, kind,
        from_state, to_state, from_status, to_status
      FROM requirement_event WHERE organization_id = ${call.organizationId} AND profile_id = ${them}
    ), statuses AS (
      SELECT requirement_id, from_status, to_status,
        lag(to_status) OVER each AS before, lead(requirement_id) OVER each IS NULL AS is_last
      FROM events WHERE kind = 'status'
      WINDOW each AS (PARTITION BY requirement_id ORDER BY requirement_event_id)
    ), attempts AS (
      SELECT attempt_id, from_state, to_state,
        lag(to_state) OVER each AS before, lead(attempt_id) OVER each IS NULL AS is_last
      FROM events WHERE kind = 'attempt'
      WINDOW each AS (PARTITION BY attempt_id ORDER BY requirement_event_id)
    ), demanded AS (
      SELECT profile_level_access_id, content_id,
        count(*) FILTER (WHERE kind = 'demanded') - count(*) FILTER (WHERE kind = 'dropped') AS balance
      FROM events WHERE kind IN ('demanded', 'dropped') GROUP BY profile_level_access_id, content_id
    ), owed AS (
      SELECT demand.profile_level_access_id, requirement.content_id, count(*) AS demands
      FROM requirement JOIN demand ON demand.organization_id = requirement.organization_id
        AND demand.requirement_id = requirement.requirement_id
      WHERE requirement.organization_id = ${call.organizationId} AND requirement.profile_id = ${them}
      GROUP BY demand.profile_level_access_id, requirement.content_id
    ), moods AS (
      SELECT profile_level_access_id, member_event_id, kind, from_status, to_status,
        lag(kind) OVER each AS kind_before, lag(to_status) OVER each AS before
      FROM member_event
      WHERE organization_id = ${call.organizationId} AND profile_id = ${them} AND kind IN ('status', 'left')
      WINDOW each AS (PARTITION BY profile_level_access_id ORDER BY member_event_id)
    ), last_moods AS (
      SELECT DISTINCT ON (profile_level_access_id) profile_level_access_id, to_status
      FROM moods WHERE kind = 'status' ORDER BY profile_level_access_id, member_event_id DESC
    )
    SELECT 'requirementHistory' AS what, requirement_id AS id FROM statuses
      WHERE from_status IS DISTINCT FROM coalesce(before, 0)
    UNION ALL
    SELECT 'requirementHistory', requirement.requirement_id FROM requirement
      LEFT JOIN statuses ON statuses.requirement_id = requirement.requirement_id AND statuses.is_last
      JOIN profile ON profile.organization_id = requirement.organization_id
        AND profile.profile_id = requirement.profile_id AND profile.merged_into IS NULL
      WHERE requirement.organization_id = ${call.organizationId} AND requirement.profile_id = ${them}
        AND coalesce(statuses.to_status, 0) <> requirement.status
    UNION ALL
    SELECT 'attemptHistory', attempt_id FROM attempts WHERE from_state IS DISTINCT FROM before
    UNION ALL
    SELECT 'attemptHistory', attempt.attempt_id FROM attempt
      JOIN requirement ON requirement.organization_id = attempt.organization_id
        AND requirement.requirement_id = attempt.requirement_id
      LEFT JOIN attempts ON attempts.attempt_id = attempt.attempt_id AND attempts.is_last
      WHERE attempt.organization_id = ${call.organizationId} AND requirement.profile_id = ${them}
        AND attempts.to_state IS DISTINCT FROM attempt.state
    UNION ALL
    SELECT 'demandHistory', coalesce(demanded.profile_level_access_id, owed.profile_level_access_id) FROM demanded
      FULL JOIN owed ON owed.profile_level_access_id = demanded.profile_level_access_id
        AND owed.content_id = demanded.content_id
      WHERE coalesce(demanded.balance, 0) <> coalesce(owed.demands, 0)
    UNION ALL
    SELECT 'membershipHistory', profile_level_access_id FROM moods
      -- One that left and came back begins anew.
      WHERE kind = 'status' AND kind_before IS DISTINCT FROM 'left' AND from_status IS DISTINCT FROM before
    UNION ALL
    SELECT 'membershipHistory', standing.profile_level_access_id FROM member_standing AS standing
      LEFT JOIN last_moods ON last_moods.profile_level_access_id = standing.profile_level_access_id
      WHERE standing.organization_id = ${call.organizationId} AND standing.profile_id = ${them}
        AND last_moods.to_status IS DISTINCT FROM standing.overall_status
    LIMIT 1000`);
  return rows;
}
