import { type OverallStatus, RequirementStatus } from "@touchline/contract";
import { eligible, findings, remindedStatuses } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { type EffectGroup, type EffectSoFar, effectGroups, type WantedRows } from "../../../../schema/json.ts";
import { doneStatuses, inGrace, isRequired, pairsOfMemberships, promiseTo, type Today, todayOf } from "./duties.ts";
import { membershipsWith } from "./membership-counts.ts";
import { hasStateRecord } from "./state-record.ts";

export const noEffect = (): EffectSoFar => ({
  gain: { memberships: 0, examples: [] },
  lose: { memberships: 0, examples: [] },
  losingClearance: { memberships: 0, examples: [] },
  gainingClearance: { memberships: 0, examples: [] },
  levels: {},
  people: 0,
  mailed: 0,
  paying: { organization: 0, members: 0 },
  withdrawn: 0,
});

const mostExamples = 5;
/** The most levels that are kept: above this, those with the most changes. */
const mostLevels = 2_000;

type Row = {
  profile_level_access_id: string;
  profile_id: string;
  level_id: string;
  pre: number;
  had: boolean;
  gets: boolean;
  before: OverallStatus;
  after: OverallStatus;
} & OfPerson;

/** The overall status of a person over all memberships, before and after, on each of their rows. */
type OfPerson = {
  /** Neither done nor pending nor rejected. */
  to_do: boolean;
  owed: boolean;
  owes: boolean;
  /** Whether it is mandatory anywhere, possibly only after a grace period: then people get reminders. */
  pressed: boolean;
  presses: boolean;
  organization_paid: boolean;
  organization_pays: boolean;
  under_review: boolean;
};

/**
 * Computes a part of the effect of proposed assignments and exceptions: for the next people, ordered by id. One statement
 * decides who owes what as in `follow`; nothing is locked or written.
 *
 * @param seen whether the caller may see members at the level with that preorder number.
 * @returns how many memberships were checked; the last person, null when none is left; and who would get reminders, and doesn't
 * now.
 */
export async function effectOn(
  call: Call,
  { contentId, wanted, after, most }: { contentId: string; wanted: WantedRows; after: string; most: number },
  soFar: EffectSoFar,
  seen: (pre: number) => boolean,
): Promise<{ looked: number; last: string | null; reminded: string[] }> {
  const { people, looked } = await nextPeople(call, contentId, wanted, after, most);
  if (people.length === 0) return { looked: 0, last: null, reminded: [] };
  const rows = await changesOf(call, contentId, wanted, people);
  for (const theirs of Map.groupBy(rows, (one) => one.profile_id).values()) addPerson(soFar, theirs, seen);
  trimLevels(soFar);
  return { looked, last: people.length === most ? (people.at(-1) as string) : null, reminded: remindedAmong(rows) };
}

/** Finds which of these people would get reminders under the new assignments and do not get any now. */
export async function newlyReminded(
  call: Call,
  { contentId, wanted }: { contentId: string; wanted: WantedRows },
  people: readonly string[],
): Promise<string[]> {
  return people.length === 0 ? [] : remindedAmong(await changesOf(call, contentId, wanted, people));
}

/** Finds which of these people get reminders under the current assignments. */
export async function remindedNow(call: Call, contentId: string, people: readonly string[]): Promise<string[]> {
  if (people.length === 0) return [];
  const { rows } = await call.db.execute<{ profile_id: string }>(sql`
    SELECT profile_id FROM requirement AS owed
    WHERE organization_id = ${call.organizationId} AND profile_id = ANY(${sql.param([...people])}::uuid[])
      AND content_id = (SELECT ${contentId}::uuid) AND status IN (${reminded})
      AND EXISTS (SELECT FROM demand
        JOIN content_assignment AS assignment ON assignment.organization_id = demand.organization_id
          AND assignment.content_assignment_id = demand.content_assignment_id AND assignment.mandatory
        WHERE demand.organization_id = ${call.organizationId} AND demand.requirement_id = owed.requirement_id)
      AND NOT EXISTS (SELECT FROM requirement AS refused
        WHERE refused.organization_id = ${call.organizationId} AND refused.profile_id = owed.profile_id
          AND refused.status = ${RequirementStatus.Rejected})`);
  return rows.map((row) => row.profile_id);
}

