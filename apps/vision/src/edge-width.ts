import { type Luma, percentile } from "./picture.ts";

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
