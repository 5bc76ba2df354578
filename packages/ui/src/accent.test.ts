import fc from "fast-check";
import { expect, test } from "vitest";
import { accentShades, contrastRatio, darkGround, darkInk, defaultAccent, lightGround } from "./accent.ts";

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("whatever colour an organization picks, text on it and links in it can be read in both schemes", () => {
  fc.assert(
    fc.property(colour, (accent) => {
      const shades = accentShades(accent);
      expect(contrastRatio(shades[6], lightGround)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(shades[7], lightGround)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(shades[3], darkGround)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(shades[3], darkInk)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test("a colour that can be read already is left as it is", () => {
  expect(accentShades("#7a1f3d")[6]).toBe("#7a1f3d");
});

test("what is not a colour gives the default accent", () => {
  expect(accentShades("url(x)")).toEqual(accentShades(defaultAccent));
});
