import { and, eq, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { guardianship } from "../../../../schema/joining.ts";
import { statesOf } from "../../../requirements/index.ts";

/**
 * Returns the state in which a person lives, such as `US-WA`: by their own address, else by their guardians'. Null where nobody entered
 * one, or the guardians live in different states.
 */
export async function homeStateOf(call: Call, profileId: string): Promise<string | null> {
  const guardians = await call.db
    .select({ profileId: guardianship.guardianProfileId })
    .from(guardianship)
    .where(and(ours(guardianship, call), isNull(guardianship.endedAt), eq(guardianship.childProfileId, profileId)))
    // No child has more.
    .limit(2);
  const states = await statesOf(call, [profileId, ...guardians.map((one) => one.profileId)]);
  const own = states.get(profileId);
  if (own) return own;
  const [state = null, ...others] = new Set(states.values());
  return others.length === 0 ? state : null;
}
