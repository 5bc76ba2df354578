import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { type CountKind, countKinds, countTables } from "../queries/count-tables.ts";

/** A difference between the counts, or the member index, and the memberships. */
export type Miscount = {
  what: "members" | "requirements" | "expiries" | "index";
  levelId: string;
  /** Too many, or too few when negative; always one for index rows. */
  excess: number;
};

const most = 100;

/**
 * Counts all memberships of the organization anew and compares: folded and pending counts must add up to the same, and the
 * member index must hold each membership below its levels as it is. Reads everything: for checks, not for requests.
 *
 * @returns at most 100 differences; none when all is well.
 */
export async function miscounted(call: Call): Promise<Miscount[]> {
  const found: Miscount[] = [];
  for (const kind of countKinds) found.push(...(await differences(call, kind)));
  return [...found, ...(await misindexed(call))];
}

/** Selects counts of memberships by level and bucket. */
const counted: Record<CountKind, SQL> = {
  member: sql`SELECT organization_id, level_id, label_id, overall_status, statuses FROM member_standing`,
  requirement: sql`SELECT organization_id, level_id, unnest(contents) AS content_id, unnest(content_statuses) AS status
    FROM member_standing`,
  expiry: sql`SELECT organization_id, level_id, expires_on
    FROM member_standing CROSS JOIN unnest(content_expiries) AS expires_on WHERE expires_on IS NOT NULL`,
};

const named = { member: "members", requirement: "requirements", expiry: "expiries" } as const;

/** In a WITH list: `covered`, each level with itself and every level below it. */
const covered = (call: Call) => sql`covered AS (
  SELECT top.level_id, here.level_id AS below
  FROM level AS top
  JOIN level AS here ON here.organization_id = top.organization_id AND here.pre BETWEEN top.pre AND top.last
  WHERE top.organization_id = ${call.organizationId})`;

async function differences(call: Call, kind: CountKind): Promise<Miscount[]> {
  const { counts, deltas, bucket } = countTables(kind);
  const { rows } = await call.db.execute<{ level_id: string; excess: number }>(sql`
    WITH ${covered(call)}
    SELECT level_id, sum(members)::int AS excess FROM (
      SELECT level_id, ${bucket}, members FROM ${counts} WHERE organization_id = ${call.organizationId}
      UNION ALL
      SELECT covered.level_id, ${bucket}, members FROM covered
      JOIN ${deltas} AS pending ON pending.organization_id = ${call.organizationId} AND pending.level_id = covered.below
      UNION ALL
      SELECT covered.level_id, ${bucket}, -1 FROM covered
      JOIN (${counted[kind]}) AS standing
        ON standing.organization_id = ${call.organizationId} AND standing.level_id = covered.below
    ) AS together
    GROUP BY level_id, ${bucket} HAVING sum(members) <> 0 LIMIT ${most}`);
  return rows.map((row) => ({ what: named[kind], levelId: row.level_id, excess: row.excess }));
}

async function misindexed(call: Call): Promise<Miscount[]> {
  const columns = sql`profile_level_access_id, sort_name, label_id, overall_status, statuses`;
  const { rows } = await call.db.execute<{ level_id: string; excess: number }>(sql`
    WITH ${covered(call)}, kept AS (
      SELECT member_index.level_id, ${columns} FROM member_index
      JOIN level_index AS large
        ON large.organization_id = member_index.organization_id AND large.level_id = member_index.level_id
      WHERE member_index.organization_id = ${call.organizationId} AND large.state = 'whole'
    ), due AS (
      SELECT covered.level_id, ${columns} FROM level_index AS large
      JOIN covered ON covered.level_id = large.level_id
      JOIN member_standing AS standing
        ON standing.organization_id = ${call.organizationId} AND standing.level_id = covered.below
      WHERE large.organization_id = ${call.organizationId} AND large.state = 'whole'
    )
    SELECT level_id, 1 AS excess FROM (SELECT * FROM kept EXCEPT SELECT * FROM due) AS surplus
    UNION ALL
    SELECT level_id, -1 FROM (SELECT * FROM due EXCEPT SELECT * FROM kept) AS missing
    LIMIT ${most}`);
  return rows.map((row) => ({ what: "index", levelId: row.level_id, excess: row.excess }));
}
