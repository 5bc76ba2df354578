import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { reportToAttempt, type Stands, voidAttempts } from "../../../compliance/index.ts";
import { subjectOf } from "../../../requirements/index.ts";
import { actOn, concludeAct, reasonOf } from "./acts.ts";

/**
 * Revokes a completion, and any older one that would replace it. An open submission continues. A flagged background
 * check that was approved returns to review, because its report still requires an adverse action before it can bar
 * anyone.
 *
 * @throws NotFound, Forbidden, Conflict (not completed, rejected), 400 (a missing reason).
 */
export async function markIncomplete(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string; reason?: string | undefined },
): Promise<Stands> {
  const { target, on } = await actOn(call, input, "markIncomplete");
  const note = await reasonOf(call, input.reason);
  const completed = on.owed.requirement.completion?.attemptId ?? null;
  await voidAttempts(call, input.requirementId, ["approved"]);
  const subject = subjectOf(target, on);
  if (completed !== null && (await wasFlagged(call, completed))) {
    const event = { kind: "providerFlagged", type: on.required.type } as const;
    await reportToAttempt(call, subject, event, on.required.versionId, { submittedAt: call.now });
  }
  return concludeAct(call, subject, { kind: "markedIncomplete", note });
}

async function wasFlagged(call: Call, attemptId: string): Promise<boolean> {
  const [row] = await call.db
    .select({ source: attempt.source })
    .from(attempt)
    .where(and(ours(attempt, call), eq(attempt.attemptId, attemptId)));
  return row?.source === "FlaggedBackgroundCheck";
}
