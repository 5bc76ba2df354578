import { identityLimits } from "@touchline/contract/verification/identity";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { identitySetting } from "../../../../schema/verification.ts";

export type IdentitySettings = { selfies: boolean; keepDays: number; version: number };

/** Returns how identities are verified in the organization: without selfies unless somebody has turned them on. */
export async function identitySettings(call: Call): Promise<IdentitySettings> {
  const { selfies, keepDays, version } = identitySetting;
  const [row] = await call.db
    .select({ selfies, keepDays, version })
    .from(identitySetting)
    .where(ours(identitySetting, call));
  return row ?? { selfies: false, keepDays: identityLimits.keepDays.usual, version: 0 };
}
