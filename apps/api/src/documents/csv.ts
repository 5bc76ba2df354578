import { stringify } from "csv-stringify/sync";

/** What a spreadsheet takes for the beginning of a formula; also in the full width of East Asian keyboards. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** Whether a spreadsheet that guesses would compute this cell. */
export const isFormula = (cell: string) => formula.test(cell);

/** A cell that no spreadsheet computes: an apostrophe before what would be a formula. */
export const inert = (cell: string) => (isFormula(cell) ? `'${cell}` : cell);

/**
 * Rows as CSV that spreadsheets open and compute nothing of.
 *
 * @param bom a byte order mark in front: without one, Excel takes UTF-8 for something else.
 */
export const csvOf = (rows: readonly (readonly string[])[], { bom }: { bom: boolean }): string =>
  stringify(
    rows.map((row) => row.map(inert)),
    { bom, record_delimiter: "windows" },
  );
