import type { DocumentReading } from "@touchline/contract/vision";
import { blurLevel, edgeWidth, glareOf, lumaOf, measuredWidth } from "@touchline/rules/verification/photo-quality";
import { openImages } from "../../documents/image-library.ts";

/** What services take: JPEG of at most 5 MB. */
const mostBytes = 5_000_000;
const mostPixels = 60_000_000;
const smallestSide = 32;
const longestSide = 2_400;
const qualities = [92, 80, 60];

/** A picture as it is sent: upright, in JPEG, without anything else that was in its file. */
export type PreparedPicture = { jpeg: Buffer; size: { width: number; height: number } };

/** @returns null for what isn't a picture, or is too large or too small. */
export async function preparePicture(image: Uint8Array): Promise<PreparedPicture | null> {
  const sharp = await openImages();
  try {
    const { data, info } = await sharp(image, { limitInputPixels: mostPixels, pages: 1, failOn: "error" })
      .autoOrient()
      .resize(longestSide, longestSide, { fit: "inside", withoutEnlargement: true })
      .toColorspace("srgb")
      .flatten({ background: "#ffffff" })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    if (Math.min(width, height) < smallestSide) return null;
    for (const quality of qualities) {
      const jpeg = await sharp(data, { raw: { width, height, channels } }).jpeg({ quality }).toBuffer();
      if (jpeg.length <= mostBytes) return { jpeg, size: { width, height } };
    }
    return null;
  } catch {
    return null;
  }
}

/** Measures how readable the photo of a document is, by the thresholds of the phone and of the built-in reader. */
export async function qualityOf(jpeg: Buffer): Promise<Pick<DocumentReading, "blur" | "glare">> {
  const sharp = await openImages();
  const pixelsAt = async (width: number, median: boolean) => {
    const scaled = sharp(jpeg).resize(width);
    const { data, info } = await (median ? scaled.median(3) : scaled)
      .toColorspace("srgb")
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, channels: 3 as const };
  };
  const width = edgeWidth(lumaOf(await pixelsAt(measuredWidth.blur, true)));
  return {
    blur: { edgeWidth: width, level: blurLevel(width) },
    glare: glareOf(await pixelsAt(measuredWidth.glare, false)),
  };
}
