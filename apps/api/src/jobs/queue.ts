import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type pg from "pg";
import {
  type JobResult as BossResult,
  getConstructionPlans,
  getMigrationPlans,
  type JobWithMetadata,
  PgBoss,
} from "pg-boss";
import { newId } from "../database/ids.ts";
import { givenRows } from "../database/lists.ts";
import { prepared } from "../database/prepared-statement.ts";
import type { SharedDb, TenantDb } from "../database/tenancy.ts";

/** The schema of the queue's tables. */
export const queueSchema = "pgboss";
/** The table of jobs, for tests and measurements that read it directly. */
export const jobTable = `${queueSchema}.job_common`;

/** The queue of all jobs, and the one for those that failed permanently. */
const jobQueue = "jobs";
const deadQueue = "dead";

const jobs = sql.raw(jobTable);
const databaseNow = sql.raw(`${queueSchema}.job_now()`);
const tablesMissing = "The job tables are missing: run the migrations.";

/** A job's data in the queue: ids, numbers, dates and choices only. Without an organization, the job is outside every one. */
export type JobData = { readonly job: string; readonly organizationId: string | null; readonly payload: unknown };

/** A job that this worker has claimed, and the number of the try. */
export type TakenJob = {
  readonly id: string;
  readonly data: JobData;
  readonly retryCount: number;
  readonly retryLimit: number;
};

/** How a job is retried, and when a try counts as lost. */
export type JobLimits = { retries: number; backoffSeconds: number; expireSeconds: number; priority: number };

/** The result of a try; a failure contains no values that people typed. */
export type TryResult = { state: "completed" } | { state: "failed"; failure: object | null };

export type JobQueue = {
  /** Hands out jobs as they become due, a number of them in parallel, and settles each by the result of `handle`. */
  work(sideBySide: number, handle: (taken: TakenJob) => Promise<TryResult>): Promise<void>;
  /** Claims one job that is due at an instant, or null. Tests set this instant; the queue uses the database's clock. */
  take(now: Date): Promise<TakenJob | null>;
  /** Records a failed try of a job from `take`; it is due again some time after that instant, if retries are left. */
  fail(taken: TakenJob, failure: object | null, now: Date): Promise<void>;
  /** Lets running jobs finish for ten seconds. */
  stop(): Promise<void>;
};

/** Another worker has claimed the job, so everything this attempt wrote is rolled back. */
export class ClaimLost extends Error {}

/** Returns the version of the tables that this version of the product creates. */
export const jobTablesVersion = () =>
  Number(
    new RegExp(`INSERT INTO ${queueSchema}\\.version\\(version\\) VALUES \\('(\\d+)'\\)`).exec(
      getConstructionPlans(queueSchema),
    )?.[1],
  );

/** Returns the version of the existing tables; null without them. */
export async function installedJobTables(client: pg.Client): Promise<number | null> {
  const { rows: tables } = await client.query(`SELECT to_regclass('${queueSchema}.version') AS installed`);
  if (tables[0].installed === null) return null;
  const { rows } = await client.query<{ version: number }>(`SELECT version FROM ${queueSchema}.version`);
  return rows[0]?.version ?? null;
}

/**
 * Updates the queue's tables, as the admin role. They are in a schema of their own, outside row-level security, because workers
 * read jobs of any organization. That is why a job's payload contains ids only.
 */
