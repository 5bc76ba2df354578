import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { guideOf, type Shape, stageRatios } from "../apps/web/src/capture/frame-checks.ts";
import { systemBrowser } from "../scripts/browser.ts";

/** What the camera of this worker's browser sees: Chromium reads the file anew whenever a page opens the camera. */
const seen = join(tmpdir(), `touchline-camera-${process.pid}.mjpeg`);
const [width, height] = [1280, 960];

const table = { create: { width, height, channels: 3, background: "#3a4048" } } as const;
const asJpeg = { quality: 92, chromaSubsampling: "4:2:0" };
/** Without a frame the browser would find no camera. */
const nothing = await sharp(table).jpeg(asJpeg).toBuffer();

/** Starts the browser with a camera that shows a file, and with somebody who allows or refuses every page that asks for it. */
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

/** Holds a picture before the camera, in the guide of its shape, on a dark table. */
export async function hold(picture: Buffer, shape: Shape): Promise<void> {
  // What the stage shows of a frame that is wider or higher than itself.
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
