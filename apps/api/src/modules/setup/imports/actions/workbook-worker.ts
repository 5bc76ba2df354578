import { Readable } from "node:stream";
import { rosterLimits } from "@touchline/contract/setup/imports";
import { readSheet } from "read-excel-file/node";
import { serveWork } from "../../../../jobs/serve-work.ts";
import { openArchive, walkArchive, type ZipSource } from "../../../files/files/actions/inspect-zip.ts";

/** What a workbook may hold: one of 100,000 rows has a few dozen parts and some 60 MB of text. */
const rules = {
  mostEntries: 2000,
  mostUnpacked: 200 * 1024 * 1024,
  wrongName: () => null,
  wrongHead: () => null,
};

/** A cell as somebody reads it: a day without its time, and of a formula what the spreadsheet program last computed. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) {
    const text = cell.toISOString();
    return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 16).replace("T", " ");
  }
  return String(cell);
}

/** The rows of the first sheet; null where the bytes are no workbook, or hold more than one may. */
async function rowsIn(bytes: Buffer): Promise<string[][] | null> {
  const source: ZipSource = {
    bytes: bytes.length,
    read: async (from, end) => bytes.subarray(from, end),
    stream: async (from, end) => Readable.from([bytes.subarray(from, end)]),
  };
  // Unpacked once to count the bytes, as the library that reads the sheet does not.
  const archive = await openArchive(source, rules);
  if (typeof archive === "string") return null;
  const ignore = { onEntry: () => undefined, onBytes: async () => undefined, onMoved: async () => undefined };
  if ((await walkArchive(archive, rules, ignore)) !== null) return null;
  try {
    const rows = await readSheet(bytes, { trim: false });
    // One more than is read, so that the caller sees that there are too many.
    return rows.slice(0, rosterLimits.rows + 2).map((row) => row.map(textOf));
  } catch {
    return null;
  }
}

serveWork((bytes: Uint8Array) => rowsIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
