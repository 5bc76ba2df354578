import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { migrateJobTables } from "./job-tables.ts";

const folder = join(import.meta.dirname, "../../migrations");
/** Any fixed number: two processes that start at once take turns by it. */
const lock = 7_231_004_117;

/**
 * Brings the database up to date: each file of `migrations/` once, in order, each in its own transaction, as the admin
 * role; then the tables of the job queue, which have a history of their own. `:app` in a file stands for the
 * application's role.
 *
 * @throws when a file that was already applied has changed since: history is append-only.
 */
export async function migrate(adminUrl: string, appRole: string): Promise<string[]> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(appRole)) throw new Error(`"${appRole}" is not a plain role name.`);
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  const applied: string[] = [];
  try {
    await client.query("SELECT pg_advisory_lock($1)", [lock]);
    await client.query(`CREATE TABLE IF NOT EXISTS migration (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>("SELECT name, checksum FROM migration");
    const known = new Map(rows.map((row) => [row.name, row.checksum]));
    for (const name of (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort()) {
      const source = await readFile(join(folder, name), "utf8");
      const checksum = createHash("sha256").update(source).digest("hex");
      if (known.get(name) === checksum) continue;
      if (known.has(name)) throw new Error(`Migration ${name} was changed after it had been applied. Add a new file.`);
      await client.query("BEGIN");
      await client.query(source.replaceAll(/(?<=\s):app\b/g, `"${appRole}"`));
      await client.query("INSERT INTO migration (name, checksum) VALUES ($1, $2)", [name, checksum]);
      await client.query("COMMIT");
      applied.push(name);
    }
    await migrateJobTables(client, appRole);
    return applied;
  } finally {
    await client.end();
  }
}
