import { crc32 } from "node:zlib";
import { endsAsZip } from "./inspect-zip.ts";

const mostPixels = 60_000_000;
/** Where the whole picture has to be in memory to be shown. */
const mostAtOnce = 25_000_000;
const mostSeconds = 8;

async function openImages() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp"] });
  return sharp;
}
let images: ReturnType<typeof openImages> | undefined;

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

/** Whether a picture can be drawn, and is no more than that. */
export async function checkImage(bytes: Buffer, extension: string): Promise<string | null> {
  const damaged = "is damaged or cut off. Take the picture again, or save it again and send that.";
  if (endsAsZip(bytes)) return "is two kinds of file in one. Send a picture alone.";
  if (extension === "png" && !hasPngChunks(bytes)) return damaged;
  images ??= openImages();
  const sharp = await images;
  try {
    const { width, height, isProgressive, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== extension) return damaged;
    if (width * height > (isProgressive ? mostAtOnce : mostPixels)) {
      return "has far too many pixels. Make it smaller and send that.";
    }
    await sharp(bytes, { limitInputPixels: mostPixels, failOn: "error", sequentialRead: true })
      .timeout({ seconds: mostSeconds })
      .resize(64, 64, { fit: "fill" })
      .raw()
      .toBuffer();
    return null;
  } catch {
    return damaged;
  }
}
