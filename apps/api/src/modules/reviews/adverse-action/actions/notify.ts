import { RequirementType } from "@touchline/contract";
import type { Call } from "../../../../call.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { partiesOf } from "../../../compliance/index.ts";
import {
  type AdverseMail,
  type AdverseReviewMail,
  mailAdverseAction,
  mailAdverseReview,
  notify,
  recipientsFor,
} from "../../../messages/index.ts";
import { actingAgain, memberTargetsFor, reviewersOver } from "../../../people/index.ts";
import { aboutSubmission } from "../../reviews/actions/facts.ts";
import type { Whom } from "./step.ts";

/** Tells the person, or the guardians of a child without a login, by mail and in the product. @returns whether any mail goes out */
export async function notifyPerson(
  call: Call,
  adverseActionId: string,
  { requirementId, profileId, profileLevelAccessId }: Whom,
  { requirementName, what }: { requirementName: string; what: AdverseMail },
): Promise<boolean> {
  const key = `${adverseActionId}:${what}:${call.now.getTime()}`;
  const readers = (await recipientsFor(call, { people: [profileId] })).get(profileId) ?? [];
  await notify(
    call,
    readers.map((to) => ({
      to,
      kind: "adverseAction" as const,
      key: `adverse:${key}`,
      facts: { requirementId, profileLevelAccessId, profileId, what, reviewer: false },
    })),
  );
  const path = `/requirements/${requirementId}?pla=${profileLevelAccessId}`;
  return (await mailAdverseAction(call, { profileId, requirementName, what, path, key })) > 0;
}

/** Notifies everyone who may decide, by email and in the product, except the caller and reviewers related to the person. */
export async function notifyReviewers(
  call: Call,
  adverseActionId: string,
  { requirementId, profileId, profileLevelAccessId }: Whom,
  what: AdverseReviewMail,
): Promise<void> {
  const key = `${adverseActionId}:${what}:${call.now.getTime()}`;
  const [targetsFor, reviewers, parties] = await Promise.all([
    memberTargetsFor(call, [profileLevelAccessId]),
    reviewersOver(call, "requirements.disqualify", [profileLevelAccessId]),
    partiesOf(call, [requirementId]),
  ]);
  const recipients = [];
  for (const reviewer of reviewers) {
    const acting = await actingAgain(call, reviewer.profileId);
    if (acting?.actor.kind !== "person") continue;
    if (call.actor.kind === "person" && acting.actor.entries.includes(call.actor.profileId)) continue;
    const target = targetsFor(acting).get(profileLevelAccessId);
    if (!target) continue;
    const about = { type: RequirementType.BackgroundCheck, parties: parties.get(requirementId) ?? [] };
    if (verdictOn(acting, "requirements.disqualify", aboutSubmission(acting, target, about)).allowed)
      recipients.push(reviewer);
  }
  await notify(
    call,
    recipients.map((one) => ({
      to: one.profileId,
      kind: "adverseAction" as const,
      key: `adverse:${key}`,
      facts: { requirementId, profileLevelAccessId, profileId, what, reviewer: true },
    })),
  );
  const path = `/review/${requirementId}?pla=${profileLevelAccessId}`;
  await mailAdverseReview(
    call,
    recipients.flatMap(({ email, ...one }) => (email === null ? [] : [{ ...one, email, what, path, key }])),
  );
}
