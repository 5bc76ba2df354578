import { awaitsStateAnswer } from "@touchline/rules";
import { eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { liveScan } from "../../../../schema/screening.ts";
import { recordRequirementEvents } from "../../../compliance/index.ts";
import { memberTarget } from "../../../people/index.ts";
import { requirementOn, type SentFiles, subjectOf, submitFiles } from "../../../requirements/index.ts";

/**
 * Submits the ATI number and the proof that the fingerprints were taken. If the organization's request form is created here,
 * the state's answer is awaited next; otherwise the proof itself is reviewed.
 *
 * @throws as `submitFiles`
 */
export async function submitLiveScan(call: Call, input: SentFiles & { atiNumber: string; completedDate: string }) {
  const sent = await submitFiles(call, input, {
    kind: "live-scan",
    factsFor: () => ({ atiNumber: input.atiNumber }),
    goesToProvider: awaitsStateAnswer,
  });
  const { attemptId, requirementId } = sent;
  const [row] = await call.db
    .select({ state: attempt.state, at: attempt.submittedAt })
    .from(attempt)
    .where(sql`${ours(attempt, call)} AND ${eq(attempt.attemptId, attemptId)}`);
  if (row?.state !== "waitingProvider") return sent;
  const sentAt = row.at ?? call.now;
  await call.db
    .insert(liveScan)
    .values({ organizationId: call.organizationId, attemptId, requirementId, sentAt })
    .onConflictDoUpdate({
      target: [liveScan.organizationId, liveScan.attemptId],
      set: { sentAt },
      setWhere: ours(liveScan, call),
    });
  const target = await memberTarget(call, input.profileLevelAccessId);
  const on = await requirementOn(call, target, requirementId);
  await recordRequirementEvents(call, [{ ...subjectOf(target, on), attemptId, kind: "liveScanSent", at: sentAt }]);
  return sent;
}
