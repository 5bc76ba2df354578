import { endOfDay } from "@touchline/rules";
import { eq, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { contentRedo } from "../../../../schema/compliance.ts";
import type { RedoEffect } from "../../../../schema/json.ts";
import { doneStatuses } from "./duties.ts";

export const noRedoEffect = (): RedoEffect => ({ ending: 0, losing: 0, examples: [] });

const mostExamples = 5;

/**
 * Computes a part of the effect of a version that requires earlier completions to be repeated: for the next requirements,
 * ordered by id. Nothing is locked or written.
 *
 * @param seen whether the caller may see members at the level with that preorder number.
 * @returns how many requirements were checked, and the last; null when none is left.
 */
export async function redoEffectOn(
  call: Call,
  { contentId, redoBy, after, most }: { contentId: string; redoBy: string; after: string; most: number },
  soFar: RedoEffect,
  seen: (pre: number) => boolean,
): Promise<{ looked: number; last: string | null }> {
  const ends = new Date(endOfDay(redoBy, (await organizationFacts(call)).timeZone)).toISOString();
  const { rows: next } = await call.db.execute<{ id: string }>(sql`
    SELECT requirement_id AS id FROM requirement
    WHERE organization_id = ${call.organizationId} AND content_id = ${contentId} AND requirement_id > ${after}
    ORDER BY requirement_id LIMIT ${most}`);
  const ids = next.map((row) => row.id);
  if (ids.length === 0) return { looked: 0, last: null };
  const { rows } = await call.db.execute<{ requirement_id: string; membership: string | null; pre: number | null }>(sql`
    WITH ending AS MATERIALIZED (
      SELECT requirement_id FROM (
        SELECT DISTINCT ON (attempt.requirement_id) attempt.requirement_id, attempt.expires_at FROM attempt
        WHERE attempt.organization_id = ${call.organizationId}
          AND attempt.requirement_id = ANY(${sql.param(ids)}::uuid[])
          AND attempt.state = 'approved' AND attempt.voided_at IS NULL AND attempt.completed_at IS NOT NULL
        ORDER BY attempt.requirement_id, attempt.expires_at DESC NULLS FIRST, attempt.completed_at DESC
      ) AS counted
      WHERE expires_at IS NULL OR expires_at > greatest(${ends}::timestamptz, ${call.now.toISOString()}::timestamptz)
    ), losing AS MATERIALIZED (
      SELECT DISTINCT ending.requirement_id, standing.profile_level_access_id, standing.level_id FROM ending
      JOIN requirement ON requirement.organization_id = ${call.organizationId}
        AND requirement.requirement_id = ending.requirement_id AND requirement.status IN (${doneStatuses})
      JOIN demand ON demand.organization_id = requirement.organization_id
        AND demand.requirement_id = requirement.requirement_id AND demand.mandatory
      JOIN member_standing AS standing ON standing.organization_id = demand.organization_id
        AND standing.profile_level_access_id = demand.profile_level_access_id
        AND standing.overall_status IN ('Cleared', 'Optional')
    )
    SELECT ending.requirement_id, losing.profile_level_access_id AS membership, level.pre FROM ending
    LEFT JOIN losing ON losing.requirement_id = ending.requirement_id
    LEFT JOIN level ON level.organization_id = ${call.organizationId} AND level.level_id = losing.level_id
    ORDER BY ending.requirement_id, losing.profile_level_access_id`);
  soFar.ending += new Set(rows.map((row) => row.requirement_id)).size;
  for (const { membership, pre } of rows) {
    if (membership === null) continue;
    soFar.losing += 1;
    if (soFar.examples.length < mostExamples && pre !== null && seen(pre)) soFar.examples.push(membership);
  }
  return { looked: ids.length, last: ids.length === most ? (ids.at(-1) as string) : null };
}

/** Counts the people who ever had a content as a requirement. */
export async function redoEffectSize(call: Call, contentId: string): Promise<number> {
  const { rows } = await call.db.execute<{ people: number }>(sql`
    SELECT count(*)::int AS people FROM requirement
    WHERE organization_id = ${call.organizationId} AND content_id = ${contentId}`);
  return rows[0]?.people ?? 0;
}

/** Returns the progress of applying a content's repeat deadline to completions; null when none is in progress. */
export async function redoUnderWay(call: Call, contentId: string) {
  const [row] = await call.db
    .select({ done: contentRedo.done, total: contentRedo.total })
    .from(contentRedo)
    .where(sql`${ours(contentRedo, call)} AND ${eq(contentRedo.contentId, contentId)}`);
  return row ?? null;
}

/**
 * A repeat deadline of later versions that isn't applied to a completion yet: the earliest day, and the latest such version.
 */
export type Unsaid = { attemptId: string; day: string; number: number };

/** Finds, among these attempts, completions with a redo deadline from a later version that was not applied yet. */
export async function unsaidOf(call: Call, attemptIds: readonly string[]): Promise<Unsaid[]> {
  if (attemptIds.length === 0) return [];
  const { rows } = await call.db.execute<{ attempt_id: string; day: string; number: number }>(sql`
    WITH made AS MATERIALIZED (
      SELECT attempt.attempt_id, own.content_id, greatest(own.number, attempt.redo_number) AS number FROM attempt
      JOIN content_version AS own ON own.organization_id = attempt.organization_id
        AND own.content_version_id = attempt.content_version_id
      WHERE attempt.organization_id = ${call.organizationId}
        AND attempt.attempt_id = ANY(${sql.param([...attemptIds])}::uuid[]) AND attempt.state = 'approved'
    ), days AS MATERIALIZED (${daysOf(call, sql`SELECT content_id FROM made`)})
    SELECT made.attempt_id, min(days.day) AS day, max(days.number) AS number FROM made
    JOIN days ON days.content_id = made.content_id AND days.number > made.number
    GROUP BY made.attempt_id`);
  return rows.map((row) => ({ attemptId: row.attempt_id, day: row.day, number: row.number }));
}

/** Selects the content versions that set a redo deadline. */
const daysOf = (call: Call, contents: ReturnType<typeof sql>) => sql`
  SELECT content_id, number, settings ->> 'redoBy' AS day FROM content_version
  WHERE organization_id = ${call.organizationId} AND content_id IN (${contents}) AND settings ->> 'redoBy' IS NOT NULL`;

/**
 * Lists completions of these people to which a later version wasn't applied, or that are valid for longer than it and later
 * extensions allow. Contents whose completions are still being updated aren't judged.
 */
export async function redoMismatches(call: Call, people: readonly string[]): Promise<string[]> {
  const { timeZone: zone } = await organizationFacts(call);
  const { rows } = await call.db.execute<{ attempt_id: string }>(sql`
    WITH made AS MATERIALIZED (
      SELECT attempt.attempt_id, own.content_id, own.number, attempt.redo_number, attempt.redo_by,
        attempt.extended_until, attempt.expires_at
      FROM requirement JOIN attempt ON attempt.organization_id = requirement.organization_id
        AND attempt.requirement_id = requirement.requirement_id AND attempt.state = 'approved'
      JOIN content_version AS own ON own.organization_id = attempt.organization_id
        AND own.content_version_id = attempt.content_version_id
      WHERE requirement.organization_id = ${call.organizationId}
        AND requirement.profile_id = ANY(${sql.param([...people])}::uuid[])
        AND NOT EXISTS (SELECT FROM content_redo WHERE content_redo.organization_id = requirement.organization_id
          AND content_redo.content_id = own.content_id)
    ), days AS MATERIALIZED (${daysOf(call, sql`SELECT content_id FROM made`)})
    SELECT made.attempt_id FROM made
    JOIN days ON days.content_id = made.content_id AND days.number > made.number
    GROUP BY made.attempt_id, made.redo_number, made.redo_by, made.extended_until, made.expires_at
    HAVING made.redo_number IS DISTINCT FROM max(days.number)
      OR made.redo_by::text IS DISTINCT FROM min(days.day)
      OR made.expires_at IS NULL
      OR ((made.expires_at - interval '1 second') AT TIME ZONE ${zone})::date > greatest(made.redo_by, made.extended_until)
    UNION ALL
    -- No later version says anything.
    SELECT made.attempt_id FROM made
    WHERE made.redo_by IS NOT NULL AND NOT EXISTS (
      SELECT FROM days WHERE days.content_id = made.content_id AND days.number > made.number)
    LIMIT 1000`);
  return rows.map((row) => row.attempt_id);
}

/**
 * Lists completions of these people that are valid past the midnight at which they come of age, although a guardian signed and
 * they are asked again then; or past the end set by a corrected date of birth; or that have such an end and are a minor's. Born
 * on February 29: on March 1, as `birthday` of the rules says.
 */
export async function signatureMismatches(call: Call, people: readonly string[]): Promise<string[]> {
  const { timeZone: zone } = await organizationFacts(call);
  const { rows } = await call.db.execute<{ attempt_id: string }>(sql`
    SELECT attempt.attempt_id FROM requirement
    JOIN profile ON profile.organization_id = requirement.organization_id AND profile.profile_id = requirement.profile_id
    CROSS JOIN LATERAL (SELECT profile.date_of_birth + interval '18 years' AS at) AS eighteen
    CROSS JOIN LATERAL (SELECT (eighteen.at::date
        + (extract(day FROM eighteen.at) <> extract(day FROM profile.date_of_birth))::int)::timestamp AT TIME ZONE ${zone}
      AS midnight) AS grown
    JOIN attempt ON attempt.organization_id = requirement.organization_id
      AND attempt.requirement_id = requirement.requirement_id AND attempt.state = 'approved'
    JOIN waiver_signature AS signed ON signed.organization_id = attempt.organization_id
      AND signed.attempt_id = attempt.attempt_id AND signed.signed_as = 'guardian'
    JOIN content_version AS version ON version.organization_id = attempt.organization_id
      AND version.content_version_id = signed.content_version_id
    WHERE requirement.organization_id = ${call.organizationId}
      AND requirement.profile_id = ANY(${sql.param([...people])}::uuid[])
      AND version.settings ->> 'kind' = 'waiver' AND profile.date_of_birth IS NOT NULL
      AND CASE
        WHEN attempt.signature_ends_at IS NOT NULL THEN coalesce(attempt.expires_at, 'infinity') > attempt.signature_ends_at
          OR grown.midnight > ${call.now.toISOString()}::timestamptz
        ELSE (version.settings ->> 'signAgainAtEighteen')::boolean
          AND coalesce(attempt.expires_at, 'infinity') > grown.midnight
      END
    LIMIT 1000`);
  return rows.map((row) => row.attempt_id);
}
