import { adverseLimits } from "@touchline/contract/screening/adverse-action";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { adverseActionSetting } from "../../../../schema/reviews.ts";

export type AdverseSettings = { waitingDays: number; reportMonths: number; letterYears: number; version: number };

/** Returns the waiting period and retention settings of the organization, or the defaults if they were never changed. */
export async function adverseSettings(call: Call): Promise<AdverseSettings> {
  const { waitingDays, reportMonths, letterYears, version } = adverseActionSetting;
  const [row] = await call.db
    .select({ waitingDays, reportMonths, letterYears, version })
    .from(adverseActionSetting)
    .where(ours(adverseActionSetting, call));
  return (
    row ?? {
      waitingDays: adverseLimits.waitingDays.usual,
      reportMonths: adverseLimits.reportMonths.usual,
      letterYears: adverseLimits.letterYears.usual,
      version: 0,
    }
  );
}
