import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { takeExternalStep } from "@touchline/contract/screening/external-review";
import { portalReviewer } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";
import { reportToAttempt, restandOne, transition } from "../../../compliance/index.ts";
import { withLocks } from "../../../people/index.ts";
import { permittedOfKind, subjectOf } from "../../../requirements/index.ts";

/**
 * Keeps how far a member is on the page of JDP or NCSI: they have begun there, or have done their part, and its result is awaited.
 *
 * @throws NotFound, Forbidden, Conflict
 */
export async function takeStep(
  unlocked: Call,
  input: BodyOf<typeof takeExternalStep> & { requirementId: string },
): Promise<ResponseOf<typeof takeExternalStep>> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const { found, settings } = await permittedOfKind(call, input, "begin", "background-check");
  const { target, on } = found;
  if (portalReviewer(settings) === null) {
    throw conflict("This background check isn't done on a page of JDP or NCSI. Reload the page.", "notForThisType");
  }
  const subject = subjectOf(target, on);
  const { versionId } = on.required;
  const isBegun = on.attempt?.state === "waitingApplicant";
  if (!isBegun) await transition(call, subject, { kind: "sentToApplicant" }, versionId);
  if (input.step === "finished") {
    await reportToAttempt(call, subject, { kind: "applicantFinished" }, versionId, { submittedAt: call.now });
  }
  const { requirementId, status } = await restandOne(call, subject);
  return { requirementId, status };
}
