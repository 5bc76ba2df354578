import { setImmediate } from "node:timers/promises";
import { CsvError, type Options as CsvOptions, parse } from "csv-parse/sync";

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

/** Rows that are parsed in one go; in between others have their turn. */
const rowsAtOnce = 100;

/** A row as it stands in the file; `fault` says why it can't be used. */
export type RawRow = { cells: string[]; fault: string | null };

/** The most that is read: rows, columns, characters of a cell. */
export type TextLimits = { rows: number; columns: number; cell: number };

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
 * Reads one row more than the limits allow, so that the caller sees that there are too many.
 */
async function rawRows(text: string, delimiter: string, { rows: most, columns, cell }: TextLimits): Promise<RawRow[]> {
  const bytes = Buffer.from(text);
  const rows: RawRow[] = [];
  let at = 0;
  let broken = 0;
  const usual = {
    delimiter,
    record_delimiter: lineEnds,
    relax_column_count: true,
    max_record_size: columns * (cell + 3),
  };
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

function oneLine(line: string, usual: CsvOptions & { delimiter: string }): RawRow {
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

/** The rows of a text file of any usual encoding and separator, and the name of its encoding. In bounded parts. */
export async function textRows(bytes: Uint8Array, limits: TextLimits): Promise<{ encoding: string; raws: RawRow[] }> {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  return { encoding: encodings[encoding], raws: await rawRows(text, delimiterOf(text), limits) };
}
