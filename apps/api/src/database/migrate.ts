import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { migrateJobTables } from "../jobs/queue.ts";

const folder = join(import.meta.dirname, "../../migrations");
/** The key of the advisory lock that serializes two processes starting at once. Any fixed number works. */
const lock = 7_231_004_117;

export type Migration = { name: string; checksum: string };

/** Lists the migrations of this version, in order. */
export async function knownMigrations(): Promise<Migration[]> {
  return (await sources()).map(({ name, checksum }) => ({ name, checksum }));
}

async function sources(): Promise<(Migration & { source: string })[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const source = await readFile(join(folder, name), "utf8");
      return { name, checksum: createHash("sha256").update(source).digest("hex"), source };
    }),
  );
}

/**
 * Updates the database: each file of `migrations/` once, in order, each in its own transaction, as the admin role; then the
 * tables of the job queue, which have migrations of their own. `:app` in a file stands for the application's role.
 *
 * @param say called when another process is migrating and must be waited for.
 * @param only names of the files to apply, for a database of an earlier version; all unless given.
 * @throws when a file that was already applied has changed since: history is append-only.
 */
export async function migrate(
  adminUrl: string,
  appRole: string,
  say: (line: string) => void = () => {},
  only?: ReadonlySet<string>,
): Promise<string[]> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(appRole))
    throw new Error(`"${appRole}" isn't a valid role name. Use lowercase letters, digits, and underscores.`);
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  const applied: string[] = [];
  let unlock = async () => {};
  try {
    unlock = await takeTurn(adminUrl, say);
    await client.query(`CREATE TABLE IF NOT EXISTS migration (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>("SELECT name, checksum FROM migration");
    const known = new Map(rows.map((row) => [row.name, row.checksum]));
    for (const { name, checksum, source } of await sources()) {
      if (only && !only.has(name)) continue;
      if (known.get(name) === checksum) continue;
      if (known.has(name))
        throw new Error(
          `Migration ${name} was changed after it was applied. Restore the file and add a new migration.`,
        );
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
    await unlock();
  }
}

/**
 * Waits until no other process migrates. The lock belongs to a transaction, so that it ends however this process ends; a
 * separate one, because each migration has its own too.
 *
 * @returns a function that releases the lock.
 */
async function takeTurn(adminUrl: string, say: (line: string) => void): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000, keepAlive: true });
  holder.on("error", () => undefined);
  await holder.connect();
  try {
    await holder.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0");
    const { rows } = await holder.query("SELECT pg_try_advisory_xact_lock($1) AS taken", [lock]);
    if (!rows[0].taken) {
      say("Another process is migrating the database. Waiting until it's done.");
      await holder.query("SELECT pg_advisory_xact_lock($1)", [lock]);
    }
  } catch (error) {
    await holder.end();
    throw error;
  }
  return () => holder.end();
}
