import { Refusal } from "../../../../errors.ts";
import { openKeyedQueue } from "../../../../jobs/keyed-queue.ts";
import { openLimitedWorker, WorkerLimitError } from "../../../../jobs/limited-worker.ts";

/** A workbook of 100,000 rows takes some seconds and about half of this. */
const read = openLimitedWorker<Uint8Array, string[][] | null>(new URL("./workbook-worker.ts", import.meta.url), {
  seconds: 60,
  megabytes: 512,
});
const queue = openKeyedQueue({ places: 1, longestLine: 20 });

/** Whether these bytes begin as an .xlsx file does. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/**
 * The rows of a workbook's first sheet, read in a thread with a limit of time and memory. Formulas are never evaluated.
 *
 * @throws 415 when it is no workbook; 413 when reading it takes too long or too much memory.
 */
export async function workbookRows(bytes: Uint8Array): Promise<string[][]> {
  const rows = await queue.inPlace(() =>
    read(bytes).catch((error: unknown) => {
      if (!(error instanceof WorkerLimitError)) throw error;
      throw new Refusal(
        "tooLarge",
        "This workbook takes too long to read. Save the sheet as CSV and choose that file.",
      );
    }),
  );
  if (rows === null) {
    throw new Refusal(
      "unsupportedType",
      "This workbook can't be read. Save the sheet as CSV, or copy its rows and paste them here.",
    );
  }
  return rows;
}
