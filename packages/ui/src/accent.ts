import type { MantineColorsTuple } from "@mantine/core";

/** Ink: no status has this colour, so that nothing competes with a status until an organization chooses its own accent. */
export const defaultAccent = "#24324f";

/** The page's ground in the light and in the dark scheme; what an accent's contrast is checked against. */
export const lightGround = "#ffffff";
export const darkGround = "#171b23";
/** Text on a filled accent in the dark scheme. */
export const darkInk = "#0d1016";

type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) return null;
  const [, red = "0", green = "0", blue = "0"] = match;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

function format(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
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

/** Contrast ratio of two `#rrggbb` colours, 1 to 21. Source: WCAG 2.2, success criterion 1.4.3. */
export function contrastRatio(one: string, other: string): number {
  const [a, b] = [parse(one), parse(other)];
  if (!a || !b) return 1;
  const [light, dark] = [Math.max(luminance(a), luminance(b)), Math.min(luminance(a), luminance(b))];
  return (light + 0.05) / (dark + 0.05);
}

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/**
 * The ten shades of an organization's accent colour (`#rrggbb`; anything else gives the default). Shade 6 carries white
 * text and is a link on white; shade 3 carries dark text and is a link on the dark ground; both with at least 4.5 : 1.
 */
export function accentShades(accent: string): MantineColorsTuple {
  let base = parse(accent) ?? (parse(defaultAccent) as Rgb);
  while (contrastRatio(format(base), lightGround) < 4.6) base = mix(base, black, 0.04);
  const tint = (share: number) => format(mix(base, white, share));
  const shade = (share: number) => format(mix(base, black, share));
  return [
    tint(0.95),
    tint(0.88),
    tint(0.77),
    tint(0.66),
    tint(0.45),
    tint(0.2),
    format(base),
    shade(0.15),
    shade(0.3),
    shade(0.45),
  ];
}
