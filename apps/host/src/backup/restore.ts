import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { FilesPort } from "@touchline/api/adapters/files/port";
import { isSigned, publicKeyOf } from "@touchline/api/security/audit-chain";
import { openVault } from "@touchline/api/security/encryption";
import type { z } from "zod";
import { type ArchiveEntry, DamagedBackup, readArchive, wholeEntry } from "./archive.ts";
import { assertEmptyDatabase, assertKnown, type Load, openLoad, type RestoreTarget } from "./load.ts";
import {
  type BackupHeader,
  backupFormat,
  backupHeader,
  databaseDescription,
  entryNames,
  type FilePart,
  fingerprintOf,
  type Manifest,
  manifest as manifestSchema,
} from "./manifest.ts";

export type Restored = { manifest: Manifest; rows: number; seconds: number };

/**
 * Brings a backup back into an empty database and an empty file store. What came is compared with the backup's checksums, and so
 * is what lies in the database in the end; whatever fails leaves both empty again.
 *
 * @throws Error whose message is a sentence for whoever restores.
 */
export async function restoreBackup(options: {
  path: string;
  passphrase: string | null;
  secret: string;
  target: RestoreTarget;
  files: Pick<FilesPort, "receive" | "remove">;
}): Promise<Restored> {
  const { path, passphrase, secret, target, files } = options;
  const begun = performance.now();
  await assertEmptyDatabase(target.adminUrl);
  const received: FilePart[] = [];
  let load: Load | null = null;
  const entries = readArchive(path, passphrase);
  try {
    const header = await readHeader(path, entries, secret);
    await assertKnown(header.histories, header.product);
    let manifestText: Buffer | null = null;
    let signature: string | null = null;
    for await (const entry of entries) {
      const kind = kindOf(entry.name);
      if (kind.of === "file" && !load) received.push(await receiveFile(files, kind.key, entry));
      else if (kind.of === "database" && !load) {
        load = await openLoad(
          target,
          header.histories,
          parsed(databaseDescription, entry.name, await wholeEntry(entry)),
        );
      } else if (kind.of === "table" && load) await load.rows(kind.table, entry.content as AsyncIterable<Buffer>);
      else if (kind.of === "manifest") manifestText = await wholeEntry(entry);
      else if (kind.of === "signature") signature = (await wholeEntry(entry)).toString();
      else throw new DamagedBackup(`${path} has ${entry.name} in the wrong place.`);
    }
    if (!load || !manifestText || !signature)
      throw new DamagedBackup(`${path} is incomplete: its manifest is missing. Use another copy.`);
    if (!isSigned(publicKeyOf(openVault(secret).signing.publicKey), manifestText.toString(), signature)) {
      throw new DamagedBackup(`The manifest of ${path} isn't signed by this installation. It may have been changed.`);
    }
    const manifest = parsed(manifestSchema, entryNames.manifest, manifestText);
    await keepNamedFiles(files, received, manifest);
    await load.check(manifest.tables);
    await load.commit();
    const rows = manifest.tables.reduce((sum, part) => sum + part.rows, 0);
    return { manifest, rows, seconds: (performance.now() - begun) / 1000 };
  } catch (error) {
    // Should this fail too, the mark of a restore stays in the database, and the next one begins by removing what is there.
    await load?.abandon().catch(() => {});
    for (const { key } of received) await files.remove(key).catch(() => {});
    throw error;
  } finally {
    await entries.return(undefined);
  }
}

/** @throws Error with a sentence when there are files in the file store's folder. */
export async function assertNoFiles(folder: string): Promise<void> {
  const found = await readdir(folder, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  const file = found.find((entry) => !entry.isDirectory());
  if (file)
    throw new Error(
      `${folder} isn't empty: it contains ${join(file.parentPath, file.name)}. Restore into an empty DATA_DIR.`,
    );
}

/** Reads what stands at the beginning of a backup, without restoring anything. */
async function readHeader(path: string, entries: AsyncGenerator<ArchiveEntry>, secret: string): Promise<BackupHeader> {
  const first = await entries.next();
  if (first.done || first.value.name !== entryNames.header)
    throw new DamagedBackup(`${path} isn't a Touchline backup.`);
  const text = await wholeEntry(first.value);
  const { format } = parsed(backupHeader.pick({ format: true }), entryNames.header, text);
  if (format !== backupFormat)
    throw new Error(
      `${path} was made by another version of Touchline, in format ${format}. Restore it with that version.`,
    );
  const header = parsed(backupHeader, entryNames.header, text);
  if (header.secretFingerprint !== fingerprintOf(secret)) {
    throw new Error(
      "This backup was made with another secret, so the encrypted data in it can't be read here. " +
        "Put the backup's secret into DATA_DIR/session-secret, or set SESSION_SECRET.",
    );
  }
  return header;
}

type EntryKind =
  | { of: "database" | "manifest" | "signature" | "unknown" }
  | { of: "file"; key: string }
  | { of: "table"; table: string };

function kindOf(name: string): EntryKind {
  if (name === entryNames.database) return { of: "database" };
  if (name === entryNames.manifest) return { of: "manifest" };
  if (name === entryNames.signature) return { of: "signature" };
  const [, key] = /^files\/(.+)$/.exec(name) ?? [];
  if (key !== undefined) return { of: "file", key };
  const [, table] = /^database\/([^/]+)\/\d+$/.exec(name) ?? [];
  return table === undefined ? { of: "unknown" } : { of: "table", table };
}

async function receiveFile(
  files: Pick<FilesPort, "receive">,
  key: string,
  { size, content }: ArchiveEntry,
): Promise<FilePart> {
  const got = await files.receive(content as Readable, size, key);
  if (!got) throw new DamagedBackup(`File ${key} in the backup is longer than it should be.`);
  return { key, bytes: got.bytes, sha256: got.sha256 };
}

/** Compares the files with the manifest. What was copied and is not named by the snapshot anymore goes again. */
async function keepNamedFiles(
  files: Pick<FilesPort, "remove">,
  received: readonly FilePart[],
  manifest: Manifest,
): Promise<void> {
  const there = new Map(received.map((part) => [part.key, part]));
  const wrong = manifest.files.filter(({ key, bytes, sha256 }) => {
    const part = there.get(key);
    return !part || part.bytes !== bytes || part.sha256 !== sha256;
  });
  if (wrong.length > 0) {
    const names = wrong.slice(0, 10).map(({ key }) => key);
    throw new DamagedBackup(`These files in the backup are missing or don't match its manifest: ${names.join(", ")}.`);
  }
  const named = new Set(manifest.files.map(({ key }) => key));
  for (const { key } of received) if (!named.has(key)) await files.remove(key);
}

function parsed<Schema extends z.ZodType>(schema: Schema, name: string, text: Buffer): z.infer<Schema> {
  const value = (() => {
    try {
      return JSON.parse(text.toString());
    } catch {
      return null;
    }
  })();
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new DamagedBackup(`${name} in the backup is damaged. Use another copy.`, { cause: result.error });
}
