import type { ContentKind, RequirementAction } from "@touchline/contract";
import type { ContentSettings, SettingsOf } from "@touchline/contract/library/content-settings";
import { type ActionRefusal, type ActionVerdict, denialReasons, signingTexts } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { conflict, forbidden, notFound } from "../../../../errors.ts";
import { authorize, denialText } from "../../../../security/authorize.ts";
import { type MemberTarget, memberTarget, memberTargetsFor, withLocksReading } from "../../../people/index.ts";
import { requirementOn } from "../queries/requirement-rows.ts";

export type PermittedRequirement = Awaited<ReturnType<typeof requirementOn>>;

/** The requirement a verb is about, if the actor may do this with it now. @throws NotFound, Forbidden, Conflict */
export async function permittedOn(
  call: Call,
  input: { profileLevelAccessId: string; requirementId: string },
  action: RequirementAction,
): Promise<{ target: MemberTarget; on: PermittedRequirement }> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  const on = await requirementOn(call, target, input.requirementId);
  refuseUnless(on.verdicts[action]);
  return { target, on };
}

/** Permits a verb that changes the person: their turn is taken first, and who they are is read on its heels. */
export async function permittedInTurn(
  unlocked: Call,
  input: { profileLevelAccessId: string; requirementId: string },
  action: RequirementAction,
): Promise<{ call: Call; found: { target: MemberTarget; on: PermittedRequirement } }> {
  const ids = [input.profileLevelAccessId];
  const { call, read: targetsFor } = await withLocksReading(unlocked, { peopleOf: ids }, (within) =>
    memberTargetsFor(within, ids),
  );
  const target = targetsFor(call).get(input.profileLevelAccessId);
  if (!target) throw notFound("member");
  const on = await requirementOn(call, target, input.requirementId);
  refuseUnless(on.verdicts[action]);
  return { call, found: { target, on } };
}

/** Throws the error that matches a refused action. @throws NotFound, Forbidden, Conflict */
export function refuseUnless(verdict: ActionVerdict): void {
  if (verdict.allowed) return;
  if (verdict.reason === "beingDecided") {
    throw conflict(
      "This is being processed, so it can't be changed. You'll be notified of the decision.",
      verdict.reason,
    );
  }
  if (verdict.reason === "noBlank") throw notFound("blankForm");
  const stands = stateTexts[verdict.reason];
  if (stands !== undefined) throw conflict(stands, verdict.reason);
  if (verdict.reason === "guardianSigns" || verdict.reason === "adultSigns") {
    throw forbidden(signingTexts[verdict.reason], verdict.reason);
  }
  const denial = denialReasons.find((reason) => reason === verdict.reason);
  throw forbidden(denial ? denialText(denial) : "You don't have permission to do this.", verdict.reason);
}

/**
 * Permits a flow that is of one kind alone, of the person or a guardian: with the settings it goes by.
 *
 * @throws NotFound also when it asks for something of another kind.
 */
export async function permittedOfKind<Kind extends ContentKind>(
  call: Call,
  input: { profileLevelAccessId: string; requirementId: string },
  action: RequirementAction,
  kind: Kind,
): Promise<{ found: { target: MemberTarget; on: PermittedRequirement }; settings: SettingsOf<Kind> }> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorize(call, "own", target);
  const on = await requirementOn(call, target, input.requirementId);
  const { settings } = on.required;
  if (!isOfKind(settings, kind)) throw notFound("requirement");
  refuseUnless(on.verdicts[action]);
  return { found: { target, on }, settings };
}

/** Narrows settings to those of one kind of content. */
export const isOfKind = <Kind extends ContentKind>(
  settings: ContentSettings,
  kind: Kind,
): settings is SettingsOf<Kind> => settings.kind === kind;

/** Messages of the Conflicts caused by the requirement's state rather than the caller's role. */
const stateTexts: Partial<Record<ActionRefusal, string>> = {
  archived: "This requirement is no longer assigned.",
  rejected: "This was rejected, so you can't submit anything. Contact your organization.",
  alreadyDone: "This is already complete.",
  notDone: "This isn't complete, so it can't be undone.",
  inReview: "This is already in review. Withdraw it first, or wait for the decision.",
  decideFirst: "A finding or a proposed disqualification is pending. Decide on it first.",
  externalReview: "This background check is reviewed externally. Wait for the result.",
  withProvider: "This is with the provider now. Wait for the result.",
  nothingBegun: "There's nothing to withdraw.",
  nothingToReview: "This is no longer pending review. It was decided or withdrawn.",
  noFile: "There's no file here.",
  neverCompleted: "This was never completed.",
  notRejected: "This isn't rejected.",
  notWatchedEnough: "You haven't watched enough of the video. Watch the rest first.",
};

export const subjectOf = (target: MemberTarget, on: PermittedRequirement) => ({
  requirementId: on.owed.requirement.requirementId,
  profileId: target.profileId,
  contentId: on.required.contentId,
  profileLevelAccessId: target.profileLevelAccessId,
});
