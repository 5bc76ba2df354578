import type { ReadDocument } from "@touchline/contract/verification/documents";

/** What one picture of a document shows. */
export type DocumentReading = {
  /** Null: nothing on it could be read. */
  facts: (Omit<ReadDocument, "numberEnd"> & { number: string | null }) | null;
  /** Too blurred to be read, or covered by glare. */
  isUnclear: boolean;
};

/** Reads pictures of identity documents. What cannot be read is an answer; what throws is tried again later. */
export type DocumentReader = {
  /** @param image PNG or JPEG, at most 25 MB. */
  read(image: Buffer): Promise<DocumentReading>;
};
