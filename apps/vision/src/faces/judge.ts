import type { FaceReading, ImageCode, ImageHint } from "@touchline/contract/vision";
import { edgeWidth, lumaOf, percentile } from "@touchline/rules/verification/photo-quality";
import { decode, type Pixels, pipeline, pixelsOf, UnreadablePicture } from "../picture.ts";
import { type DetectedFace, detectFaces } from "./detector.ts";
import { cheekToCheek, type FaceRegion, type FaceRegions, faceRegions, noseBetweenCheeks } from "./regions.ts";

/** The longer side, in pixels, at which faces are searched for. */
const longest = 1280;

/** Thresholds for refusing a picture. Angles are in degrees, brightness is from 0 to 255. */
export const faceThresholds = {
  /** The area of another face, relative to the largest. */
  otherFace: 0.25,
  /** The brightness of an eye, relative to the skin. */
  sunglasses: 0.62,
  /** The distance of the nose from the middle between the cheeks. */
  turned: 0.27,
  roll: 22,
  pitch: 19,
  /** The minimum width of a face, in pixels and relative to the picture's shorter side. */
  width: 90,
  share: 0.12,
  /** The width of edges in a face that is scaled to 256 pixels. */
  edgeWidth: 10,
  dark: 35,
  bright: 240,
};

type Verdict = { code: ImageCode; hint: ImageHint | null };

/** Returns the first problem with a picture of one person. */
export async function judgeFace(bytes: Uint8Array): Promise<FaceReading> {
  let pixels: Awaited<ReturnType<typeof decode>>;
  try {
    pixels = await decode(bytes, longest);
  } catch (cause) {
    if (!(cause instanceof UnreadablePicture)) throw cause;
    return { code: "Other", hint: "unreadable", faces: 0, quality: null, alignment: null };
  }
  const detected = await detectFaces(pixels);
  const face = detected[0];
  if (!face) {
    const exposure = exposureOf(lumaOf(pixels).data);
    return exposure
      ? { code: "Other", hint: exposure, faces: 0, quality: null, alignment: null }
      : { code: "NoFaceDetected", hint: null, faces: 0, quality: null, alignment: null };
  }
  const area = (one: DetectedFace) => one.box.width * one.box.height;
  const faces = detected.filter((one) => area(one) >= faceThresholds.otherFace * area(face)).length;
  const regions = faceRegions(pixels, face);
  const sharpness = await edgeWidthOf(pixels, face);
  const scale = pixels.original.width / pixels.width;
  return {
    ...(faces > 1 ? { code: "MultipleFacesDetected", hint: null } : verdictOn(pixels, face, regions, sharpness)),
    faces,
    quality: {
      faceWidth: Math.round(cheekToCheek(face) * scale),
      brightness: round(regions.skin.luma / 255),
      edgeWidth: sharpness,
    },
    alignment: {
      box: {
        x: round(face.box.x / pixels.width),
        y: round(face.box.y / pixels.height),
        width: round(face.box.width / pixels.width),
        height: round(face.box.height / pixels.height),
      },
      roll: Math.round(face.roll),
      yaw: Math.round(face.yaw),
      pitch: Math.round(face.pitch),
    },
  };
}

const round = (share: number) => Math.round(share * 1000) / 1000;

function exposureOf(lumas: ArrayLike<number>): ImageHint | null {
  if (percentile(lumas, 0.95) < faceThresholds.dark) return "tooDark";
  return percentile(lumas, 0.05) > faceThresholds.bright ? "tooBright" : null;
}

function verdictOn(pixels: Pixels, face: DetectedFace, regions: FaceRegions, sharpness: number | null): Verdict {
  if (regions.skin.luma < faceThresholds.dark) return { code: "Other", hint: "tooDark" };
  if (regions.skin.luma > faceThresholds.bright) return { code: "Other", hint: "tooBright" };
  if (isCovered(regions)) return { code: "FaceOccluded", hint: null };
  if (regions.eyes.every((eye) => eye < faceThresholds.sunglasses * regions.skin.luma)) {
    return { code: "SunglassesDetected", hint: null };
  }
  const hint = focusProblem(pixels, face, sharpness);
  return hint ? { code: "HeadNotFocused", hint } : { code: "None", hint: null };
}

/** Tests whether mouth and chin differ from the face's own skin and lips. */
export function isCovered({ skin, mouth, philtrum, chin, forehead }: FaceRegions): boolean {
  // A mouth is never uniform: lips, their line and teeth differ.
  if (mouth.contrast < 8) return true;
  const distance = (one: FaceRegion, other: FaceRegion) => Math.hypot(one.blue - other.blue, one.red - other.red);
  const below = [mouth, philtrum, chin];
  const strange = below.filter((one) => distance(one, skin) > 45 && distance(one, forehead) > 45).length;
  // Lips are redder than skin, so the mouth is compared together with the area around it.
  if (strange >= 2 && distance(philtrum, skin) > 45) return true;
  const grayer = (one: FaceRegion) => Math.hypot(one.blue, one.red) < 0.35 * Math.hypot(skin.blue, skin.red);
  const otherwise = (one: FaceRegion) => one.luma < 0.3 * skin.luma || one.luma > 1.6 * skin.luma || grayer(one);
  return below.every(otherwise);
}

function focusProblem({ width, height }: Pixels, face: DetectedFace, sharpness: number | null): ImageHint | null {
  const limits = faceThresholds;
  const wide = cheekToCheek(face);
  if (wide < limits.width || wide < limits.share * Math.min(width, height)) return "tooFar";
  if (Math.abs(noseBetweenCheeks(face) - 0.5) > limits.turned) return "turnedAside";
  if (Math.abs(face.roll) > limits.roll) return "tilted";
  if (Math.abs(face.pitch) > limits.pitch) return "lookingUpOrDown";
  return sharpness === null || sharpness > limits.edgeWidth ? "outOfFocus" : null;
}

/** Measures how blurred a face is, at a standard size. */
async function edgeWidthOf(pixels: Pixels, face: DetectedFace): Promise<number | null> {
  const { x, y, width, height } = face.box;
  const left = Math.max(0, Math.floor(x));
  const top = Math.max(0, Math.floor(y));
  const wide = Math.min(pixels.width - left, Math.round(width));
  const high = Math.min(pixels.height - top, Math.round(height));
  if (wide < 8 || high < 8) return null;
  const crop = pipeline(pixels).extract({ left, top, width: wide, height: high });
  const scaled = await pixelsOf(
    crop.resize(256, Math.max(8, Math.round((256 * high) / wide)), { fit: "fill" }).median(3),
  );
  return edgeWidth(lumaOf(scaled));
}
