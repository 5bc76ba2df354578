import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { pendingBelow } from "./count-tables.ts";

/**
 * Counts the memberships with any of these labels from the root's counts and the pending changes. Counting a million anew would
 * take as long as two steps.
 */
export async function membershipsWith(call: Call, labelIds: SQL): Promise<number> {
  const { rows } = await call.db.execute<{ memberships: number }>(sql`
    SELECT coalesce(sum(members), 0)::int AS memberships FROM (
      SELECT kept.label_id, kept.members FROM member_count AS kept
      JOIN level ON level.organization_id = kept.organization_id AND level.level_id = kept.level_id AND level.pre = 0
      WHERE kept.organization_id = ${call.organizationId}
      UNION ALL
      SELECT label_id, members FROM member_count_delta WHERE organization_id = ${call.organizationId}
    ) AS every WHERE label_id = ANY(${labelIds})`);
  return rows[0]?.memberships ?? 0;
}

/** Counts the memberships at a level and below it, whatever their labels. */
export async function membershipsBelow(call: Call, levelId: string): Promise<number> {
  const { rows } = await call.db.execute<{ memberships: number }>(sql`
    SELECT coalesce(sum(members), 0)::int AS memberships FROM (
      SELECT members FROM member_count WHERE organization_id = ${call.organizationId} AND level_id = ${levelId}
      UNION ALL
      SELECT kept.members ${pendingBelow(call, levelId, "member")}
    ) AS every`);
  return rows[0]?.memberships ?? 0;
}
