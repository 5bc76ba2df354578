/**
 * How well a photo of a document can be read: measured on the phone before it is sent, and again where it is read, by the same
 * numbers. Thresholds are the measured ones of docs/vision.md.
 */

/** Brightness alone, a byte a pixel, row by row. */
export type Luma = { data: ArrayLike<number>; width: number; height: number };

/** Colors, row by row: red, green and blue of each pixel come first among its channels. */
export type ColorPixels = { data: ArrayLike<number>; width: number; height: number; channels: 3 | 4 };

/** Pixels of width at which blur and glare are measured. */
export const measuredWidth = { blur: 1000, glare: 240 };

/** The value below which such a share of all lies; NaN for none. */
export function percentile(values: ArrayLike<number>, share: number): number {
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The brightness of colors. */
export function lumaOf({ data, width, height, channels = 3 }: Omit<ColorPixels, "channels"> & { channels?: 3 | 4 }): {
  data: Uint8Array;
  width: number;
  height: number;
} {
  const luma = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < luma.length; at += 1, from += channels) {
    luma[at] = ((data[from] as number) * 77 + (data[from + 1] as number) * 150 + (data[from + 2] as number) * 29) >> 8;
  }
  return { data: luma, width, height };
}

/** Width of edges in pixels, at 1000 pixels of width, above which a person is warned and above which the photo is refused. */
export const blurLimits = { soft: 5.5, blurry: 6.5 };

/** How blurry a photo is by the width of its edges; without any edges nothing can be read. */
export const blurLevel = (width: number | null) =>
  width === null || width > blurLimits.blurry ? "blurry" : width > blurLimits.soft ? "soft" : "sharp";

/** The steepness from which a place counts as an edge, and the fewest edges that say anything. */
const steepest = 24;
const fewest = 60;
const longestWalk = 24;

/**
 * The median width of edges along rows and columns, in pixels: how far brightness goes on rising or falling around a steep place.
 * Unlike a variance of the Laplacian it depends neither on how much is printed nor, after a median, on noise.
 *
 * @returns null where there are too few edges to say.
 */
export function edgeWidth(luma: Luma): number | null {
  const widths: number[] = [];
  walk(luma, widths, true);
  walk(luma, widths, false);
  return widths.length < fewest ? null : percentile(widths, 0.5);
}

function walk({ data, width, height }: Luma, widths: number[], alongRows: boolean) {
  const [lines, length] = alongRows ? [height, width] : [width, height];
  const [next, line] = alongRows ? [1, width] : [width, 1];
  for (let row = 2; row < lines - 2; row += 2) {
    const start = row * line;
    for (let at = 2; at < length - 2; at += 1) {
      const here = start + at * next;
      const slope = (data[here + next] as number) - (data[here - next] as number);
      const size = Math.abs(slope);
      if (size < steepest) continue;
      const before = Math.abs((data[here] as number) - (data[here - 2 * next] as number));
      const after = Math.abs((data[here + 2 * next] as number) - (data[here] as number));
      // Only where it is steepest, so that each edge is counted once.
      if (size < before || size <= after) continue;
      const sign = Math.sign(slope);
      let low = at;
      while (
        low > 0 &&
        at - low < longestWalk &&
        sign * ((data[start + low * next] as number) - (data[start + (low - 1) * next] as number)) > 0
      )
        low -= 1;
      let high = at;
      while (
        high < length - 1 &&
        high - at < longestWalk &&
        sign * ((data[start + (high + 1) * next] as number) - (data[start + high * next] as number)) > 0
      )
        high += 1;
      const rise = Math.abs((data[start + high * next] as number) - (data[start + low * next] as number));
      if (rise >= steepest * 1.5) widths.push(high - low);
    }
  }
}

/** Brightness of what is washed out, and the brightness of a whole page above which it is a scan on white. */
const washedOut = 250;
const white = 238;
/** Smaller spots are letters' gaps and highlights of no matter. */
const smallest = 0.004;
const some = 0.012;
const strong = 0.05;

/** How much of a photo a reflection has washed out: bright spots within it that the photo's edge doesn't cut. */
export function glareOf({ data, width, height, channels }: ColorPixels): {
  share: number;
  level: "none" | "some" | "strong";
} {
  const lowest = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < lowest.length; at += 1, from += channels) {
    lowest[at] = Math.min(data[from] as number, data[from + 1] as number, data[from + 2] as number);
  }
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
