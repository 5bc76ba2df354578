import { type SQL, sql } from "drizzle-orm";
import type { Reading } from "../../../../call.ts";

/**
 * What is counted of memberships, and by which columns, with their types. Each has a table of counts, in which a level includes
 * all below it, and one of deltas: pending changes by level.
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
  /** The columns that identify a bucket: `a, b`. */
  bucket: SQL;
  /** The columns with their types: `a uuid, b text`. */
  typed: SQL;
  /** Tests whether two rows belong to one bucket. */
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
 * From FROM to WHERE: `kept`, what is pending at a level and below it. Its range is looked up once, by the level alone: joined
 * with the level above, every level was scanned for every row while statistics said that the delta table was empty, as they
 * often do.
 */
export const pendingBelow = (call: Pick<Reading, "organizationId">, levelId: SQL | string, kind: CountKind): SQL => {
  const top = (column: "pre" | "last") => sql`(SELECT top.${sql.raw(column)} FROM level AS top
    WHERE top.organization_id = ${call.organizationId} AND top.level_id = ${levelId})`;
  return sql`FROM ${countTables(kind).deltas} AS kept
    JOIN level AS here ON here.organization_id = kept.organization_id AND here.level_id = kept.level_id
    WHERE kept.organization_id = ${call.organizationId} AND here.pre BETWEEN ${top("pre")} AND ${top("last")}`;
};
