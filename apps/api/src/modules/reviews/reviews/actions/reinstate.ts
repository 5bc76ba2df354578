import type { Call } from "../../../../call.ts";
import { type Stands, voidAttempts } from "../../../compliance/index.ts";
import { subjectOf } from "../../../requirements/index.ts";
import { actOn, concludeAct } from "./acts.ts";

/**
 * Takes a disqualification back. The requirement is then to be done again: an old completion does not revive.
 *
 * @throws NotFound, Forbidden (only an Admin), Conflict (not rejected).
 */
export async function reinstate(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string; reason: string },
): Promise<Stands> {
  const { target, on } = await actOn(call, input, "reinstate");
  await voidAttempts(call, input.requirementId, ["approved", "disqualified"]);
  return concludeAct(call, subjectOf(target, on), { kind: "reinstated", note: input.reason });
}
