import { buffer } from "node:stream/consumers";
import { rosterLimits } from "@touchline/contract/setup/imports";
import { isHeading, plural, type RosterRow } from "@touchline/rules";
import type { FilesPort } from "../../../../adapters/files/port.ts";
import { type RawRow, textRows } from "../../../../documents/read-csv.ts";
import { Refusal } from "../../../../errors.ts";
import { isWorkbook, workbookRows } from "./read-workbook.ts";

/** A file as rows. Rows without any content are left out; the numbers are the spreadsheet's. */
export type Roster = { encoding: string; headers: string[]; rows: SourceRow[] };

/** A row of a file; or of a partner, with the person's id there and, in a sentence, what is wrong with it there. */
export type SourceRow = RosterRow & { partner?: { externalId: string; fault: string | null } };

/** What keeps a row from being read, in a sentence; null: nothing. */
export function faultOf({ cells, fault }: RawRow, width: number): string | null {
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

async function sheetRows(bytes: Uint8Array): Promise<{ encoding: string; raws: RawRow[] }> {
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
  const { encoding, raws } = isWorkbook(bytes)
    ? await sheetRows(bytes)
    : await textRows(bytes, { ...rosterLimits, rows: rosterLimits.rows + 1 });
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
    rows: rows.map((raw) => ({ number: raw.number, cells: raw.cells, fault: faultOf(raw, width) })),
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
