import { openLimitedWorker, WorkerLimitError } from "../../../../jobs/limited-worker.ts";
import { endsAsZip } from "./inspect-zip.ts";

/** The work's own time limit stops it much sooner; this one ends work that never checks it, even on a busy machine. */
const judge = openLimitedWorker<Uint8Array, string | null>(new URL("./pdf-worker.ts", import.meta.url), {
  seconds: 20,
  megabytes: 64,
});

/**
 * Checks whether a file is a PDF without active content. It is parsed in a thread of its own, with limits on time and memory.
 */
export async function checkPdf(bytes: Buffer): Promise<string | null> {
  if (endsAsZip(bytes)) return "“{name}” combines two types of file. Print it to PDF and upload that.";
  try {
    return await judge(bytes);
  } catch (error) {
    if (error instanceof WorkerLimitError) {
      return "“{name}” is too complex to be checked. Print it to PDF and upload that.";
    }
    throw error;
  }
}
