import type { OverallStatus } from "@touchline/contract";
import { eligible } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { asked, doneStatuses, inGrace, pairs, todayOf } from "./duties.ts";

/** Assignments and exceptions as they would be, as their tables have them. */
export type WantedRows = {
  assignments: {
    content_assignment_id: string;
    level_id: string;
    include_below: boolean;
    mandatory: boolean;
    payer: string;
    age_from: number | null;
    age_to: number | null;
    age_by: string;
    conditions_match: string;
    labels: string[];
    conditions: { condition_question_id: string; answer: boolean }[];
  }[];
  exceptions: {
    profile_id: string | null;
    level_id: string | null;
    include_below: boolean;
    label_id: string | null;
    until_day: string | null;
  }[];
};

type Group = { memberships: number; examples: string[] };
const groups = ["gain", "lose", "losingClearance", "gainingClearance"] as const;
type GroupName = (typeof groups)[number];

/** What was found so far; memberships as examples of each by their ids. */
export type EffectSoFar = Record<GroupName, Group> & {
  /** By level: gain, lose, losing clearance. */
  levels: Record<string, [gain: number, lose: number, losing: number]>;
  /** People who would newly have to do it, those who are mailed, and for whom the organization pays. */
  people: number;
  mailed: number;
  paidFor: number;
};

export const noEffect = (): EffectSoFar => ({
  gain: { memberships: 0, examples: [] },
  lose: { memberships: 0, examples: [] },
  losingClearance: { memberships: 0, examples: [] },
  gainingClearance: { memberships: 0, examples: [] },
  levels: {},
  people: 0,
  mailed: 0,
  paidFor: 0,
});

const mostExamples = 5;
/** Of more levels than that only those are kept where most changes. */
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
  begins: boolean;
  organization_pays: boolean;
};

/**
 * One step of what assignments and exceptions would do that are not there: the people after one, in the order of their ids.
 * The same statement decides who owes what as in `follow`; nothing is locked, and nothing written.
 *
 * @param seen whether whoever asks may see members at the level with that preorder number.
 * @returns how many memberships were looked at, and the last person; null when nobody is left.
 */
export async function effectOn(
  call: Call,
  { contentId, wanted, after, most }: { contentId: string; wanted: WantedRows; after: string; most: number },
  soFar: EffectSoFar,
  seen: (pre: number) => boolean,
): Promise<{ looked: number; last: string | null }> {
  const { people, looked } = await nextPeople(call, contentId, wanted, after, most);
  if (people.length === 0) return { looked: 0, last: null };
  for (const row of Map.groupBy(await changesOf(call, contentId, wanted, people), (one) => one.profile_id).values()) {
    addPerson(soFar, row, seen);
  }
  trimLevels(soFar);
  return { looked, last: people.length === most ? (people.at(-1) as string) : null };
}

