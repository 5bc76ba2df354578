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

/** What of a report is considered, and who made it, as it was sent. */
export type SentFacts = {
  items: string;
  agency: { name: string; address: string; phone: string; website: string | null };
};

const sealedIn = (table: string, column: string) => (call: Pick<Call, "organizationId">, id: string) => ({
  tenant: call.organizationId,
  ...{ table, column, id },
});
/** What sealed bytes are bound to. */
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

/** What somebody needs for an act: to be the person or a guardian, or to review or disqualify. */
type Needed = "own" | "ownOrReview" | "requirements.review" | "requirements.disqualify";

/**
 * Reads everything that an act is judged by, for whoever may do it.
 *
 * @throws NotFound, Forbidden, Conflict where it is no background check
 */
export async function readAdverse(call: Call, place: AdversePlace, needed: Needed): Promise<AdverseRead> {
  const target = await memberTarget(call, place.profileLevelAccessId);
  const isOwn = target.self || target.guardedChild;
  const decides = needed !== "own" && !(needed === "ownOrReview" && isOwn);
  const action = needed === "requirements.disqualify" ? needed : "requirements.review";
  authorize(call, decides ? action : "own", decides ? aboutCheck(target) : target);
  const on = await requirementOn(call, target, place.requirementId);
  if (!isOfKind(on.asked.settings, "background-check")) {
    throw conflict("This requirement isn't a background check.", "notForThisType");
  }
  // Nobody decides on what they submitted themselves, or for a child of theirs. Looking is no decision.
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
/** One whose review ended otherwise has stopped, also before that is recorded. */
export const stateNow = (action: ActionRow, findingOpen: boolean): ActionRow["state"] =>
  isOpen(action) && !findingOpen ? "stopped" : action.state;

/** What the provider says of the report now; one that was uploaded stays as it is. */
export function reportOf(order: OrderRow | null): AdverseFacts["report"] {
  if (order === null) return "finding";
  if (isDisputedAt(order.provider, order.providerStatus)) return "disputed";
  return order.state === "clear" ? "clear" : "finding";
}

/** Who a question about a background check of somebody is about. */
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

/** Whether the person said something after the last assessment. */
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