const reminded = sql.raw(remindedStatuses.join(", "));

/** Disqualified people get no reminders. */
const remindedAmong = (rows: readonly Row[]): string[] => [
  ...new Set(
    rows
      .filter((row) => row.to_do && row.presses && !row.pressed && row.before !== "Disqualified")
      .map((row) => row.profile_id),
  ),
];

function addPerson(soFar: EffectSoFar, rows: readonly Row[], seen: (pre: number) => boolean) {
  for (const row of rows) {
    const [was, is] = [eligible(row.before), eligible(row.after)];
    const of: Record<EffectGroup, boolean> = {
      gain: row.gets && !row.had,
      lose: row.had && !row.gets,
      losingClearance: was && !is,
      gainingClearance: !was && is,
    };
    for (const name of effectGroups) {
      if (!of[name]) continue;
      soFar[name].memberships += 1;
      if (soFar[name].examples.length < mostExamples && seen(row.pre)) {
        soFar[name].examples.push(row.profile_level_access_id);
      }
    }
    const level = soFar.levels[row.level_id] ?? [0, 0, 0];
    level[0] += of.gain ? 1 : 0;
    level[1] += of.lose ? 1 : 0;
    level[2] += of.losingClearance ? 1 : 0;
    if (level.some((count) => count > 0)) soFar.levels[row.level_id] = level;
  }
  const [one] = rows;
  if (!one) return;
  if (one.owed && !one.owes && one.under_review) soFar.withdrawn += 1;
  if (!one.to_do) return;
  if (one.owes && !one.owed) soFar.people += 1;
  if (one.owed) soFar.paying[one.organization_paid ? "organization" : "members"] -= 1;
  if (one.owes) soFar.paying[one.organization_pays ? "organization" : "members"] += 1;
}

/** Sorts levels by the number of changes, those that lose clearance first. */
export const levelsByEffect = (levels: EffectSoFar["levels"]) =>
  Object.entries(levels).sort(([, a], [, b]) => b[2] - a[2] || b[0] + b[1] - (a[0] + a[1]));

function trimLevels(soFar: EffectSoFar) {
  if (Object.keys(soFar.levels).length <= mostLevels) return;
  soFar.levels = Object.fromEntries(levelsByEffect(soFar.levels).slice(0, mostLevels / 2));
}

/** Estimates how many memberships must be looked at. */
export const effectSize = (call: Call, contentId: string, wanted: WantedRows): Promise<number> =>
  membershipsWith(call, labelsOf(call, contentId, wanted));

async function nextPeople(call: Call, contentId: string, wanted: WantedRows, after: string, most: number) {
  const { rows } = await call.db.execute<{ profile_id: string; memberships: number }>(sql`
    SELECT profile_id, count(*)::int AS memberships FROM profile_level_access
    WHERE organization_id = ${call.organizationId} AND profile_id > ${after}
      AND label_id = ANY(${labelsOf(call, contentId, wanted)})
    GROUP BY profile_id ORDER BY profile_id LIMIT ${most}`);
  return {
    people: rows.map((row) => row.profile_id),
    looked: rows.reduce((sum, row) => sum + row.memberships, 0),
  };
}

/** The labels of current, former, and proposed assignments; members without them are not affected. */
const labelsOf = (call: Call, contentId: string, wanted: WantedRows) => sql`(
  ${sql.param([...new Set(wanted.assignments.flatMap((one) => one.labels))])}::uuid[] || ARRAY(
    SELECT named.label_id FROM content_assignment_label AS named
    JOIN content_assignment AS assignment ON assignment.organization_id = named.organization_id
      AND assignment.content_assignment_id = named.content_assignment_id
    WHERE named.organization_id = ${call.organizationId} AND assignment.content_id = ${contentId}))`;

/**
 * Lists the memberships of these people on which anything would change. Current and proposed demands are grouped by membership
 * and looked up by key: in a join, each was compared with all others, because neither has statistics. The content is hidden
 * from the planner, which knows nothing about one that was just assigned and read all rows.
 */
