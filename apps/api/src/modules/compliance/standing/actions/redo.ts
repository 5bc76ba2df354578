import { endOfDay } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { unsaidOf } from "../queries/redo.ts";
import { keepAttempts } from "./keep-attempts.ts";
import { recordRequirementEvents } from "./record.ts";

/**
 * Limits completions to the day by which a later version must be done, with history; each version is applied once, so that
 * later extensions stay. The caller holds the people and derives the statuses.
 *
 * @returns the people with a completion that is now valid for a shorter time.
 */
export async function applyRedo(call: Call, attemptIds: readonly string[]): Promise<Set<string>> {
  const unsaid = await unsaidOf(call, attemptIds);
  if (unsaid.length === 0) return new Set();
  const { timeZone: zone } = await organizationFacts(call);
  const ends = new Map([...new Set(unsaid.map(({ day }) => day))].map((day) => [day, iso(endOfDay(day, zone))]));
  const { rows } = await call.db.execute<{
    attempt_id: string;
    requirement_id: string;
    profile_id: string;
    content_id: string;
    profile_level_access_id: string;
    sooner: boolean;
    counts: boolean;
  }>(sql`
    UPDATE attempt SET
      redo_by = least(attempt.redo_by, said.day),
      redo_number = said.number,
      extended_until = CASE WHEN attempt.extended_until > said.day THEN said.day ELSE attempt.extended_until END,
      expires_at = least(attempt.expires_at, said.ends)
    FROM unnest(
      ${sql.param(unsaid.map((one) => one.attemptId))}::uuid[],
      ${sql.param(unsaid.map((one) => one.day))}::date[],
      ${sql.param(unsaid.map((one) => one.number))}::int[],
      ${sql.param(unsaid.map((one) => ends.get(one.day)))}::timestamptz[]
    ) AS said (attempt_id, day, number, ends), attempt AS before, requirement
    WHERE attempt.organization_id = ${call.organizationId} AND attempt.attempt_id = said.attempt_id
      AND before.organization_id = attempt.organization_id AND before.attempt_id = attempt.attempt_id
      AND requirement.organization_id = attempt.organization_id AND requirement.requirement_id = attempt.requirement_id
    RETURNING attempt.attempt_id, attempt.requirement_id, requirement.profile_id, requirement.content_id,
      attempt.profile_level_access_id, before.expires_at IS DISTINCT FROM attempt.expires_at AS sooner,
      attempt.voided_at IS NULL AND NOT EXISTS (
        SELECT FROM attempt AS later WHERE later.organization_id = attempt.organization_id
          AND later.requirement_id = attempt.requirement_id AND later.state = 'approved' AND later.voided_at IS NULL
          AND (coalesce(later.expires_at, 'infinity'), later.completed_at)
            > (coalesce(before.expires_at, 'infinity'), before.completed_at)) AS counts`);
  await keepAttempts(
    call,
    rows.map((row) => row.attempt_id),
  );
  const shorter = rows.filter((row) => row.sooner);
  await recordRequirementEvents(
    call,
    shorter
      .filter((row) => row.counts)
      .map((row) => ({
        requirementId: row.requirement_id,
        profileId: row.profile_id,
        contentId: row.content_id,
        profileLevelAccessId: row.profile_level_access_id,
        attemptId: row.attempt_id,
        kind: "redoAsked" as const,
      })),
  );
  return new Set(shorter.map((row) => row.profile_id));
}

const iso = (instant: number) => new Date(instant).toISOString();