export async function migrateJobTables(client: pg.Client, appRole: string): Promise<void> {
  const newest = jobTablesVersion();
  const { rows: tables } = await client.query(`SELECT to_regclass('${queueSchema}.version') AS installed`);
  if (tables[0].installed === null) await client.query(getConstructionPlans(queueSchema));
  const version = (await installedJobTables(client)) ?? 0;
  if (version > newest) {
    throw new Error("The job tables were made by a newer version of Touchline. Start that one, or restore a backup.");
  }
  if (version < newest) await client.query(getMigrationPlans(queueSchema, version));

  const app = client.escapeIdentifier(appRole);
  const create = (name: string, options: object) =>
    client.query(`SELECT ${queueSchema}.create_queue($1, $2)`, [name, JSON.stringify(options)]);
  await create(deadQueue, { policy: "standard", retryLimit: 0, retentionSeconds: 90 * 86_400 });
  // "short": of the jobs that share a key at most one is pending. Jobs without a key get a unique one.
  await create(jobQueue, { policy: "short", deadLetter: deadQueue });
  await client.query(`
    REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA ${queueSchema} FROM PUBLIC;
    GRANT USAGE ON SCHEMA ${queueSchema} TO ${app};
    GRANT EXECUTE ON FUNCTION ${queueSchema}.job_now() TO ${app};
    GRANT SELECT ON ${queueSchema}.version, ${queueSchema}.job_dependency TO ${app};
    GRANT SELECT, INSERT, UPDATE ON ${queueSchema}.job TO ${app};
    GRANT UPDATE (monitor_backoff_on, flow_on) ON ${queueSchema}.version TO ${app};
    GRANT SELECT, UPDATE ON ${queueSchema}.queue TO ${app};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ${jobTable} TO ${app};
    GRANT DELETE ON ${queueSchema}.job_dependency TO ${app}`);
}

/**
 * Writes the rows that pg-boss would write, in the caller's own transaction. At most one of those with the same key is pending:
 * the conflict locks it, so that no worker takes it before we commit.
 *
 * @param startAfter the instant from which they can be claimed; null: at once.
 */
export async function putJobs(
  db: TenantDb | SharedDb,
  waiting: readonly { data: JobData; key: string | null }[],
  { retries, backoffSeconds, expireSeconds, priority }: JobLimits,
  startAfter: Date | null,
): Promise<void> {
  const rows = waiting.map(({ data, key }) => {
    const id = newId();
    return { id, key: key ?? id, data: JSON.stringify(data) };
  });
  const { rowCount } = await prepared(
    db,
    rows.length === 1 ? "job.put" : null,
    sql`
    INSERT INTO ${jobs} (
      id, name, data, singleton_key, start_after, created_on, keep_until, policy, dead_letter, deletion_seconds,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, priority
    )
    SELECT new.id, q.name, new.data::jsonb, new.key, s.start_after, ${databaseNow},
      s.start_after + q.retention_seconds * interval '1 second', q.policy, q.dead_letter, q.deletion_seconds,
      ${retries}::int, ${backoffSeconds}::int, true, 3600, ${expireSeconds}::int, ${priority}::int
    FROM ${sql.raw(queueSchema)}.queue q,
      (SELECT COALESCE(${startAfter?.toISOString() ?? null}::timestamptz, ${databaseNow}) AS start_after) s,
      ${givenRows(
        [rows.map((row) => row.id), "uuid"],
        [rows.map((row) => row.data), "text"],
        [rows.map((row) => row.key), "text"],
      )} AS new (id, data, key)
    WHERE q.name = ${jobQueue}
    ON CONFLICT (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'
    DO UPDATE SET start_after = LEAST(job_common.start_after, EXCLUDED.start_after)`,
  );
  if (rowCount !== rows.length) throw new Error(tablesMissing);
}

/**
 * Writes jobs of one name and organization that become due a few at a time, after those that are already pending there, and within
 * `longestMs`. A job whose key is pending is left unchanged: it keeps its turn.
 */
