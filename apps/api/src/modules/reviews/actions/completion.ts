import type { Validity } from "@touchline/contract/content-settings";
import { dayOf, expiryOf, validThrough } from "@touchline/rules";
import type { Call } from "../../../kernel/call.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { CompletionDates } from "../../standing/actions/decide.ts";

/**
 * From when and until when a completion counts, by the validity of the version it was made on.
 *
 * @param given.field the name under which the caller gave the date, for the refusal.
 * @param given.goodThrough where the last valid day comes with each submission: what it must at least be good through; null:
 *   nothing is asked, or it was decided on before.
 * @throws 400 when the date lies in the future, or the last valid day is missing, lies before it or ends too early.
 */
export function completionDates(
  call: Call,
  validity: Validity,
  zone: string,
  given: { completedAt: Date; validUntil: string | null; field: string; goodThrough: string | null },
): CompletionDates {
  const { completedAt, validUntil, field, goodThrough } = given;
  if (completedAt > call.now) {
    throw invalid(field, "This lies in the future. Give the day on which it was completed.");
  }
  if (validity.type === "PerRequirement") {
    if (!validUntil) throw invalid("validUntil", "Give the last day on which the document is valid.");
    if (validUntil < dayOf(completedAt.getTime(), zone)) {
      throw invalid("validUntil", "The last valid day lies before the day of completion.");
    }
  }
  const expiresAt = expiryOf(validity, { completedAt: completedAt.getTime(), givenDay: validUntil }, zone);
  if (validity.type === "PerRequirement" && goodThrough !== null && !validThrough(expiresAt, goodThrough, zone)) {
    throw invalid(
      "validUntil",
      `It must be good until ${goodThrough} at least. Correct the day, or ask for a newer one.`,
    );
  }
  return { completedAt, validUntil, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
}
