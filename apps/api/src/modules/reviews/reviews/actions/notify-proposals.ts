import type { RequirementType } from "@touchline/contract";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { partiesTo } from "../../../compliance/index.ts";
import { mailProposals, notify } from "../../../messages/index.ts";
import { actingAgain, memberTargetsFor, reviewersOver } from "../../../people/index.ts";
import { aboutSubmission } from "./facts.ts";

type Proposed = {
  attemptId: string;
  eventId: string;
  proposedBy: string;
  requirementId: string;
  profileLevelAccessId: string;
  profileId: string;
  type: RequirementType;
  parties: string[];
};

/**
 * Notifies all other reviewers who may confirm proposed disqualifications, in the product and with one email each.
 * Proposals that were confirmed or declined meanwhile are skipped.
 *
 * @param attemptIds attempts that were proposed together, at most 1,000.
 */
export async function notifyProposals(call: Call, attemptIds: readonly string[]): Promise<void> {
  const proposed = await waitingProposals(call, attemptIds);
  const ids = proposed.map((one) => one.profileLevelAccessId);
  const [targetsFor, reviewers] = await Promise.all([
    memberTargetsFor(call, ids),
    reviewersOver(call, "requirements.disqualify", ids),
  ]);
  const recipients = [];
  for (const { profileId, email, firstName } of reviewers) {
    const acting = await actingAgain(call, profileId);
    if (acting?.actor.kind !== "person") continue;
    const { entries } = acting.actor;
    const targets = targetsFor(acting);
    const theirs = proposed.filter((one) => {
      const target = targets.get(one.profileLevelAccessId);
      if (!target || entries.includes(one.proposedBy)) return false;
      return verdictOn(acting, "requirements.disqualify", aboutSubmission(acting, target, one)).allowed;
    });
    const [first] = theirs;
    if (first) recipients.push({ profileId, email, firstName, first, count: theirs.length });
  }
  await notify(
    call,
    recipients.map(({ profileId, first, count }) => ({
      to: profileId,
      kind: "proposal" as const,
      key: `proposal:${first.eventId}`,
      facts: {
        requirementId: first.requirementId,
        profileLevelAccessId: first.profileLevelAccessId,
        profileId: first.profileId,
        count,
      },
    })),
  );
  await mailProposals(
    call,
    recipients.flatMap(({ email, first, ...one }) => {
      if (email === null) return [];
      const { requirementId, profileLevelAccessId, eventId } = first;
      const path = one.count === 1 ? `/review/${requirementId}?pla=${profileLevelAccessId}` : "/review?proposed=yes";
      return [{ ...one, email, path, key: eventId }];
    }),
  );
}

async function waitingProposals(call: Call, attemptIds: readonly string[]): Promise<Proposed[]> {
  const { rows } = await call.db.execute<Proposed>(sql`
    SELECT attempt.attempt_id AS "attemptId", waits.requirement_event_id AS "eventId", waits.profile_id AS "proposedBy",
      attempt.requirement_id AS "requirementId", attempt.profile_level_access_id AS "profileLevelAccessId",
      requirement.profile_id AS "profileId", content.type,
      ${partiesTo(call, sql`requirement.requirement_id`)} AS parties
    FROM review_proposal AS waits
    JOIN attempt ON attempt.organization_id = waits.organization_id AND attempt.attempt_id = waits.attempt_id
    JOIN requirement ON requirement.organization_id = attempt.organization_id
      AND requirement.requirement_id = attempt.requirement_id
    JOIN content ON content.organization_id = requirement.organization_id AND content.content_id = requirement.content_id
    WHERE waits.organization_id = ${call.organizationId} AND attempt.state = 'pendingReview'
      AND waits.attempt_id = ANY(${sql.param([...attemptIds])}::uuid[])
    ORDER BY waits.requirement_event_id`);
  return rows;
}
