import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";

const folder = join(import.meta.dirname, "../migrations");

/** Any fixed number that other programs don't use for locks in the same database. */
const MIGRATION_LOCK = 7_361_204_518;

async function migrations(appRole: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), "utf8");
      const checksum = createHash("sha256").update(text).digest("hex");
      return { name, checksum, sql: text.replaceAll("{{app_role}}", `"${appRole}"`) };
    }),
  );
}

/** The migrations of the schema `identity` in this version, in order. */
export async function knownIdentityMigrations(): Promise<{ name: string; checksum: string }[]> {
  return (await migrations("")).map(({ name, checksum }) => ({ name, checksum }));
}

/**
 * Brings the schema `identity` up to date: each file of `migrations/` once, in order, each in its own transaction. It is safe
 * to run again and from several processes at once.
 *
 * @param adminUrl connection string of a role that may create schemas.
 * @param options.appRole the existing role that the application connects as. It gets only the grants it needs.
 * @param options.say called when another process is migrating and has to be waited for.
 * @param options.only names of the files to apply, for a database of an earlier version. By default all.
 * @throws if an applied file was changed or is missing, or if the role's name has special characters.
 */
export async function migrateIdentity(
  adminUrl: string,
  options: { appRole: string; say?: (line: string) => void; only?: ReadonlySet<string> },
): Promise<void> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(options.appRole)) {
    throw new Error(`"${options.appRole}" isn't a valid role name. Use lowercase letters, digits, and underscores.`);
  }
  const wanted = await migrations(options.appRole);
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {}); // A lost connection also fails the running statement, which reports it.
  await client.connect();
  let unlock = async () => {};
  try {
    unlock = await takeTurn(adminUrl, options.say ?? (() => {}));
    await client.query("set lock_timeout = '60s'");
    await client.query("create schema if not exists identity");
    await client.query(
      `create table if not exists identity.migration (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const applied = new Map<string, string>();
    const history = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from identity.migration order by name",
    );
    for (const row of history.rows) applied.set(row.name, row.checksum);
    for (const name of applied.keys()) {
      if (!wanted.some((migration) => migration.name === name)) {
        throw new Error(
          `The database has identity migration ${name}, which this version doesn't know. Start a newer version.`,
        );
      }
    }
    for (const { name, checksum, sql } of wanted) {
      if (options.only && !options.only.has(name)) continue;
      const before = applied.get(name);
      if (before === checksum) continue;
      if (before) throw new Error(`Identity migration ${name} was changed after it was applied. Restore the file.`);
      await client.query("begin");
      try {
        await client.query(sql);
        await client.query("insert into identity.migration (name, checksum) values ($1, $2)", [name, checksum]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw error;
      }
    }
  } finally {
    await client.end();
    await unlock();
  }
}

/** Waits until no other process migrates. The lock belongs to a transaction, so it is released however this process ends. */
async function takeTurn(adminUrl: string, say: (line: string) => void): Promise<() => Promise<void>> {
  const holder = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000, keepAlive: true });
  holder.on("error", () => {});
  await holder.connect();
  try {
    await holder.query("begin; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0");
    const { rows } = await holder.query("select pg_try_advisory_xact_lock($1) as taken", [MIGRATION_LOCK]);
    if (!rows[0].taken) {
      say("Another process is migrating the identity service's tables. Waiting until it's done.");
      await holder.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    }
  } catch (error) {
    await holder.end();
    throw error;
  }
  return () => holder.end();
}
