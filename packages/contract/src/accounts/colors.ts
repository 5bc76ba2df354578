/** The contrast rules for an accent color. The page uses them for drawing, and the server for refusing a color. */

/** The page's surfaces in the light and in the dark scheme, the background first: text in the accent color appears on each. */
export const lightSurfaces = ["#ffffff", "#f6f7f9", "#f0f2f5"] as const;
export const darkSurfaces = ["#171b23", "#11151c", "#232a36", "#2d3645"] as const;
export const lightGround = lightSurfaces[0];
export const darkGround = darkSurfaces[0];

/** The minimum contrast of text. Source: WCAG 2.2, success criterion 1.4.3, level AA. */
export const leastContrast = 4.5;

export type Rgb = readonly [red: number, green: number, blue: number];

/** Parses `#rrggbb` into numbers; null for anything else. */
export function parseColor(hex: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) return null;
  const [, red = "0", green = "0", blue = "0"] = match;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

export function formatColor(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

export function mixColors(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two `#rrggbb` colors, 1 to 21. Source: WCAG 2.2, success criterion 1.4.3. */
export function contrastRatio(one: string, other: string): number {
  const [a, b] = [parseColor(one), parseColor(other)];
  if (!a || !b) return 1;
  const [light, dark] = [Math.max(luminance(a), luminance(b)), Math.min(luminance(a), luminance(b))];
  return (light + 0.05) / (dark + 0.05);
}

/** The lowest contrast of a color with any of some surfaces. */
export const contrastOn = (color: string, surfaces: readonly string[]): number =>
  Math.min(...surfaces.map((surface) => contrastRatio(color, surface)));

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** Returns tints of a color, the lighter first: selected items and avatars show the accent color on one of these. */
export const tintsOf = (color: Rgb): [lighter: string, darker: string] => [
  formatColor(mixColors(color, white, 0.95)),
  formatColor(mixColors(color, white, 0.88)),
];

/** Returns the lowest contrast of text in a color in the light scheme, on its surfaces and on the color's own tints. */
export function contrastInLight(color: string): number {
  const rgb = parseColor(color);
  return rgb ? contrastOn(color, [...lightSurfaces, ...tintsOf(rgb)]) : 1;
}

/**
 * Returns the nearest darker color that is readable everywhere in the light scheme, and behind white text: the color itself if
 * it is. The dark scheme derives a lighter one of the same hue from it.
 */
export function readableAccent(color: string): string | null {
  const chosen = parseColor(color);
  if (!chosen) return null;
  let share = 0;
  let found = formatColor(chosen);
  while (contrastInLight(found) < leastContrast) {
    share += 0.02;
    found = formatColor(mixColors(chosen, black, share));
  }
  return found;
}
