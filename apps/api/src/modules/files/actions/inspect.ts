import { Readable } from "node:stream";
import type { KnownExtension } from "@touchline/rules";
import { fileTypeFromBuffer } from "file-type";
import type { Adapters } from "../../../kernel/call.ts";
import type { Upload } from "../../../kernel/mount.ts";
import { openTurns } from "../../../kernel/turns.ts";
import { check7z, checkRar, checkTar } from "./inspect-archive.ts";
import { checkImage } from "./inspect-image.ts";
import { checkPdf } from "./inspect-pdf.ts";
import { checkText } from "./inspect-text.ts";
import { checkXls } from "./inspect-xls.ts";
import { checkZip } from "./inspect-zip.ts";
import { extensionOf, plainName } from "./keep.ts";

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

/** What a kind must be made of, besides beginning right: null when it is, else what is wrong and what to do. */
type Check = (bytes: Buffer, extension: KnownExtension) => Promise<string | null>;
const checks: Partial<Record<KnownExtension, Check>> = {
  pdf: checkPdf,
  png: checkImage,
  jpeg: checkImage,
  txt: checkText,
  csv: checkText,
  xml: checkText,
  zip: checkZip,
  tar: checkTar,
  rar: checkRar,
  "7z": check7z,
  xls: checkXls,
};

/** Each holds a whole file in memory, at most 25 MB. */
const turns = openTurns({ places: 2, longestLine: 100 });
/** Endings of what runs when it is opened; before the last ending they hide what a file is. */
const runs = /\.(exe|com|bat|cmd|scr|pif|msi|jar|js|jse|vbs|vbe|wsf|ps1|hta|lnk|html?|php|svg|dll|app|sh)\.[^.]+$/i;
const hidesDirection = /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/;

/**
 * Looks at a file that has come in and notes what it is, or why it cannot be taken. Reads its bytes, and nothing else: the
 * caller holds no transaction.
 */
export async function inspected(adapters: Adapters, upload: Upload): Promise<Upload> {
  const extension = extensionOf(upload.name) as KnownExtension;
  // What is not taken by its name is not read either.
  if (!(extension in mediaTypes)) return upload;
  return { ...upload, found: await foundIn(adapters, upload, extension) };
}

async function foundIn({ files, scan }: Adapters, upload: Upload, extension: KnownExtension): Promise<Upload["found"]> {
  const name = plainName(upload.name);
  if (hidesDirection.test(upload.name)) {
    return { problem: `"${name}" has characters in its name that hide how it ends. Rename it and send it again.` };
  }
  if (runs.test(name)) {
    return { problem: `"${name}" has two endings. Rename it so that it ends in .${extension} alone.` };
  }
  if (upload.bytes === 0) return { problem: `"${name}" is empty. Choose the file again.` };
  const found = await fileTypeFromBuffer(upload.head);
  const expected = mediaTypes[extension];
  const mediaType = found ? (expected?.includes(found.mime) ? found.mime : undefined) : textTypes[extension];
  if (mediaType === undefined) {
    return {
      problem: `"${name}" is not really a ${extension} file. Save it as ${extension}, or send the original.`,
    };
  }
  const check = checks[extension];
  const harmful = { problem: `"${name}" carries something harmful and was not kept. Send another file.` };
  const scanned = async (content: Readable) => !scan.atOnce || (await scan.scan(content)).kind !== "infected";
  if (!check) {
    const clean = await scanned(await files.open(upload.storageKey));
    return clean ? { extension, mediaType } : harmful;
  }
  // Read once: its structure is judged, and it is scanned, by the same bytes.
  return turns.inPlace(async () => {
    const bytes = await read(await files.open(upload.storageKey), upload.bytes);
    const wrong = await check(bytes, extension);
    if (wrong !== null) return { problem: `"${name}" ${wrong}` };
    return (await scanned(Readable.from([bytes]))) ? { extension, mediaType } : harmful;
  });
}

/** Does something with all of a file in memory, when it is its turn: of such work only a little is done at once. */
export const wholeFile = <Result>(
  { files }: Adapters,
  upload: Pick<Upload, "storageKey" | "bytes">,
  work: (bytes: Buffer) => Promise<Result>,
): Promise<Result> => turns.inPlace(async () => work(await read(await files.open(upload.storageKey), upload.bytes)));

/** All of a file, in one piece from the beginning: gathered first, it would be there twice. */
async function read(content: Readable, size: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) at += chunk.copy(whole, at);
  return whole.subarray(0, at);
}