async function changesOf(call: Call, contentId: string, wanted: WantedRows, people: readonly string[]): Promise<Row[]> {
  const today = await todayOf(call);
  const theirs = sql`ANY(${sql.param([...people])}::uuid[])`;
  const { rows } = await call.db.execute<Row>(sql`
    WITH is_ AS MATERIALIZED (
      ${asIfThere(call, contentId, wanted)}
      SELECT membership.profile_level_access_id, assignment.mandatory AND NOT ${inGrace(call, today)} AS mandatory,
        assignment.mandatory AS presses, assignment.payer = 'Organization' AS organization_pays
      FROM ${pairsOfMemberships(call, { memberships: sql`membership.profile_id = ${theirs}` })}
      WHERE ${isRequired(call, today)}
    ), was AS MATERIALIZED (
      SELECT demand.profile_level_access_id, demand.mandatory, assignment.mandatory AS presses,
        demand.payer = 'Organization' AS organization_pays
      FROM requirement
      JOIN demand ON demand.organization_id = requirement.organization_id
        AND demand.requirement_id = requirement.requirement_id
      JOIN content_assignment AS assignment ON assignment.organization_id = demand.organization_id
        AND assignment.content_assignment_id = demand.content_assignment_id
      WHERE requirement.organization_id = ${call.organizationId} AND requirement.content_id = (SELECT ${contentId}::uuid)
        AND requirement.profile_id = ${theirs}
    ), both_ AS MATERIALIZED (
      SELECT profile_level_access_id, bool_or(had) AS had, NOT bool_and(had) AS gets,
        bool_or(mandatory) FILTER (WHERE NOT had) AS mandatory, bool_or(mandatory) FILTER (WHERE had) AS was_mandatory,
        coalesce(bool_or(presses) FILTER (WHERE NOT had), false) AS presses,
        coalesce(bool_or(presses) FILTER (WHERE had), false) AS pressed,
        coalesce(bool_or(organization_pays) FILTER (WHERE NOT had), false) AS organization_pays,
        coalesce(bool_or(organization_pays) FILTER (WHERE had), false) AS organization_paid
      FROM (SELECT false AS had, is_.* FROM is_ UNION ALL SELECT true, was.* FROM was) AS one
      GROUP BY profile_level_access_id
    ), here AS MATERIALIZED (
      SELECT both_.profile_level_access_id, both_.had, both_.gets, both_.was_mandatory,
        both_.mandatory AND NOT (standing.overall_status IN ('Cleared', 'Optional')
          AND (${wanted.keepCleared ?? false} OR ${keptCleared(call, contentId, today)})) AS mandatory,
        membership.profile_id, membership.level_id, level.pre, standing.overall_status AS before,
        coalesce(requirement.status IN (${doneStatuses}), false) AS done,
        coalesce(requirement.status IN (${reminded}), true) AS to_do,
        bool_or(both_.had) OVER theirs AS owed, bool_or(both_.gets) OVER theirs AS owes,
        bool_or(both_.pressed) OVER theirs AS pressed, bool_or(both_.presses) OVER theirs AS presses,
        bool_or(both_.organization_paid) OVER theirs AS organization_paid,
        bool_or(both_.organization_pays) OVER theirs AS organization_pays,
        requirement.requirement_id
      FROM both_
      JOIN profile_level_access AS membership ON membership.organization_id = ${call.organizationId}
        AND membership.profile_level_access_id = both_.profile_level_access_id
      JOIN level ON level.organization_id = membership.organization_id AND level.level_id = membership.level_id
      JOIN member_standing AS standing ON standing.organization_id = membership.organization_id
        AND standing.profile_level_access_id = membership.profile_level_access_id
      LEFT JOIN LATERAL (
        SELECT requirement_id, status FROM requirement
        WHERE organization_id = ${call.organizationId} AND profile_id = membership.profile_id
          AND content_id = (SELECT ${contentId}::uuid) LIMIT 1) AS requirement ON true
      WINDOW theirs AS (PARTITION BY membership.profile_id)
    )
    SELECT here.profile_level_access_id, here.profile_id, here.level_id, here.pre, here.had, here.gets, here.before,
      here.to_do, here.owed, here.owes, here.pressed, here.presses, here.organization_paid, here.organization_pays,
      here.had AND NOT here.gets AND EXISTS (
        SELECT FROM attempt
        WHERE attempt.organization_id = ${call.organizationId} AND attempt.requirement_id = here.requirement_id
          AND attempt.state = 'pendingReview' AND attempt.source <> ALL(${sql.param([...findings])})
          AND NOT ${hasStateRecord(call, sql`attempt.attempt_id`)}) AS under_review,
      CASE
        WHEN here.before IN ('Disqualified', 'NotConfirmed', 'NotActivated') THEN here.before
        WHEN NOT here.gets AND other.owed IS NULL THEN 'NoRequirements'
        WHEN other.mandatory_open OR (here.gets AND here.mandatory AND NOT here.done) THEN 'Incomplete'
        WHEN other.open OR (here.gets AND NOT here.done) THEN 'Optional'
        ELSE 'Cleared'
      END AS after
    FROM here
    CROSS JOIN LATERAL (
      SELECT bool_or(true) AS owed, coalesce(bool_or(demand.mandatory AND NOT status IN (${doneStatuses})), false) AS mandatory_open,
        coalesce(bool_or(NOT status IN (${doneStatuses})), false) AS open
      FROM demand
      JOIN requirement ON requirement.organization_id = demand.organization_id
        AND requirement.requirement_id = demand.requirement_id AND requirement.content_id <> ${contentId}
      WHERE demand.organization_id = ${call.organizationId}
        AND demand.profile_level_access_id = here.profile_level_access_id
    ) AS other
    WHERE here.had <> here.gets OR here.mandatory IS DISTINCT FROM here.was_mandatory
      OR here.presses <> here.pressed OR here.organization_pays <> here.organization_paid
    ORDER BY here.profile_id, here.profile_level_access_id`);
  return rows;
}

