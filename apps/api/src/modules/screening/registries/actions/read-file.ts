import { type RegistryField, registryFields, registryLimits } from "@touchline/contract/screening/registry";
import {
  columnsProblem,
  openDateOrder,
  proposeRegistryColumns,
  type RegistryColumns,
  type RegistryEntry,
  registryEntryOf,
} from "@touchline/rules";
import { z } from "zod";
import { type RawRow, textRows } from "../../../../documents/read-csv.ts";
import { invalid, Refusal } from "../../../../errors.ts";

type Refused = { row: number; reason: string };
/** The rows of a file. */
export type ReadFile = { columns: RegistryColumns; entries: readonly RegistryEntry[]; refused: readonly Refused[] };

const chosenColumns = z.record(z.string(), z.enum(registryFields).nullable());

/** Reads the chosen meaning of columns, by heading. @throws 400 */
export function columnsFrom(text: string): Record<string, RegistryField | null> {
  try {
    return chosenColumns.parse(JSON.parse(text));
  } catch {
    throw invalid("columns", "This isn't a record of headings and fields.");
  }
}

/**
 * Reads a registry's file. Every row is an entry or is refused with its reason.
 *
 * @param chosen the meaning of columns, by heading; the others are recognized by their headings.
 * @throws 415 if there are no rows; 413 if there are too many rows or columns; 400 if no column holds the names.
 */
export async function readRegistryFile(
  bytes: Uint8Array,
  chosen: Readonly<Record<string, RegistryField | null>> = {},
): Promise<ReadFile> {
  // One more for the headings.
  const { raws } = await textRows(bytes, { ...registryLimits, rows: registryLimits.rows + 1 });
  const rows = raws
    .map((raw, place) => ({ ...raw, row: place + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const [first, ...others] = rows;
  if (first === undefined || others.length === 0) {
    throw new Refusal("unsupportedType", "This file has no rows below its headings. Choose another one.");
  }
  if (others.length > registryLimits.rows) {
    throw new Refusal("tooLarge", `This file has more than ${registryLimits.rows.toLocaleString("en")} rows.`);
  }
  const headers = distinct(
    first.cells.map((cell, place) => stored(cell).trim().slice(0, 100) || `Column ${place + 1}`),
  );
  if (headers.length > registryLimits.columns) {
    throw new Refusal("tooLarge", `This file has ${headers.length} columns. Use at most ${registryLimits.columns}.`);
  }
  const columns = proposeRegistryColumns(headers).map(({ heading, field }) => ({
    heading,
    field: heading in chosen ? (chosen[heading] ?? null) : field,
  }));
  const problem = columnsProblem(columns);
  if (problem !== null) throw invalid("columns", problem);
  return { columns, ...entriesOf(others, columns) };
}

/** Numbers repeated headings, so that columns are distinguished by them. */
const distinct = (headings: readonly string[]): string[] =>
  headings.map((heading, place) => {
    const before = headings.slice(0, place).filter((one) => one === heading).length;
    return before === 0 ? heading : `${heading} (${before + 1})`;
  });

function entriesOf(rows: readonly (RawRow & { row: number })[], columns: RegistryColumns) {
  const birth = columns.findIndex(({ field }) => field === "dateOfBirth");
  const orders = openDateOrder();
  if (birth >= 0) for (const { cells } of rows) orders.add(cells[birth] ?? "");
  const { order } = orders.found();
  const entries = new Map<string, RegistryEntry>();
  const refused: Refused[] = [];
  for (const { cells, fault, row } of rows) {
    const entry =
      cellProblem(cells) ??
      fault ??
      widthProblem(cells, columns.length) ??
      registryEntryOf(cells.map(stored), columns, { order, row });
    if (typeof entry === "string") refused.push({ row, reason: entry });
    else if (entries.has(entry.entryId))
      refused.push({ row, reason: `“${entry.entryId}” is the ID of an earlier row.` });
    else entries.set(entry.entryId, entry);
  }
  return { entries: [...entries.values()], refused };
}

/** Comes before the fault of the row: one that is too long to be parsed isn't about its quotation marks. */
const cellProblem = (cells: readonly string[]): string | null =>
  cells.some((cell) => cell.length > registryLimits.cell)
    ? `A cell of this row has more than ${registryLimits.cell.toLocaleString("en")} characters.`
    : null;

const widthProblem = (cells: readonly string[], width: number): string | null =>
  cells.slice(width).some((cell) => cell.trim() !== "") ? "This row has more cells than there are columns." : null;

/** Removes what the database can't store. */
export const stored = (text: string) => text.replaceAll("\0", "").toWellFormed();
