import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { lockDuties } from "./lock-duties.ts";

/**
 * From this many memberships or levels on, a level has a member index of everything below it. Below that, reading a list level
 * by level takes about as long.
 */
const large = { members: 2_000, levels: 1_000 };

/** Memberships copied into the index in one step. */
const batch = 5_000;

/**
 * Marks those of these levels that have become large. Their member indexes are then filled step by step (`fillLevels`). Keeps
 * out concurrent changes of memberships meanwhile, so that none is missed.
 */
export async function noticeLargeLevels(call: Call, levelIds: readonly string[]): Promise<void> {
  const { rows } = await call.db.execute<{ level_id: string }>(sql`
    SELECT level.level_id
    FROM level
    WHERE level.organization_id = ${call.organizationId} AND level.level_id = ANY(${sql.param([...levelIds])}::uuid[])
      AND NOT EXISTS (
        SELECT FROM level_index
        WHERE level_index.organization_id = ${call.organizationId} AND level_index.level_id = level.level_id)
      AND (level.last - level.pre >= ${large.levels} OR ${large.members} <= (
        SELECT sum(members) FROM member_count
        WHERE member_count.organization_id = ${call.organizationId} AND member_count.level_id = level.level_id))`);
  if (rows.length === 0) return;
  await lockDuties(call, "assignments");
  await call.db.execute(sql`
    INSERT INTO level_index (organization_id, level_id, state, filled_pre, filled_membership)
    SELECT ${call.organizationId}::uuid, level_id, 'building', -1, '00000000-0000-0000-0000-000000000000'
    FROM unnest(${sql.param(rows.map((row) => row.level_id))}::uuid[]) AS found (level_id)
    ON CONFLICT DO NOTHING`);
}

/**
 * Restarts filling after levels were renumbered, because progress is kept by their numbers. Waits for a step under way, whose
 * rows still use the old numbers.
 */
export async function fillAnew(call: Call): Promise<void> {
  await call.db.execute(sql`
    UPDATE level_index SET filled_pre = -1, filled_membership = '00000000-0000-0000-0000-000000000000'
    WHERE organization_id = ${call.organizationId} AND state = 'building'`);
}

/**
 * Fills a part of the member index of a large level; when it is complete, lists use it. Concurrent changes of memberships
 * update it too. Gives up (PostgreSQL's 55P03) when it would have to wait for a lock, to be retried later.
 *
 * @returns whether anything is left to fill.
 */
export async function fillLevels(call: Call): Promise<boolean> {
  const { rows } = await call.db.execute<{ level_id: string; filled_pre: number; filled_membership: string }>(sql`
    SELECT level_id, filled_pre, filled_membership FROM level_index
    WHERE organization_id = ${call.organizationId} AND state = 'building'
    ORDER BY level_id LIMIT 1 FOR UPDATE SKIP LOCKED`);
  const [level] = rows;
  if (!level) return false;
  // In a deadlock this step should give up and not a user's request: this timeout ends it long before deadlock detection.
  await call.db.execute(sql`SET LOCAL lock_timeout = '200ms'`);
  // FOR SHARE waits for concurrent changes of the row and reads their result.
  const { rows: filled } = await call.db.execute<{ rows: number; pre: number | null; membership: string | null }>(sql`
    WITH chosen AS (
      SELECT here.pre, standing.*
      FROM level AS top
      JOIN level AS here ON here.organization_id = top.organization_id AND here.pre BETWEEN top.pre AND top.last
      JOIN member_standing AS standing
        ON standing.organization_id = here.organization_id AND standing.level_id = here.level_id
      WHERE top.organization_id = ${call.organizationId} AND top.level_id = ${level.level_id}
        AND here.pre >= ${level.filled_pre}
        AND (here.pre > ${level.filled_pre} OR standing.profile_level_access_id > ${level.filled_membership})
      ORDER BY here.pre, standing.profile_level_access_id
      LIMIT ${batch}
      FOR SHARE OF standing
    ), put AS (
      INSERT INTO member_index
        (organization_id, level_id, profile_level_access_id, sort_name, label_id, overall_status, statuses)
      SELECT organization_id, ${level.level_id}::uuid, profile_level_access_id, sort_name, label_id, overall_status, statuses
      FROM chosen
      ON CONFLICT (organization_id, level_id, profile_level_access_id) DO UPDATE SET
        sort_name = excluded.sort_name, label_id = excluded.label_id,
        overall_status = excluded.overall_status, statuses = excluded.statuses
    )
    SELECT (count(*) OVER ())::int AS rows, pre, profile_level_access_id AS membership FROM chosen
    ORDER BY pre DESC, profile_level_access_id DESC LIMIT 1`);
  const [last] = filled;
  await call.db.execute(
    last?.rows === batch
      ? sql`UPDATE level_index SET filled_pre = ${last.pre}, filled_membership = ${last.membership}
          WHERE organization_id = ${call.organizationId} AND level_id = ${level.level_id}`
      : sql`UPDATE level_index SET state = 'whole'
          WHERE organization_id = ${call.organizationId} AND level_id = ${level.level_id}`,
  );
  return true;
}
