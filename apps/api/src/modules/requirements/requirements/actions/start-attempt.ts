import { isOpen } from "@touchline/rules";
import { and, eq, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { attemptFile } from "../../../../schema/requirements.ts";
import { restandOne, transition } from "../../../compliance/index.ts";
import { factsOf } from "../queries/facts.ts";
import { writeFacts } from "./draft.ts";
import { type PermittedRequirement, type permittedOn, subjectOf } from "./permitted.ts";

/** Returns the attempt with progress on the current requirement; null if there is none or its progress no longer counts. */
export const attemptUnderWay = ({ attempt, anew }: PermittedRequirement) =>
  attempt !== null && isOpen(attempt.state) && !anew ? attempt.attemptId : null;

/**
 * Starts an attempt on the current version for a video or training, unless one is in progress. A draft whose progress no longer counts is
 * withdrawn with that progress, while its files and facts move to the new attempt. The caller has authorized and locked the person.
 * @returns the attempt.
 */
export async function startAttempt(
  call: Call,
  { target, on }: Awaited<ReturnType<typeof permittedOn>>,
): Promise<string> {
  const subject = subjectOf(target, on);
  const { versionId } = on.required;
  const before = on.anew ? on.attempt : null;
  if (before) await transition(call, subject, { kind: "withdrawn", reason: "superseded" }, versionId);
  const { attemptId } = await transition(call, subject, { kind: "begin" }, versionId);
  if (before) await bringAlong(call, before.attemptId, attemptId);
  await restandOne(call, subject);
  return attemptId;
}

async function bringAlong(call: Call, from: string, attemptId: string): Promise<void> {
  // Moved and not copied: what is withdrawn others may look at, and nothing of this was ever sent.
  await call.db
    .update(attemptFile)
    .set({ attemptId })
    .where(and(ours(attemptFile, call), eq(attemptFile.attemptId, from), isNull(attemptFile.removedAt)));
  const facts = await factsOf(call, from);
  if (Object.keys(facts).length > 0) await writeFacts(call, attemptId, facts);
}
