import { crc32 } from "node:zlib";
import { openImages } from "../../../../documents/image-library.ts";
import { endsAsZip } from "./inspect-zip.ts";

const mostPixels = 60_000_000;
/** The limit for pictures that must be completely in memory to be decoded. */
const mostAtOnce = 25_000_000;
const mostSeconds = 20;
/** Pixels: a letter page at 350 dpi. A larger picture is scaled down, so that rotating it needs little memory. */
const longestSide = 4000;
const damaged = "“{name}” is damaged or incomplete. Take the picture again, or save it again and upload that.";

/** Checks the chunks of a PNG as its format defines: each complete, with its checksum, to the end. */
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

/** The problem with a picture, or the re-encoded picture. */
type Redrawn = { problem: string } | { bytes: Buffer };

/**
 * Re-encodes a picture, upright and without everything else in its file, such as where it was taken. Incomplete pictures are
 * refused.
 */
export async function redrawImage(bytes: Buffer, extension: "png" | "jpeg"): Promise<Redrawn> {
  if (endsAsZip(bytes)) return { problem: "“{name}” combines two types of file. Upload only the picture." };
  if (extension === "png" && !hasPngChunks(bytes)) return { problem: damaged };
  return redraw(bytes, extension, extension);
}

/** Converts a phone's picture to JPEG, if this server's image library can read its format. */
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
