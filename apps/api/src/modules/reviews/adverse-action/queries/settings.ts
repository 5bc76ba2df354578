import { adverseLimits } from "@touchline/contract/screening/adverse-action";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { adverseActionSetting } from "../../../../schema/reviews.ts";

export type AdverseSettings = { waitingDays: number; reportMonths: number; letterYears: number; version: number };

/** How long people wait here, and for how long reports and letters are kept; as usual until somebody changes it. */
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
