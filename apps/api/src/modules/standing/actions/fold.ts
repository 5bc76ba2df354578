import { sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { largeAbove } from "./count.ts";

/** Pending rows taken at once. */
const batch = 5_000;

/**
 * One folds at a time within an organization, until its transaction ends: a level that becomes large sums up what is
 * folded, and what is pending must be neither missed nor counted twice meanwhile.
 */
export async function lockCounts(call: Call): Promise<void> {
  await call.db.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended('counts' || organization_id::text, 0))
    FROM organization WHERE organization_id = ${call.organizationId}`);
}

/**
 * Adds what changed since to the counts: at each level itself, and whole at the large levels above.
 *
 * @returns the levels whose own counts changed, and whether more is pending.
 */
export async function foldCounts(call: Call): Promise<{ levelIds: string[]; more: boolean }> {
  await lockCounts(call);
  const members = await call.db.execute<{ taken: number; level_ids: string[] | null }>(sql`
    WITH taken AS (
      DELETE FROM member_count_delta
      WHERE organization_id = ${call.organizationId} AND member_count_delta_id IN (
        SELECT member_count_delta_id FROM member_count_delta WHERE organization_id = ${call.organizationId}
        ORDER BY member_count_delta_id LIMIT ${batch})
      RETURNING level_id, label_id, overall_status, statuses, members
    ), spread AS (
      SELECT 'own' AS scope, * FROM taken
      UNION ALL
      SELECT 'whole', top.level_id, label_id, overall_status, statuses, members
      FROM taken, ${largeAbove(call, sql`taken.level_id`, sql`indexed.state = 'whole'`)}
    ), folded AS (
      INSERT INTO member_count (organization_id, level_id, scope, label_id, overall_status, statuses, members)
      SELECT ${call.organizationId}::uuid, level_id, scope, label_id, overall_status, statuses, sum(members)
      FROM spread GROUP BY level_id, scope, label_id, overall_status, statuses HAVING sum(members) <> 0
      ON CONFLICT (organization_id, level_id, scope, label_id, overall_status, statuses)
      DO UPDATE SET members = member_count.members + excluded.members
    )
    SELECT count(*)::int AS taken, array_agg(DISTINCT level_id) AS level_ids FROM taken`);
  const requirements = await call.db.execute<{ taken: number }>(sql`
    WITH taken AS (
      DELETE FROM requirement_count_delta
      WHERE organization_id = ${call.organizationId} AND requirement_count_delta_id IN (
        SELECT requirement_count_delta_id FROM requirement_count_delta WHERE organization_id = ${call.organizationId}
        ORDER BY requirement_count_delta_id LIMIT ${batch})
      RETURNING level_id, content_id, status, members
    ), spread AS (
      SELECT 'own' AS scope, * FROM taken
      UNION ALL
      SELECT 'whole', top.level_id, content_id, status, members
      FROM taken, ${largeAbove(call, sql`taken.level_id`, sql`indexed.state = 'whole'`)}
    ), folded AS (
      INSERT INTO requirement_count (organization_id, level_id, scope, content_id, status, members)
      SELECT ${call.organizationId}::uuid, level_id, scope, content_id, status, sum(members)
      FROM spread GROUP BY level_id, scope, content_id, status HAVING sum(members) <> 0
      ON CONFLICT (organization_id, level_id, scope, content_id, status)
      DO UPDATE SET members = requirement_count.members + excluded.members
    )
    SELECT count(*)::int AS taken FROM taken`);
  const [memberRows] = members.rows;
  return {
    levelIds: memberRows?.level_ids ?? [],
    more: memberRows?.taken === batch || requirements.rows[0]?.taken === batch,
  };
}
