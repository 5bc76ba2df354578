/** What may need an operator's attention in an organization. */
import { type HealthProblem, inactiveDays } from "@touchline/contract/administration/oversight";
import type { SubscriptionState } from "@touchline/contract/billing/organization-billing";
import type { Instant } from "../calendar.ts";

export type HealthFacts = {
  administrators: number;
  createdAt: Instant;
  lastActivityAt: Instant | null;
  mails: number;
  mailsFailed: number;
  failedJobs: number;
  subscription: SubscriptionState | null;
};

const dayMs = 86_400_000;
/** The share of emails that can't be delivered from which it is a problem, where there are enough of them to tell. */
const failingShare = 0.05;
const fewestFailed = 3;

/** Lists the problems of an organization at an instant. */
export function healthProblemsOf(facts: HealthFacts, now: Instant): HealthProblem[] {
  const { administrators, createdAt, lastActivityAt, mails, mailsFailed, failedJobs, subscription } = facts;
  const found: Record<HealthProblem, boolean> = {
    noAdministrator: administrators === 0,
    inactive: now - (lastActivityAt ?? createdAt) > inactiveDays * dayMs,
    paymentDue: subscription === "pastDue" || subscription === "unpaid",
    mailFailing: mailsFailed >= fewestFailed && mailsFailed > mails * failingShare,
    jobsFailed: failedJobs > 0,
  };
  return (Object.keys(found) as HealthProblem[]).filter((problem) => found[problem]);
}
