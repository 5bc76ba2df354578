import type { DocumentReading } from "@touchline/contract/vision";
import { type Pixels, percentile, pipeline, pixelsOf } from "../picture.ts";

const wide = 240;
/** Brightness of what is washed out, and the brightness of a whole page above which it is a scan on white. */
const washedOut = 250;
const white = 238;
/** Smaller spots are letters' gaps and highlights of no matter. */
const smallest = 0.004;
const some = 0.012;
const strong = 0.05;

/** How much of a photo a reflection has washed out: bright spots within it that the picture's edge doesn't cut. */
export async function glareOf(pixels: Pixels): Promise<DocumentReading["glare"]> {
  const { data, width, height } = await pixelsOf(pipeline(pixels).resize(wide, null, { fit: "inside" }));
  const lowest = new Uint8Array(width * height);
  for (let at = 0; at < lowest.length; at += 1) lowest[at] = Math.min(...data.subarray(at * 3, at * 3 + 3));
  if (percentile(lowest, 0.5) >= white) return { share: 0, level: "none" };
  let washed = 0;
  const seen = new Uint8Array(lowest.length);
  for (let start = 0; start < lowest.length; start += 1) {
    if (seen[start] || (lowest[start] as number) < washedOut) continue;
    const stack = [start];
    seen[start] = 1;
    let [count, atEdge] = [0, false];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      count += 1;
      const x = at % width;
      atEdge ||= x === 0 || x === width - 1 || at < width || at >= lowest.length - width;
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (next < 0 || next >= lowest.length || seen[next] || (lowest[next] as number) < washedOut) continue;
        seen[next] = 1;
        stack.push(next);
      }
    }
    if (!atEdge && count >= smallest * lowest.length) washed += count;
  }
  const share = Math.round((washed / lowest.length) * 1000) / 1000;
  return { share, level: share >= strong ? "strong" : share >= some ? "some" : "none" };
}
