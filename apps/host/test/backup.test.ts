import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localFiles } from "@touchline/api/adapters/files/builtin";
import { openDatabase } from "@touchline/api/database/database";
import { knownMigrations, migrate } from "@touchline/api/database/migrate";
import { openTenancy } from "@touchline/api/database/tenancy";
import { createProfile } from "@touchline/api/modules/people/profiles/actions/people";
import { openWorker } from "@touchline/api/worker";
import { migrateIdentity } from "@touchline/identity";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openAdapters } from "../src/adapters.ts";
import { readArchive, wholeEntry, writeArchive } from "../src/backup/archive.ts";
import { backupName, makeBackup } from "../src/backup/make.ts";
import { entryNames, fingerprintOf } from "../src/backup/manifest.ts";
import { assertNoFiles, restoreBackup } from "../src/backup/restore.ts";
import { keepNewest } from "../src/backup/retention.ts";
import { scheduleBackups } from "../src/backup/schedule.ts";
import { connectOwner, describeTables, openSnapshot } from "../src/backup/snapshot.ts";
import { type Scratch, verifyBackup } from "../src/backup/verify.ts";
import { readHostConfig } from "../src/config.ts";
import { filesFolder, migrateAll, roleOf, startDatabase } from "../src/database.ts";
import { planClub } from "../src/demo/club.ts";
import { demoOrganizations } from "../src/demo/logins.ts";
import { seedPlans } from "../src/demo/seed.ts";
import { type Clone, cloneTemplate } from "./clone.ts";
import { execute, withDatabase } from "./database.ts";

const secret = "a secret for tests that is long enough";
const passphrase = "correct horse battery staple";
const site = { publicUrl: "http://127.0.0.1", supportEmail: "support@example.org" };

let folder: string;
let source: Clone;
let dataDir: string;
/** An unencrypted backup of the source, and what the source held at that time. */
let good: string;
let tablesThen: Awaited<ReturnType<typeof backUp>>["manifest"]["tables"];
const made: string[] = [];

const adaptersAt = (at: string) => openAdapters({ dataDir: at, mail: null, clamd: null, ...site }, secret);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "touchline-backups-"));
  dataDir = join(folder, "data");
  await mkdir(dataDir);
  source = await cloneTemplate();
  await seed();
  const { path, manifest } = await backUp();
  [good, tablesThen] = [path, manifest.tables];
});

