import { endOfCompletion } from "@touchline/rules";
import type { Call } from "../../../kernel/call.ts";
import { conflict } from "../../../kernel/errors.ts";
import { subjectOf } from "../../requirements/actions/permitted.ts";
import { redate } from "../../standing/actions/decide.ts";
import { applyRedo } from "../../standing/actions/redo.ts";
import type { Stands } from "../../standing/actions/restand.ts";
import { signedUntil } from "../../waivers/queries.ts";
import { actOn, concludeAct } from "./acts.ts";
import { completionDates } from "./completion.ts";
import { completionOf } from "./facts.ts";

/**
 * Corrects the date of the completion that counts; its expiry follows by the version it was made on, and by what later ones
 * and decrees say of it.
 *
 * @throws NotFound, Forbidden, Conflict (never completed, rejected), 400 (in the future, after its last valid day).
 */
export async function editCompletedDate(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string; completedDateTime: string },
): Promise<Stands> {
  const { target, on } = await actOn(call, input, "editCompletedDate");
  const counted = on.owed.requirement.completion;
  if (!counted) throw conflict("Nothing that was completed counts here any more. Look again.", "neverCompleted");
  await applyRedo(call, [counted.attemptId]);
  const { validity, validUntil, redoBy, extendedUntil } = await completionOf(call, counted.attemptId);
  const { completedAt, expiresAt: ownEnd } = completionDates(call, validity, on.zone, {
    completedAt: new Date(input.completedDateTime),
    onRecord: null,
    validUntil,
    field: "completedDateTime",
    goodThrough: null,
  });
  // By decree it goes on to count at least as long; what a guardian signed ends with childhood all the same.
  const { attemptId } = counted;
  const ends = await signedUntil(call, [{ attemptId, dateOfBirth: target.dateOfBirth }], on.zone);
  const said = { redoBy, extendedUntil, signatureEnds: ends.get(attemptId) ?? null };
  const expiresAt = endOfCompletion(ownEnd?.getTime() ?? null, said, on.zone);
  await redate(call, attemptId, { completedAt, expiresAt: expiresAt === null ? null : new Date(expiresAt) });
  return concludeAct(call, subjectOf(target, on), {
    kind: "dateEdited",
    attemptId: counted.attemptId,
    note: counted.completedAt.toISOString(),
  });
}
