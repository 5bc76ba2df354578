import type { Call } from "../../../../call.ts";
import { changeMany, outcomeOfOne } from "./change-many.ts";
import { type Outcomes, outcomes } from "./memberships.ts";

/**
 * Takes a membership to another level under the same label: what is owed follows, work done and what was sent in stay.
 *
 * @throws NotFound; Forbidden (either level out of reach, a role above the actor's own, a label that others hand out);
 *   Conflict (there already, one's own).
 */
export async function moveMembership(
  call: Call,
  input: { profileLevelAccessId: string; newLevelId: string },
): Promise<Outcomes> {
  const { profileLevelAccessId, newLevelId: levelId } = input;
  return outcomes(outcomeOfOne(await changeMany(call, [{ profileLevelAccessId, levelId }])));
}
