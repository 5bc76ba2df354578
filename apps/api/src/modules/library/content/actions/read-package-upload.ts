import type { Adapters, Call } from "../../../../call.ts";
import { failureFacts } from "../../../../jobs/job-runner.ts";
import type { Outcome, Try, Within, WorkLog } from "../../../../jobs/jobs.ts";
import {
  beingRead,
  endUpload,
  fileToRead,
  joinParts,
  recordReadProgress,
  refuseLostReadings,
  refuseRead,
} from "../../../files/index.ts";
import { keepPackage, newKey, packageReadingSlot, type Read, unpackPackage } from "./package.ts";

/** Milliseconds between two progress updates. */
const noteEvery = 700;
/** Milliseconds after which a job returns that found another one reading. */
const comesAgain = 5_000;
const broken =
  "The course couldn't be read. Upload it again. If that doesn't help, export it again from your authoring tool.";

type Begun = NonNullable<Awaited<ReturnType<typeof beginReadingSent>>>;
type ReadingResult = "kept" | { problem: string } | "givenUp" | "taken" | null;

/** Returns what reading a package needs; null: it was canceled, or is done. `taken`: another one is being read. */
export async function beginReadingSent(call: Call, uploadId: string) {
  if (!packageReadingSlot.isFree()) return "taken";
  const row = await fileToRead(call, uploadId);
  return row && { uploadId, whole: row.whole, unpackedKey: await newKey(call) };
}

/**
 * Assembles a package, reads it and stores it, with no transaction open except to record progress. Null: it failed. While
 * another one is being read it waits outside the queue, so that other work continues.
 */
export async function readSent(begun: Begun, adapters: Adapters, log: WorkLog, within: Within): Promise<ReadingResult> {
  if (begun === "taken") return begun;
  const { uploadId, whole, unpackedKey } = begun;
  const givenUp = new Error("given up");
  let noted = 0;
  const noteAt = async (bytes: number) => {
    if (Date.now() - noted < noteEvery) return;
    noted = Date.now();
    const percent = Math.min(99, Math.floor((50 * bytes) / Math.max(1, whole.bytes)));
    if (!(await within((call) => recordReadProgress(call, uploadId, percent)))) throw givenUp;
  };
  try {
    return await packageReadingSlot.ifFree(async () => {
      const upload = await joinParts(whole, adapters, noteAt);
      const found = await unpackPackage(adapters, upload, unpackedKey, (bytes) => noteAt(whole.bytes + bytes));
      if (typeof found === "string") return { problem: found };
      return within((call) => keepSent(call, uploadId, { upload, found, unpackedKey }));
    });
  } catch (error) {
    if (error === givenUp) return "givenUp";
    log.error({ uploadId, ...failureFacts(error) }, "Training package not read");
    return null;
  }
}

/** In a transaction of its own: a package that can't be stored is reported like one that can't be read. */
async function keepSent(call: Call, uploadId: string, read: Read): Promise<"kept" | "givenUp"> {
  const row = await beingRead(call, uploadId);
  if (row === null || row.contentId === null) return "givenUp";
  await endUpload(call, uploadId, await keepPackage(call, row.contentId, read, row.uploadedBy));
  return "kept";
}

/** Records the result, if it wasn't stored. */
export async function endReading(call: Call, uploadId: string, result: ReadingResult, attempt: Try): Promise<Outcome> {
  const row = await beingRead(call, uploadId);
  if (row === null || result === "givenUp" || result === "kept") return undefined;
  if (result === "taken") {
    await recordReadProgress(call, uploadId, row.readPercent ?? 0);
    return { at: new Date(call.now.getTime() + comesAgain) };
  }
  if (result === null && !attempt.last) return "retry";
  await refuseRead(call, uploadId, result?.problem ?? broken);
  return undefined;
}

/** Records that readings ended with their worker. */
export const endLostReadings = (call: Call) => refuseLostReadings(call, broken);
