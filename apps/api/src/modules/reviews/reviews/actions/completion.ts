import type { Validity } from "@touchline/contract/library/content-settings";
import { type Completion, countsBehind, dayOf, expiryOf, validThrough } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { invalid } from "../../../../errors.ts";
import type { CompletionDates } from "../../../compliance/index.ts";

/**
 * Computes when a completion starts and ends, by the validity of the version it was made on.
 *
 * @param completion.field the name of the date in the request, for the error.
 * @param completion.onRecord the current completion; null if there is none or it is the one being corrected.
 * @param completion.goodThrough for validity that is set with each submission, the earliest last valid day to accept; null
 * if no such day applies.
 * @throws 400 when the date is in the future or before the completion on record, or the last valid day is missing,
 * before the completion, or too early.
 */
export function completionDates(
  call: Call,
  validity: Validity,
  zone: string,
  completion: {
    completedAt: Date;
    onRecord: Completion | null;
    validUntil: string | null;
    field: string;
    goodThrough: string | null;
  },
): CompletionDates {
  const { completedAt, onRecord, validUntil, field, goodThrough } = completion;
  if (completedAt > call.now) {
    throw invalid(field, "This date is in the future. Enter the date it was completed.");
  }
  if (validity.type === "PerRequirement") {
    if (!validUntil) throw invalid("validUntil", "Enter the last day the document is valid.");
    if (validUntil < dayOf(completedAt.getTime(), zone)) {
      throw invalid("validUntil", "The last valid day is before the completion date.");
    }
  }
  const expiresAt = expiryOf(validity, { completedAt: completedAt.getTime(), givenDay: validUntil }, zone);
  if (countsBehind({ completedAt: completedAt.getTime(), expiresAt }, onRecord)) {
    throw invalid(field, "A later completion is on record. Enter a later date, or correct that completion.");
  }
  if (validity.type === "PerRequirement" && goodThrough !== null && !validThrough(expiresAt, goodThrough, zone)) {
    throw invalid(
      "validUntil",
      `The document must be valid through ${goodThrough} or later. Correct the date or request a newer one.`,
    );
  }
  return { completedAt, validUntil, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
}
