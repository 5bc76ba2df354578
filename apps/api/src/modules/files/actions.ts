import { acceptedFileExtensions } from "@touchline/contract";
import { type KnownExtension, videoExtensions } from "@touchline/rules";
import { fileTypeFromBuffer } from "file-type";
import { actingProfile, type Call } from "../../kernel/call.ts";
import { invalid, Refusal } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { keepIncoming } from "../../kernel/incoming.ts";
import type { Upload } from "../../kernel/mount.ts";
import { storedFile } from "./tables.ts";

/** What the bytes of each extension must turn out to be; `null`: text, which has no signature of its own. */
const mediaTypes: Record<KnownExtension, readonly string[] | null> = {
  pdf: ["application/pdf"],
  png: ["image/png"],
  jpeg: ["image/jpeg"],
  txt: null,
  csv: null,
  xml: ["application/xml"],
  rar: ["application/x-rar-compressed"],
  zip: ["application/zip"],
  "7z": ["application/x-7z-compressed"],
  tar: ["application/x-tar"],
  xls: ["application/x-cfb"],
  mp4: ["video/mp4"],
  webm: ["video/webm"],
};
const textTypes: Partial<Record<KnownExtension, string>> = {
  txt: "text/plain",
  csv: "text/csv",
  xml: "application/xml",
};

const known = new Set<string>([...acceptedFileExtensions, ...videoExtensions]);

/** The extension of a file name as the product counts it: in lower case, `jpg` as `jpeg`. */
export function extensionOf(name: string): string {
  const ending = /\.([^.]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return ending === "jpg" ? "jpeg" : ending;
}

/** The name that is kept: no folders, no control characters, at most 200 characters. */
function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const clean = last.replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, "").trim();
  return clean.length <= 200 ? clean : clean.slice(-200);
}

/** The text of a file's beginning, unless it holds what no text does. */
function isText(head: Buffer): boolean {
  if (head.includes(0)) return head[0] === 0xff || head[0] === 0xfe;
  return true;
}

/**
 * What a file is, found in its bytes; it must be what its name says.
 *
 * @throws 415 with the sentence to show when it is not accepted or is something else than it claims.
 */
export async function sniff(
  upload: Upload,
  accepted: readonly string[],
): Promise<{ extension: string; mediaType: string }> {
  const extension = extensionOf(upload.name) as KnownExtension;
  const name = plainName(upload.name);
  if (!known.has(extension) || !accepted.includes(extension)) {
    throw new Refusal("unsupportedType", `"${name}" is not accepted. Send one of: ${accepted.join(", ")}.`);
  }
  if (upload.bytes === 0) throw new Refusal("unsupportedType", `"${name}" is empty. Choose the file again.`);
  const found = await fileTypeFromBuffer(upload.head);
  const expected = mediaTypes[extension];
  const mismatch = new Refusal(
    "unsupportedType",
    `"${name}" is not really a ${extension} file. Save it as ${extension}, or send the original.`,
  );
  if (found) {
    if (!expected?.includes(found.mime)) throw mismatch;
    return { extension, mediaType: found.mime };
  }
  const asText = textTypes[extension];
  if (!asText || !isText(upload.head)) throw mismatch;
  return { extension, mediaType: asText };
}

/** Records received files under the organization. @throws as `sniff`; 400 when there is none. */
export async function keepUploads(
  call: Call,
  uploads: readonly Upload[],
  accepted: readonly string[],
): Promise<string[]> {
  if (uploads.length === 0) throw invalid("file", "Choose at least one file.");
  const rows = [];
  for (const upload of uploads) {
    const { extension, mediaType } = await sniff(upload, accepted);
    rows.push({
      organizationId: call.organizationId,
      fileId: newId(),
      name: plainName(upload.name),
      extension,
      mediaType,
      bytes: upload.bytes,
      sha256: upload.sha256,
      storageKey: upload.storageKey,
      uploadedBy: actingProfile(call) ?? call.organizationId,
      createdAt: call.now,
    });
  }
  await call.db.insert(storedFile).values(rows);
  await keepIncoming(
    call,
    uploads.map((upload) => upload.storageKey),
  );
  return rows.map((row) => row.fileId);
}
