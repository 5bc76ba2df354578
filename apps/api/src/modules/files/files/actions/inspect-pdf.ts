import { openLimitedWorker, WorkerLimitError } from "../../../../jobs/limited-worker.ts";
import { endsAsZip } from "./inspect-zip.ts";

/** Its own clock stops it far sooner; this ends what does not come to look at that clock, on however busy a machine. */
const judge = openLimitedWorker<Uint8Array, string | null>(new URL("./pdf-worker.ts", import.meta.url), {
  seconds: 20,
  megabytes: 64,
});

/** Whether a PDF is one, and does nothing by itself. It is parsed in a thread of its own, with a limit of time and memory. */
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
