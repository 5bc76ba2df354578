import { Readable } from "node:stream";
import type { KnownExtension } from "@touchline/rules";
import { fileTypeFromBuffer } from "file-type";
import type { Adapters } from "../../../../call.ts";
import type { UploadedFile } from "../../../../http/mount.ts";
import { openKeyedQueue } from "../../../../jobs/keyed-queue.ts";
import { jpegOfHeic, redrawImage } from "./inspect-image.ts";
import { fileProblemText } from "./inspect-names.ts";
import { checkPdf } from "./inspect-pdf.ts";
import { checkText } from "./inspect-text.ts";
import { extensionOf, isHeic, plainName } from "./keep.ts";

/** The media types expected for each extension; `null`: text, which has no signature of its own. */
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

/**
 * A further check of a type's contents: null when they are valid, else the problem and what to do. Archives and spreadsheets
 * have none: they are never opened here, so nothing parses or unpacks them, and they are only downloaded.
 */
type Check = (bytes: Buffer, extension: KnownExtension) => Promise<string | null>;
const checks: Partial<Record<KnownExtension, Check>> = {
  pdf: checkPdf,
  txt: checkText,
  csv: checkText,
  xml: checkText,
};

/** Each holds a whole file in memory, at most 25 MB. */
const queue = openKeyedQueue({ places: 2, longestLine: 100 });
/** Extensions that run when opened; before the last extension they hide a file's type. */
const runs = /\.(exe|com|bat|cmd|scr|pif|msi|jar|js|jse|vbs|vbe|wsf|ps1|hta|lnk|html?|php|svg|dll|app|sh)\.[^.]+$/i;
const hidesDirection = /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/;

/**
 * Inspects an uploaded file and records its type, or why it is refused. Pictures are re-encoded and replace the upload. Reads
 * and writes bytes, and nothing else: the caller holds no transaction.
 */
export async function inspected(adapters: Adapters, upload: UploadedFile): Promise<UploadedFile> {
  const extension = extensionOf(upload.name);
  if (isHeic(extension)) return converted(adapters, upload);
  // A file refused by its name isn't read.
  if (!(extension in mediaTypes)) return upload;
  return { ...upload, ...(await foundIn(adapters, upload, extension as KnownExtension)) };
}

const harmful = (name: string) => ({
  problem: `“${name}” contains malware and wasn't saved. Upload another file.`,
});

async function foundIn(
  adapters: Adapters,
  upload: UploadedFile,
  extension: KnownExtension,
): Promise<Partial<UploadedFile> & Pick<UploadedFile, "found">> {
  const { files, scan } = adapters;
  const name = plainName(upload.name);
  const refuse = (problem: string) => ({ found: { problem: fileProblemText(problem, name) } });
  if (hidesDirection.test(upload.name)) {
    return refuse(
      "The name of “{name}” contains characters that hide its file extension. Rename it and upload it again.",
    );
  }
  if (runs.test(name))
    return refuse(`“{name}” has two file extensions. Rename it so that it ends only in .${extension}.`);
  if (upload.bytes === 0) return refuse("“{name}” is empty. Choose another file.");
  const type = await fileTypeFromBuffer(upload.head);
  const expected = mediaTypes[extension];
  const mediaType = type ? (expected?.includes(type.mime) ? type.mime : undefined) : textTypes[extension];
  if (mediaType === undefined) {
    return refuse(
      `“{name}” isn't really a ${extension.toUpperCase()} file. Save it as ${extension.toUpperCase()} or upload the original.`,
    );
  }
  const found = { extension, mediaType };
  const scanned = async (content: Readable) => !scan.atOnce || (await scan.scan(content)).kind !== "infected";
  const check = checks[extension];
  const picture = extension === "png" || extension === "jpeg" ? extension : null;
  if (!check && !picture) {
    const clean = await scanned(await files.open(upload.storageKey));
    return { found: clean ? found : harmful(name) };
  }
  // Read once: structure check and scan use the same bytes.
  return queue.inPlace(async () => {
    // A PDF is parsed in another thread, without copying it.
    const room = extension === "pdf" ? Buffer.from(new SharedArrayBuffer(upload.bytes)) : roomFor(upload.bytes);
    const bytes = await read(await files.open(upload.storageKey), room);
    const drawn = picture && (await redrawImage(bytes, picture));
    if (drawn && "problem" in drawn) return refuse(drawn.problem);
    const wrong = check ? await check(bytes, extension) : null;
    if (wrong !== null) return refuse(wrong);
    if (!(await scanned(Readable.from([bytes])))) return { found: harmful(name) };
    return { found, ...(drawn && (await replaced(adapters, upload, drawn.bytes))) };
  });
}

/** Converts a phone's photo to JPEG, if it can be read here. */
async function converted(adapters: Adapters, upload: UploadedFile): Promise<UploadedFile> {
  const name = plainName(upload.name);
  return queue.inPlace(async () => {
    const bytes = await read(await adapters.files.open(upload.storageKey), roomFor(upload.bytes));
    const drawn = await jpegOfHeic(bytes);
    if ("problem" in drawn) return { ...upload, found: { problem: fileProblemText(drawn.problem, name) } };
    const { scan } = adapters;
    if (scan.atOnce && (await scan.scan(Readable.from([bytes]))).kind === "infected") {
      return { ...upload, found: harmful(name) };
    }
    return {
      ...upload,
      ...(await replaced(adapters, upload, drawn.bytes)),
      name: upload.name.replace(/\.[^.]+$/, ".jpeg"),
      found: { extension: "jpeg", mediaType: "image/jpeg" },
    };
  });
}

/** Replaces the bytes of a file, and remembers the original's. */
async function replaced(
  { files }: Adapters,
  { storageKey, bytes, sha256 }: UploadedFile,
  by: Buffer,
): Promise<Partial<UploadedFile>> {
  const received = await files.receive(Readable.from([by]), by.length, storageKey);
  if (!received) throw new Error("a picture is longer than itself");
  return { ...received, sent: { bytes, sha256 } };
}

const roomFor = (bytes: number): Buffer => Buffer.allocUnsafeSlow(bytes);

/** Reads all of a file into one buffer: collecting chunks first would need twice the memory. */
async function read(content: Readable, whole: Buffer): Promise<Buffer> {
  let at = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) at += chunk.copy(whole, at);
  return whole.subarray(0, at);
}
