import type { Adapters, Call } from "../../../call.ts";
import { actingProfile } from "../../../call.ts";
import { conflict } from "../../../errors.ts";
import type { FileAnswer } from "../../../http/mount.ts";
import { type ScanState, storedFile } from "../../../schema/files.ts";

type Looked = { scan: ScanState; uploadedBy: string };

/** The facts that decide whether a file may be opened. */
export const openable = {
  name: storedFile.name,
  mediaType: storedFile.mediaType,
  bytes: storedFile.bytes,
  storageKey: storedFile.storageKey,
  scan: storedFile.scan,
  uploadedBy: storedFile.uploadedBy,
};
export type Openable = Looked & { name: string; mediaType: string; bytes: number; storageKey: string };

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
  { files }: Pick<Adapters, "files">,
  by: string | null,
  file: Openable,
  range?: { first: number; last: number } | null,
): Promise<FileAnswer> {
  refuseUnlooked(by, file);
  const { name, mediaType, bytes, storageKey } = file;
  return {
    ...{ name, mediaType, bytes },
    ...(range === undefined ? {} : { range }),
    stream: await files.open(storageKey, range ?? undefined),
  };
}
