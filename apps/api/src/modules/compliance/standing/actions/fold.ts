import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { type CountTables, countKinds, countTables } from "../queries/count-tables.ts";

/** Pending rows taken at once. */
const batch = 5_000;

/**
 * Locks the counts until the transaction ends, so that only one transaction folds at a time in an organization: a recount
 * meanwhile would miss changes that were taken and not written yet. Taken before the duties (`lockDuties`) when both are
 * needed.
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
 * Adds pending changes to the counts of the levels where they happened and of all above.
 *
 * @returns the levels whose numbers of members changed, and whether more is pending.
 */
export async function foldCounts(call: Call): Promise<{ levelIds: string[]; more: boolean }> {
  await lockCounts(call);
  let levelIds: string[] = [];
  let more = false;
  for (const kind of countKinds) {
    const folded = await fold(call, countTables(kind));
    if (kind === "member") levelIds = folded.level_ids ?? [];
    more ||= folded.taken === batch;
  }
  return { levelIds, more };
}

/** `empty`: the counts that dropped to zero, as rows. */
type Folded = { taken: number; level_ids: string[] | null; empty: object[] | null };

/**
 * Folds the rows up to the last id of a batch. A list of ids was scanned for every row while statistics said that the table was
 * empty.
 */
async function fold(call: Call, tables: CountTables): Promise<Folded> {
  const { counts, deltas, deltaId, bucket } = tables;
  const { rows } = await call.db.execute<Folded>(sql`
    WITH RECURSIVE taken AS (
      DELETE FROM ${deltas}
      WHERE organization_id = ${call.organizationId} AND ${deltaId} <= (
        SELECT ${deltaId} FROM (
          SELECT ${deltaId} FROM ${deltas} WHERE organization_id = ${call.organizationId}
          ORDER BY ${deltaId} LIMIT ${batch}
        ) AS next ORDER BY ${deltaId} DESC LIMIT 1)
      RETURNING level_id, ${bucket}, members
    ), ${above(call)}, folded AS (
      INSERT INTO ${counts} (organization_id, level_id, ${bucket}, members)
      SELECT ${call.organizationId}::uuid, top_id, ${bucket}, sum(members)
      FROM taken JOIN above USING (level_id)
      GROUP BY top_id, ${bucket} HAVING sum(members) <> 0
      ON CONFLICT (organization_id, level_id, ${bucket}) DO UPDATE SET members = ${counts}.members + excluded.members
      RETURNING level_id, ${bucket}, members
    )
    SELECT (SELECT count(*)::int FROM taken) AS taken, array_agg(DISTINCT top_id) AS level_ids,
      (SELECT jsonb_agg(folded) FROM folded WHERE members = 0) AS empty
    FROM above`);
  const folded = rows[0] ?? { taken: 0, level_ids: null, empty: null };
  if (folded.empty !== null) await removeEmpty(call, tables, folded.empty);
  return folded;
}

/** Deletes empty counts. Only the holder of the counts lock writes counts, so rows that were empty a moment ago still are. */
async function removeEmpty(call: Call, { counts, typed, same }: CountTables, empty: object[]): Promise<void> {
  await call.db.execute(sql`
    DELETE FROM ${counts} AS kept USING jsonb_to_recordset(${JSON.stringify(empty)}::jsonb) AS gone (level_id uuid, ${typed})
    WHERE kept.organization_id = ${call.organizationId} AND kept.level_id = gone.level_id
      AND ${same("kept", "gone")} AND kept.members = 0`);
}
