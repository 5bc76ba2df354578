import {
  blurLevel,
  type ColorPixels,
  edgeWidth,
  glareOf,
  type Luma,
  lumaOf,
  percentile,
} from "@touchline/rules/verification/photo-quality";
import { medianOf } from "./median.ts";

/** The subject of the photo, which decides the guide on the screen: an ID, an open passport, a whole page, or a face. */
export type Shape = "card" | "passport" | "page" | "face";

/** The position of the guide in the visible picture, in shares of its width and height. */
export interface Guide {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Width of the picture by its height, as it is shown. */
export const stageRatios: Record<Shape, number> = { card: 4 / 3, passport: 4 / 3, page: 3 / 4, face: 3 / 4 };
/** An ID is 85.6 by 54 mm, the page of a passport 125 by 88 mm, and a certificate usually a letter page. */
const documentRatios = { card: 85.6 / 54, passport: 125 / 88, page: 8.5 / 11 };

/** The guide for a shape: as wide as fits, with some air around it. */
export function guideOf(shape: Shape): Guide {
  if (shape === "face") return { left: 0.19, top: 0.1, width: 0.62, height: 0.74 };
  const stage = stageRatios[shape];
  const width = Math.min(0.9, (0.9 * documentRatios[shape]) / stage);
  const height = (width * stage) / documentRatios[shape];
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height };
}

/** The next instruction to the person; `good`: the photo can be taken. */
export type CaptureHint = "fit" | "tooDark" | "tooBright" | "glare" | "moveCloser" | "holdStill" | "notSharp" | "good";

/** The measures of one frame of the live picture. */
export interface FrameReading {
  luma: Luma;
  hint: CaptureHint;
}

/** Thresholds on brightness from 0 to 255, tried on pictures of cards and faces in dim and in bright light. */
const dark = 60;
const bright = 225;
/** Mean change of a pixel between two frames from which the hand is moving. */
const moving = 6;
/** Variance of the Laplacian at the width of `measuredWidth.glare`, below which the lens hasn't focused yet. */
const focused = { document: 60, face: 18 };
/** Spread of brightness below which there is nothing but a wall. */
const empty = 16;

/** Judges a frame of the live picture, which was scaled down to the width at which glare is measured. */
export function judgeFrame(pixels: ColorPixels, shape: Shape, before: Luma | null): FrameReading {
  const luma = lumaOf(pixels);
  const guide = guideOf(shape);
  const inside = within(luma, guide);
  const hint = (): CaptureHint => {
    if (percentile(inside.data, 0.8) < dark) return "tooDark";
    if (shape === "face" && percentile(inside.data, 0.5) > bright) return "tooBright";
    if (percentile(inside.data, 0.95) - percentile(inside.data, 0.05) < empty) return "fit";
    if (before === null || change(luma, before) > moving) return "holdStill";
    if (shape !== "face") {
      const met = edgesMet(luma, guide);
      if (met < 3) return met === 0 ? "fit" : "moveCloser";
      if (glareOf(pixels).level === "strong") return "glare";
    }
    return laplacianVariance(inside) < (shape === "face" ? focused.face : focused.document) ? "notSharp" : "good";
  };
  return { luma, hint: hint() };
}

/** The measures of the photo itself, before it is sent. */
export interface PhotoQuality {
  blur: "sharp" | "soft" | "blurry";
  glare: "none" | "some" | "strong";
}

/** Judges a photo of a document by the same measures as the server, at the widths of `measuredWidth`. */
export const qualityOf = (at: { blur: ColorPixels; glare: ColorPixels }): PhotoQuality => ({
  blur: blurLevel(edgeWidth(medianOf(lumaOf(at.blur)))),
  glare: glareOf(at.glare).level,
});

/** The part of a picture inside the guide. */
function within({ data, width, height }: Luma, guide: Guide): Luma {
  const [left, top] = [Math.round(guide.left * width), Math.round(guide.top * height)];
  const [wide, high] = [Math.round(guide.width * width), Math.round(guide.height * height)];
  const part = new Uint8Array(wide * high);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) part[y * wide + x] = data[(top + y) * width + left + x] ?? 0;
  }
  return { data: part, width: wide, height: high };
}

/** Returns the mean change of a pixel from one frame to the next; infinite for frames of different sizes. */
function change(one: Luma, other: Luma): number {
  if (one.data.length !== other.data.length) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let at = 0; at < one.data.length; at += 1) {
    sum += Math.abs((one.data[at] as number) - (other.data[at] as number));
  }
  return sum / one.data.length;
}

/** The variance of the Laplacian: small where a lens has not focused, and where nothing is. */
export function laplacianVariance({ data, width, height }: Luma): number {
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const around =
        (data[at - 1] as number) +
        (data[at + 1] as number) +
        (data[at - width] as number) +
        (data[at + width] as number);
      const value = around - 4 * (data[at] as number);
      sum += value;
      squares += value * value;
      count += 1;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

/**
 * The tolerance of an edge's position relative to the guide, the number of segments per side, and the minimum gradient
 * of an edge.
 */
const reach = 0.09;
const pieces = 5;
const steep = 14;

/**
 * Counts the sides of the guide on which the document's edge lies. Each side is checked piece by piece, so that the document
 * may be tilted a little.
 */
export function edgesMet({ data, width, height }: Luma, guide: Guide): number {
  const box = {
    left: guide.left * width,
    top: guide.top * height,
    right: (guide.left + guide.width) * width,
    bottom: (guide.top + guide.height) * height,
  };
  const valueAt = (x: number, y: number) => data[y * width + x] as number;
  /** Whether most pieces of a line have a sharp edge near it. */
  const isMet = (line: number, from: number, to: number, size: number, isUpright: boolean) => {
    const spread = reach * (isUpright ? box.right - box.left : box.bottom - box.top);
    const [low, high] = [Math.max(1, Math.floor(line - spread)), Math.min(size - 2, Math.ceil(line + spread))];
    const length = (to - from) / pieces;
    let met = 0;
    for (let piece = 0; piece < pieces; piece += 1) {
      const [start, end] = [Math.round(from + piece * length), Math.round(from + (piece + 1) * length)];
      let steepest = 0;
      for (let across = low; across <= high; across += 1) {
        let step = 0;
        for (let along = start; along < end; along += 1) {
          step += isUpright
            ? valueAt(across + 1, along) - valueAt(across - 1, along)
            : valueAt(along, across + 1) - valueAt(along, across - 1);
        }
        steepest = Math.max(steepest, Math.abs(step) / Math.max(1, end - start));
      }
      if (steepest >= steep) met += 1;
    }
    return met >= pieces - 1;
  };
  return [
    isMet(box.left, box.top, box.bottom, width, true),
    isMet(box.right, box.top, box.bottom, width, true),
    isMet(box.top, box.left, box.right, height, false),
    isMet(box.bottom, box.left, box.right, height, false),
  ].filter(Boolean).length;
}