export async function putSpreadJobs(
  db: TenantDb | SharedDb,
  waiting: readonly { data: JobData; key: string }[],
  { retries, backoffSeconds, expireSeconds, priority }: JobLimits,
  { atOnce, everyMs, longestMs }: { atOnce: number; everyMs: number; longestMs: number },
): Promise<void> {
  const step = sql`${everyMs}::int * interval '1 millisecond'`;
  const { job = "", organizationId = null } = waiting[0]?.data ?? {};
  // "NOT blocked" lets the index of pending jobs be used. Turns that are over by more than a step don't matter.
  const { rowCount } = await db.execute(sql`
    WITH put AS (INSERT INTO ${jobs} (
      id, name, data, singleton_key, start_after, created_on, keep_until, policy, dead_letter, deletion_seconds,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, priority
    )
    SELECT new.id, q.name, new.data::jsonb, new.key, turn.start_after, ${databaseNow},
      turn.start_after + q.retention_seconds * interval '1 second', q.policy, q.dead_letter, q.deletion_seconds,
      ${retries}::int, ${backoffSeconds}::int, true, 3600, ${expireSeconds}::int, ${priority}::int
    FROM ${sql.raw(queueSchema)}.queue q,
      (SELECT GREATEST(${databaseNow}, max(start_after) + ${step}) AS first FROM ${jobs}
       WHERE name = ${jobQueue} AND state = 'created' AND NOT blocked AND start_after > ${databaseNow} - ${step}
         AND data->>'job' = ${job} AND data->>'organizationId' IS NOT DISTINCT FROM ${organizationId}) line,
      (SELECT given.*, (row_number() OVER (ORDER BY given.key) - 1) / ${atOnce}::int AS place
       FROM ${givenRows(
         [waiting.map(() => newId()), "uuid"],
         [waiting.map((row) => JSON.stringify(row.data)), "text"],
         [waiting.map((row) => row.key), "text"],
       )} AS given (id, data, key)
       WHERE NOT EXISTS (
         SELECT FROM ${jobs} AS pending
         WHERE pending.name = ${jobQueue} AND COALESCE(pending.singleton_key, '') = given.key
           AND pending.state = 'created' AND pending.policy = 'short')
      ) new,
      LATERAL (SELECT LEAST(
         line.first + new.place * ${step}, ${databaseNow} + ${longestMs}::int * interval '1 millisecond') AS start_after) turn
    WHERE q.name = ${jobQueue}
    ON CONFLICT (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short' DO NOTHING)
    SELECT FROM ${sql.raw(queueSchema)}.queue WHERE name = ${jobQueue}`);
  if (rowCount !== 1) throw new Error(tablesMissing);
}

/** Makes the pending jobs of a name due now, in every organization. Running ones aren't changed. */
export async function hasten(db: SharedDb, name: string): Promise<void> {
  await db.execute(sql`
    UPDATE ${jobs} SET start_after = ${databaseNow}
    WHERE name = ${jobQueue} AND state < 'active' AND start_after > ${databaseNow} AND data ->> 'job' = ${name}`);
}

/**
 * The condition that no pending or running job has this id in its payload. The queue has no index on payloads, so other
 * conditions of the statement should narrow the rows first.
 */
export const hasNoJob = (field: string, id: AnyColumn): SQL => sql`NOT EXISTS (
  SELECT FROM ${jobs}
  WHERE name = ${jobQueue} AND state < 'completed' AND data->'payload'->>${field}::text = ${id}::text)`;

/** Checks that a try is still this worker's, before anything external happens. @throws ClaimLost */
export async function assertClaimed(db: TenantDb, taken: TakenJob): Promise<void> {
  const { rowCount } = await db.execute(sql`
    SELECT FROM ${jobs}
    WHERE name = ${jobQueue} AND id = ${taken.id} AND state = 'active' AND retry_count = ${taken.retryCount}`);
  if (rowCount !== 1) throw new ClaimLost("another worker has this job");
}

/** Completes an attempt within the transaction of its work. @throws ClaimLost if it expired and another worker claimed the job. */
export async function complete(db: TenantDb | SharedDb, taken: TakenJob): Promise<void> {
  const { rowCount } = await db.execute(sql`
    UPDATE ${jobs} SET state = 'completed', completed_on = ${databaseNow}
    WHERE name = ${jobQueue} AND id = ${taken.id} AND state = 'active' AND retry_count = ${taken.retryCount}`);
  if (rowCount !== 1) throw new ClaimLost("another worker has this job");
}

