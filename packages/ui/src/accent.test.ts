import {
  contrastInLight,
  contrastOn,
  darkSurfaces,
  leastContrast,
  lightSurfaces,
  readableAccent,
} from "@touchline/contract/accounts/colors";
import fc from "fast-check";
import { expect, test } from "vitest";
import { accentShades, contrastRatio, darkInk, defaultAccent } from "./accent.ts";

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("whatever color an organization picks, text on it and links in it can be read in both schemes", () => {
  fc.assert(
    fc.property(color, (accent) => {
      const shades = accentShades(accent);
      expect(contrastOn(shades[6], [...lightSurfaces, shades[0], shades[1]])).toBeGreaterThanOrEqual(leastContrast);
      expect(contrastOn(shades[7], lightSurfaces)).toBeGreaterThanOrEqual(leastContrast);
      expect(contrastOn(shades[3], darkSurfaces)).toBeGreaterThanOrEqual(leastContrast);
      expect(contrastOn(shades[2], darkSurfaces)).toBeGreaterThanOrEqual(leastContrast);
      expect(contrastRatio(shades[3], darkInk)).toBeGreaterThanOrEqual(leastContrast);
    }),
  );
});

test("a color that can be read already is left as it is", () => {
  expect(accentShades("#7a1f3d")[6]).toBe("#7a1f3d");
});

test("what is not a color gives the default accent", () => {
  expect(accentShades("url(x)")).toEqual(accentShades(defaultAccent));
});

test("what is suggested in place of a color can be read, and is not suggested anything else itself", () => {
  fc.assert(
    fc.property(color, (accent) => {
      const suggested = readableAccent(accent) ?? "";
      expect(contrastInLight(suggested)).toBeGreaterThanOrEqual(leastContrast);
      expect(readableAccent(suggested)).toBe(suggested);
    }),
  );
});
