import type pg from "pg";
import { getConstructionPlans, getMigrationPlans } from "pg-boss";

/** The one queue of all jobs, and the one where those lie that failed for good. */
export const queue = "jobs";
export const deadQueue = "dead";

const schema = "pgboss";

/** The version of the tables that this version makes. */
export const jobTablesVersion = () =>
  Number(/INSERT INTO pgboss\.version\(version\) VALUES \('(\d+)'\)/.exec(getConstructionPlans(schema))?.[1]);

/**
 * Brings the queue's tables up to date, as the admin role. They lie in a schema of their own, outside the second wall:
 * workers ask for jobs of any organization. That is why a job's payload holds ids only.
 */
export async function migrateJobTables(client: pg.Client, appRole: string): Promise<void> {
  const fresh = getConstructionPlans(schema);
  const newest = jobTablesVersion();
  const { rows: tables } = await client.query("SELECT to_regclass('pgboss.version') AS installed");
  if (tables[0].installed === null) await client.query(fresh);
  const { rows } = await client.query<{ version: number }>("SELECT version FROM pgboss.version");
  const version = rows[0]?.version ?? 0;
  if (version > newest) {
    throw new Error(
      "The job tables were created by a newer version of Touchline. Start that version or restore a backup.",
    );
  }
  if (version < newest) await client.query(getMigrationPlans(schema, version));

  const app = client.escapeIdentifier(appRole);
  const put = (name: string, options: object) =>
    client.query("SELECT pgboss.create_queue($1, $2)", [name, JSON.stringify(options)]);
  await put(deadQueue, { policy: "standard", retryLimit: 0, retentionSeconds: 90 * 86_400 });
  // "short": of the jobs that share a key at most one waits. Jobs without a key get one that nobody else has.
  await put(queue, { policy: "short", deadLetter: deadQueue });
  await client.query(`
    REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss FROM PUBLIC;
    GRANT USAGE ON SCHEMA pgboss TO ${app};
    GRANT EXECUTE ON FUNCTION pgboss.job_now() TO ${app};
    GRANT SELECT ON pgboss.version, pgboss.job_dependency TO ${app};
    GRANT SELECT, INSERT, UPDATE ON pgboss.job TO ${app};
    GRANT UPDATE (monitor_backoff_on, flow_on) ON pgboss.version TO ${app};
    GRANT SELECT, UPDATE ON pgboss.queue TO ${app};
    GRANT SELECT, INSERT, UPDATE, DELETE ON pgboss.job_common TO ${app};
    GRANT DELETE ON pgboss.job_dependency TO ${app}`);
}
