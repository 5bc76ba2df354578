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

/** Brighter colours glare on a dark ground. */
const mostSaturation = 0.4;

/** The same hue at another lightness (0 to 1): mixed with white instead, a dark colour would turn grey. */
function atLightness(rgb: Rgb, lightness: number): Rgb {
  const parts = rgb.map((part) => part / 255) as [number, number, number];
  const [high, low] = [Math.max(...parts), Math.min(...parts)];
  const own = (high + low) / 2;
  const saturation = high === low ? 0 : (high - low) / (1 - Math.abs(2 * own - 1));
  const chroma = Math.min(saturation, mostSaturation) * (1 - Math.abs(2 * lightness - 1));
  const [red, green, blue] = parts.map((part) =>
    high === low ? lightness : lightness + chroma * ((part - low) / (high - low) - 0.5),
  ) as [number, number, number];
  return [red * 255, green * 255, blue * 255];
}

/** The darkest lightness at which a hue can be read on the dark ground, and carry dark text. */
function darkSchemeLightness(base: Rgb): number {
  let lightness = 0.5;
  while (contrastRatio(format(atLightness(base, lightness)), darkGround) < 6.5 && lightness < 0.95) lightness += 0.01;
  return lightness;
}

/**
 * The ten shades of an organization's accent colour (`#rrggbb`; anything else gives the default). Shade 6 carries white
 * text and is a link on white; shade 3 carries dark text and is a link on the dark ground; both with at least 4.5 : 1.
 */
export function accentShades(accent: string): MantineColorsTuple {
  let base = parse(accent) ?? (parse(defaultAccent) as Rgb);
  while (contrastRatio(format(base), lightGround) < 4.6) base = mix(base, black, 0.04);
  const tint = (share: number) => format(mix(base, white, share));
  const readable = darkSchemeLightness(base);
  const lighter = (by: number) => format(atLightness(base, Math.min(0.97, readable + by)));
  const shade = (share: number) => format(mix(base, black, share));
  return [
    tint(0.95),
    tint(0.88),
    lighter(0.08),
    lighter(0),
    tint(0.45),
    tint(0.2),
    format(base),
    shade(0.15),
    shade(0.3),
    shade(0.45),
  ];
}
