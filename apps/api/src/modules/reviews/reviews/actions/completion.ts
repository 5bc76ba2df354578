import type { Validity } from "@touchline/contract/library/content-settings";
import { type Completion, countsBehind, dayOf, expiryOf, validThrough } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { invalid } from "../../../../errors.ts";
import type { CompletionDates } from "../../../compliance/index.ts";

/**
 * From when and until when a completion counts, by the validity of the version it was made on.
 *
 * @param given.field the name under which the caller gave the date, for the refusal.
 * @param given.onRecord the completion that counts until now; null: none does, or it is the one that is corrected.
 * @param given.goodThrough where the last valid day comes with each submission: what it must at least be good through; null:
 *   nothing is asked, or it was decided on before.
 * @throws 400 when the date lies in the future or behind what is on record, or the last valid day is missing, lies before it
 *   or ends too early.
 */
export function completionDates(
  call: Call,
  validity: Validity,
  zone: string,
  given: {
    completedAt: Date;
    onRecord: Completion | null;
    validUntil: string | null;
    field: string;
    goodThrough: string | null;
  },
): CompletionDates {
  const { completedAt, onRecord, validUntil, field, goodThrough } = given;
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
