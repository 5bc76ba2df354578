import { type SQL, sql } from "drizzle-orm";
import type { Reading } from "../../../../call.ts";

/**
 * What is counted of memberships, and by what, with the types of the columns. Each has a table of counts, in which a level's
 * hold those of all below it, and one of deltas: what changed since, level by level.
 */
const buckets = {
  member: { label_id: "uuid", overall_status: "text", statuses: "smallint" },
  requirement: { content_id: "uuid", status: "smallint" },
  expiry: { expires_on: "date" },
} as const;

export type CountKind = keyof typeof buckets;
export const countKinds = Object.keys(buckets) as CountKind[];

export type CountTables = {
  counts: SQL;
  deltas: SQL;
  deltaId: SQL;
  /** The columns that tell one bucket from another: `a, b`. */
  bucket: SQL;
  /** The columns with a type each: `a uuid, b text`. */
  typed: SQL;
  /** Whether two rows are of one bucket. */
  same: (one: string, other: string) => SQL;
};

const each = (names: readonly string[], write: (name: string) => string, between: string) =>
  sql.raw(names.map(write).join(between));

export function countTables(kind: CountKind): CountTables {
  const columns: Record<string, string> = buckets[kind];
  const names = Object.keys(columns);
  return {
    counts: sql.raw(`${kind}_count`),
    deltas: sql.raw(`${kind}_count_delta`),
    deltaId: sql.raw(`${kind}_count_delta_id`),
    bucket: each(names, (name) => name, ", "),
    typed: each(names, (name) => `${name} ${columns[name]}`, ", "),
    same: (one, other) => each(names, (name) => `${one}.${name} = ${other}.${name}`, " AND "),
  };
}

/**
 * From FROM to WHERE: `kept`, what is pending at a level and below it. Its range is found once, by the level alone: joined with
 * the level above, every level was walked for every row while the delta table seemed empty, as statistics often find it.
 */
export const pendingBelow = (call: Pick<Reading, "organizationId">, levelId: SQL | string, kind: CountKind): SQL => {
  const top = (column: "pre" | "last") => sql`(SELECT top.${sql.raw(column)} FROM level AS top
    WHERE top.organization_id = ${call.organizationId} AND top.level_id = ${levelId})`;
  return sql`FROM ${countTables(kind).deltas} AS kept
    JOIN level AS here ON here.organization_id = kept.organization_id AND here.level_id = kept.level_id
    WHERE kept.organization_id = ${call.organizationId} AND here.pre BETWEEN ${top("pre")} AND ${top("last")}`;
};