function addPerson(soFar: EffectSoFar, rows: readonly Row[], seen: (pre: number) => boolean) {
  for (const row of rows) {
    const [was, is] = [eligible(row.before), eligible(row.after)];
    const of: Record<GroupName, boolean> = {
      gain: row.gets && !row.had,
      lose: row.had && !row.gets,
      losingClearance: was && !is,
      gainingClearance: !was && is,
    };
    for (const name of groups) {
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
  const begins = rows.filter((row) => row.begins);
  if (begins.length === 0) return;
  soFar.people += 1;
  if (begins.some((row) => row.after !== "NotActivated" && row.after !== "NotConfirmed")) soFar.mailed += 1;
  if (begins.some((row) => row.organization_pays)) soFar.paidFor += 1;
}

/** Levels where most changes first: where clearance is lost before all. */
export const byWeight = (levels: EffectSoFar["levels"]) =>
  Object.entries(levels).sort(([, a], [, b]) => b[2] - a[2] || b[0] + b[1] - (a[0] + a[1]));

function trimLevels(soFar: EffectSoFar) {
  if (Object.keys(soFar.levels).length <= mostLevels) return;
  soFar.levels = Object.fromEntries(byWeight(soFar.levels).slice(0, mostLevels / 2));
}

/** About how many memberships there are to look at. */
export async function effectSize(call: Call, contentId: string, wanted: WantedRows): Promise<number> {
  const { rows } = await call.db.execute<{ memberships: number }>(sql`
    SELECT count(*)::int AS memberships FROM profile_level_access
    WHERE organization_id = ${call.organizationId} AND label_id = ANY(${labelsOf(call, contentId, wanted)})`);
  return rows[0]?.memberships ?? 0;
}

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

/** The labels that it would be assigned to, or ever was: nobody else is concerned. */
const labelsOf = (call: Call, contentId: string, wanted: WantedRows) => sql`(
  ${sql.param([...new Set(wanted.assignments.flatMap((one) => one.labels))])}::uuid[] || ARRAY(
    SELECT named.label_id FROM content_assignment_label AS named
    JOIN content_assignment AS assignment ON assignment.organization_id = named.organization_id
      AND assignment.content_assignment_id = named.content_assignment_id
    WHERE named.organization_id = ${call.organizationId} AND assignment.content_id = ${contentId}))`;

/** The memberships of these people on which anything would change. */
async function changesOf(call: Call, contentId: string, wanted: WantedRows, people: readonly string[]): Promise<Row[]> {
  const today = await todayOf(call);
  const theirs = sql`ANY(${sql.param([...people])}::uuid[])`;
  const { rows } = await call.db.execute<Row>(sql`
    WITH is_ AS MATERIALIZED (
      ${asIfThere(call, contentId, wanted)}
      SELECT membership.profile_level_access_id, bool_or(assignment.mandatory AND NOT ${inGrace(call, today)}) AS mandatory,
        bool_or(assignment.payer = 'Organization') AS organization_pays
      FROM ${pairs}
      WHERE assignment.organization_id = ${call.organizationId} AND membership.profile_id = ${theirs}
        AND ${asked(call, today)}
      GROUP BY membership.profile_level_access_id
    ), was AS MATERIALIZED (
      SELECT demand.profile_level_access_id, bool_or(demand.mandatory) AS mandatory
      FROM requirement
      JOIN demand ON demand.organization_id = requirement.organization_id
        AND demand.requirement_id = requirement.requirement_id
      WHERE requirement.organization_id = ${call.organizationId} AND requirement.content_id = ${contentId}
        AND requirement.profile_id = ${theirs}
      GROUP BY demand.profile_level_access_id
    ), here AS MATERIALIZED (
      SELECT membership.profile_level_access_id, membership.profile_id, membership.level_id, level.pre,
        was.mandatory IS NOT NULL AS had, is_.mandatory IS NOT NULL AS gets, is_.mandatory, was.mandatory AS was_mandatory,
        coalesce(is_.organization_pays, false) AS organization_pays, standing.overall_status AS before,
        coalesce(requirement.status IN (${doneStatuses}), false) AS done,
        NOT bool_or(was.mandatory IS NOT NULL) OVER (PARTITION BY membership.profile_id) AS new_to_them
      FROM profile_level_access AS membership
      JOIN level ON level.organization_id = membership.organization_id AND level.level_id = membership.level_id
      JOIN member_standing AS standing ON standing.organization_id = membership.organization_id
        AND standing.profile_level_access_id = membership.profile_level_access_id
      LEFT JOIN requirement ON requirement.organization_id = membership.organization_id
        AND requirement.profile_id = membership.profile_id AND requirement.content_id = ${contentId}
      LEFT JOIN is_ ON is_.profile_level_access_id = membership.profile_level_access_id
      LEFT JOIN was ON was.profile_level_access_id = membership.profile_level_access_id
      WHERE membership.organization_id = ${call.organizationId} AND membership.profile_id = ${theirs}
    )
    SELECT here.profile_level_access_id, here.profile_id, here.level_id, here.pre, here.had, here.gets, here.before,
      here.organization_pays, here.gets AND NOT here.done AND here.new_to_them AS begins,
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
    ORDER BY here.profile_id, here.profile_level_access_id`);
  return rows;
}

/** Common table expressions in place of the tables of assignments and exceptions: with what would be in them. */
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
