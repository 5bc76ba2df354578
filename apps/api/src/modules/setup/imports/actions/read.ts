import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { rosterLimits } from "@touchline/contract/setup/imports";
import { isHeading, plural, type RosterRow } from "@touchline/rules";
import { CsvError, type Options as CsvOptions, parse } from "csv-parse/sync";
import type { FilesPort } from "../../../../adapters/files/port.ts";
import { Refusal } from "../../../../errors.ts";
import { isWorkbook, workbookRows } from "./read-workbook.ts";

/** A file as rows. Rows without any content are left out; the numbers are the spreadsheet's. */
export type Roster = { encoding: string; headers: string[]; rows: RosterRow[] };

const encodings = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 (big-endian)",
  "windows-1252": "Windows-1252 (Western European)",
} as const;
type Encoding = keyof typeof encodings;

/** How many bytes are looked at for the pattern of NULs that UTF-16 without a mark leaves. */
const sample = 4_096;

/** By the byte order mark; else by where NULs stand; else UTF-8 if it is that without a fault; else what Excel writes. */
export function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const nuls = [0, 0];
  const seen = Math.min(bytes.length, sample);
  for (let at = 0; at < seen; at += 1) if (bytes[at] === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  // Separators and line ends alone give every tenth unit a NUL, in any script.
  if (odd > even * 3 && odd * 20 > seen) return "utf-16le";
  if (even > odd * 3 && even * 20 > seen) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

const delimiters = [",", ";", "\t", "|"] as const;

/** The separator that most of the first lines agree on, outside quotes. */
export function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "")
    .slice(0, 20)
    .map((line) => line.replaceAll(/"[^"]*"/g, ""));
  const score = (delimiter: string) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const [heading = 0] = counts;
    return heading === 0 ? 0 : heading + 10 * (counts.filter((one) => one === heading).length / counts.length);
  };
  const [best] = [...delimiters].sort((a, b) => score(b) - score(a));
  return best && score(best) > 0 ? best : ",";
}

const lineEnds = ["\r\n", "\n", "\r"];
/** Quotes that never close would otherwise be looked for in the rest of the file, again and again. */
const mostBrokenQuotes = 100;
const longestRow = rosterLimits.columns * (rosterLimits.cell + 3);

/** Rows that are parsed in one go; in between others have their turn. */
const rowsAtOnce = 100;

type Raw = { cells: string[]; fault: string | null };

/** Where the line that begins at `from` ends, and the next begins. */
function lineAt(bytes: Buffer, from: number): { text: string; next: number } {
  let end = from;
  while (end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d) end += 1;
  const next = bytes[end] === 0x0d && bytes[end + 1] === 0x0a ? end + 2 : end + 1;
  return { text: bytes.toString("utf8", from, end), next };
}

/**
 * Every row, whatever is wrong with it. Where quotes do not close as they should, the line they open on is a faulty row by
 * itself and reading goes on with the next line; a quote inside an unquoted cell ("Bob "Bobby" Smith") is part of it.
 *
 * @param most rows; one more is read, so that the caller sees that there are too many.
 */
async function rawRows(text: string, delimiter: string, most: number): Promise<Raw[]> {
  const bytes = Buffer.from(text);
  const rows: Raw[] = [];
  let at = 0;
  let broken = 0;
  const usual = { delimiter, record_delimiter: lineEnds, relax_column_count: true, max_record_size: longestRow };
  while (at < bytes.length && rows.length <= most) {
    await setImmediate();
    if (broken <= mostBrokenQuotes) {
      const from = at;
      const before = rows.length;
      const to = Math.min(rowsAtOnce, most + 1 - before);
      try {
        parse(bytes.subarray(from), {
          ...usual,
          to,
          on_record: (cells: string[], { bytes: read }) => {
            rows.push({ cells, fault: null });
            at = from + read;
            return null;
          },
        });
        if (rows.length < before + to) break;
        continue;
      } catch (error) {
        if (!(error instanceof CsvError)) throw error;
        broken += 1;
      }
    }
    const line = lineAt(bytes, at);
    rows.push(oneLine(line.text, usual));
    at = line.next;
  }
  return rows;
}

