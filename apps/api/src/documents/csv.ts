import { stringify } from "csv-stringify/sync";

/** Matches what a spreadsheet reads as the beginning of a formula, including full-width characters of East Asian keyboards. */
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
