/** Which square of a picture is kept: how near, and where between its edges, each from 0 to 1. */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

/** The largest square, in the middle. */
export const wholeCrop: Crop = { zoom: 0, x: 0.5, y: 0.5 };

/** So near is the nearest. */
const nearest = 4;

interface Size {
  width: number;
  height: number;
}

/** The square in the picture's own pixels; it never leaves the picture. */
export function squareOf({ zoom, x, y }: Crop, { width, height }: Size): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / (1 + zoom * (nearest - 1));
  return { left: x * (width - side), top: y * (height - side), side };
}

const held = (share: number) => Math.min(1, Math.max(0, share));

/** The picture is dragged along: what is under the finger stays under it. `moved` is in shares of the frame. */
export function dragged(crop: Crop, size: Size, moved: { x: number; y: number }): Crop {
  const { side } = squareOf(crop, size);
  const along = (share: number, by: number, length: number) =>
    length - side < 1 ? share : held(share - (by * side) / (length - side));
  return { ...crop, x: along(crop.x, moved.x, size.width), y: along(crop.y, moved.y, size.height) };
}
