import type { DocumentSettings } from "@touchline/contract/library/content-settings";

/** The settings of a document that is reviewed and counts for a year, unless a test says otherwise. */
export const usualSettings: DocumentSettings = {
  validThrough: null,
  redoBy: null,
  instructions: "Upload the signed agreement.",
  linkUrl: null,
  reviewRequired: true,
  asksCompletionDate: false,
  acceptedExtensions: ["pdf", "png"],
  validity: { type: "Duration", amount: 1, unit: "years" },
};