export type JobCount = { job: string | null; state: string; count: number };

/** Counts the pending, running and permanently failed (`dead`) jobs of each name, over all organizations. */
export async function jobCounts(pool: pg.Pool): Promise<JobCount[]> {
  const { rows } = await pool.query<JobCount>(`
    SELECT data->>'job' AS job, CASE WHEN name = '${deadQueue}' THEN 'dead' ELSE state::text END AS state, count(*)::int
    FROM ${jobTable} WHERE state IN ('created', 'retry', 'active') GROUP BY 1, 2 LIMIT 500`);
  return rows;
}

/** Releases the claims of all workers as if they had expired, for use when all workers are known to have stopped. */
export async function retakeAll(pool: pg.Pool): Promise<void> {
  await pool.query(`UPDATE ${jobTable} SET state = 'retry', start_after = now() WHERE state = 'active'`);
}

/** @param onError receives failures outside the jobs: when looking for them, and for tries whose worker died. */
export function openJobQueue(pool: pg.Pool, onError: (error: unknown) => void): JobQueue {
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
  let supervised: PgBoss | null = null;
  let plain: PgBoss | null = null;

  async function open(supervise: boolean): Promise<PgBoss> {
    const boss = new PgBoss({
      db,
      migrate: false,
      schedule: false,
      supervise,
      // Seconds between checks for expired tries whose worker died.
      superviseIntervalSeconds: 15,
      monitorIntervalSeconds: 15,
      flowIntervalSeconds: 3600,
      // Both require the owner of the tables.
      reindex: false,
      monitorVacuum: false,
    });
    boss.on("error", onError);
    await boss.start();
    return boss;
  }

  return {
    async work(sideBySide, handle) {
      supervised = await open(true);
      const boss = supervised;
      // Each takes one, because several taken together would wait for the slowest. No more are begun at once either: a try
      // expires by when it was taken, not by when it began.
      const options = {
        batchSize: 1,
        pollingIntervalSeconds: 0.5,
        includeMetadata: true,
        perJobResults: true,
      } as const;
      for (let number = 0; number < sideBySide; number += 1) {
        const worker = await boss.work<JobData, BossResult[], typeof options>(jobQueue, options, async (batch) => {
          const results: BossResult[] = [];
          for (const taken of batch as JobWithMetadata<JobData>[]) {
            const result = await handle(taken);
            results.push(
              result.state === "completed"
                ? { id: taken.id, status: "completed" }
                : { id: taken.id, status: "failed", output: result.failure },
            );
          }
          // The next job, or the next step of this one, may be due already, so the worker looks again at once.
          boss.notifyWorker(worker);
          return results;
        });
      }
    },

    async take(now) {
      plain ??= await open(false);
      await pool.query(
        `UPDATE ${jobTable} SET start_after = ${queueSchema}.job_now()
         WHERE name = $1 AND state < 'active' AND start_after > ${queueSchema}.job_now() AND start_after <= $2`,
        [jobQueue, now],
      );
      const [taken] = (await plain.fetch<JobData>(jobQueue, { includeMetadata: true })) as JobWithMetadata<JobData>[];
      return taken ?? null;
    },

    async fail(taken, failure, now) {
      plain ??= await open(false);
      await plain.fail(jobQueue, taken, failure);
      await pool.query(
        `UPDATE ${jobTable} SET start_after = $3::timestamptz + (start_after - ${queueSchema}.job_now())
         WHERE name = $1 AND id = $2 AND state = 'retry'`,
        [jobQueue, taken.id, now],
      );
    },

    async stop() {
      await supervised?.stop({ graceful: true, timeout: 10_000, close: false });
      await plain?.stop({ graceful: false, close: false });
    },
  };
}
