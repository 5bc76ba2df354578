import type { ImageBox } from "@touchline/contract/vision";
import { type Pixels, pipeline, pixelsOf } from "../picture.ts";

/** A rotated picture, with the mapping of a box in it to the original picture, as fractions of its size. */
export type TurnedPicture = { pixels: Pixels; degrees: number; original(box: ImageBox): ImageBox };

/** Rotates a picture clockwise and fills the corners with white. */
export async function rotated(pixels: Pixels, degrees: number): Promise<TurnedPicture> {
  const turned = degrees === 0 ? pixels : await pixelsOf(pipeline(pixels).rotate(degrees, { background: "#ffffff" }));
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const back = (x: number, y: number): [number, number] => {
    const [across, down] = [x - turned.width / 2, y - turned.height / 2];
    return [across * cos + down * sin + pixels.width / 2, -across * sin + down * cos + pixels.height / 2];
  };
  return {
    pixels: turned,
    degrees,
    original: ({ x, y, width, height }) => {
      const corners = [back(x, y), back(x + width, y), back(x, y + height), back(x + width, y + height)];
      const [xs, ys] = [corners.map(([one]) => one), corners.map(([, one]) => one)];
      const share = (value: number, whole: number) =>
        Math.round(Math.min(1, Math.max(0, value / whole)) * 10_000) / 10_000;
      const [left, right] = [share(Math.min(...xs), pixels.width), share(Math.max(...xs), pixels.width)];
      const [top, bottom] = [share(Math.min(...ys), pixels.height), share(Math.max(...ys), pixels.height)];
      return { x: left, y: top, width: right - left, height: bottom - top };
    },
  };
}
