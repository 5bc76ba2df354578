import { sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";

/** Pending rows taken at once. */
const batch = 5_000;

/**
 * One folds at a time within an organization, until its transaction ends; and what is counted anew meanwhile would miss
 * what was taken and is not written yet. Taken before the duties (`lockDuties`) by whoever needs both.
 */
export async function lockCounts(call: Call): Promise<void> {
  await call.db.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended('counts' || organization_id::text, 0))
    FROM organization WHERE organization_id = ${call.organizationId}`);
}

/** In a WITH RECURSIVE list: `above`, each level of `taken` with itself and every level above it. */
const above = (call: Call) => sql`above AS (
  SELECT DISTINCT level_id, level_id AS top_id FROM taken
  UNION ALL
  SELECT above.level_id, level.parent_id FROM above
  JOIN level ON level.organization_id = ${call.organizationId} AND level.level_id = above.top_id
  WHERE level.parent_id IS NOT NULL)`;

/**
 * Adds what changed since to the counts of the levels at which it happened and of all above.
 *
 * @returns the levels whose counts changed, and whether more is pending.
 */
export async function foldCounts(call: Call): Promise<{ levelIds: string[]; more: boolean }> {
  await lockCounts(call);
  const members = await call.db.execute<Folded & { level_ids: string[] | null }>(sql`
    WITH RECURSIVE taken AS (
      DELETE FROM member_count_delta
      WHERE organization_id = ${call.organizationId} AND member_count_delta_id IN (
        SELECT member_count_delta_id FROM member_count_delta WHERE organization_id = ${call.organizationId}
        ORDER BY member_count_delta_id LIMIT ${batch})
      RETURNING level_id, label_id, overall_status, statuses, members
    ), ${above(call)}, folded AS (
      INSERT INTO member_count (organization_id, level_id, label_id, overall_status, statuses, members)
      SELECT ${call.organizationId}::uuid, top_id, label_id, overall_status, statuses, sum(members)
      FROM taken JOIN above USING (level_id)
      GROUP BY top_id, label_id, overall_status, statuses HAVING sum(members) <> 0
      ON CONFLICT (organization_id, level_id, label_id, overall_status, statuses)
      DO UPDATE SET members = member_count.members + excluded.members
      RETURNING level_id, label_id, overall_status, statuses, members
    )
    SELECT (SELECT count(*)::int FROM taken) AS taken, array_agg(DISTINCT top_id) AS level_ids, ${empty} FROM above`);
  const requirements = await call.db.execute<Folded>(sql`
    WITH RECURSIVE taken AS (
      DELETE FROM requirement_count_delta
      WHERE organization_id = ${call.organizationId} AND requirement_count_delta_id IN (
        SELECT requirement_count_delta_id FROM requirement_count_delta WHERE organization_id = ${call.organizationId}
        ORDER BY requirement_count_delta_id LIMIT ${batch})
      RETURNING level_id, content_id, status, members
    ), ${above(call)}, folded AS (
      INSERT INTO requirement_count (organization_id, level_id, content_id, status, members)
      SELECT ${call.organizationId}::uuid, top_id, content_id, status, sum(members)
      FROM taken JOIN above USING (level_id)
      GROUP BY top_id, content_id, status HAVING sum(members) <> 0
      ON CONFLICT (organization_id, level_id, content_id, status)
      DO UPDATE SET members = requirement_count.members + excluded.members
      RETURNING level_id, content_id, status, members
    )
    SELECT count(*)::int AS taken, ${empty} FROM taken`);
  const [memberRows] = members.rows;
  const [requirementRows] = requirements.rows;
  await removeEmpty(call, memberRows?.empty, requirementRows?.empty);
  return {
    levelIds: memberRows?.level_ids ?? [],
    more: memberRows?.taken === batch || requirementRows?.taken === batch,
  };
}

/** `empty`: the counts that came down to nothing, as rows. */
type Folded = { taken: number; empty: object[] | null };

const empty = sql`(SELECT jsonb_agg(folded) FROM folded WHERE members = 0) AS empty`;

/** Nobody but who folds writes counts, and they take turns: what was nothing a moment ago still is. */
async function removeEmpty(call: Call, members: Folded["empty"] = null, requirements: Folded["empty"] = null) {
  if (members !== null) {
    await call.db.execute(sql`
      DELETE FROM member_count AS kept USING jsonb_to_recordset(${JSON.stringify(members)}::jsonb)
        AS gone (level_id uuid, label_id uuid, overall_status text, statuses smallint)
      WHERE kept.organization_id = ${call.organizationId} AND kept.level_id = gone.level_id
        AND kept.label_id = gone.label_id AND kept.overall_status = gone.overall_status
        AND kept.statuses = gone.statuses AND kept.members = 0`);
  }
  if (requirements !== null) {
    await call.db.execute(sql`
      DELETE FROM requirement_count AS kept USING jsonb_to_recordset(${JSON.stringify(requirements)}::jsonb)
        AS gone (level_id uuid, content_id uuid, status smallint)
      WHERE kept.organization_id = ${call.organizationId} AND kept.level_id = gone.level_id
        AND kept.content_id = gone.content_id AND kept.status = gone.status AND kept.members = 0`);
  }
}
