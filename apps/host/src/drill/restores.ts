import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openAdapters } from "../adapters.ts";
import { makeBackup } from "../backup/make.ts";
import { connectOwner } from "../backup/snapshot.ts";
import { verifyBackup } from "../backup/verify.ts";
import { demoOrganizations } from "../demo/logins.ts";
import { freePort } from "../port.ts";
import { prepare } from "./drill.ts";
import { endChild, type HostChild, startChild } from "./host-child.ts";
import { execute, inDatabase } from "./other-database.ts";
import { findPlaces, type Ledger, signIn, writeUntil } from "./writer.ts";

export type RestoresReport = {
  restores: number;
  acknowledged: number;
  /** Writes that were acknowledged before a backup was started but aren't in it. */
  lost: string[];
  /** Writes that are only partly in a backup: a person without the membership, or the membership without its email. */
  half: string[];
  /** What the check of a restored backup found: policies, files, audit chain, and statuses. */
  problems: string[];
  /** The milliseconds that each took. */
  backingUp: number[];
  restoring: number[];
  seconds: number;
};

const writers = 4;
/** The least time between two backups, however slow the machine is. */
const leastWrites = 10;
/** Access tokens live five minutes. */
const tokenGood = 4 * 60_000;
const passphrase = "a passphrase for the drill";

/**
 * Backs up the product again and again while it is written to, restores each backup into a database of its own, and checks
 * there that every write that was acknowledged before is complete, with all its effects.
 *
 * @param options.dataDir an empty folder, which afterwards holds the database.
 */
export async function runRestoresDrill(options: {
  dataDir: string;
  restores: number;
  log: (line: string) => void;
}): Promise<RestoresReport> {
  const { dataDir, restores, log } = options;
  const begun = performance.now();
  const database = await prepare(dataDir);
  const { adminUrl, appUrl, identityUrl, secret } = database;
  const report: RestoresReport = {
    ...{ restores, acknowledged: 0, lost: [], half: [], problems: [] },
    ...{ backingUp: [], restoring: [], seconds: 0 },
  };
  const port = await freePort();
  let host: HostChild | null = null;
  try {
    host = await startChild(dataDir, port, {
      DATABASE_URL: appUrl,
      IDENTITY_DATABASE_URL: identityUrl,
      DATABASE_ADMIN_URL: adminUrl,
      SESSION_SECRET: secret,
    });
    const site = { publicUrl: "http://127.0.0.1", supportEmail: "support@example.org" };
    const { files } = openAdapters({ dataDir, mail: null, clamd: null, ...site }, secret);
    const ledger: Ledger = { acknowledged: new Set(), unknown: new Set(), repeated: 0, refused: [] };
    let names = 0;
    const nextName = () => `W${String(++names).padStart(6, "0")}`;
    let session = await signIn(host.url);
    const place = await findPlaces(session);
    for (let round = 1; round <= restores; round += 1) {
      if (Date.now() - session.begun > tokenGood) session = await signIn(host.url);
      const enough = new AbortController();
      const writing = Array.from({ length: writers }, () =>
        writeUntil(enough.signal, session, place, ledger, nextName),
      );
      const before = ledger.acknowledged.size;
      while (ledger.acknowledged.size < before + leastWrites && ledger.refused.length === 0) await wait(5);
      const promised = [...ledger.acknowledged];
      const into = join(dataDir, "backups");
      const made = await makeBackup({ adminUrl, files, secret, folder: into, passphrase, kind: "manual" }).finally(
        async () => {
          enough.abort();
          await Promise.all(writing);
        },
      );
      report.backingUp.push(made.seconds * 1_000);
      const restoredAt = performance.now();
      const found = await restoredOnce({ database, dataDir, round, path: made.path });
      report.restoring.push(performance.now() - restoredAt);
      report.problems.push(...found.problems);
      report.lost.push(...promised.filter((name) => !found.whole.has(name) && !found.half.includes(name)));
      report.half.push(...found.half);
      log(
        `Restore ${round} of ${restores}. Writes acknowledged before the backup: ${promised.length}. ` +
          `During the backup: ${ledger.acknowledged.size - promised.length}. Restored: ${found.whole.size}.`,
      );
      await rm(made.path);
    }
    report.acknowledged = ledger.acknowledged.size;
    report.problems.push(...ledger.refused);
  } finally {
    if (host) await endChild(host, "SIGTERM");
    await database.stop();
  }
  return { ...report, seconds: (performance.now() - begun) / 1_000 };
}

/** Restores a backup into a database beside the first, checks it, and removes it. */
async function restoredOnce(options: {
  database: { adminUrl: string; appUrl: string; identityUrl: string; secret: string };
  dataDir: string;
  round: number;
  path: string;
}): Promise<{ whole: Set<string>; half: string[]; problems: string[] }> {
  const { database, round, path } = options;
  const name = `restored_${round}`;
  const dataDir = join(options.dataDir, name);
  await mkdir(dataDir);
  await execute(database.adminUrl, `CREATE DATABASE ${name}`);
  const [adminUrl, appUrl, identityUrl] = [database.adminUrl, database.appUrl, database.identityUrl].map((url) =>
    inDatabase(url, name),
  ) as [string, string, string];
  try {
    const scratch = { dataDir, adminUrl, appUrl, identityUrl, close: async () => {} };
    const { problems } = await verifyBackup({ path, passphrase, secret: database.secret, scratch });
    return { problems, ...(await writesIn(adminUrl)) };
  } finally {
    await execute(database.adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Returns what the drill wrote, by name: people with their membership, place in the directory, and email, and requirements. */
async function writesIn(adminUrl: string): Promise<{ whole: Set<string>; half: string[] }> {
  const client = await connectOwner(adminUrl);
  try {
    await client.query(`SET app.organization_id = '${demoOrganizations.club}'`);
    const { rows } = await client.query<{ name: string; whole: boolean }>(`
      SELECT last_name AS name,
        (SELECT count(*) FROM public.profile_level_access a WHERE a.organization_id = p.organization_id AND a.profile_id = p.profile_id) = 1
        AND (SELECT count(*) FROM public.mail m WHERE m.organization_id = p.organization_id AND m.profile_id = p.profile_id) = 1
        AND (SELECT count(*) FROM public.profile_directory d WHERE d.profile_id = p.profile_id) = 1 AS whole
      FROM public.profile p WHERE p.organization_id = '${demoOrganizations.club}' AND p.first_name = 'Drill'
      UNION ALL
      SELECT name, true FROM public.content WHERE organization_id = '${demoOrganizations.club}' AND name ~ '^W[0-9]{6}$'`);
    return {
      whole: new Set(rows.filter((row) => row.whole).map((row) => row.name)),
      half: rows.filter((row) => !row.whole).map((row) => row.name),
    };
  } finally {
    await client.end();
  }
}
