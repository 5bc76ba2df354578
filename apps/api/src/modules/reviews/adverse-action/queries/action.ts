import { RequirementType } from "@touchline/contract";
import { type AdverseFacts, isDisputedAt } from "@touchline/rules";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { adverseAction, adverseActionStep } from "../../../../schema/reviews.ts";
import { authorize } from "../../../../security/authorize.ts";
import { type MemberTarget, memberTarget } from "../../../people/index.ts";
import { isOfKind, requirementOn } from "../../../requirements/index.ts";
import { latestOrder, type OrderRow } from "../../../screening/index.ts";

export type ActionRow = typeof adverseAction.$inferSelect;
export type AdversePlace = { requirementId: string; profileLevelAccessId: string };

/** The facts of a report and its consumer reporting agency, as they were sent in the notice. */
export type SentFacts = {
  items: string;
  agency: { name: string; address: string; phone: string; website: string | null };
};

const sealedIn = (table: string, column: string) => (call: Pick<Call, "organizationId">, id: string) => ({
  tenant: call.organizationId,
  ...{ table, column, id },
});
/** Binds the encrypted bytes to their adverse action. */
export const sentFactsPlace = sealedIn("adverse_action", "sealed_facts");
export const stepPlace = sealedIn("adverse_action_step", "sealed_text");
export const documentPlace = sealedIn("adverse_action_document", "sealed_content");

/** A background check with the adverse action on it, as far as there is one. */
export type AdverseRead = {
  target: MemberTarget;
  on: Awaited<ReturnType<typeof requirementOn>>;
  /** The latest of the requirement, and whether it is about the submission that is open or decided now. */
  action: ActionRow | null;
  isPresent: boolean;
  order: OrderRow | null;
  facts: AdverseFacts;
};

/** The permission an action requires: being the person or a guardian, or being allowed to review or disqualify. */
type Needed = "own" | "ownOrReview" | "requirements.review" | "requirements.disqualify";

/**
 * Loads and authorizes everything an adverse action is decided on.
 *
 * @throws NotFound, Forbidden, Conflict if the requirement is not a background check
 */
export async function readAdverse(call: Call, place: AdversePlace, needed: Needed): Promise<AdverseRead> {
  const target = await memberTarget(call, place.profileLevelAccessId);
  const isOwn = target.self || target.guardedChild;
  const decides = needed !== "own" && !(needed === "ownOrReview" && isOwn);
  const action = needed === "requirements.disqualify" ? needed : "requirements.review";
  authorize(call, decides ? action : "own", decides ? aboutCheck(target) : target);
  const on = await requirementOn(call, target, place.requirementId);
  if (!isOfKind(on.required.settings, "background-check")) {
    throw conflict("This requirement isn't a background check.", "notForThisType");
  }
  // Reviewers never decide on their own submissions or those of a child they are guardian of. Viewing is not deciding.
  if (decides && needed !== "ownOrReview") authorize(call, action, on.about);
  const [latest, order] = await Promise.all([
    latestAction(call, place.requirementId),
    latestOrder(call, place.requirementId),
  ]);
  const present = on.attempt;
  const isPresent = latest !== null && present?.attemptId === latest.attemptId;
  const findingOpen = present?.state === "pendingReview" && present.source === "FlaggedBackgroundCheck";
  return {
    ...{ target, on, action: latest, isPresent, order },
    facts: {
      state: latest !== null && isPresent ? stateNow(latest, findingOpen) : null,
      findingOpen,
      reportAtHand: order === null || order.hasReport,
      report: reportOf(order),
      endsAt: latest?.endsAt?.getTime() ?? null,
      unassessed: latest !== null && isPresent && (await isUnassessed(call, latest.adverseActionId)),
      now: call.now.getTime(),
    },
  };
}

const isOpen = ({ state }: ActionRow) => state === "waiting" || state === "disputed";
/** An adverse action counts as stopped once its review ended otherwise, even before that is recorded. */
export const stateNow = (action: ActionRow, findingOpen: boolean): ActionRow["state"] =>
  isOpen(action) && !findingOpen ? "stopped" : action.state;

/** Returns the provider's current version of the report. An uploaded report does not change. */
export function reportOf(order: OrderRow | null): AdverseFacts["report"] {
  if (order === null) return "finding";
  if (isDisputedAt(order.provider, order.providerStatus)) return "disputed";
  return order.state === "clear" ? "clear" : "finding";
}

/** The audit target for questions about a member's background check. */
export const aboutCheck = (target: MemberTarget) => ({ ...target, requirementType: RequirementType.BackgroundCheck });

export async function latestAction(call: Call, requirementId: string): Promise<ActionRow | null> {
  const [row] = await call.db
    .select({ action: adverseAction })
    .from(adverseAction)
    .innerJoin(attempt, onKey(attempt.attemptId, adverseAction.attemptId))
    .where(
      and(
        ours(adverseAction, call),
        eq(attempt.organizationId, call.organizationId),
        eq(attempt.requirementId, requirementId),
      ),
    )
    .orderBy(desc(adverseAction.sentAt), desc(adverseAction.adverseActionId))
    .limit(1);
  return row?.action ?? null;
}

/** Returns whether the person submitted a statement after the last assessment. */
async function isUnassessed(call: Call, adverseActionId: string): Promise<boolean> {
  const [row] = await call.db
    .select({
      after: sql<boolean>`coalesce(
        max(at) FILTER (WHERE kind <> 'assessed') > max(at) FILTER (WHERE kind = 'assessed'), false)`,
    })
    .from(adverseActionStep)
    .where(
      and(
        ours(adverseActionStep, call),
        eq(adverseActionStep.adverseActionId, adverseActionId),
        inArray(adverseActionStep.kind, ["statement", "disputed", "assessed"]),
      ),
    );
  return row?.after ?? false;
}
