import sharp, { type Sharp } from "sharp";
import { pictureLimits } from "./picture-limits.ts";

/** Pixels in memory: three bytes each (red, green, blue), row by row. */
export type Pixels = { data: Buffer; width: number; height: number };

/** Formats of cameras and scanners. PDF, SVG and everything else is refused. */
const formats = ["jpeg", "png", "webp", "heif", "tiff", "gif"];

/** The minimum side length, in pixels, of a readable picture. */
const smallest = 32;

sharp.cache(false);
sharp.concurrency(1);

/** The bytes aren't a picture, or the picture is too large or too small. */
export class UnreadablePicture extends Error {}

/** Returns the size of a picture after EXIF rotation. @throws UnreadablePicture */
async function uprightSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  if (bytes.length === 0) throw new UnreadablePicture("no bytes");
  if (bytes.length > pictureLimits.bytes) throw new UnreadablePicture("too many bytes");
  const meta = await sharp(bytes, { limitInputPixels: pictureLimits.pixels, pages: 1 })
    .metadata()
    .catch((cause: unknown) => {
      throw new UnreadablePicture("no picture", { cause });
    });
  const { width, height, format, orientation = 1 } = meta;
  if (!format || !formats.includes(format)) throw new UnreadablePicture("no picture of a camera");
  if (width * height > pictureLimits.pixels || Math.max(width, height) > pictureLimits.side) {
    throw new UnreadablePicture("too many pixels");
  }
  if (Math.min(width, height) < smallest) throw new UnreadablePicture("too few pixels");
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/**
 * Decodes the first frame of a picture: rotated by EXIF orientation, in sRGB on white, with at most `longest` pixels on its
 * longer side.
 *
 * @returns the pixels, and the rotated picture's original size.
 * @throws UnreadablePicture
 */
export async function decode(
  bytes: Uint8Array,
  longest: number,
): Promise<Pixels & { original: { width: number; height: number } }> {
  const original = await uprightSize(bytes);
  const { data, info } = await sharp(bytes, { limitInputPixels: pictureLimits.pixels, pages: 1, failOn: "error" })
    .autoOrient()
    .resize(longest, longest, { fit: "inside", withoutEnlargement: true })
    .toColorspace("srgb")
    .flatten({ background: "#ffffff" })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new UnreadablePicture("damaged", { cause });
    });
  return { ...threeChannels(data, info), original };
}

/** Repeats the channel of a grayscale picture three times. */
function threeChannels(
  data: Buffer,
  { width, height, channels }: { width: number; height: number; channels: number },
): Pixels {
  if (channels === 3) return { data, width, height };
  const all = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) all.fill(data[at * channels] ?? 0, at * 3, at * 3 + 3);
  return { data: all, width, height };
}

/** Returns a sharp pipeline that starts from pixels. */
export const pipeline = ({ data, width, height }: Pixels) => sharp(data, { raw: { width, height, channels: 3 } });

/** Returns the pixels of a pipeline. */
export async function pixelsOf(work: Sharp): Promise<Pixels> {
  const { data, info } = await work.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return threeChannels(data, info);
}
