import type { RequirementEventKind } from "@touchline/contract";
import type { AdverseAct, AdverseState, AdverseStepKind } from "@touchline/contract/screening/adverse-action";
import { type AdverseStepFacts, adverseRefusal, adverseRefusalTexts } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { actingAs, actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { adverseAction, adverseActionStep } from "../../../../schema/reviews.ts";
import { recordRequirementEvents } from "../../../compliance/index.ts";
import { type ActionRow, type AdverseRead, stepPlace } from "../queries/action.ts";

/** Identifies the requirement and person that a step is recorded for. */
export type Whom = { requirementId: string; profileId: string; contentId: string; profileLevelAccessId: string };

/** Maps adverse action steps to events in the requirement's history. Steps that are not listed do not appear there. */
const eventOf: Partial<Record<AdverseStepKind, RequirementEventKind>> = {
  started: "adverseStarted",
  statement: "adverseStatement",
  disputed: "adverseDisputed",
  disputeClosed: "adverseDisputeClosed",
  disputedLate: "adverseDisputedLate",
  periodEnded: "adversePeriodEnded",
  final: "adverseFinal",
  cleared: "adverseCleared",
  stopped: "adverseStopped",
};

/** Appends a step, and tells it in the history of the requirement. @returns its id */
export async function recordStep(
  call: Call,
  { adverseActionId, attemptId }: Pick<ActionRow, "adverseActionId" | "attemptId">,
  whom: Whom,
  step: { kind: AdverseStepKind; facts?: AdverseStepFacts; text?: string },
): Promise<string> {
  const { kind, facts = {}, text = "" } = step;
  const adverseActionStepId = newId();
  const { wrappedKey } = await organizationFacts(call);
  await call.db.insert(adverseActionStep).values({
    organizationId: call.organizationId,
    ...{ adverseActionStepId, adverseActionId, kind, facts },
    requirementId: whom.requirementId,
    profileId: whom.profileId,
    sealedText: text === "" ? null : call.adapters.vault.seal(wrappedKey, stepPlace(call, adverseActionStepId), text),
    actorProfileId: actingProfile(call),
    actor: actingAs(call),
    at: call.now,
  });
  const event = eventOf[kind];
  if (event) await recordRequirementEvents(call, [{ ...whom, attemptId, kind: event }]);
  return adverseActionStepId;
}

/** Advances an adverse action. @throws Conflict if it was changed concurrently */
export async function moveAction(
  call: Call,
  action: ActionRow,
  from: readonly AdverseState[],
  changes: Partial<ActionRow>,
): Promise<void> {
  if (!from.includes(action.state)) throw changedMeanwhile();
  const { rowCount } = await call.db
    .update(adverseAction)
    .set(changes)
    .where(
      and(
        ours(adverseAction, call),
        eq(adverseAction.adverseActionId, action.adverseActionId),
        eq(adverseAction.state, action.state),
      ),
    );
  if (rowCount === 0) throw changedMeanwhile();
}

const changedMeanwhile = () =>
  conflict("Someone else changed this at the same time. Reload the page.", "concurrentChange");

/** @throws Conflict with the reason why the action is not possible now */
export function refuseUnlessPossible(act: AdverseAct, { facts }: AdverseRead): void {
  const refusal = adverseRefusal(act, facts);
  if (refusal !== null) throw conflict(adverseRefusalTexts[refusal], refusal);
}

/** Returns the adverse action for actions that require one to exist. */
export function presentAction({ action, isPresent }: AdverseRead): ActionRow {
  if (action === null || !isPresent) throw conflict(adverseRefusalTexts.noNotice, "noNotice");
  return action;
}

export const whomOf = ({ target, on }: AdverseRead): Whom => ({
  requirementId: on.owed.requirement.requirementId,
  profileId: target.profileId,
  contentId: on.required.contentId,
  profileLevelAccessId: target.profileLevelAccessId,
});

/** The response of every adverse action endpoint. */
export const standing = ({ on }: AdverseRead) => ({
  requirementId: on.owed.requirement.requirementId,
  status: on.owed.status,
});
