import { type SQL, sql } from "drizzle-orm";
import type { SharedDb, TenantDb } from "../database/tenancy.ts";
import { databaseNow, deadQueue, jobQueue, jobs, queueSchema } from "./queue.ts";

/** Returns the expression that counts the jobs of an organization that failed for good. */
export const failedJobsOf = (organizationId: string): SQL =>
  sql`(SELECT count(*)::int FROM ${jobs} WHERE name = ${deadQueue} AND data->>'organizationId' = ${organizationId})`;

export type FailedJob = {
  id: string;
  job: string;
  organizationId: string | null;
  failedAt: string;
  tries: number;
  output: unknown;
};

/** Lists jobs that failed for good, the latest first, after a position in the list. */
export async function failedJobs(
  db: SharedDb,
  { job, after, limit }: { job: string | null; after: { failedAt: string; id: string } | null; limit: number },
): Promise<FailedJob[]> {
  const { rows } = await db.execute<FailedJob>(sql`
    SELECT id, data->>'job' AS job, data->>'organizationId' AS "organizationId",
      to_char(created_on AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "failedAt",
      coalesce(source_retry_count, 0) + 1 AS tries, source_output AS output
    FROM ${jobs}
    WHERE name = ${deadQueue} AND (${job}::text IS NULL OR data->>'job' = ${job})
      AND (${after?.failedAt ?? null}::timestamptz IS NULL
        OR (created_on, id) < (${after?.failedAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    ORDER BY created_on DESC, id DESC LIMIT ${limit}::int`);
  return rows;
}

const chosen = (which: { id: string } | { job: string }) =>
  "id" in which ? sql`id = ${which.id}::uuid` : sql`data->>'job' = ${which.job}`;

/** The limits of a retried job whose own row is deleted already. A try may take as long as that of the longest job. */
const defaultLimits = { retries: 8, backoffSeconds: 5, expireSeconds: 7_200 };

/** Lists the organizations of jobs that failed for good, and null for those without one or of one that is gone. */
export async function organizationsOfFailed(db: SharedDb, which: { id: string } | { job: string }, most: number) {
  const { rows } = await db.execute<{ organizationId: string | null }>(sql`
    SELECT DISTINCT directory.organization_id AS "organizationId" FROM (
      SELECT data->>'organizationId' AS id FROM ${jobs} WHERE name = ${deadQueue} AND ${chosen(which)} LIMIT ${most}::int) AS failed
    LEFT JOIN organization_directory AS directory ON directory.organization_id = failed.id::uuid`);
  return rows.map(({ organizationId }) => organizationId);
}

/** The condition that a failed job is of an organization; null: of none, or of one that is gone. */
const failedIn = (organizationId: string | null) =>
  organizationId === null
    ? sql`NOT EXISTS (SELECT FROM organization_directory WHERE organization_id::text = data->>'organizationId')`
    : sql`data->>'organizationId' = ${organizationId}`;

/**
 * Moves failed jobs of an organization back to the queue, with the limits and the key that they had. If another job with the same key is
 * pending, that one stands for them.
 *
 * @returns the name of each.
 */
export async function retryFailed(
  db: SharedDb | TenantDb,
  which: { id: string } | { job: string },
  organizationId: string | null,
  most: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ job: string }>(sql`
    WITH dead AS (DELETE FROM ${jobs} WHERE name = ${deadQueue} AND id IN (
      SELECT id FROM ${jobs} WHERE name = ${deadQueue} AND ${chosen(which)} AND ${failedIn(organizationId)}
      LIMIT ${most}::int FOR UPDATE SKIP LOCKED)
      RETURNING *),
    retried AS (INSERT INTO ${jobs} (
      id, name, data, singleton_key, start_after, created_on, keep_until, policy, dead_letter, deletion_seconds,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, priority
    )
    SELECT dead.id, q.name, dead.data, coalesce(dead.singleton_key, dead.id::text), ${databaseNow}, ${databaseNow},
      ${databaseNow} + q.retention_seconds * interval '1 second', q.policy, q.dead_letter, q.deletion_seconds,
      coalesce(source.retry_limit, ${defaultLimits.retries}::int), coalesce(source.retry_delay, ${defaultLimits.backoffSeconds}::int),
      true, 3600, coalesce(source.expire_seconds, ${defaultLimits.expireSeconds}::int), dead.priority
    FROM dead JOIN ${sql.raw(queueSchema)}.queue q ON q.name = ${jobQueue}
      LEFT JOIN ${jobs} AS source ON source.name = ${jobQueue} AND source.id = dead.source_id
    ON CONFLICT (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short' DO NOTHING)
    SELECT data->>'job' AS job FROM dead`);
  return rows.map(({ job }) => job);
}

/** Deletes a failed job of an organization. @returns its name; none if there was no such job. */
export async function discardFailed(
  db: SharedDb | TenantDb,
  id: string,
  organizationId: string | null,
): Promise<string[]> {
  const { rows } = await db.execute<{ job: string }>(sql`
    DELETE FROM ${jobs} WHERE name = ${deadQueue} AND id = ${id}::uuid AND ${failedIn(organizationId)}
    RETURNING data->>'job' AS job`);
  return rows.map(({ job }) => job);
}
