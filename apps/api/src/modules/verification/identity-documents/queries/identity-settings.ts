import { identityLimits, type StateCutoff } from "@touchline/contract/verification/identity-settings";
import { type MonthDay, serviceNotice } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { identitySetting } from "../../../../schema/verification.ts";

export type IdentitySettings = {
  selfies: boolean;
  keepDays: number;
  /** The day of a year by which children must be five to start kindergarten; null: the state's. */
  kindergarten: MonthDay | null;
  /** Dates for children who live in single states. */
  kindergartenByState: StateCutoff[];
  version: number;
};

/** Returns how identities are verified in the organization: without selfies unless somebody has turned them on. */
export async function identitySettings(call: Call): Promise<IdentitySettings> {
  const { selfies, keepDays, kindergartenMonth: month, kindergartenDay: day, version } = identitySetting;
  const byState = identitySetting.kindergartenByState;
  const [row] = await call.db
    .select({ selfies, keepDays, month, day, byState, version })
    .from(identitySetting)
    .where(ours(identitySetting, call));
  if (!row) {
    const dates = { kindergarten: null, kindergartenByState: [] };
    return { selfies: false, keepDays: identityLimits.keepDays.usual, ...dates, version: 0 };
  }
  const { month: ownMonth, day: ownDay, byState: kindergartenByState, ...rest } = row;
  const kindergarten = ownMonth !== null && ownDay !== null ? { month: ownMonth, day: ownDay } : null;
  return { ...rest, kindergarten, kindergartenByState: [...kindergartenByState] };
}

/** Says which company reads photos; null: they stay with the organization. */
export const readByNotice = ({ adapters: { vision } }: Pick<Call, "adapters">): string | null =>
  vision.service ? serviceNotice(vision.service) : null;
