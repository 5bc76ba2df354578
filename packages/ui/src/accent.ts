import type { MantineColorsTuple } from "@mantine/core";
import {
  contrastRatio,
  darkGround,
  formatColor as format,
  mixColors as mix,
  parseColor as parse,
  type Rgb,
  readableAccent,
  tintsOf,
} from "@touchline/contract/accounts/colors";

export { contrastRatio, darkGround };

/** Ink. No status has this color, so that nothing competes with a status until an organization chooses its own accent. */
export const defaultAccent = "#24324f";

/** Text on a filled accent in the dark scheme. */
export const darkInk = "#0d1016";

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** Brighter colors are glaring on a dark background. */
const mostSaturation = 0.4;

/** Changes the lightness (0 to 1) of a color and keeps its hue. Mixed with white instead, a dark color would turn gray. */
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

/** The darkest lightness at which a hue is readable on the dark background, and can carry dark text. */
function darkSchemeLightness(base: Rgb): number {
  let lightness = 0.5;
  while (contrastRatio(format(atLightness(base, lightness)), darkGround) < 6.5 && lightness < 0.95) lightness += 0.01;
  return lightness;
}

/**
 * Returns the ten shades of an organization's accent color (`#rrggbb`; anything else gives the default). Shade 6 carries white
 * text and is a link on white. Shade 3 carries dark text and is a link on the dark background. Both have a contrast of at least
 * 4.5 : 1 on every surface of the scheme.
 */
export function accentShades(accent: string): MantineColorsTuple {
  const base = parse(readableAccent(accent) ?? defaultAccent) as Rgb;
  const tint = (share: number) => format(mix(base, white, share));
  const readable = darkSchemeLightness(base);
  const lighter = (by: number) => format(atLightness(base, Math.min(0.97, readable + by)));
  const shade = (share: number) => format(mix(base, black, share));
  return [
    ...tintsOf(base),
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
