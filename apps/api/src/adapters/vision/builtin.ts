import type { VisionPort } from "@touchline/contract/vision";

/** Reads no pictures: a person reviews them instead. */
export const noVision: VisionPort = {
  face: async () => ({ status: "unavailable" }),
  document: async () => ({ status: "unavailable" }),
  compare: async () => ({ status: "unavailable" }),
  state: () => "unavailable",
};
