/** A request to the process that reads pictures. */
export type VisionRequest = { id: number; kind: "face" | "document" | "compare"; images: Uint8Array[] };

/** An answer of the process. A null reading means that the picture caused a failure. */
export type VisionReply = { id: number; reading: unknown };
