import { type Call, organizationFacts } from "../../../../call.ts";
import type { AdverseReviewMail } from "../mails/background-check-review.ts";
import type { BillingProblem } from "../mails/billing-problem.ts";
import type { ReturnCause } from "../mails/money-returned.ts";
import type { CheckProblem } from "../mails/screening-problem.ts";
import type { WebhookPauseCause } from "../mails/webhook-paused.ts";
import { sendMails } from "./send.ts";

/** The recipient of a mail, with the page that it links to. A recipient gets one mail with the same `key`. */
type MailTarget = { profileId: string; email: string; firstName: string; path: string; key: string };

/** Tells reviewers that disqualifications need a second reviewer. Nobody can turn this mail off. */
export async function mailProposals(call: Call, targets: readonly (MailTarget & { count: number })[]): Promise<void> {
  await sendMails(call, await toEach(call, "disqualificationProposed", targets, ({ count }) => ({ count })));
}

/** Tells administrators what keeps background checks from continuing. */
export async function mailScreeningProblem(
  call: Call,
  targets: readonly (MailTarget & { provider: string; requirementName: string; problem: CheckProblem })[],
): Promise<void> {
  await sendMails(
    call,
    await toEach(call, "screeningProblem", targets, ({ provider, requirementName, problem }) => ({
      provider,
      requirement: requirementName,
      problem,
    })),
  );
}

/** Tells reviewers of a step of an adverse action. Nobody can turn this mail off. */
export async function mailAdverseReview(
  call: Call,
  targets: readonly (MailTarget & { what: AdverseReviewMail })[],
): Promise<void> {
  await sendMails(call, await toEach(call, "backgroundCheckReview", targets, ({ what }) => ({ what })));
}

/** Tells administrators that results of background checks are overdue. */
export async function mailResultsOverdue(
  call: Call,
  targets: readonly (MailTarget & { count: number })[],
): Promise<void> {
  await sendMails(call, await toEach(call, "resultsOverdue", targets, ({ count }) => ({ count })));
}

/** Tells people that a payment was refunded. */
export async function mailMoneyReturned(
  call: Call,
  targets: readonly (MailTarget & { what: string; money: string; cause: ReturnCause })[],
): Promise<void> {
  await sendMails(
    call,
    await toEach(call, "moneyReturned", targets, ({ what, money, cause }) => ({ what, money, cause })),
  );
}

/** Tells the people in charge of billing about a problem. */
export async function mailBillingProblem(
  call: Call,
  targets: readonly (MailTarget & { problem: BillingProblem })[],
): Promise<void> {
  await sendMails(call, await toEach(call, "billingProblem", targets, ({ problem }) => ({ problem })));
}

/** Tells administrators that a webhook endpoint was paused automatically. */
export async function mailWebhookPaused(
  call: Call,
  targets: readonly (MailTarget & { endpoint: string; why: WebhookPauseCause })[],
): Promise<void> {
  await sendMails(call, await toEach(call, "webhookPaused", targets, ({ endpoint, why }) => ({ endpoint, why })));
}

/** Tells people that an incident was assigned to them. Nobody can turn this mail off. */
export async function mailIncidentAssigned(call: Call, targets: readonly MailTarget[]): Promise<void> {
  await sendMails(call, await toEach(call, "incidentAssigned", targets, () => ({})));
}

/** Addresses a mail to each recipient; `more` returns the fields that only this kind has. */
async function toEach<Kind extends string, One extends MailTarget, More>(
  call: Call,
  kind: Kind,
  targets: readonly One[],
  more: (one: One) => More,
) {
  if (targets.length === 0) return [];
  const { name: organization } = await organizationFacts(call);
  return targets.map((one) => ({
    kind,
    to: one.email,
    profileId: one.profileId,
    key: `${kind}:${one.key}:${one.profileId}`,
    fields: { firstName: one.firstName, organization, path: one.path, ...more(one) },
  }));
}
