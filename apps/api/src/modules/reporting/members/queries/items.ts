import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import type { TaskItem } from "../../../tasks/index.ts";

/**
 * Reads the names of the people in a task by item number, in one query, including ended memberships. People the actor can no longer see
 * have no name.
 */
export async function namesOfItems(call: Call, items: readonly TaskItem[]): Promise<Map<number, string>> {
  const was = items.map(({ before }) => (before ?? {}) as { profileId?: string; levelId?: string });
  const { rows } = await call.db.execute<{ number: number; name: string; pre: number }>(sql`
    SELECT item.number, profile.first_name || ' ' || profile.last_name AS name, level.pre
    FROM unnest(
      ${sql.param(items.map((item) => item.number))}::integer[],
      ${sql.param(items.map((item) => item.subjectId))}::uuid[],
      ${sql.param(was.map((one) => one.profileId ?? null))}::uuid[],
      ${sql.param(was.map((one) => one.levelId ?? null))}::uuid[]
    ) AS item (number, id, profile_id, level_id)
    LEFT JOIN profile_level_access AS pla
      ON pla.organization_id = ${call.organizationId} AND pla.profile_level_access_id = item.id
    JOIN profile ON profile.organization_id = ${call.organizationId}
      AND profile.profile_id = coalesce(pla.profile_id, item.profile_id)
    JOIN level ON level.organization_id = ${call.organizationId}
      AND level.level_id = coalesce(pla.level_id, item.level_id)`);
  return new Map(
    rows
      .filter(({ pre }) => verdictOn(call, "members.see", { levelPre: pre }).allowed)
      .map((row) => [row.number, row.name]),
  );
}
