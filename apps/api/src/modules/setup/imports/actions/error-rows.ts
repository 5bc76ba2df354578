import { Readable } from "node:stream";
import { rosterFields } from "@touchline/contract/setup/imports";
import type { Call } from "../../../../call.ts";
import { csvOf } from "../../../../documents/csv.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { faultsOf, fixesOf, importById } from "../queries.ts";
import { partnerRoster } from "./partner.ts";
import { storedRoster } from "./read.ts";

/**
 * Exports the rows that weren't imported, with all columns, corrections and the reason, so that they can be fixed and imported
 * again.
 *
 * @throws NotFound, Forbidden
 */
export async function errorRows(call: Call, input: { rosterImportId: string }): Promise<FileAnswer> {
  const row = await importById(call, input.rosterImportId);
  const faults = await faultsOf(call, row);
  const { rows } = await (row.partner === null
    ? storedRoster(call.adapters.files, row.storageKey)
    : partnerRoster(call, row));
  const fixes = await fixesOf(call, row.rosterImportId);
  const fieldAt = new Map(rosterFields.map((field) => [row.mapping.columns[field], field]));
  const lines = rows
    .filter((one) => faults.has(one.number))
    .map((one) => [
      ...row.headers.map((_, place) => {
        const field = fieldAt.get(place);
        return (field && fixes.get(one.number)?.cells[field]) ?? one.cells[place] ?? "";
      }),
      String(one.number),
      faults.get(one.number) ?? "",
    ]);
  const text = csvOf([[...row.headers, "Row", "Error"], ...lines], { bom: true });
  const bytes = Buffer.from(text);
  const name = `${row.fileName.replace(/\.[^.]*$/, "")}-rows-with-errors.csv`;
  return { name, mediaType: "text/csv; charset=utf-8", bytes: bytes.length, stream: Readable.from([bytes]) };
}
