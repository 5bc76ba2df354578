import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import type { Adapters, Call } from "../../../call.ts";
import { actingProfile } from "../../../call.ts";
import { conflict } from "../../../errors.ts";
import type { FileAnswer } from "../../../http/mount.ts";
import { type ScanState, storedFile } from "../../../schema/files.ts";

type Looked = { scan: ScanState; uploadedBy: string };

/** Where the bytes of a file are, and the key in hexadecimal that seals them; null: they aren't sealed. */
export type StoredBytes = { organizationId: string; fileId: string; storageKey: string; wrappedKey: string | null };
export const storedBytes = {
  organizationId: storedFile.organizationId,
  fileId: storedFile.fileId,
  storageKey: storedFile.storageKey,
  wrappedKey: sql<string | null>`encode(${storedFile.wrappedKey}, 'hex')`,
};

/** The context that binds the sealed bytes of a file to its record. */
export const bytesPlace = ({ organizationId, fileId }: Pick<StoredBytes, "organizationId" | "fileId">) => ({
  tenant: organizationId,
  table: "stored_file",
  column: "bytes",
  id: fileId,
});

/** Opens the bytes of an uploaded file. Sealed ones, which are at most as large as a document may be, are opened as a whole. @param range as of the files port. */
export async function openStored(
  { files, vault }: Pick<Adapters, "files" | "vault">,
  file: StoredBytes,
  range?: { first: number; last: number },
): Promise<Readable> {
  if (file.wrappedKey === null) return files.open(file.storageKey, range);
  const sealed = await buffer(await files.open(file.storageKey));
  const opened = vault.openBytes(Buffer.from(file.wrappedKey, "hex"), bytesPlace(file), sealed);
  return Readable.from([range ? opened.subarray(range.first, range.last + 1) : opened]);
}

/** The facts that decide whether a file may be opened. */
export const openable = {
  ...storedBytes,
  name: storedFile.name,
  mediaType: storedFile.mediaType,
  bytes: storedFile.bytes,
  scan: storedFile.scan,
  uploadedBy: storedFile.uploadedBy,
};
export type Openable = Looked & StoredBytes & { name: string; mediaType: string; bytes: number };

/**
 * Decides who may open an uploaded file: until it is scanned only its uploader, and a harmful one nobody.
 *
 * @param by the profile that opens it; null for someone with a file address.
 */
export const mayOpen = (by: string | null, { scan, uploadedBy }: Looked): boolean =>
  isPassed(scan) || (scan !== "infected" && uploadedBy === by);

/** Returns whether the scanner, or without one the product's own checks, found nothing harmful. */
export const isPassed = (scan: ScanState): boolean => scan === "clean" || scan === "checked";

/** @throws Conflict with what is pending. */
export function refuseUnlooked(by: string | null, file: Looked): void {
  if (mayOpen(by, file)) return;
  if (file.scan === "infected") {
    throw conflict("This file contains malware. It's locked, and no one can open it.", "infected");
  }
  if (file.scan === "failed") {
    throw conflict(
      "This file couldn't be scanned for malware because the scanner didn't respond. We'll try again every ten minutes.",
      "scanFailed",
    );
  }
  throw conflict("This file is being scanned for malware. Try again in a moment.", "unscanned");
}

/** Makes the answer with an uploaded file; every route that returns one uses it. @throws Conflict if it may not be opened */
export const answerWith = (call: Call, file: Openable): Promise<FileAnswer> =>
  answerTo(call.adapters, actingProfile(call), file);

/** Opens a file for someone with an address instead of a sign-in. @param range as of the files port. */
export async function answerTo(
  adapters: Pick<Adapters, "files" | "vault">,
  by: string | null,
  file: Openable,
  range?: { first: number; last: number } | null,
): Promise<FileAnswer> {
  refuseUnlooked(by, file);
  const { name, mediaType, bytes } = file;
  return {
    ...{ name, mediaType, bytes },
    ...(range === undefined ? {} : { range }),
    stream: await openStored(adapters, file, range ?? undefined),
  };
}
