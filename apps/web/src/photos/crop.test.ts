import fc from "fast-check";
import { expect, test } from "vitest";
import { dragged, squareOf, wholeCrop } from "./crop.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const crops = fc.record({ zoom: share, x: share, y: share });
const sizes = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) });
const moves = fc.record({
  x: fc.double({ min: -3, max: 3, noNaN: true }),
  y: fc.double({ min: -3, max: 3, noNaN: true }),
});

test("the square never leaves the picture, wherever it is dragged", () => {
  fc.assert(
    fc.property(crops, sizes, moves, (crop, size, moved) => {
      const { left, top, side } = squareOf(dragged(crop, size, moved), size);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(left + side).toBeLessThanOrEqual(size.width + 1e-6);
      expect(top + side).toBeLessThanOrEqual(size.height + 1e-6);
      expect(side).toBeGreaterThan(0);
    }),
  );
});

test("it begins in the middle, as large as can be, and follows the finger", () => {
  const size = { width: 400, height: 300 };
  expect(squareOf(wholeCrop, size)).toEqual({ left: 50, top: 0, side: 300 });
  expect(squareOf(dragged(wholeCrop, size, { x: 0.1, y: 0.5 }), size)).toEqual({ left: 20, top: 0, side: 300 });
  expect(squareOf({ zoom: 1, x: 0, y: 1 }, size)).toEqual({ left: 0, top: 225, side: 75 });
});
