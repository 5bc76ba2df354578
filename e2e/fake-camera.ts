import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { guideOf, type Shape, stageRatios } from "../apps/web/src/capture/frame-checks.ts";
import { systemBrowser } from "../scripts/browser.ts";

/** The file that this worker's browser shows as its camera. Chromium reads it again whenever a page opens the camera. */
const seen = join(tmpdir(), `touchline-camera-${process.pid}.mjpeg`);
const [width, height] = [1280, 960];

const table = { create: { width, height, channels: 3, background: "#3a4048" } } as const;
const asJpeg = { quality: 92, chromaSubsampling: "4:2:0" };
/** Chromium finds no camera without a first frame. */
const nothing = await sharp(table).jpeg(asJpeg).toBuffer();

/** Starts a browser whose camera shows a file, and in which camera access is granted or denied for every page. */
export function withFakeCamera(access: "allowed" | "refused") {
  writeFileSync(seen, nothing);
  const system = systemBrowser();
  return {
    ...(system ? { executablePath: system } : {}),
    args: [
      "--disable-gpu",
      "--use-fake-device-for-media-stream",
      `--use-fake-ui-for-media-stream${access === "refused" ? "=deny" : ""}`,
      `--use-file-for-fake-video-capture=${seen}`,
    ],
  };
}

/** Shows a picture to the camera, within the guide of its shape, on a dark table. */
export async function hold(picture: Buffer, shape: Shape): Promise<void> {
  // The part of a frame that the stage shows, if the frame is wider or higher than the stage.
  const ratio = stageRatios[shape];
  const stage = { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) };
  const guide = guideOf(shape);
  const part = { width: Math.round(guide.width * stage.width), height: Math.round(guide.height * stage.height) };
  const input = await sharp(picture)
    .resize(part.width, part.height, shape === "face" ? { fit: "cover" } : { fit: "fill" })
    .toBuffer();
  const place = {
    left: Math.round((width - stage.width) / 2 + guide.left * stage.width),
    top: Math.round((height - stage.height) / 2 + guide.top * stage.height),
  };
  const frame = await sharp(table)
    .composite([{ input, ...place }])
    .jpeg(asJpeg)
    .toBuffer();
  writeFileSync(seen, frame);
}
