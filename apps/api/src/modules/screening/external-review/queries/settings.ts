import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { externalReviewSetting } from "../../../../schema/external-review.ts";

/** Within how many days results are expected where the organization hasn't said. */
const usualDeadline = 10;

/** The organization's settings of outside results. */
export async function externalSettings(call: Call) {
  const [row] = await call.db.select().from(externalReviewSetting).where(ours(externalReviewSetting, call));
  return {
    reviewer: row?.reviewer ?? null,
    deadlineDays: row?.deadlineDays ?? usualDeadline,
    portals: { jdp: row?.jdpPortalUrl ?? null, ncsi: row?.ncsiPortalUrl ?? null },
    overdueToldAt: row?.overdueToldAt ?? null,
  };
}
