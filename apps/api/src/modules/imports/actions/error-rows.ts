import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { stringify } from "csv-stringify/sync";
import type { Call } from "../../../kernel/call.ts";
import type { FileAnswer } from "../../../kernel/mount.ts";
import { faultsOf, importById } from "../queries.ts";
import { readRoster } from "./read.ts";

/** What a spreadsheet takes for the beginning of a formula; also in the full width of East Asian keyboards. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell that no spreadsheet computes: an apostrophe before what would be a formula. */
export const inert = (cell: string) => (formula.test(cell) ? `'${cell}` : cell);

/**
 * The rows that were not taken, with all their columns and the reason, to be mended and imported again. It begins with a
 * byte order mark: without one, Excel takes UTF-8 for something else.
 *
 * @throws NotFound, Forbidden
 */
export async function errorRows(call: Call, input: { rosterImportId: string }): Promise<FileAnswer> {
  const row = await importById(call, input.rosterImportId);
  const faults = await faultsOf(call, row);
  const { rows } = await readRoster(await buffer(await call.adapters.files.open(row.storageKey)));
  const lines = rows
    .filter((one) => faults.has(one.number))
    .map((one) => [
      ...row.headers.map((_, place) => one.cells[place] ?? ""),
      String(one.number),
      faults.get(one.number) ?? "",
    ]);
  const text = stringify(
    [[...row.headers, "Row", "What is wrong"], ...lines].map((line) => line.map(inert)),
    {
      bom: true,
      record_delimiter: "windows",
    },
  );
  const bytes = Buffer.from(text);
  const name = `${row.fileName.replace(/\.[^.]*$/, "")} - rows to mend.csv`;
  return { name, mediaType: "text/csv; charset=utf-8", bytes: bytes.length, stream: Readable.from([bytes]) };
}
