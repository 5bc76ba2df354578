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
 * Completes a requirement by what a search found, or did not find. What is completed already is completed anew beside the earlier
 * submission. One that is in review stays with its reviewers. The caller derives the statuses.
 *
 * @returns the submission; null where nothing was completed.
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
