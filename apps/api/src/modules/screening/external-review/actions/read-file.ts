import { buffer } from "node:stream/consumers";
import {
  type ExternalField,
  type ExternalReviewer,
  externalFields,
  externalFileLimits,
} from "@touchline/contract/screening/external-review";
import {
  type ExternalColumns,
  type ExternalRow,
  externalColumnsProblem,
  openDateOrder,
  proposeExternalColumns,
  readExternalRow,
} from "@touchline/rules";
import { fileTypeFromBuffer } from "file-type";
import { z } from "zod";
import type { FilesPort } from "../../../../adapters/files/port.ts";
import { type RawRow, textRows } from "../../../../documents/read-csv.ts";
import { invalid, Refusal } from "../../../../errors.ts";
import type { UploadedFile } from "../../../../http/mount.ts";

type NumberedRow = { number: number; cells: readonly string[]; fault: string | null };
/** A file as rows, before the meaning of its columns is known. */
export type ResultFile = { name: string; encoding: string; headers: readonly string[]; rows: readonly NumberedRow[] };

/** Returns the one uploaded file, which must be text by its first bytes. @throws 400, 415 */
export async function resultUpload(uploads: readonly UploadedFile[]): Promise<UploadedFile> {
  const [upload, another] = uploads;
  if (!upload || another) throw invalid("file", "Choose one file.");
  const found = await fileTypeFromBuffer(upload.head);
  if (found && found.mime !== "application/xml" && !/^text\//.test(found.mime)) {
    throw new Refusal("unsupportedType", "This isn't a CSV file. Save it as CSV from your spreadsheet.");
  }
  return upload;
}

/** Removes what the database can't store. */
const stored = (text: string) => text.replaceAll("\0", "").toWellFormed();

/** Numbers repeated headings, so that columns are distinguished by them. */
const distinct = (headings: readonly string[]): string[] =>
  headings.map((heading, place) => {
    const before = headings.slice(0, place).filter((one) => one === heading).length;
    return before === 0 ? heading : `${heading} (${before + 1})`;
  });

/** @throws 415 when there are no rows; 413 when there are too many rows or columns. */
export async function readResultFile(files: FilesPort, upload: UploadedFile): Promise<ResultFile> {
  const bytes = await buffer(await files.open(upload.storageKey));
  // Only the rows are kept, not the file.
  await files.remove(upload.storageKey);
  if (bytes.length > externalFileLimits.bytes) {
    throw new Refusal("tooLarge", "This file is larger than 5 MB. Split it and import the parts.");
  }
  const { encoding, raws } = await textRows(bytes, { ...externalFileLimits, rows: externalFileLimits.rows + 1 });
  const [first, ...others] = raws
    .map((raw, place) => ({ ...raw, number: place + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (first === undefined || others.length === 0) {
    throw new Refusal("unsupportedType", "This file has no rows below its headings. Choose another one.");
  }
  if (others.length > externalFileLimits.rows) {
    const most = externalFileLimits.rows.toLocaleString("en");
    throw new Refusal("tooLarge", `This file has more than ${most} rows. Split it and import the parts.`);
  }
  const last = first.cells.findLastIndex((cell) => cell.trim() !== "");
  const headers = distinct(
    first.cells.slice(0, last + 1).map((cell, place) => stored(cell).trim().slice(0, 100) || `Column ${place + 1}`),
  );
  if (headers.length > externalFileLimits.columns) {
    throw new Refusal(
      "tooLarge",
      `This file has ${headers.length} columns. Use at most ${externalFileLimits.columns}.`,
    );
  }
  return {
    name: stored(upload.name).slice(-255) || "Results.csv",
    encoding,
    headers,
    rows: others.map(({ number, ...raw }) => ({
      number,
      cells: raw.cells.map(stored),
      fault: rowFault(raw, headers.length),
    })),
  };
}

function rowFault({ cells, fault }: RawRow, width: number): string | null {
  // Long cells are reported first, because the reader would report such a row as not closed.
  if (cells.some((cell) => cell.length > externalFileLimits.cell)) {
    return `A cell of this row has more than ${externalFileLimits.cell.toLocaleString("en")} characters.`;
  }
  if (fault !== null) return fault;
  return cells.slice(width).some((cell) => cell.trim() !== "")
    ? "This row has more cells than there are columns."
    : null;
}

const chosenColumns = z.record(z.string(), z.enum(externalFields).nullable());

/** Reads the chosen meaning of columns, by heading. @throws 400 */
export function columnsFrom(text: string | undefined): Record<string, ExternalField | null> {
  if (text === undefined) return {};
  try {
    return chosenColumns.parse(JSON.parse(text));
  } catch {
    throw invalid("columns", "This isn't a record of headings and fields.");
  }
}

/** Reads the rows of a file. @throws 400 if no column holds the results, or identifies the people. */
export function resultsIn(
  { headers, rows }: ResultFile,
  chosen: Readonly<Record<string, ExternalField | null>>,
  reviewer: ExternalReviewer,
): { columns: ExternalColumns; rows: ExternalRow[]; problem: string | null } {
  const columns = proposeExternalColumns(headers).map(({ heading, field }) => ({
    heading,
    field: Object.hasOwn(chosen, heading) ? (chosen[heading] ?? null) : field,
  }));
  const problem = externalColumnsProblem(columns);
  const dates = columns.flatMap(({ field }, place) =>
    field === "dateOfBirth" || field === "resultOn" || field === "validUntil" ? [place] : [],
  );
  const orders = openDateOrder();
  for (const { cells } of rows) for (const place of dates) orders.add(cells[place] ?? "");
  const { order } = orders.found();
  return { columns, problem, rows: rows.map((row) => readExternalRow(columns, row, { order, reviewer })) };
}
