import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import sharp from "sharp";

/**
 * Faces in the sample pictures of @vladmandic/face-api (MIT), which are read from the package and not copied:
 * the picture's number, and the square around one face, as fractions of the picture's width and height.
 */
const faces = {
  straight: { sample: 3, x: 0.2, y: 0.12, width: 0.31, height: 0.5 },
  another: { sample: 3, x: 0.46, y: 0.03, width: 0.26, height: 0.5 },
  turned: { sample: 2, x: 0.1, y: 0.02, width: 0.22, height: 0.36 },
} as const;

const folder = join(dirname(createRequire(import.meta.url).resolve("@vladmandic/face-api")), "../demo");

/** Returns a whole sample picture, which has three to five faces. */
export const group = (sample: number) => readFile(join(folder, `sample${sample}.jpg`));

/** Returns a picture of one face. */
export async function portrait(name: keyof typeof faces): Promise<Buffer> {
  const { sample, x, y, width, height } = faces[name];
  const whole = sharp(await group(sample));
  const size = await whole.metadata();
  return whole
    .extract({
      left: Math.round(x * size.width),
      top: Math.round(y * size.height),
      width: Math.round(width * size.width),
      height: Math.round(height * size.height),
    })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Where the face is in the picture "straight", as shares of it. */
const straightFace = { x: 0.242, y: 0.216, width: 0.563, height: 0.496 };
/** What is drawn over a face: from where to where down the face, and its color. */
const coverings = {
  sunglasses: { from: 0.3, to: 0.5, color: "#111111" },
  mask: { from: 0.58, to: 1, color: "#3f78c0" },
} as const;

/** Returns a picture of one face with dark glasses or a mask drawn over it. */
export async function coveredFace(name: keyof typeof coverings): Promise<Buffer> {
  const face = await portrait("straight");
  const { width, height } = await sharp(face).metadata();
  const { from, to, color } = coverings[name];
  const { x, y, width: wide, height: high } = straightFace;
  const size = { width: Math.round(wide * 0.8 * width), height: Math.round(high * (to - from) * height) };
  const input = { create: { ...size, channels: 3, background: color } } as const;
  const place = { left: Math.round((x + wide * 0.1) * width), top: Math.round((y + high * from) * height) };
  return sharp(face)
    .composite([{ input, ...place }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
