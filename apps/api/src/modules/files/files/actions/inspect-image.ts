import { crc32 } from "node:zlib";
import { openImages } from "../../../../documents/image-library.ts";
import { endsAsZip } from "./inspect-zip.ts";

const mostPixels = 60_000_000;
/** Where the whole picture has to be in memory to be shown. */
const mostAtOnce = 25_000_000;
const mostSeconds = 20;
/** Pixels: a letter at 350 to the inch. A larger picture is made smaller, so that turning it needs little memory. */
const longestSide = 4000;
const damaged = "“{name}” is damaged or incomplete. Take the picture again, or save it again and upload that.";

/** Chunk by chunk as the format says: each whole, with its check, to the end. */
function hasPngChunks(bytes: Buffer): boolean {
  let at = 8;
  for (let number = 0; at + 12 <= bytes.length; number += 1) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length || (number === 0 && type !== "IHDR")) return false;
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(at + 8 + length)) return false;
    if (type === "IEND") return true;
    at = end;
  }
  return false;
}

/** What is wrong with a picture, or the picture alone, drawn anew. */
type Redrawn = { problem: string } | { bytes: Buffer };

/**
 * Draws a picture anew, upright and without whatever else was in its file, such as where it was taken. A picture that is no
 * picture to its end is refused.
 */
export async function redrawImage(bytes: Buffer, extension: "png" | "jpeg"): Promise<Redrawn> {
  if (endsAsZip(bytes)) return { problem: "“{name}” combines two types of file. Upload only the picture." };
  if (extension === "png" && !hasPngChunks(bytes)) return { problem: damaged };
  return redraw(bytes, extension, extension);
}

/** Makes a JPEG of a picture as phones take them, where the image library of this server reads their kind. */
export async function jpegOfHeic(bytes: Buffer): Promise<Redrawn> {
  const drawn = await redraw(bytes, "heif", "jpeg");
  return "bytes" in drawn
    ? drawn
    : {
        problem:
          "“{name}” is a photo in Apple's HEIC format, which isn't supported here. Take a screenshot of it and upload that, or choose Settings, Camera, Formats, Most Compatible on your iPhone and take the photo again.",
      };
}

async function redraw(bytes: Buffer, from: string, to: "png" | "jpeg"): Promise<Redrawn> {
  const sharp = await openImages();
  try {
    const { width, height, isProgressive, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== from) return { problem: damaged };
    if (width * height > (isProgressive ? mostAtOnce : mostPixels)) {
      return { problem: "“{name}” has too many pixels. Make it smaller and upload that." };
    }
    const drawn = await sharp(bytes, { limitInputPixels: mostPixels, failOn: "error", sequentialRead: true })
      .timeout({ seconds: mostSeconds })
      .resize(longestSide, longestSide, { fit: "inside", withoutEnlargement: true })
      .autoOrient()
      .toFormat(to, to === "jpeg" ? { quality: 90 } : { compressionLevel: 6 })
      .toBuffer();
    return { bytes: drawn };
  } catch {
    return { problem: damaged };
  }
}
