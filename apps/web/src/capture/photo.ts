import { type ColorPixels, measuredWidth } from "@touchline/rules/verification/photo-quality";
import { type PhotoQuality, qualityOf, type Shape, stageRatios } from "./frame-checks.ts";

/** Pixels of the longer side with which photos are sent: text is read at 2,400 at most, faces need less. */
const longest: Record<Shape, number> = { card: 2000, passport: 2200, page: 2400, face: 1280 };
const jpegQuality = 0.9;

/** The part of a frame that the stage shows: the middle, as `object-fit: cover` has it. */
export function visiblePart(frame: { width: number; height: number }, ratio: number) {
  const width = Math.min(frame.width, frame.height * ratio);
  const height = Math.min(frame.height, frame.width / ratio);
  return { left: (frame.width - width) / 2, top: (frame.height - height) / 2, width, height };
}

/** Draws what the stage shows of a video onto a canvas of the given width. */
function drawVisible(video: HTMLVideoElement, shape: Shape, width: number): HTMLCanvasElement {
  const part = visiblePart({ width: video.videoWidth, height: video.videoHeight }, stageRatios[shape]);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width);
  canvas.height = Math.round((width * part.height) / part.width);
  const paint = canvas.getContext("2d", { willReadFrequently: true });
  if (!paint) throw new Error("This browser can't draw pictures.");
  paint.imageSmoothingQuality = "high";
  paint.drawImage(video, part.left, part.top, part.width, part.height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function pixelsOf(canvas: HTMLCanvasElement): ColorPixels {
  const paint = canvas.getContext("2d", { willReadFrequently: true });
  if (!paint) throw new Error("This browser can't draw pictures.");
  const { data, width, height } = paint.getImageData(0, 0, canvas.width, canvas.height);
  return { data, width, height, channels: 4 };
}

/** A frame of the live picture, scaled down so that looking at it costs little. */
export const smallFrame = (video: HTMLVideoElement, shape: Shape): ColorPixels =>
  pixelsOf(drawVisible(video, shape, measuredWidth.glare));

/** A photo that was taken, as it would be sent. */
export interface TakenPhoto {
  file: File;
  /** Null for faces, which the server judges. */
  quality: PhotoQuality | null;
}

/** Takes a photo of what the stage shows, upright and no larger than is read. */
export async function takePhoto(video: HTMLVideoElement, shape: Shape, name: string): Promise<TakenPhoto> {
  const part = visiblePart({ width: video.videoWidth, height: video.videoHeight }, stageRatios[shape]);
  const scale = Math.min(1, longest[shape] / Math.max(part.width, part.height));
  const canvas = drawVisible(video, shape, part.width * scale);
  return { file: await jpegOf(canvas, name), quality: shape === "face" ? null : measured(canvas) };
}

/** A chosen photo as it would be sent: upright, no larger than is read, and without what else was in the file, such as the place. */
export async function preparePhoto(chosen: File, shape: Shape, name: string): Promise<TakenPhoto> {
  const picture = await createImageBitmap(chosen, { imageOrientation: "from-image" });
  const scale = Math.min(1, longest[shape] / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const paint = canvas.getContext("2d");
  if (!paint) throw new Error("This browser can't draw pictures.");
  paint.fillStyle = "#ffffff";
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.imageSmoothingQuality = "high";
  paint.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return { file: await jpegOf(canvas, name), quality: shape === "face" ? null : measured(canvas) };
}

/** Judges whether a chosen photo of a document is readable; null if this browser can't open it, and the server judges. */
export async function qualityOfFile(chosen: File): Promise<PhotoQuality | null> {
  try {
    return (await preparePhoto(chosen, "page", chosen.name)).quality;
  } catch {
    return null;
  }
}

function measured(canvas: HTMLCanvasElement): PhotoQuality {
  return qualityOf({ blur: scaledTo(canvas, measuredWidth.blur), glare: scaledTo(canvas, measuredWidth.glare) });
}

function scaledTo(from: HTMLCanvasElement, width: number): ColorPixels {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((width * from.height) / from.width));
  const paint = canvas.getContext("2d", { willReadFrequently: true });
  if (!paint) throw new Error("This browser can't draw pictures.");
  paint.imageSmoothingQuality = "high";
  paint.drawImage(from, 0, 0, canvas.width, canvas.height);
  return pixelsOf(canvas);
}

const jpegOf = (canvas: HTMLCanvasElement, name: string) =>
  new Promise<File>((resolve, reject) =>
    canvas.toBlob(
      (blob) =>
        blob
          ? resolve(new File([blob], name, { type: "image/jpeg" }))
          : reject(new Error("This browser couldn't save the photo.")),
      "image/jpeg",
      jpegQuality,
    ),
  );
