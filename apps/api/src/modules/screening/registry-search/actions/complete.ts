import { isOpen } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import {
  type AttemptChanges,
  type AttemptSubject,
  presentAttempt,
  reportToAttempt,
  transition,
} from "../../../compliance/index.ts";

/**
 * Completes a requirement after a search that found nobody. If it was completed before, a new submission is added and the
 * earlier one stays. A submission in review is left to its reviewers. The caller updates the statuses.
 *
 * @returns the submission, or null if nothing was completed.
 */
export async function completeBySearch(
  call: Call,
  subject: AttemptSubject,
  contentVersionId: string,
  dates: AttemptChanges,
): Promise<{ attemptId: string } | null> {
  const present = await presentAttempt(call, subject.requirementId);
  const isBarred = present?.state === "disqualified" && present.voidedAt === null;
  if (present && !isOpen(present.state) && !isBarred) {
    await transition(call, subject, { kind: "searchStarted" }, contentVersionId);
  }
  return reportToAttempt(call, subject, { kind: "providerClear" }, contentVersionId, dates);
}
