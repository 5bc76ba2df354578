import { describe, expect, test } from "vitest";
import {
  factorOf,
  gap,
  keysWithin,
  layoutOf,
  lying,
  rotated,
  seen,
  sharpness,
  singleKeys,
  spotAt,
  topOf,
  typedPage,
  zoomed,
} from "./document-layout.ts";

const letter = { width: 600, height: 800 };
const wide = { width: 1200, height: 400 };
const frame = { width: 600 + 2 * gap, height: 400 + 2 * gap };

describe("how large a page is shown", () => {
  test("as wide as the frame, whole, or by its own size", () => {
    expect(factorOf("width", letter, frame)).toBe(1);
    expect(factorOf("page", letter, frame)).toBe(0.5);
    expect(factorOf("page", wide, frame)).toBe(0.5);
    expect(factorOf(2, letter, frame)).toBe(2);
  });
  test("a small picture stays small, and a frame without room still shows something", () => {
    expect(factorOf("width", { width: 60, height: 80 }, frame, 1)).toBe(1);
    expect(factorOf("width", letter, { width: 0, height: 0 })).toBeGreaterThan(0);
  });
  test("goes step by step, from between two steps to the next, and ends", () => {
    expect(zoomed(1, "in")).toBe(1.1);
    expect(zoomed(0.83, "in")).toBe(0.9);
    expect(zoomed(0.83, "out")).toBe(0.75);
    expect(zoomed(1.1, "out")).toBe(1);
    expect(zoomed(5, "in")).toBe(5);
    expect(zoomed(0.1, "out")).toBe(0.1);
  });
  test("turning goes round", () => {
    expect([rotated(0), rotated(90), rotated(180), rotated(270)]).toEqual([90, 180, 270, 0]);
    expect(lying(letter, 90)).toEqual({ width: 800, height: 600 });
    expect(lying(letter, 180)).toEqual(letter);
  });
});

describe("where pages are", () => {
  const layout = layoutOf([letter, wide, letter], () => 0.5);
  test("one under the other, with room between", () => {
    expect(layout.tops).toEqual([gap, 400 + 2 * gap, 600 + 3 * gap]);
    expect(layout).toMatchObject({ width: 600 + 2 * gap, height: 1000 + 4 * gap });
  });
  test("each as wide as the frame, where they shall fit", () => {
    const fit = layoutOf([letter, wide], (page) => factorOf("width", page, frame));
    expect(fit.sizes.map(({ width }) => width)).toEqual([600, 600]);
    expect(fit.width).toBe(frame.width);
  });
  test("those seen are drawn, with one on either side, and never all of many", () => {
    expect(seen(layout, 0, 100)).toEqual({ first: 0, last: 1 });
    expect(seen(layout, 450, 10)).toEqual({ first: 0, last: 2 });
    const long = layoutOf(
      Array.from({ length: 500 }, () => letter),
      () => 1,
    );
    const { first, last } = seen(long, long.height / 2, 900);
    expect(last - first).toBeLessThan(6);
    expect(seen(long, long.height, 900)).toEqual({ first: 498, last: 499 });
  });
  test("the visible page is reported, also at the end of short ones", () => {
    const pageAt = (top: number, height: number) => spotAt(layout, top, height).page + 1;
    expect(pageAt(0, 300)).toBe(1);
    expect(pageAt(400, 300)).toBe(2);
    expect(pageAt(layout.height - 900, 900)).toBe(3);
    // The whole page is in the frame.
    expect(pageAt(0, layout.height)).toBe(1);
  });
  test.each([0, 500, 99_999])("a place stays where it is when everything gets larger: from %i", (top) => {
    const spot = spotAt(layout, top, 300);
    const larger = layoutOf([letter, wide, letter], () => 1.5);
    const again = spotAt(larger, topOf(larger, spot, 300), 300);
    expect(again.page).toBe(spot.page);
    if (top < layout.height) expect(again.part).toBeCloseTo(spot.part, 1);
  });
  test("a page that was gone to begins at the top of the frame", () => {
    expect(topOf(layout, { page: 1, part: 0, line: 0 }, 300)).toBe(layout.tops[1]);
  });
});

test("a canvas is as sharp as the screen, and of a huge page only as large as can be drawn", () => {
  expect(sharpness(letter, 2)).toBe(2);
  for (const size of [
    { width: 20_000, height: 20_000 },
    { width: 14_400, height: 10 },
    { width: 3000, height: 4000 },
  ]) {
    const sharp = sharpness(size, 3);
    expect(size.width * sharp * size.height * sharp).toBeLessThanOrEqual(8_000_001);
    expect(Math.max(size.width, size.height) * sharp).toBeLessThanOrEqual(8_193);
  }
});

test("a typed page is one that there is", () => {
  expect(typedPage("3", 7)).toBe(3);
  expect(typedPage(" 12 ", 7)).toBe(7);
  for (const text of ["", "0", "-1", "two", "1.5", "9999999"]) expect(typedPage(text, 7)).toBeNull();
});

test("no key of the viewer is one that decides or moves on", () => {
  for (const key of ["j", "k", "a", "r", "d", "/", "?", "1", "2", "3", "4", "5", "6", "7", "8", "9"]) {
    expect(Object.keys(keysWithin)).not.toContain(key);
  }
  expect(Object.keys(singleKeys)).not.toContain("ArrowRight");
});
