import { endOfCompletion } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { applyRedo, redate, restandOne, type Stands } from "../../../compliance/index.ts";
import { signedUntil, subjectOf } from "../../../requirements/index.ts";
import { actOn, recordActs } from "./acts.ts";
import { completionDates } from "./completion.ts";
import { completionOf, reviewTenantFacts } from "./facts.ts";

/**
 * Corrects the dates of the completion that counts, or of a renewal that does not because it is good for a shorter time. When it
 * ends follows by the version it was made on, and by what later ones and decrees say of it.
 *
 * @throws NotFound, Forbidden, Conflict (never completed, rejected), 400 (in the future, after its last valid day, no last valid
 *   day is set with submissions).
 */
export async function editCompletedDate(
  call: Call,
  input: {
    requirementId: string;
    profileLevelAccessId: string;
    completedDateTime?: string | undefined;
    validUntil?: string | undefined;
    attemptId?: string | undefined;
  },
): Promise<Stands> {
  const { target, on } = await actOn(call, input, "editCompletedDate");
  const { completion, shorterRenewal } = on.owed.requirement;
  const before = input.attemptId
    ? [completion, shorterRenewal].find((one) => one?.attemptId === input.attemptId)
    : completion;
  if (!before) throw conflict("This requirement has no valid completion anymore. Reload the page.", "neverCompleted");
  const { attemptId } = before;
  await applyRedo(call, [attemptId]);
  const known = await completionOf(call, attemptId);
  if (input.validUntil !== undefined && known.validity.type !== "PerRequirement") {
    throw invalid(
      "validUntil",
      "The last valid day is calculated from the completion date. Correct that date instead.",
    );
  }
  const {
    completedAt,
    validUntil,
    expiresAt: ownEnd,
  } = completionDates(call, known.validity, on.zone, {
    completedAt: input.completedDateTime === undefined ? before.completedAt : new Date(input.completedDateTime),
    onRecord: null,
    validUntil: input.validUntil ?? known.validUntil,
    field: "completedDateTime",
    goodThrough: null,
  });
  // An extension keeps applying after the correction, but a guardian's signature still ends when the member comes of age.
  const ends = await signedUntil(call, [{ attemptId, dateOfBirth: target.dateOfBirth }], on.zone);
  const { redoBy, extendedUntil } = known;
  const limits = { redoBy, extendedUntil, signatureEnds: ends.get(attemptId) ?? null };
  const expiresAt = endOfCompletion(ownEnd?.getTime() ?? null, limits, on.zone);
  await redate(call, attemptId, {
    completedAt,
    validUntil,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  });

  const subject = subjectOf(target, on);
  const act = (kind: "dateEdited" | "validUntilEdited", note: string) => ({
    ...{ ...subject, requirementEventId: newId(), attemptId, kind, note },
  });
  const { wrappedKey } = await reviewTenantFacts(call);
  await recordActs(call, wrappedKey, [
    ...(input.completedDateTime === undefined ? [] : [act("dateEdited", before.completedAt.toISOString())]),
    ...(input.validUntil === undefined ? [] : [act("validUntilEdited", known.validUntil ?? input.validUntil)]),
  ]);
  return restandOne(call, subject);
}
