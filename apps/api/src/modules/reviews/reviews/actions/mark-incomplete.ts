import type { Call } from "../../../../call.ts";
import { type Stands, voidAttempts } from "../../../compliance/index.ts";
import { subjectOf } from "../../../requirements/index.ts";
import { actOn, concludeAct, reasonOf } from "./acts.ts";

/**
 * Takes a completion back: it no longer counts, nor does an older one that would take its place. What is open goes on.
 *
 * @throws NotFound, Forbidden, Conflict (not done, rejected), 400 (a missing reason).
 */
export async function markIncomplete(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string; reason?: string | undefined },
): Promise<Stands> {
  const { target, on } = await actOn(call, input, "markIncomplete");
  const note = await reasonOf(call, input.reason);
  await voidAttempts(call, input.requirementId, ["approved"]);
  return concludeAct(call, subjectOf(target, on), { kind: "markedIncomplete", note });
}
