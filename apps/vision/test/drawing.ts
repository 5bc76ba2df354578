import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import sharp, { type OverlayOptions } from "sharp";
import { seeded } from "./random.ts";

const require = createRequire(import.meta.url);
const dejavu = dirname(require.resolve("dejavu-fonts-ttf/package.json"));
const typefaces = {
  sans: ["DejaVu Sans", "DejaVuSans.ttf"],
  bold: ["DejaVu Sans Bold", "DejaVuSans-Bold.ttf"],
  serif: ["DejaVu Serif", "DejaVuSerif.ttf"],
  mono: ["DejaVu Sans Mono Bold", "DejaVuSansMono-Bold.ttf"],
} as const;

export type Drawn = { text: string; x: number; y: number; size: number; face?: keyof typeof typefaces };

/** Draws a page with a background color, text, and pictures. */
export async function page(
  [width, height]: [number, number],
  color: string,
  texts: readonly Drawn[],
  pictures: OverlayOptions[] = [],
): Promise<Buffer> {
  const drawn = await Promise.all(
    texts
      .filter(({ text }) => text !== "")
      .map(async ({ text, x, y, size, face = "sans" }) => {
        const [name, file] = typefaces[face];
        const safe = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
        const input = await sharp({
          text: { text: safe, font: `${name} ${size}`, fontfile: join(dejavu, "ttf", file), dpi: 72, rgba: false },
        })
          .png()
          .toBuffer();
        const { width: wide = 1, height: high = 1 } = await sharp(input).metadata();
        const ink = await sharp({ create: { width: wide, height: high, channels: 3, background: "#1a1a22" } })
          .joinChannel(await sharp(input).extractChannel(0).toColorspace("b-w").raw().toBuffer(), {
            raw: { width: wide, height: high, channels: 1 },
          })
          .png()
          .toBuffer();
        return { input: ink, left: Math.round(x), top: Math.round(y) };
      }),
  );
  return sharp({ create: { width, height, channels: 3, background: color } })
    .composite([...pictures, ...drawn])
    .png()
    .toBuffer();
}

/** Conditions of a photo taken with a phone. */
export type Damage = {
  rotate?: number;
  blur?: number;
  noise?: number;
  glare?: boolean;
  quality?: number;
  scale?: number;
};

/** Simulates a photo of a page: on a table, skewed, out of focus, with a reflection, as a JPEG. */
export async function photographed(page: Buffer, damage: Damage): Promise<Buffer> {
  const { width = 1, height = 1 } = await sharp(page).metadata();
  const margin = Math.round(width * 0.06);
  let work = sharp(page).extend({ top: margin, bottom: margin, left: margin, right: margin, background: "#77706a" });
  if (damage.rotate) work = sharp(await work.png().toBuffer()).rotate(damage.rotate, { background: "#77706a" });
  let bytes = await work.png().toBuffer();
  if (damage.glare)
    bytes = await sharp(bytes)
      .composite([{ input: reflection(width, height) }])
      .png()
      .toBuffer();
  if (damage.blur) bytes = await sharp(bytes).blur(damage.blur).png().toBuffer();
  if (damage.noise) {
    const size = await sharp(bytes).metadata();
    const raw = { width: size.width ?? 1, height: size.height ?? 1, channels: 3 } as const;
    const pixels = grainOf(raw.width * raw.height * raw.channels, damage.noise);
    const grain = await sharp(pixels, { raw }).png().toBuffer();
    bytes = await sharp(bytes)
      .composite([{ input: grain, blend: "soft-light" }])
      .png()
      .toBuffer();
  }
  const scaled = sharp(bytes);
  if (damage.scale) scaled.resize(Math.round(((await sharp(bytes).metadata()).width ?? 1) * damage.scale));
  return scaled.jpeg({ quality: damage.quality ?? 82 }).toBuffer();
}

/** Returns gray noise whose values are spread by `sigma`, always the same, so that a picture is read or isn't in every run. */
function grainOf(bytes: number, sigma: number): Buffer {
  const random = seeded(bytes);
  const pixels = Buffer.alloc(bytes);
  // The sum of four uniform values is close to normal, with a variance of 4/12.
  for (let i = 0; i < bytes; i++) {
    const spread = (random() + random() + random() + random() - 2) * Math.sqrt(3);
    pixels[i] = Math.max(0, Math.min(255, Math.round(128 + spread * sigma)));
  }
  return pixels;
}

const reflection = (width: number, height: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="0.75" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><ellipse cx="${width * 0.62}" cy="${height * 0.45}" rx="${width * 0.2}" ry="${height * 0.22}" fill="url(#g)"/></svg>`,
  );
