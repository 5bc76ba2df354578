import type { Adapters, Call } from "../../../call.ts";
import { actingProfile } from "../../../call.ts";
import { conflict } from "../../../errors.ts";
import type { FileAnswer } from "../../../http/mount.ts";
import { type ScanState, storedFile } from "../../../schema/files.ts";

type Looked = { scan: ScanState; uploadedBy: string };

/** What whoever answers with a file must know of it. */
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
 * The one rule for every file that people sent: until it was looked at nobody opens it but its uploader, and what harms
 * nobody at all.
 *
 * @param by whose profile opens it; null for whoever holds an address.
 */
export const mayOpen = (by: string | null, { scan, uploadedBy }: Looked): boolean =>
  isPassed(scan) || (scan !== "infected" && uploadedBy === by);

/** Whether nothing harmful was found by whoever looks at files here: a scanner, or the product alone. */
export const isPassed = (scan: ScanState): boolean => scan === "clean" || scan === "checked";

/** @throws Conflict that says what it waits for. */
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

/** The answer with a file that people sent: whoever gives out its bytes asks here. @throws Conflict by the one rule */
export const answerWith = (call: Call, file: Openable): Promise<FileAnswer> =>
  answerTo(call.adapters, actingProfile(call), file);

/** Opens a file for whoever comes with an address instead of a sign-in. @param range as of the files port. */
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
