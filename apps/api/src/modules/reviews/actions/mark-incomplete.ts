import type { Call } from "../../../kernel/call.ts";
import { subjectOf } from "../../requirements/actions/permitted.ts";
import { voidAttempts } from "../../standing/actions/decide.ts";
import type { Stands } from "../../standing/actions/restand.ts";
import { actOn, concludeAct } from "./acts.ts";

/**
 * Takes a completion back: it no longer counts, nor does an older one that would take its place. What is open goes on.
 *
 * @throws NotFound, Forbidden, Conflict (not done, rejected).
 */
export async function markIncomplete(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string; reason: string },
): Promise<Stands> {
  const { target, on } = await actOn(call, input, "markIncomplete");
  await voidAttempts(call, input.requirementId, ["approved"]);
  return concludeAct(call, subjectOf(target, on), { kind: "markedIncomplete", note: input.reason });
}
