import type { Call } from "../../../../call.ts";
import { changeMany, outcomeOfOne } from "./change-many.ts";
import { type Outcomes, outcomes } from "./memberships.ts";

/**
 * Moves a membership to another level with the same label. Requirements follow, and completed and submitted work stays.
 *
 * @throws NotFound; Forbidden (either level out of reach, a role above the actor's own, a label that others assign); Conflict
 * (it is there already, or is the actor's own).
 */
export async function moveMembership(
  call: Call,
  input: { profileLevelAccessId: string; newLevelId: string },
): Promise<Outcomes> {
  const { profileLevelAccessId, newLevelId: levelId } = input;
  return outcomes(outcomeOfOne(await changeMany(call, [{ profileLevelAccessId, levelId }])));
}
