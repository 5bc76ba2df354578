import type { VisionPort } from "@touchline/contract/vision";

/** No reader of pictures: whatever it would have read goes to a person. */
export const noVision: VisionPort = {
  face: async () => ({ status: "unavailable" }),
  document: async () => ({ status: "unavailable" }),
  compare: async () => ({ status: "unavailable" }),
  state: () => "unavailable",
};
