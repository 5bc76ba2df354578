/**
 * Why there is no picture: the browser has no camera support, access was denied, there is no camera, or another app uses it.
 */
export type CameraProblem = "unsupported" | "refused" | "notFound" | "busy";

/** `environment` looks away from the person who holds the phone, `user` at them. */
export type Facing = "environment" | "user";

/** Whether this browser shows a live camera to pages at all. */
export const offersCamera = (): boolean => typeof navigator.mediaDevices?.getUserMedia === "function";

/** The part of a document that Chromium has for what a page may do. Other browsers don't restrict pages by that header. */
type WithPolicy = Document & { featurePolicy?: { allowsFeature(name: string): boolean } };

/** Whether the answer that brought this document lets it ask for the camera: the policy is that of the address it was loaded at. */
export const isCameraPermitted = (): boolean => (document as WithPolicy).featurePolicy?.allowsFeature("camera") ?? true;

/** Opens the camera that looks the given way, or the only one there is. @throws as `getUserMedia` */
export const openCamera = (facing: Facing): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: facing }, width: { ideal: 1920 }, height: { ideal: 1440 } },
  });

export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** Translates an error of `getUserMedia` for the person. */
export function problemOf(cause: unknown): CameraProblem {
  const name = cause instanceof Error ? cause.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  if (name === "NotSupportedError") return "unsupported";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "notFound";
  return "busy";
}
