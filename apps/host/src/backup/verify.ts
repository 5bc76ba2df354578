import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Adapters, Call } from "@touchline/api/call";
import { openDatabase } from "@touchline/api/database/database";
import { openTenancy } from "@touchline/api/database/tenancy";
import { believedResult, checkStep } from "@touchline/api/modules/reporting/audit/actions/check";
import { auditCheck } from "@touchline/api/schema/reporting";
import { eq } from "drizzle-orm";
import type pg from "pg";
import { openAdapters } from "../adapters.ts";
import { alteredFiles } from "../check-everybody.ts";
import { migrateAll } from "../database.ts";
import { startEmbeddedPostgres } from "../postgres/supervisor.ts";
import type { Manifest } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";
import { connectOwner, describeTables, quoted } from "./snapshot.ts";

/** Nothing of it is kept, so it need not outlive a power cut. */
const scratchSettings = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };

export type Scratch = {
  dataDir: string;
  adminUrl: string;
  appUrl: string;
  identityUrl: string;
  close(): Promise<void>;
};

/** A database server and a folder of their own, which `close` removes. */
export async function openScratch(): Promise<Scratch> {
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), "touchline-scratch-"));
  // Open to the database's own account, so that nothing is put outside this folder when we run as root.
  await chmod(dataDir, 0o755);
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const { stop, ...urls } = await startEmbeddedPostgres({ dataDir, settings: scratchSettings });
    let closed: Promise<void> | null = null;
    const close = () => {
      closed ??= stop().finally(remove);
      return closed;
    };
    return { dataDir, ...urls, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

export type Verified = {
  manifest: Manifest;
  rows: number;
  walledTables: number;
  organizations: number;
  entries: number;
  people: number;
  /** What is wrong with it, a line each. */
  problems: string[];
};

/**
 * Restores a backup into a scratch place and looks at all of it there: checksums and policies, which the restore compares, whether
 * the application sees anything without a tenant, every file, and the audit chain and the statuses of each organization.
 *
 * @throws Error with a sentence when it can't be restored.
 */
export async function verifyBackup(options: {
  path: string;
  passphrase: string | null;
  secret: string;
  scratch: Scratch;
}): Promise<Verified> {
  const { path, passphrase, secret, scratch } = options;
  const site = { publicUrl: "http://127.0.0.1", supportEmail: "support@example.org" };
  const adapters = openAdapters({ dataDir: scratch.dataDir, mail: null, clamd: null, ...site }, secret);
  const { manifest, rows } = await restoreBackup({ path, passphrase, secret, target: scratch, files: adapters.files });
  const problems = manifest.missingFiles.map((key) => `File ${key} was already missing when the backup was made.`);
  const found = { manifest, rows, walledTables: 0, organizations: 0, entries: 0, people: 0, problems };
  if (!manifest.histories.product) return found;
  // The checks are this version's, and so are the tables that they look at.
  await migrateAll({ ...scratch, identityUrl: manifest.histories.identity ? scratch.identityUrl : null });
  const database = await openDatabase(scratch.appUrl, { max: 2, log: () => {} });
  try {
    const isolation = await checkWithoutRowSecurity(scratch.adminUrl, database.pool);
    problems.push(...isolation.problems);
    const histories = await checkOrganizations(scratch.adminUrl, database.pool, adapters);
    problems.push(...histories.problems);
    return { ...found, ...isolation, ...histories, problems };
  } finally {
    await database.close();
  }
}

/** Outside every tenant the application must see no row of any tenant. */
async function checkWithoutRowSecurity(
  adminUrl: string,
  pool: pg.Pool,
): Promise<{ walledTables: number; problems: string[] }> {
  const admin = await connectOwner(adminUrl);
  const walled = (await describeTables(admin)).filter(({ rowSecurity }) => rowSecurity);
  await admin.end();
  const problems: string[] = [];
  for (const { name } of walled) {
    const { rows } = await pool.query<{ may: boolean }>("SELECT has_table_privilege($1, 'SELECT') AS may", [name]);
    if (!rows[0]?.may) continue;
    const seen = await pool.query(`SELECT FROM ${quoted(name)} LIMIT 1`);
    if (seen.rowCount !== 0) problems.push(`Row-level security doesn't protect table ${name}.`);
  }
  return { walledTables: walled.length, problems };
}

async function checkOrganizations(adminUrl: string, pool: pg.Pool, adapters: Adapters) {
  const admin = await connectOwner(adminUrl);
  // An unfinished check would continue where it was and skip what came before.
  await admin.query("DELETE FROM public.audit_check");
  await admin.end();
  const tenancy = openTenancy(pool);
  const sums = { organizations: 0, entries: 0, people: 0, problems: [] as string[] };
  const now = new Date();
  for await (const organizationId of tenancy.organizations()) {
    const within = <Result>(work: (call: Call) => Promise<Result>) =>
      tenancy.run(organizationId, (db) =>
        work({ actor: { kind: "system", name: "backup" }, organizationId, db, now, adapters }),
      );
    while ((await within(checkStep)).more);
    const result = await within(async (call) => {
      const [row] = await call.db.select().from(auditCheck).where(eq(auditCheck.organizationId, call.organizationId));
      return row ? believedResult(call.adapters.vault, row) : null;
    });
    sums.organizations += 1;
    sums.entries += result?.entries ?? 0;
    sums.people += result?.people ?? 0;
    if (!result) sums.problems.push(`Organization ${organizationId} couldn't be checked.`);
    for (const { id, what } of result?.findings ?? [])
      sums.problems.push(`Organization ${organizationId}, ${id}: ${what}`);
    for await (const id of alteredFiles(adapters, within)) {
      sums.problems.push(
        `Organization ${organizationId}, ${id}: This file is missing or has changed since it was uploaded.`,
      );
    }
  }
  return sums;
}