/**
 * Tests whether a `membership` of `level` would stay cleared by a promise that is still open, as in `follow`. Uses the real
 * tables of assignments: a promise was made to those whom the assignments applied to then, not to those of the proposal.
 */
const keptCleared = (call: Call, contentId: string, today: Today) => sql`EXISTS (
          SELECT FROM (SELECT ${contentId}::uuid AS content_id) AS assignment,
            LATERAL (SELECT membership.*, level.pre) AS membership,
            LATERAL (${promiseTo(call, today)}) AS promise)`;

/** Common table expressions that replace the tables of assignments and exceptions with the proposed contents. */
const asIfThere = (call: Call, contentId: string, wanted: WantedRows) => sql`
      WITH given AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(wanted.assignments)}::jsonb) AS one (
          content_assignment_id uuid, level_id uuid, include_below boolean, mandatory boolean, payer text,
          age_from smallint, age_to smallint, age_by text, conditions_match text, labels jsonb, conditions jsonb)
      ), content_assignment AS MATERIALIZED (
        SELECT ${call.organizationId}::uuid AS organization_id, ${contentId}::uuid AS content_id,
          NULL::timestamptz AS ended_at, given.* FROM given
      ), content_assignment_label AS MATERIALIZED (
        SELECT ${call.organizationId}::uuid AS organization_id, given.content_assignment_id, one.id::uuid AS label_id
        FROM given CROSS JOIN LATERAL jsonb_array_elements_text(given.labels) AS one (id)
      ), content_assignment_condition AS MATERIALIZED (
        SELECT ${call.organizationId}::uuid AS organization_id, given.content_assignment_id,
          one.condition_question_id, one.answer
        FROM given CROSS JOIN LATERAL jsonb_to_recordset(given.conditions) AS one (condition_question_id uuid, answer boolean)
      ), content_exemption AS MATERIALIZED (
        SELECT ${call.organizationId}::uuid AS organization_id, ${contentId}::uuid AS content_id,
          NULL::timestamptz AS ended_at, one.*
        FROM jsonb_to_recordset(${JSON.stringify(wanted.exceptions)}::jsonb) AS one (
          profile_id uuid, level_id uuid, include_below boolean, label_id uuid, until_day date)
      )`;
