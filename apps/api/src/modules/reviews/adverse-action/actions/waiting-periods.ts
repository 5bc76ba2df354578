import { isDisputedAt } from "@touchline/rules";
import { and, inArray, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { content } from "../../../../schema/library.ts";
import { adverseAction } from "../../../../schema/reviews.ts";
import { withLocks } from "../../../people/index.ts";
import { latestOrder } from "../../../screening/index.ts";
import { type ActionRow, reportOf } from "../queries/action.ts";
import { resumePeriod, stopPeriod } from "./dispute.ts";
import { notifyReviewers } from "./notify.ts";
import { moveAction, recordStep, type Whom } from "./step.ts";

/** Adverse actions of one organization that are looked at in one turn. */
const most = 200;

type Open = { action: ActionRow; whom: Whom; requirementName: string; underReview: boolean };

/** Adverse actions that haven't ended, each with what it is about now. */
async function openActions(call: Call, which = sql`true`): Promise<Open[]> {
  const rows = await call.db
    .select({
      action: adverseAction,
      requirementId: attempt.requirementId,
      profileLevelAccessId: attempt.profileLevelAccessId,
      state: attempt.state,
      profileId: requirement.profileId,
      contentId: requirement.contentId,
      requirementName: content.name,
    })
    .from(adverseAction)
    .innerJoin(attempt, onKey(attempt.attemptId, adverseAction.attemptId))
    .innerJoin(requirement, onKey(requirement.requirementId, attempt.requirementId))
    .innerJoin(content, onKey(content.contentId, requirement.contentId))
    .where(and(ours(adverseAction, call), inArray(adverseAction.state, ["waiting", "disputed"]), which))
    .orderBy(adverseAction.sentAt, adverseAction.adverseActionId)
    .limit(most);
  return rows.map(({ action, requirementName, state, ...whom }) => ({
    ...{ action, whom, requirementName },
    underReview: state === "pendingReview",
  }));
}

/**
 * Tells reviewers of waiting periods that are over, once each, and ends what has no review anymore. It never decides on anybody.
 */
export async function noticeEnded(unlocked: Call): Promise<void> {
  const due = sql`(${adverseAction.state} = 'waiting' AND ${adverseAction.endsAt} <= ${unlocked.now.toISOString()}::timestamptz
      AND ${adverseAction.toldAt} IS NULL OR ${attempt.state} <> 'pendingReview')`;
  const found = await openActions(unlocked, due);
  if (found.length === 0) return;
  const call = await withLocks(unlocked, { people: [...new Set(found.map(({ whom }) => whom.profileId))] });
  for (const { action, whom, underReview } of await openActions(call, due)) {
    if (!underReview) {
      await moveAction(call, action, ["waiting", "disputed"], { state: "stopped", endedAt: call.now });
      await recordStep(call, action, whom, { kind: "stopped" });
      continue;
    }
    await moveAction(call, action, ["waiting"], { toldAt: call.now });
    await recordStep(call, action, whom, { kind: "periodEnded" });
    await notifyReviewers(call, action.adverseActionId, whom, "periodEnded");
  }
}

/** Takes over what a provider says of a report now: a dispute stops the waiting period, and its end lets it go on. */
export async function followReport(unlocked: Call, { attemptId }: { attemptId: string }): Promise<void> {
  const ofOrder = sql`${attempt.requirementId} = (SELECT ordered.requirement_id FROM attempt AS ordered
    WHERE ordered.organization_id = ${unlocked.organizationId} AND ordered.attempt_id = ${attemptId})`;
  const found = await openActions(unlocked, ofOrder);
  if (found.length === 0) return;
  const call = await withLocks(unlocked, { people: found.map(({ whom }) => whom.profileId) });
  const { timeZone: zone } = await organizationFacts(call);
  for (const { action, whom, requirementName, underReview } of await openActions(call, ofOrder)) {
    const order = await latestOrder(call, whom.requirementId);
    if (!underReview || order?.attemptId !== attemptId) continue;
    const report = reportOf(order);
    const on = { zone, requirementName };
    if (isDisputedAt(order.provider, order.providerStatus)) {
      if (action.state === "waiting") {
        await stopPeriod(call, action, whom, { ...on, reporter: "agency", explanation: "" });
      } else {
        // The agency has it too, and says when it is over.
        await moveAction(call, action, ["disputed"], { disputedBy: "agency" });
      }
    } else if (action.state === "disputed" && action.disputedBy === "agency") {
      await resumePeriod(call, action, whom, { ...on, result: report === "clear" ? "clear" : "answered", text: "" });
    } else {
      const kind = report === "clear" ? "reportCleared" : "reportFlagged";
      await recordStep(call, action, whom, { kind });
      if (report === "clear") await notifyReviewers(call, action.adverseActionId, whom, "reportCleared");
    }
  }
}