afterAll(async () => {
  const { adminUrl } = inject("database");
  for (const name of made) await execute(adminUrl, `drop database if exists ${name} with (force)`);
  await source.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Creates a club with its people, documents, and a sealed history. */
async function seed(): Promise<void> {
  const [database, identity] = [
    await openDatabase(source.appUrl, { max: 6, log: () => {} }),
    await openDatabase(source.identityUrl, { max: 2, log: () => {} }),
  ];
  try {
    const now = new Date();
    const adapters = adaptersAt(dataDir);
    const deps = { pool: database.pool, accountsPool: identity.pool, adapters, now, throwIfAborted: () => {} };
    await seedPlans(deps, [planClub(now.toISOString().slice(0, 10))]);
    const nobody = { accountById: async () => null, revoke: async () => {}, removeAccount: async () => false };
    const worker = openWorker({
      ...{ pool: database.pool, adapters },
      identity: { ...nobody, giveUpWaiting: async () => [] },
      log: { info: () => {}, error: () => {} },
    });
    await worker.runSchedule("audit.notice");
    await worker.drainJobs();
  } finally {
    await Promise.all([database.close(), identity.close()]);
  }
}

async function backUp(options: { passphrase?: string; adminUrl?: string; into?: string } = {}) {
  return makeBackup({
    adminUrl: options.adminUrl ?? source.adminUrl,
    files: localFiles(filesFolder(dataDir)),
    secret,
    folder: options.into ?? join(folder, randomUUID()),
    passphrase: options.passphrase ?? null,
    kind: "manual",
  });
}

/** An empty database and an empty folder to restore into. */
async function aTarget(): Promise<Scratch> {
  const server = inject("database");
  const name = `touchline_restored_${randomUUID().slice(0, 8)}`;
  await execute(server.adminUrl, `create database ${name}`);
  made.push(name);
  const at = join(folder, name);
  await mkdir(at);
  const [adminUrl, appUrl, identityUrl] = [server.adminUrl, server.appUrl, server.identityUrl].map((url) =>
    withDatabase(url, name),
  ) as [string, string, string];
  return { dataDir: at, adminUrl, appUrl, identityUrl, close: async () => {} };
}

const restore = (path: string, target: Scratch, options: { passphrase?: string; secret?: string } = {}) =>
  restoreBackup({
    path,
    passphrase: options.passphrase ?? null,
    secret: options.secret ?? secret,
    target,
    files: localFiles(filesFolder(target.dataDir)),
  });

/** Returns every table of a database with a digest of its rows, read without regard to tenants. */
async function weighed(adminUrl: string) {
  const snapshot = await openSnapshot(adminUrl);
  const parts = [];
  for (const { name } of snapshot.description.tables) {
    const rows = snapshot.rows(name);
    for (;;) {
      const next = await rows.next();
      if (!next.done) continue;
      parts.push(next.value);
      break;
    }
  }
  await snapshot.close();
  return parts;
}

async function rowsOf<Row>(url: string, statement: string): Promise<Row[]> {
  const client = await connectOwner(url);
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Copies a backup with one entry changed. */
async function altered(path: string, which: (name: string) => boolean, change: (content: Buffer) => Buffer) {
  const copy = join(folder, `${randomUUID()}.tar.zst`);
  const archive = writeArchive(copy, null);
  let changed: string | null = null;
  for await (const entry of readArchive(path, null)) {
    const content = await wholeEntry(entry);
    const here = changed === null && which(entry.name);
    if (here) changed = entry.name;
    await archive.add(entry.name, here ? change(content) : content);
  }
  await archive.finish();
  return { path: copy, changed: changed ?? "" };
}

/** Replaces the last letter of a text, keeping its length. */
const another = (content: Buffer) => {
  const copy = Buffer.from(content);
  const at = copy.lastIndexOf("a");
  copy[at] = "b".charCodeAt(0);
  return copy;
};

async function isEmpty({ adminUrl, dataDir: at }: Scratch): Promise<boolean> {
  const client = await connectOwner(adminUrl);
  const tables = await describeTables(client);
  await client.end();
  await assertNoFiles(filesFolder(at));
  return tables.length === 0;
}

describe("a backup that is made while people write", () => {
  test("brings back every table and every file, with nothing half and row-level security in force", async () => {
    const database = await openDatabase(source.appUrl, { max: 3, log: () => {} });
    const tenancy = openTenancy(database.pool);
    const organizationId = tenancy.found(demoOrganizations.club);
    const adapters = adaptersAt(dataDir);
    const acknowledged: string[] = [];
    const enough = new AbortController();
    const writePair = async (name: string) => {
      await tenancy.run(organizationId, async (db) => {
        const call = {
          actor: { kind: "system", name: "test" },
          organizationId,
          db,
          now: new Date(),
          adapters,
        } as const;
        for (const half of ["one", "two"]) {
          await createProfile(call, { firstName: half, lastName: name, email: null, dateOfBirth: null } as never, null);
        }
      });
      acknowledged.push(name);
    };
    const writing = Array.from({ length: 2 }, async (_, writer) => {
      for (let index = 0; !enough.signal.aborted; index += 1) await writePair(`Pair ${writer}-${index}`);
    });
    await expect.poll(() => acknowledged.length).toBeGreaterThan(5);
    const before = [...acknowledged];
    const { path, manifest } = await backUp({ passphrase });
    enough.abort();
    await Promise.all(writing);
    await database.close();
    expect(acknowledged.length).toBeGreaterThan(before.length);

    const target = await aTarget();
    await restore(path, target, { passphrase });
    const pairs = await asTenant<{ name: string; halves: number }>(
      target.adminUrl,
      organizationId,
      "SELECT last_name AS name, count(*)::int AS halves FROM public.profile WHERE last_name LIKE 'Pair %' GROUP BY 1",
    );
    expect(before.filter((name) => !pairs.some((pair) => pair.name === name))).toEqual([]);
    expect(pairs.filter(({ halves }) => halves !== 2)).toEqual([]);
    // The directory is another table, which is copied at another time.
    const apart = await asTenant<{ profile_id: string }>(
      target.adminUrl,
      organizationId,
      `SELECT profile_id FROM public.profile FULL JOIN public.profile_directory USING (profile_id)
       WHERE profile.organization_id IS NULL OR profile_directory.organization_id IS NULL`,
    );
    expect(apart).toEqual([]);
    expect(await weighed(target.adminUrl)).toEqual(manifest.tables);
    expect(manifest.tables.find(({ name }) => name === "public.profile")?.rows).toBeGreaterThan(10);
    expect(manifest.tables.find(({ name }) => name === "identity.account")?.rows).toBeGreaterThan(0);
    expect(manifest.files.length).toBeGreaterThan(0);
    for (const { key } of manifest.files) {
      const [was, is] = [filesFolder(dataDir), filesFolder(target.dataDir)].map((at) => readFile(join(at, key)));
      expect((await is)?.equals((await was) as Buffer), key).toBe(true);
    }
    const [isolation] = await rowsOf<{ open: number; forced: number }>(
      target.adminUrl,
      `SELECT count(*) FILTER (WHERE relrowsecurity <> relforcerowsecurity)::int AS open, count(*) FILTER (WHERE relforcerowsecurity)::int AS forced
       FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    );
    expect(isolation).toEqual({ open: 0, forced: manifest.tables.length - (await openTables(source.adminUrl)) });
    expect(manifest.checkpoints.map((one) => one.organizationId)).toEqual([demoOrganizations.club]);
    // The next start finds everything as it was left.
    await migrateAll(target);
  });

  test("is complete or not there: what was begun has another name, and nothing is written over", async () => {
    const into = join(folder, "names");
    const { path } = await backUp({ into });
    expect(await readdir(into)).toEqual([path.slice(into.length + 1)]);
    const broken = makeBackup({
      ...{ adminUrl: withDatabase(source.adminUrl, "nothing_here"), files: localFiles(filesFolder(dataDir)) },
      ...{ secret, folder: into, passphrase: null, kind: "manual" },
    });
    await expect(broken).rejects.toThrow(/nothing_here/);
    expect(await readdir(into)).toHaveLength(1);
  });

  test("leaves out a file that is removed in the meantime, and names one that is lost", {
    tags: ["thorough"],
  }, async () => {
    const store = localFiles(filesFolder(dataDir));
    const before = await backUp();
    const lost = before.manifest.files.at(-1)?.key ?? "";
    const withoutOne = {
      open: (key: string) => (key === lost ? Promise.reject(new Error("no such file")) : store.open(key)),
    };
    const after = await makeBackup({
      ...{ adminUrl: source.adminUrl, files: withoutOne, secret },
      ...{ folder: join(folder, "lost"), passphrase: null, kind: "manual" },
    });
    expect(after.manifest.missingFiles).toEqual([lost]);
    expect(after.manifest.files).toHaveLength(before.manifest.files.length - 1);
  });
});

/** Reads as the owner within a tenant. */
async function asTenant<Row>(url: string, organizationId: string, statement: string): Promise<Row[]> {
  const client = await connectOwner(url);
  try {
    await client.query(`SET app.organization_id = '${organizationId}'`);
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function openTables(adminUrl: string): Promise<number> {
  const client = await connectOwner(adminUrl);
  const tables = await describeTables(client);
  await client.end();
  return tables.filter(({ forced }) => !forced).length;
}

describe("a backup that is not as it was written", () => {
  test("is refused by the name of the table, and leaves nothing behind", { tags: ["thorough"] }, async () => {
    const target = await aTarget();
    const { path } = await altered(good, (name) => name.startsWith("database/identity.account/"), another);
    await expect(restore(path, target)).rejects.toThrow(
      /^These tables in the backup don't match its manifest: identity\.account\.$/,
    );
    expect(await isEmpty(target)).toBe(true);
  });

  test("is refused by the name of the file", async () => {
    const target = await aTarget();
    const { path, changed } = await altered(
      good,
      (name) => name.startsWith("files/"),
      (content) => Buffer.concat([content, Buffer.from("!")]),
    );
    await expect(restore(path, target)).rejects.toThrow(
      `These files in the backup are missing or don't match its manifest: ${changed.slice("files/".length)}.`,
    );
    expect(await isEmpty(target)).toBe(true);
  });

  test("is refused when its checksums were altered with it", { tags: ["thorough"] }, async () => {
    const target = await aTarget();
    const { path } = await altered(good, (name) => name === entryNames.manifest, another);
    await expect(restore(path, target)).rejects.toThrow(/isn't signed by this installation/);
    expect(await isEmpty(target)).toBe(true);
  });

  test("is refused when it was cut off, encrypted or not, and by a wrong passphrase in one sentence", {
    tags: ["thorough"],
  }, async () => {
    const target = await aTarget();
    const encrypted = (await backUp({ passphrase })).path;
    const cuts = [
      [good, 0.1],
      [good, 0.95],
      [encrypted, 0.4],
    ] as const;
    for (const [path, share] of cuts) {
      const content = await readFile(path);
      const part = join(folder, randomUUID());
      await writeFile(part, content.subarray(0, Math.floor(content.length * share)));
      const refusal = restore(part, target, { passphrase });
      await expect(refusal).rejects.toThrow(/is (damaged or incomplete: (?!Stream was destroyed)|incomplete: )/);
    }
    await expect(restore(encrypted, target)).rejects.toThrow(/is encrypted\. Set BACKUP_PASSPHRASE/);
    await expect(restore(encrypted, target, { passphrase: "another passphrase" })).rejects.toThrow(
      `BACKUP_PASSPHRASE isn't the passphrase that ${encrypted} was encrypted with. Set the right one.`,
    );
    expect(await isEmpty(target)).toBe(true);
    // After a refusal, a valid backup can still be restored to the same place.
    await restore(encrypted, target, { passphrase });
  });
});

describe("a restore", () => {
  test("is refused into what is not empty", async () => {
    const target = await aTarget();
    await execute(target.adminUrl, "create table somebodys (id int)");
    await expect(restore(good, target)).rejects.toThrow(
      /^The database isn't empty: it has 1 table, including public\.somebodys/,
    );
    await mkdir(join(filesFolder(target.dataDir), "ab"), { recursive: true });
    await assertNoFiles(filesFolder(target.dataDir));
    await writeFile(join(filesFolder(target.dataDir), "ab", "file"), "there");
    await expect(assertNoFiles(filesFolder(target.dataDir))).rejects.toThrow(/isn't empty/);
  });

  test("is refused under another secret", async () => {
    const target = await aTarget();
    await expect(restore(good, target, { secret: "another secret that is long enough too" })).rejects.toThrow(
      /^This backup was made with another secret/,
    );
    expect(await isEmpty(target)).toBe(true);
  });

  test("is refused of a backup that a newer version made", async () => {
    const target = await aTarget();
    const { path } = await altered(
      good,
      (name) => name === entryNames.header,
      (content) => {
        const header = JSON.parse(content.toString());
        header.histories.product.push({ name: "9999_later.sql", checksum: "0".repeat(64) });
        return Buffer.from(JSON.stringify(header));
      },
    );
    await expect(restore(path, target)).rejects.toThrow(/made by a newer Touchline .*9999_later\.sql/);
    expect(await isEmpty(target)).toBe(true);
  });

  test("that was killed is done again from the beginning, and nothing starts until then", async () => {
    const target = await aTarget();
    await execute(target.adminUrl, "create schema touchline_restore", "create table half (id int)");
    const config = readHostConfig({
      DATABASE_ADMIN_URL: target.adminUrl,
      DATABASE_URL: target.appUrl,
      IDENTITY_DATABASE_URL: target.identityUrl,
    });
    await expect(startDatabase(config, () => {})).rejects.toThrow(/^A restore into this database didn't finish/);
    await restore(good, target);
    expect(await weighed(target.adminUrl)).toEqual(tablesThen);
  });

  test("of an earlier version's backup is brought up to date by the next start", { tags: ["thorough"] }, async () => {
    const old = await aTarget();
    const known = (await knownMigrations()).map(({ name }) => name);
    await migrate(old.adminUrl, roleOf(old.appUrl), undefined, new Set(known.slice(0, -1)));
    await migrateIdentity(old.adminUrl, { appRole: roleOf(old.identityUrl) });
    const { path } = await backUp({ adminUrl: old.adminUrl });
    const target = await aTarget();
    await restore(path, target);
    const applied = () => rowsOf<{ name: string }>(target.adminUrl, "SELECT name FROM public.migration ORDER BY name");
    expect((await applied()).map(({ name }) => name)).toEqual(known.slice(0, -1));
    await migrateAll(target);
    expect((await applied()).map(({ name }) => name)).toEqual(known);
  });
});

describe("the check of a backup", () => {
  test("finds a good one good", async () => {
    const found = await verifyBackup({ path: good, passphrase: null, secret, scratch: await aTarget() });
    expect(found).toMatchObject({ problems: [], organizations: 1, walledTables: expect.any(Number) });
    expect(found.entries).toBeGreaterThan(0);
    expect(found.people).toBeGreaterThan(10);
  });

  test("finds what was forged in the database before it was backed up", { tags: ["thorough"] }, async () => {
    const forged = await aTarget();
    await restore(good, forged);
    const forge = [
      "UPDATE public.audit_event SET action = 'made.up' WHERE audit_event_id = (SELECT min(audit_event_id::text)::uuid FROM public.audit_event)",
      "DELETE FROM public.demand WHERE requirement_id = (SELECT requirement_id FROM public.demand ORDER BY 1 LIMIT 1)",
    ];
    for (const statement of forge) await asTenant(forged.adminUrl, demoOrganizations.club, statement);
    const { path } = await makeBackup({
      ...{ adminUrl: forged.adminUrl, files: localFiles(filesFolder(forged.dataDir)), secret },
      ...{ folder: join(folder, "forged"), passphrase: null, kind: "manual" },
    });
    const { problems } = await verifyBackup({ path, passphrase: null, secret, scratch: await aTarget() });
    expect(problems).toContainEqual(
      expect.stringMatching(/: The row of \w+ no longer says what audit log entry \d+ recorded\.$/),
    );
    expect(problems.length).toBeGreaterThan(1);
  });
});

describe("scheduled backups", () => {
  const settings = { folder: "", everyHours: 24, keep: 2 };
  const deps = (at: Date, log: object = { error: () => {}, info: () => {} }) => ({ now: () => at, log }) as never;

  test("are made when one is due, and a failure is reported until one succeeds", async () => {
    const into = await mkdtemp(join(folder, "scheduled-"));
    const faults: object[] = [];
    const log = { error: (facts: object) => void faults.push(facts), info: () => {} };
    let fails = true;
    let times = 0;
    const now = new Date();
    const backups = scheduleBackups({ ...settings, folder: into }, secret, async () => {
      times += 1;
      if (fails) throw new Error("The disk is full.");
      await writeFile(join(into, backupName(fingerprintOf(secret), now, "scheduled", false)), "");
      return null;
    });
    await expect(backups.schedule.run(deps(now, log))).rejects.toThrow("The disk is full.");
    expect(backups.state()).toEqual({ latestAt: null, failedAt: now.toISOString(), overdue: false });
    expect(faults).toEqual([{ why: "The disk is full." }]);
    fails = false;
    await backups.schedule.run(deps(now));
    expect(backups.state()).toEqual({ latestAt: now.toISOString(), failedAt: null, overdue: false });
    await backups.schedule.run(deps(new Date(now.getTime() + 3_600_000)));
    expect(times).toBe(2);
    await backups.schedule.run(deps(new Date(now.getTime() + 86_400_000)));
    expect(times).toBe(3);
    backups.stop();
  });

  test("into what is no folder fail too", async () => {
    const into = join(folder, "file");
    await writeFile(into, "");
    const backups = scheduleBackups({ ...settings, folder: join(into, "backups") }, secret, async () => null);
    const now = new Date();
    await expect(backups.schedule.run(deps(now))).rejects.toThrow(/ENOTDIR/);
    expect(backups.state().failedAt).toBe(now.toISOString());
    backups.stop();
  });

  test("beyond the newest are removed, and nothing else in the folder", async () => {
    const into = await mkdtemp(join(folder, "kept-"));
    const [own, other] = [fingerprintOf(secret), fingerprintOf("a secret of another installation altogether")];
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const scheduled = [1, 2, 3, 4].map((day) => backupName(own, at(day), "scheduled", day % 2 === 0));
    const others = [
      backupName(own, at(1), "manual", false),
      backupName(other, at(1), "scheduled", false),
      `${backupName(own, at(1), "scheduled", false)}.unfinished`,
      "notes.txt",
    ];
    for (const name of [...scheduled, ...others]) await writeFile(join(into, name), "");
    await keepNewest(into, own, 2);
    expect((await readdir(into)).sort()).toEqual([...scheduled.slice(2), ...others].sort());
  });
});