function oneLine(line: string, usual: CsvOptions & { delimiter: string }): Raw {
  try {
    const [cells] = parse(line, { ...usual, relax_quotes: true });
    return { cells: cells ?? [""], fault: null };
  } catch {
    return {
      cells: line.split(usual.delimiter),
      fault: "A quotation mark in this row isn't closed. Fix it in your file.",
    };
  }
}

function judged({ cells, fault }: Raw, width: number): string | null {
  if (fault !== null) return fault;
  if (cells.some((cell) => cell.length > rosterLimits.cell)) {
    return `A cell of this row has more than ${rosterLimits.cell.toLocaleString("en")} characters.`;
  }
  const beyond = cells.slice(width).filter((cell) => cell.trim() !== "").length;
  if (beyond > 0) {
    return plural(beyond, {
      one: "This row has 1 more cell than there are columns.",
      other: "This row has # more cells than there are columns.",
    });
  }
  return null;
}

async function textRows(bytes: Uint8Array): Promise<{ encoding: string; raws: Raw[] }> {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  return { encoding: encodings[encoding], raws: await rawRows(text, delimiterOf(text), rosterLimits.rows + 1) };
}

async function sheetRows(bytes: Uint8Array): Promise<{ encoding: string; raws: Raw[] }> {
  return { encoding: "Excel", raws: (await workbookRows(bytes)).map((cells) => ({ cells, fault: null })) };
}

/**
 * The bytes of a roster as rows: CSV with any usual separator, rows pasted from a spreadsheet, or the first sheet of an
 * .xlsx workbook. In bounded parts, so that
 * a long file holds up nobody else.
 *
 * @throws 415 when it is no such file at all or holds no row; 413 when it has too many rows or columns.
 */
export async function readRoster(bytes: Uint8Array): Promise<Roster> {
  const { encoding, raws } = isWorkbook(bytes) ? await sheetRows(bytes) : await textRows(bytes);
  const numbered = raws
    .map((raw, index) => ({ ...raw, number: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const [first] = numbered;
  if (!first) throw new Refusal("unsupportedType", "This file has no rows. Choose another one.");
  const headed = isHeading(first.cells) || !first.cells.some((cell) => cell.includes("@"));
  const rows = headed ? numbered.slice(1) : numbered;
  const width = headed
    ? trimmed(first.cells).length
    : Math.max(...numbered.slice(0, 20).map((row) => row.cells.length));
  if (width > rosterLimits.columns) {
    throw new Refusal("tooLarge", `This file has ${width} columns. Use at most ${rosterLimits.columns}.`);
  }
  if (rows.length > rosterLimits.rows) {
    const most = rosterLimits.rows.toLocaleString("en");
    throw new Refusal("tooLarge", `This file has more than ${most} rows. Split it and import the parts.`);
  }
  if (rows.length === 0)
    throw new Refusal("unsupportedType", "This file has a heading but no rows. Choose another one.");
  const headers = Array.from({ length: width }, (_, place) => {
    const heading = headed ? (first.cells[place] ?? "").trim().slice(0, 100) : "";
    return withoutInvalidCharacters(heading) || `Column ${place + 1}`;
  });
  return {
    encoding,
    headers,
    rows: rows.map((raw) => ({ number: raw.number, cells: raw.cells, fault: judged(raw, width) })),
  };
}

/** Reads a stored file as a roster. @throws what `readRoster` throws; Error when there is no such file */
export async function storedRoster(files: FilesPort, storageKey: string): Promise<Roster> {
  return readRoster(await buffer(await files.open(storageKey)));
}

/** Without the empty cells at the end, which spreadsheets leave. */
function trimmed(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== "");
  return cells.slice(0, last + 1);
}

/** Fit for the database, whatever the file holds: for headings and the preview, which are only shown. */
export function withoutInvalidCharacters(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
