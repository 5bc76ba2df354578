import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { type CountTables, countKinds, countTables } from "../queries/count-tables.ts";
import { fillAnew, noticeLargeLevels } from "./index-levels.ts";

/**
 * A level that was moved with everything below it, by its new preorder numbers; the levels above that lost it, and those that
 * gained it.
 */
export type MovedLevelCounts = {
  levelId: string;
  pre: number;
  last: number;
  lost: readonly string[];
  gained: readonly string[];
};

/** Above this number of memberships the member index is rebuilt step by step, so that the transaction stays short. */
const mostIndexed = 50_000;

/**
 * Updates the counts and member indexes of the levels above a moved level. Pending changes are folded along the new tree
 * anyway. The caller holds the counts (`lockCounts`), the duties (`lockDuties`) and, if `indexedAbove` says so, the people.
 */
export async function moveLevelCounts(call: Call, carried: MovedLevelCounts): Promise<void> {
  for (const kind of countKinds) await carryCount(call, carried, countTables(kind));
  await carryIndex(call, carried);
  if (carried.gained.length > 0) await noticeLargeLevels(call, carried.gained);
}

async function carryCount(
  call: Call,
  { levelId, lost, gained }: MovedLevelCounts,
  { counts, bucket }: CountTables,
): Promise<void> {
  await call.db.execute(sql`
    INSERT INTO ${counts} (organization_id, level_id, ${bucket}, members)
    SELECT kept.organization_id, top.level_id, ${bucket}, kept.members * top.sign
    FROM ${counts} AS kept
    CROSS JOIN (
      SELECT unnest(${sql.param([...lost])}::uuid[]) AS level_id, -1 AS sign
      UNION ALL
      SELECT unnest(${sql.param([...gained])}::uuid[]), 1
    ) AS top
    WHERE kept.organization_id = ${call.organizationId} AND kept.level_id = ${levelId}
    ON CONFLICT (organization_id, level_id, ${bucket}) DO UPDATE SET members = ${counts}.members + excluded.members`);
  await call.db.execute(sql`
    DELETE FROM ${counts} WHERE organization_id = ${call.organizationId} AND members = 0
      AND level_id = ANY(${sql.param([...lost, ...gained])}::uuid[])`);
}

/** Returns whether any of these levels has a member index: then nobody below the moved level may be written meanwhile. */
export async function indexedAbove(call: Call, levelIds: readonly string[]): Promise<boolean> {
  const { rows } = await call.db.execute(sql`
    SELECT FROM level_index
    WHERE organization_id = ${call.organizationId} AND level_id = ANY(${sql.param([...levelIds])}::uuid[]) LIMIT 1`);
  return rows.length > 0;
}

async function carryIndex(call: Call, { pre, last, lost, gained }: MovedLevelCounts): Promise<void> {
  const standings = sql`level AS here
    JOIN member_standing AS standing
      ON standing.organization_id = here.organization_id AND standing.level_id = here.level_id
    WHERE here.organization_id = ${call.organizationId} AND here.pre BETWEEN ${pre} AND ${last}`;
  if (await indexedAbove(call, lost)) {
    await call.db.execute(sql`
      DELETE FROM member_index
      WHERE organization_id = ${call.organizationId} AND level_id = ANY(${sql.param([...lost])}::uuid[])
        AND profile_level_access_id IN (SELECT standing.profile_level_access_id FROM ${standings})`);
  }
  if (!(await indexedAbove(call, gained))) return;
  const { rows } = await call.db.execute<{ many: boolean }>(
    sql`SELECT count(*) > ${mostIndexed} AS many FROM (SELECT FROM ${standings} LIMIT ${mostIndexed + 1}) AS those`,
  );
  if (rows[0]?.many) {
    await call.db.execute(sql`
      UPDATE level_index SET state = 'building'
      WHERE organization_id = ${call.organizationId} AND level_id = ANY(${sql.param([...gained])}::uuid[])`);
    return fillAnew(call);
  }
  await call.db.execute(sql`
    INSERT INTO member_index
      (organization_id, level_id, profile_level_access_id, sort_name, label_id, overall_status, statuses)
    SELECT standing.organization_id, large.level_id, standing.profile_level_access_id, standing.sort_name,
           standing.label_id, standing.overall_status, standing.statuses
    FROM level_index AS large
    CROSS JOIN (SELECT standing.* FROM ${standings}) AS standing
    WHERE large.organization_id = ${call.organizationId}
      AND large.level_id = ANY(${sql.param([...gained])}::uuid[])
    ON CONFLICT (organization_id, level_id, profile_level_access_id) DO UPDATE SET
      sort_name = excluded.sort_name, label_id = excluded.label_id,
      overall_status = excluded.overall_status, statuses = excluded.statuses`);
}

/**
 * Moves pending counts to the level above before levels without memberships leave the tree, so that they stay in the counts of
 * all levels above. The caller holds the counts and the duties.
 */
export async function forgetLevels(call: Call, levelIds: readonly string[], aboveId: string): Promise<void> {
  const theirs = sql`organization_id = ${call.organizationId} AND level_id = ANY(${sql.param([...levelIds])}::uuid[])`;
  for (const kind of countKinds) {
    const { counts, deltas, deltaId, bucket } = countTables(kind);
    await call.db.execute(sql`
      WITH taken AS (
        DELETE FROM ${deltas} WHERE ${theirs} RETURNING *
      )
      INSERT INTO ${deltas} (organization_id, ${deltaId}, level_id, ${bucket}, members)
      SELECT organization_id, gen_random_uuid(), ${aboveId}::uuid, ${bucket}, sum(members)
      FROM taken GROUP BY organization_id, ${bucket} HAVING sum(members) <> 0`);
    await call.db.execute(sql`DELETE FROM ${counts} WHERE ${theirs}`);
  }
  await call.db.execute(sql`DELETE FROM level_index WHERE ${theirs}`);
  await call.db.execute(sql`DELETE FROM level_following WHERE ${theirs}`);
}
