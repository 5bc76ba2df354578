import type { DocumentSettings } from "@touchline/contract/library/content-settings";

/** The settings of a document that is reviewed and valid for a year. A test can override them. */
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
