import type { CameraProblem } from "./camera.ts";
import type { CaptureHint, PhotoQuality } from "./frame-checks.ts";

/** The texts of taking a photo with the camera. */
export const words = {
  // CameraPart
  loadingCamera: "Loading the camera",

  // Shots
  front: "Front of the ID",
  takeFront: "Photograph the front",
  back: "Back of the ID",
  takeBack: "Photograph the back",
  passport: "Photo page of the passport",
  takePassport: "Photograph the passport",
  certificate: "Birth certificate",
  takeCertificate: "Photograph the certificate",
  certificateBack: "Back of the birth certificate",
  document: "Document",
  takeDocument: "Photograph the document",
  proof: "Proof of grade",
  takeProof: "Photograph the proof of grade",
  selfie: "Selfie",
  takeSelfie: "Take a selfie",

  // Capture
  cameraOf: ({ what }: { what: string }) => `Camera: ${what}`,
  opening: "Opening the camera. If your browser asks, allow it.",
  livePicture: "Live picture from the camera",
  shutter: "Take photo",
  close: "Close camera",
  automatic: "Take the photo automatically",
  automaticHelp: "It's taken once the picture is good. You can also press the button.",
  preview: ({ what }: { what: string }) => `Your photo: ${what}`,
  taken: "Photo taken. Check it before you use it.",
  readable: "Check that every word can be read.",
  isYou: "Check that your whole face is in the picture.",
  use: "Use this photo",
  useAnyway: "Use it anyway",
  retake: "Retake photo",
  notTaken: "The photo wasn't taken. Try again.",
  tryAgain: "Try again",
  problemTitle: "The camera can't be used",
};

/** The next step, in words that are shown and spoken. */
export const hintTexts: Record<"document" | "face", Record<CaptureHint, string>> = {
  document: {
    fit: "Fit the document in the frame.",
    tooDark: "It's too dark. Turn on a light.",
    tooBright: "It's too bright. Move out of direct light.",
    glare: "There's glare. Tilt the document away from the light.",
    moveCloser: "Move closer, until the edges meet the frame.",
    holdStill: "Hold still.",
    notSharp: "It's out of focus. Hold still, or move back a little.",
    good: "Good. Hold still.",
  },
  face: {
    fit: "Fit your face in the oval.",
    tooDark: "It's too dark. Turn on a light, or face a window.",
    tooBright: "It's too bright. Move out of direct light.",
    glare: "There's glare. Turn away from the light.",
    moveCloser: "Move closer.",
    holdStill: "Hold still.",
    notSharp: "It's out of focus. Hold still.",
    good: "Good. Hold still, and look straight ahead.",
  },
};

/** Why there is no live picture, and what to do. */
export const problemTexts: Record<CameraProblem, string> = {
  unsupported: "This browser doesn't show the camera on web pages. Upload a photo instead.",
  refused:
    "Access to the camera is blocked. Allow it in your browser's settings for this site, or upload a photo instead.",
  notFound: "No camera was found on this device. Upload a photo instead.",
  busy: "Another app may be using the camera. Close it and try again, or upload a photo instead.",
};

/** The problem of a photo, before it is sent; null if the measures are fine. */
export function qualityText({ blur, glare }: PhotoQuality): string | null {
  if (blur === "blurry") return "This photo is blurry. Hold the camera still and retake it.";
  if (glare === "strong") return "Glare covers part of the document. Tilt it away from the light and retake the photo.";
  if (blur === "soft") return "This photo is a little blurry. If you can't read every word, retake it.";
  if (glare === "some") return "There's some glare. If it covers any words, retake the photo.";
  return null;
}

/** Whether a photo should rather be taken again. */
export const isPoor = ({ blur, glare }: PhotoQuality): boolean => blur === "blurry" || glare === "strong";
