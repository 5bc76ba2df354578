import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";

/**
 * Moves questions for an older age group to the entry that stays, and to the requirement that its proof of age is now. Where both entries
 * wait for a decision in one season, the question of the entry that stays is decided; the other one stays with the merged entry.
 */
export async function moveAgeGroupExceptions(
  call: Call,
  moved: readonly { from: string; to: string }[],
  { keep, merge }: { keep: string; merge: string },
): Promise<void> {
  await call.db.execute(sql`
    UPDATE age_group_exception AS question
    SET profile_id = ${keep}, requirement_id = coalesce(moved.stays, question.requirement_id)
    FROM age_group_exception AS known LEFT JOIN unnest(
      ${sql.param(moved.map(({ from }) => from))}::uuid[], ${sql.param(moved.map(({ to }) => to))}::uuid[]
    ) AS moved (gone, stays) ON moved.gone = known.requirement_id
    WHERE known.organization_id = ${call.organizationId} AND known.profile_id = ${merge}
      AND question.organization_id = known.organization_id
      AND question.age_group_exception_id = known.age_group_exception_id
      AND NOT (question.state = 'asked' AND EXISTS (SELECT FROM age_group_exception AS other
        WHERE other.organization_id = known.organization_id AND other.requirement_id = moved.stays
          AND other.season_start = question.season_start AND other.state = 'asked'))`);
}
