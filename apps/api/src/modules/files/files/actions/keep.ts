import { acceptedFileExtensions } from "@touchline/contract";
import { videoExtensions } from "@touchline/rules";
import type { ReceivedFile } from "../../../../adapters/files/port.ts";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { invalid, Refusal } from "../../../../errors.ts";
import type { UploadedFile } from "../../../../http/mount.ts";
import { confirmUploads } from "../../../../http/pending-uploads.ts";
import { enqueueAll } from "../../../../jobs/jobs.ts";
import { storedFile } from "../../../../schema/files.ts";
import { scanFile } from "../jobs.ts";

const known = new Set<string>([...acceptedFileExtensions, ...videoExtensions]);

/** Returns the normalized extension of a file name: in lower case, `jpg` as `jpeg`. */
export function extensionOf(name: string): string {
  const ending = /\.([^.]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return ending === "jpg" ? "jpeg" : ending;
}

/** Returns whether this extension is that of iPhone photos. */
export const isHeic = (extension: string): boolean => extension === "heic" || extension === "heif";

/** Returns the name to store: no folders, no control characters, at most 200 characters. */
export function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const clean = last.replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, "").trim();
  // Keeps surrogate pairs whole.
  return clean.length <= 200 ? clean : clean.slice(-200).replace(/^[\udc00-\udfff]/, "");
}

/** @throws 415 with the sentence to show when files of this name aren't accepted. */
export function refuseUnaccepted(name: string, accepted: readonly string[]): void {
  const extension = extensionOf(name);
  if (known.has(extension) && accepted.includes(extension)) return;
  // It is accepted as the JPEG it is converted to.
  if (isHeic(extension) && accepted.includes("jpeg")) return;
  throw new Refusal(
    "unsupportedType",
    `“${plainName(name)}” isn't an accepted file type. Upload one of these: ${accepted.join(", ")}.`,
  );
}

/**
 * Returns a file's type, found in its bytes when it arrived; it must match its name.
 *
 * @throws 415 with the sentence to show when it isn't accepted or its type doesn't match.
 */
export function sniff(upload: UploadedFile, accepted: readonly string[]): { extension: string; mediaType: string } {
  refuseUnaccepted(upload.name, accepted);
  if (upload.found === undefined) throw new Error("a file was to be kept that nobody looked at");
  if ("problem" in upload.found) throw new Refusal("unsupportedType", upload.found.problem);
  return upload.found;
}

/** Wraps a PDF that the product itself has made, which needs no inspection. */
export const ownPdf = (received: ReceivedFile, name: string): UploadedFile => ({
  ...received,
  name,
  found: { extension: "pdf", mediaType: "application/pdf" },
});

/**
 * Records received files under the organization.
 *
 * @param uploadedBy the sender; the actor unless given.
 * @throws as `sniff`; 400 when there is none.
 */
export async function keepUploads(
  call: Call,
  uploads: readonly UploadedFile[],
  accepted: readonly string[],
  uploadedBy = actingProfile(call) ?? call.organizationId,
): Promise<string[]> {
  if (uploads.length === 0) throw invalid("file", "Choose at least one file.");
  const { atOnce } = call.adapters.scan;
  const rows = [];
  for (const upload of uploads) {
    const { extension, mediaType } = sniff(upload, accepted);
    rows.push({
      organizationId: call.organizationId,
      fileId: newId(),
      name: plainName(upload.name),
      extension,
      mediaType,
      bytes: upload.bytes,
      sha256: upload.sha256,
      storageKey: upload.storageKey,
      uploadedBy,
      createdAt: call.now,
      scan: atOnce ? ("checked" as const) : ("unscanned" as const),
      scannedAt: atOnce ? call.now : null,
    });
  }
  const fileIds = rows.map((row) => row.fileId);
  await Promise.all([
    call.db.insert(storedFile).values(rows),
    confirmUploads(
      call,
      uploads.map((upload) => upload.storageKey),
    ),
    enqueueAll(call, scanFile, atOnce ? [] : fileIds.map((fileId) => ({ fileId }))),
  ]);
  return fileIds;
}
