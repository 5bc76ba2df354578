import type { VisionOutcome } from "@touchline/contract/vision";

/** Waits for the reader of pictures no longer than this; what takes longer counts as too slow. */
export async function inTime<Reading>(
  outcome: Promise<VisionOutcome<Reading>>,
  milliseconds: number,
): Promise<VisionOutcome<Reading>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<VisionOutcome<Reading>>((resolve) => {
    timer = setTimeout(() => resolve({ status: "failed", reason: "tooSlow" }), milliseconds);
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
    outcome.catch(() => undefined);
  }
}
