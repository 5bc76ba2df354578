/**
 * Measures how readable a photo of a document is: on the phone before it is sent, and again on the server, with the
 * same thresholds.
 * docs/vision.md has the measurements behind them.
 */

/** Brightness, one byte per pixel, row by row. */
export type Luma = { data: ArrayLike<number>; width: number; height: number };

/** Colors, row by row. The first channels of each pixel are red, green and blue. */
export type ColorPixels = { data: ArrayLike<number>; width: number; height: number; channels: 3 | 4 };

/** The width in pixels at which blur and glare are measured. */
export const measuredWidth = { blur: 1000, glare: 240 };

/** Returns the quantile of the values; NaN if there are none. */
export function percentile(values: ArrayLike<number>, share: number): number {
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Converts colors to brightness. */
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

/** The edge widths, in pixels at a width of 1000 pixels, above which a person is warned and a photo is refused. */
export const blurLimits = { soft: 5.5, blurry: 6.5 };

/** Rates blur by the width of edges. Without any edges, nothing is readable. */
export const blurLevel = (width: number | null) =>
  width === null || width > blurLimits.blurry ? "blurry" : width > blurLimits.soft ? "soft" : "sharp";

/** The gradient from which a place counts as an edge, and the minimum number of edges. */
const steepest = 24;
const fewest = 60;
const longestWalk = 24;

/**
 * Returns the median width of edges along rows and columns, in pixels: how far brightness keeps rising or falling
 * around a steep
 * place. Unlike a variance of the Laplacian, it doesn't depend on how much is printed or, because of the median, on
 * noise.
 *
 * @returns null if there are too few edges.
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
      // Only at the steepest place, so that each edge is counted once.
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

/** The brightness of washed-out areas, and the mean brightness above which a picture is a scan on white. */
const washedOut = 250;
const white = 238;
/** Smaller spots are gaps between letters or harmless highlights. */
const smallest = 0.004;
const some = 0.012;
const strong = 0.05;

/**
 * Returns the share of a photo that is washed out by a reflection: bright spots that don't touch the photo's border.
 */
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
