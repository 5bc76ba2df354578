/** What the process that reads pictures is asked. */
export type VisionRequest = { id: number; kind: "face" | "document" | "compare"; images: Uint8Array[] };

/** What it answers; a reading of null: it broke on the picture. */
export type VisionReply = { id: number; reading: unknown };
