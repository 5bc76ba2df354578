import type { ContentKind, RequirementAction } from "@touchline/contract";
import type { ContentSettings, SettingsOf } from "@touchline/contract/content-settings";
import { type ActionVerdict, denialReasons, signingTexts } from "@touchline/rules";
import { authorize, denialText } from "../../../kernel/authorize.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict, forbidden, notFound } from "../../../kernel/errors.ts";
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
  refuseUnless(on.verdicts[action]);
  return { target, on };
}

function refuseUnless(verdict: ActionVerdict): void {
  if (verdict.allowed) return;
  if (stateRefusals.has(verdict.reason)) {
    throw conflict("This is not possible now: the requirement has moved on. Look again.", verdict.reason);
  }
  if (verdict.reason === "guardianSigns" || verdict.reason === "adultSigns") {
    throw forbidden(signingTexts[verdict.reason], verdict.reason);
  }
  const denial = denialReasons.find((reason) => reason === verdict.reason);
  throw forbidden(denial ? denialText(denial) : "This is not yours to do on this requirement.", verdict.reason);
}

/**
 * The same for a flow that is of one kind alone, of the person or a guardian: with the settings it goes by.
 *
 * @throws NotFound also when it asks for something of another kind.
 */
export async function permittedOfKind<Kind extends ContentKind>(
  call: Call,
  input: { profileLevelAccessId: string; requirementId: string },
  action: RequirementAction,
  kind: Kind,
): Promise<{ found: { target: MemberTarget; on: On }; settings: SettingsOf<Kind> }> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorize(call, "own", target);
  const on = await requirementOn(call, target, input.requirementId);
  const { settings } = on.asked;
  if (!isOfKind(settings, kind)) throw notFound("The requirement");
  refuseUnless(on.verdicts[action]);
  return { found: { target, on }, settings };
}

/** Whether settings are of a kind. */
export const isOfKind = <Kind extends ContentKind>(
  settings: ContentSettings,
  kind: Kind,
): settings is SettingsOf<Kind> => settings.kind === kind;

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
  "notWatchedEnough",
]);

export const subjectOf = (target: MemberTarget, on: On) => ({
  requirementId: on.owed.requirement.requirementId,
  profileId: target.profileId,
  contentId: on.asked.contentId,
  profileLevelAccessId: target.profileLevelAccessId,
});
