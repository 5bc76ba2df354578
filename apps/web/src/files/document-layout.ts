/** Computes how a document is laid out in its frame: positions, sizes, and what is visible. It knows no browser. */

export interface Size {
  width: number;
  height: number;
}

/** The zoom: as wide as the frame, a whole page, or a factor of the document's own size. */
export type Zoom = "width" | "page" | number;

export const rotations = [0, 90, 180, 270] as const;
export type Rotation = (typeof rotations)[number];
export const rotated = (turn: Rotation): Rotation =>
  rotations[(rotations.indexOf(turn) + 1) % rotations.length] as Rotation;

/** A page after rotation. */
export const lying = ({ width, height }: Size, turn: Rotation): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

const steps = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5];
/** Two factors that people take for one. */
const alike = 0.005;

/** The next larger or smaller step, from whatever it is now. */
export function zoomed(factor: number, by: "in" | "out"): number {
  const next = by === "in" ? steps.find((one) => one > factor + alike) : steps.findLast((one) => one < factor - alike);
  return next ?? factor;
}

/** Room around a page within the frame, and between pages. */
export const gap = 12;

/**
 * Returns the factor by which a page is shown.
 *
 * @param most the largest factor for a page that fits: a small picture stays small.
 */
export function factorOf(zoom: Zoom, page: Size, frame: Size, most = Number.POSITIVE_INFINITY): number {
  if (typeof zoom === "number") return zoom;
  const width = Math.max(1, frame.width - 2 * gap) / page.width;
  const height = Math.max(1, frame.height - 2 * gap) / page.height;
  return Math.min(most, zoom === "width" ? width : Math.min(width, height));
}

/** Returns the top of each page, one under the other, and the total height. */
export interface Layout {
  tops: readonly number[];
  sizes: readonly Size[];
  width: number;
  height: number;
}

/** @param pages as they lie. @param factor by what each is shown: pages that fit the frame do so one by one. */
export function layoutOf(pages: readonly Size[], factor: (page: Size) => number): Layout {
  const sizes = pages.map((page) => ({
    width: Math.max(1, Math.round(page.width * factor(page))),
    height: Math.max(1, Math.round(page.height * factor(page))),
  }));
  const tops: number[] = [];
  let height = gap;
  for (const size of sizes) {
    tops.push(height);
    height += size.height + gap;
  }
  return { tops, sizes, height, width: Math.max(0, ...sizes.map((size) => size.width)) + 2 * gap };
}

/** The last page, by number from 0, that begins at this height or above it. */
function lastAt(tops: readonly number[], height: number): number {
  let [low, high] = [0, tops.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] as number) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The pages that are seen, and the next ones on either side; as numbers from 0, both included. */
export function seen({ tops }: Layout, top: number, height: number): { first: number; last: number } {
  return {
    first: Math.max(0, lastAt(tops, top) - 1),
    last: Math.min(tops.length - 1, lastAt(tops, top + height) + 1),
  };
}

/** A place in the document that stays where it is while the document gets larger. */
export interface Spot {
  /** From 0. */
  page: number;
  /** The position within the page, as a share of its height. */
  part: number;
  /** The position in the frame, as a share of the frame's height. */
  line: number;
}

/** Returns where the reader is: at a third of the frame and, at the end of the document, on its last page. */
export function spotAt({ tops, sizes, height: whole }: Layout, top: number, height: number): Spot {
  const last = tops.length - 1;
  if (top > 0 && top + height >= whole - 2) return { page: last, part: 1, line: 1 };
  const line = 1 / 3;
  const page = lastAt(tops, top + height * line);
  return { page, part: (top + height * line - (tops[page] ?? 0)) / (sizes[page]?.height ?? 1), line };
}

/** Returns the scroll position that puts a spot back where it was. */
export const topOf = ({ tops, sizes }: Layout, { page, part, line }: Spot, height: number): number =>
  Math.max(0, (tops[page] ?? 0) + part * (sizes[page]?.height ?? 0) - line * height);

/** The most pixels of one canvas, and of its longer side, that phones can draw. */
const mostPixels = 8_000_000;
const longestSide = 8_192;

/** Returns how many canvas pixels represent one pixel of the page: as many as the screen has, as far as they can be drawn. */
export function sharpness({ width, height }: Size, screen: number): number {
  return Math.min(screen, Math.sqrt(mostPixels / (width * height)), longestSide / Math.max(width, height));
}

/** A number that was typed, as a page that there is; null for anything else. */
export function typedPage(text: string, pages: number): number | null {
  const number = /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : 0;
  return number < 1 ? null : Math.min(number, pages);
}

export type ViewerAct =
  | "nextPage"
  | "previousPage"
  | "firstPage"
  | "lastPage"
  | "in"
  | "out"
  | "width"
  | "page"
  | "turn"
  | "full";

/** Single keys, apart from those that decide and that go from one submission to another. */
export const singleKeys: Readonly<Record<string, ViewerAct>> = {
  n: "nextPage",
  b: "previousPage",
  "+": "in",
  "=": "in",
  "-": "out",
  "0": "width",
  h: "page",
  t: "turn",
  f: "full",
};

/** Further ones, while the keyboard is in the document. */
export const keysWithin: Readonly<Record<string, ViewerAct>> = {
  ...singleKeys,
  PageDown: "nextPage",
  PageUp: "previousPage",
  ArrowRight: "nextPage",
  ArrowLeft: "previousPage",
  Home: "firstPage",
  End: "lastPage",
};
