import sharp, { type Sharp } from "sharp";
import { pictureLimits } from "./picture-limits.ts";

/** Pixels in memory, three bytes each (red, green, blue), row by row. */
export type Pixels = { data: Buffer; width: number; height: number };

/** Formats that people's cameras and scanners make. A PDF, an SVG and whatever else poses as a picture are refused. */
const formats = ["jpeg", "png", "webp", "heif", "tiff", "gif"];

/** The smallest side that anything can be read from. */
const smallest = 32;

sharp.cache(false);
sharp.concurrency(1);

/** Bytes that are no picture, or one that is too large or too small to be looked at. */
export class UnreadablePicture extends Error {}

/** The size of a picture as it stands upright. @throws UnreadablePicture */
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
 * Decodes the first frame of a picture, upright by its EXIF orientation, in sRGB on white, with at most `longest` pixels on its longer side.
 *
 * @returns the pixels, and the upright size that the picture had.
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

/** A picture of one channel has it three times. */
function threeChannels(
  data: Buffer,
  { width, height, channels }: { width: number; height: number; channels: number },
): Pixels {
  if (channels === 3) return { data, width, height };
  const all = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) all.fill(data[at * channels] ?? 0, at * 3, at * 3 + 3);
  return { data: all, width, height };
}

/** Goes on from pixels with all that sharp can do. */
export const pipeline = ({ data, width, height }: Pixels) => sharp(data, { raw: { width, height, channels: 3 } });

/** The pixels of a pipeline. */
export async function pixelsOf(work: Sharp): Promise<Pixels> {
  const { data, info } = await work.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return threeChannels(data, info);
}
