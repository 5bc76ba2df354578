import type { RequirementAction } from "@touchline/contract";
import { denialReasons } from "@touchline/rules";
import { denialText } from "../../../kernel/authorize.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict, forbidden } from "../../../kernel/errors.ts";
import { type MemberTarget, memberTarget } from "../../profiles/queries.ts";
import { requirementOn } from "../queries/owed.ts";

export type On = Awaited<ReturnType<typeof requirementOn>>;

/** The requirement a verb is about, if the actor may do this with it now. @throws NotFound, Forbidden, Conflict */
export async function permittedOn(
  call: Call,
  input: { profileLevelAccessId: string; requirementId: string },
  action: RequirementAction,
): Promise<{ target: MemberTarget; on: On }> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  const on = await requirementOn(call, target, input.requirementId);
  const verdict = on.verdicts[action];
  if (verdict.allowed) return { target, on };
  if (stateRefusals.has(verdict.reason)) {
    throw conflict("This is not possible now: the requirement has moved on. Look again.", verdict.reason);
  }
  const denial = denialReasons.find((reason) => reason === verdict.reason);
  throw forbidden(denial ? denialText(denial) : "This is not yours to do on this requirement.", verdict.reason);
}

const stateRefusals: ReadonlySet<string> = new Set([
  "archived",
  "rejected",
  "alreadyDone",
  "notDone",
  "inReview",
  "withProvider",
  "nothingBegun",
  "nothingToReview",
  "noFile",
  "neverCompleted",
  "notRejected",
]);

export const subjectOf = (target: MemberTarget, on: On) => ({
  requirementId: on.owed.requirement.requirementId,
  profileId: target.profileId,
  contentId: on.asked.contentId,
  profileLevelAccessId: target.profileLevelAccessId,
});
