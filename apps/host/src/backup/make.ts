import { createHash } from "node:crypto";
import { link, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { FileStoreFault, type FilesPort } from "@touchline/api/adapters/files/port";
import { openVault } from "@touchline/api/security/encryption";
import { syncFolder } from "../postgres/durable.ts";
import { type ArchiveWriter, writeArchive } from "./archive.ts";
import {
  type BackupHeader,
  backupFormat,
  entryNames,
  type FilePart,
  fingerprintOf,
  type Manifest,
  type TablePart,
} from "./manifest.ts";
import { openSnapshot, type Snapshot } from "./snapshot.ts";

/** A file up to this size is read once and kept in memory until it is written. */
const heldBytes = 8 * 2 ** 20;
/**
 * Up to this many files are copied while the snapshot is held open. If there are more, it is released and taken again
 * afterwards.
 */
const fewFiles = 1_000;
/** Snapshots that are taken until one is found all of whose files are there, and in how many a file must be missed to be lost. */
const mostRounds = 20;
const missedToBeLost = 3;
/** An unfinished file that nobody has written to for so many milliseconds was left behind by a backup that was killed. */
const abandonedAfter = 3_600_000;

const unfinished = ".unfinished";

export type BackupKind = "manual" | "scheduled";
export type MadeBackup = { path: string; bytes: number; manifest: Manifest; encrypted: boolean; seconds: number };

/** The name of a backup: whose it is, when it was begun, and whether the schedule made it. Names sort by time. */
export function backupName(fingerprint: string, startedAt: Date, kind: BackupKind, encrypted: boolean): string {
  const at = startedAt.toISOString().replace(/[-:]/g, "").replace(".", "").slice(0, 18);
  const scheduled = kind === "scheduled" ? "-scheduled" : "";
  return `touchline-${fingerprint.slice(0, 8)}-${at}Z${scheduled}.tar.zst${encrypted ? ".age" : ""}`;
}

/**
 * Writes a backup into a folder: the database as it is at one instant and every file that it names then, while the product goes
 * on. The file gets its name when it is complete and on disk; nothing is ever written over.
 *
 * @param options.adminUrl the role that owns the tables.
 * @param options.secret only its fingerprint is put into the backup.
 */
export async function makeBackup(options: {
  adminUrl: string;
  files: Pick<FilesPort, "open">;
  secret: string;
  folder: string;
  passphrase: string | null;
  kind: BackupKind;
}): Promise<MadeBackup> {
  const { adminUrl, files, secret, folder, passphrase, kind } = options;
  const begun = performance.now();
  const startedAt = new Date();
  const fingerprint = fingerprintOf(secret);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(folder, fingerprint);
  const name = backupName(fingerprint, startedAt, kind, passphrase !== null);
  const path = join(folder, name);
  const aside = `${path}${unfinished}`;
  const archive = writeArchive(aside, passphrase);
  try {
    const manifest = await fill(archive, { adminUrl, files, secret, startedAt });
    await archive.finish();
    await giveName(aside, path);
    await syncFolder(folder);
    const { size: bytes } = await stat(path);
    return { path, bytes, manifest, encrypted: passphrase !== null, seconds: (performance.now() - begun) / 1000 };
  } catch (error) {
    await archive.abandon();
    await rm(aside, { force: true });
    throw error;
  }
}

async function fill(
  archive: ArchiveWriter,
  options: { adminUrl: string; files: Pick<FilesPort, "open">; secret: string; startedAt: Date },
): Promise<Manifest> {
  const { adminUrl, files, secret, startedAt } = options;
  const first = await openSnapshot(adminUrl);
  await first.close();
  const header: BackupHeader = {
    format: backupFormat,
    product: await productVersion(),
    startedAt: startedAt.toISOString(),
    secretFingerprint: fingerprintOf(secret),
    histories: first.histories,
  };
  await archive.add(entryNames.header, asJson(header));
  const { snapshot, copied, missing } = await withItsFiles(archive, adminUrl, files);
  try {
    if (JSON.stringify(snapshot.histories) !== JSON.stringify(header.histories)) {
      throw new Error("The database was upgraded during the backup. Start the backup again.");
    }
    await archive.add(entryNames.database, asJson(snapshot.description));
    const tables: TablePart[] = [];
    for (const { name } of snapshot.description.tables) tables.push(await addTable(archive, snapshot, name));
    const manifest: Manifest = {
      ...header,
      snapshotAt: snapshot.description.snapshotAt,
      finishedAt: new Date().toISOString(),
      tables,
      files: copied,
      missingFiles: missing,
      checkpoints: snapshot.checkpoints,
    };
    const text = asJson(manifest);
    await archive.add(entryNames.manifest, text);
    await archive.add(entryNames.signature, Buffer.from(openVault(secret).signing.sign(text.toString())));
    return manifest;
  } finally {
    await snapshot.close();
  }
}

const asJson = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

async function addTable(archive: ArchiveWriter, snapshot: Snapshot, name: string): Promise<TablePart> {
  const rows = snapshot.rows(name);
  for (let part = 1; ; part += 1) {
    const next = await rows.next();
    if (next.done) return next.value;
    await archive.add(entryNames.table(name, part), next.value);
  }
}

/**
 * Copies files and looks at the database again until it names none that was not copied, so that a file that is removed meanwhile is
 * one that the snapshot no longer names.
 *
 * @returns the snapshot, held open, and what was copied of the files that it names.
 */
async function withItsFiles(
  archive: ArchiveWriter,
  adminUrl: string,
  files: Pick<FilesPort, "open">,
): Promise<{ snapshot: Snapshot; copied: FilePart[]; missing: string[] }> {
  const copied = new Map<string, FilePart>();
  const missed = new Map<string, number>();
  const isLost = (key: string) => (missed.get(key) ?? 0) >= missedToBeLost;
  for (let round = 1; round <= mostRounds; round += 1) {
    const snapshot = await openSnapshot(adminUrl);
    try {
      const wanted = snapshot.fileKeys.filter((key) => !copied.has(key) && !isLost(key));
      const held = wanted.length <= fewFiles;
      if (!held) await snapshot.close();
      let absent = 0;
      for (const key of wanted) {
        const part = await addFile(archive, files, key);
        if (part) copied.set(key, part);
        else {
          absent += 1;
          missed.set(key, (missed.get(key) ?? 0) + 1);
        }
      }
      if (held && absent === 0) {
        const parts = snapshot.fileKeys.flatMap((key) => copied.get(key) ?? []);
        return { snapshot, copied: parts, missing: snapshot.fileKeys.filter((key) => !copied.has(key)) };
      }
      await snapshot.close();
      // Whoever is just removing a file has its row gone by then.
      if (absent > 0) await wait(1_000);
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }
  throw new Error("Files were removed faster than they could be copied. Start the backup again.");
}

/** @returns null when the file store does not have the file. */
async function addFile(archive: ArchiveWriter, files: Pick<FilesPort, "open">, key: string): Promise<FilePart | null> {
  const unlessItFailed = (error: Error) => {
    // A store that did not answer may well have it.
    if (error instanceof FileStoreFault) throw error;
    return null;
  };
  const content = await files.open(key).catch(unlessItFailed);
  if (content === null) return null;
  const hash = createHash("sha256");
  const held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    if (bytes <= heldBytes) held.push(chunk);
  }
  // An archive wants to know how long an entry is: what is too large to be held is read a second time.
  const again =
    bytes <= heldBytes ? Readable.from(held, { objectMode: false }) : await files.open(key).catch(unlessItFailed);
  if (again === null) return null;
  await archive.addStream(entryNames.file(key), bytes, again);
  return { key, bytes, sha256: hash.digest("hex") };
}

/** A link fails where a name is taken, a rename would take its place; some file systems have no links. */
async function giveName(aside: string, path: string): Promise<void> {
  const linked = await link(aside, path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST")
        throw new Error(`${path} already exists. Move it, or choose another folder.`, { cause: error });
      return false;
    },
  );
  if (linked) return rm(aside);
  if (await stat(path).catch(() => null)) throw new Error(`${path} already exists. Move it, or choose another folder.`);
  await rename(aside, path);
}

async function removeAbandoned(folder: string, fingerprint: string): Promise<void> {
  const own = `touchline-${fingerprint.slice(0, 8)}-`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(own) || !name.endsWith(unfinished)) continue;
    const path = join(folder, name);
    const left = await stat(path).catch(() => null);
    if (left && Date.now() - left.mtimeMs > abandonedAfter) await rm(path, { force: true });
  }
}

async function productVersion(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, "../../../../package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
