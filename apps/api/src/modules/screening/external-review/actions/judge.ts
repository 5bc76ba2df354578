import { RequirementType } from "@touchline/contract";
import type { ExternalOutcome, ExternalReviewer } from "@touchline/contract/screening/external-review";
import { attemptIsOpen, dayOf, startOfDay } from "@touchline/rules";
import { type Call, organizationFacts } from "../../../../call.ts";
import { denialText, tookPart, verdictOn } from "../../../../security/authorize.ts";
import { type MemberTarget, memberTargets } from "../../../people/index.ts";
import { type ExternalCheck, reviewerNames } from "../queries/checks.ts";

/** A result as a file, or a reviewer, tells it. */
export type GivenResult = {
  outcome: ExternalOutcome;
  resultOn: string;
  /** The last valid day, for content whose validity is set with each submission. */
  validUntil: string | null;
};

/** Null: it can be recorded. `known`: that is on record already. */
export type ResultRefusal = { fate: "known" | "error"; message: string } | null;

/** The facts by which results are judged. */
export type JudgingFacts = { zone: string; today: string; targets: ReadonlyMap<string, MemberTarget> };

/** Reads the memberships that these checks are about, and the day that it is. */
export async function judgingFacts(call: Call, checks: readonly ExternalCheck[]): Promise<JudgingFacts> {
  const { timeZone: zone } = await organizationFacts(call);
  const targets = await memberTargets(
    call,
    checks.map((one) => one.profileLevelAccessId),
  );
  return { zone, today: dayOf(call.now.getTime(), zone), targets };
}

/** Whether the actor sees the person of a check at all; rows can't refer to anyone else. */
export function seesPerson(call: Call, check: ExternalCheck, { targets }: JudgingFacts): boolean {
  const target = targets.get(check.profileLevelAccessId);
  return target !== undefined && verdictOn(call, "members.see", target).allowed;
}

/** Says why the actor may not record results of this check; null if they may. Nobody records their own. */
export function tieOf(call: Call, check: ExternalCheck, { targets }: JudgingFacts): string | null {
  const target = targets.get(check.profileLevelAccessId);
  if (!target) return "This person is no longer a member.";
  const verdict = verdictOn(call, "requirements.review", {
    ...target,
    requirementType: RequirementType.BackgroundCheck,
    tookPart: tookPart(call, check.parties),
  });
  return verdict.allowed ? null : denialText(verdict.reason);
}

const error = (message: string): ResultRefusal => ({ fate: "error", message });
const known = (message: string): ResultRefusal => ({ fate: "known", message });

/** Whether a result of this reviewer can be recorded for this check now, regardless of the actor. */
export function judgeResult(
  call: Call,
  check: ExternalCheck,
  result: GivenResult,
  facts: JudgingFacts & { reviewer: ExternalReviewer },
): ResultRefusal {
  const { outcome, resultOn, validUntil } = result;
  const { zone, today, reviewer } = facts;
  const name = reviewerNames[reviewer];
  const tie = tieOf(call, check, facts);
  if (tie !== null) return error(tie);
  if (check.results.some((one) => one.outcome === outcome && one.resultOn === resultOn)) {
    return known("This result is on record already.");
  }
  if (check.wait === null || check.reviewer !== reviewer) {
    return check.state === "approved" || check.state === "disqualified"
      ? known("This background check is decided already.")
      : error(`This background check doesn't wait for a result of ${name}.`);
  }
  if (resultOn > today) return error("The date of the result is in the future.");
  if (check.state === "disqualified" && !check.voided) {
    return error("This person was disqualified for this requirement.");
  }
  if (check.wait === "review") return judgeReview(check, outcome, result);
  if (check.state === "pendingReview") return error("A review of this background check is open. Decide it there.");
  const waits = check.state === "waitingApplicant" || check.state === "waitingProvider";
  if (outcome === "canceled") return waits ? null : error("Nothing is under way that could be canceled.");
  const at = startOfDay(resultOn, zone);
  const later =
    check.countedAt !== null && (outcome === "passed" ? check.countedAt >= at : check.countedAt > at + dayLong);
  if (later) return known("A completion on this date or later is on record already.");
  return outcome === "passed" ? lacksEnd(check, resultOn, validUntil) : null;
}

const dayLong = 86_400_000;

/** Results of the organization's external reviewer, about a submission that awaits review. */
function judgeReview(
  check: ExternalCheck,
  outcome: ExternalOutcome,
  { resultOn, validUntil }: GivenResult,
): ResultRefusal {
  if (outcome === "canceled") return error("A review can't be canceled. Record whether it's passed or flagged.");
  if (outcome === "flagged") return check.flagged ? known("This background check is flagged already.") : null;
  return lacksEnd(check, resultOn, validUntil);
}

/** @returns why a pass doesn't say until when it counts. */
function lacksEnd({ settings }: ExternalCheck, resultOn: string, validUntil: string | null): ResultRefusal {
  if (settings.validity.type !== "PerRequirement") return null;
  return validUntil === null || validUntil < resultOn
    ? error("Enter the last valid day. It can't be before the date of the result.")
    : null;
}

/** Whether a submission is under way. */
export const isUnderWay = ({ state }: ExternalCheck): boolean => state !== null && attemptIsOpen[state];
