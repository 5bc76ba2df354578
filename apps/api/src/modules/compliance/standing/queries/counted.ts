import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { pendingBelow } from "./count-tables.ts";

/**
 * How many memberships have any of these labels, by the counts that lists show: those of the root, and what is not in them
 * yet. To count a million anew would take as long as two steps.
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

/** Counts those at a level and below it, whatever their labels. */
export async function membershipsBelow(call: Call, levelId: string): Promise<number> {
  const { rows } = await call.db.execute<{ memberships: number }>(sql`
    SELECT coalesce(sum(members), 0)::int AS memberships FROM (
      SELECT members FROM member_count WHERE organization_id = ${call.organizationId} AND level_id = ${levelId}
      UNION ALL
      SELECT kept.members ${pendingBelow(call, levelId, "member")}
    ) AS every`);
  return rows[0]?.memberships ?? 0;
}
