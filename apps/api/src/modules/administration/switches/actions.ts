import type { BodyOf } from "@touchline/contract";
import type { setSwitch } from "@touchline/contract/administration/switches";
import { and, eq } from "drizzle-orm";
import type { SharedDb, TenantDb } from "../../../database/tenancy.ts";
import type { Visit } from "../../../http/mount.ts";
import { featureSwitch } from "../../../schema/administration.ts";
import { audit } from "../../../security/audit.ts";
import { inOrganization } from "../../platform/index.ts";
import { everyone } from "./queries.ts";

/** Pauses or resumes a feature; for one organization, also in its audit log. @throws NotFound */
export async function switchFeature(
  visit: Visit,
  operator: string,
  { feature, organizationId, reason }: BodyOf<typeof setSwitch>,
): Promise<void> {
  const change = { feature, reason, pausedBy: operator, pausedAt: visit.now };
  if (organizationId === null) {
    await visit.tenancy.runShared((db) => setPause(db, everyone, change));
    return;
  }
  await inOrganization(visit, organizationId, async (call) => {
    if (!(await setPause(call.db, organizationId, change))) return;
    await audit(call, [
      {
        action: reason === null ? "organization.featureResumed" : "organization.featurePaused",
        subjectId: organizationId,
        facts: { operator, feature },
        ...(reason === null ? {} : { values: { reason } }),
      },
    ]);
  });
}

type Change = Pick<typeof featureSwitch.$inferSelect, "feature" | "pausedBy" | "pausedAt"> & { reason: string | null };

/** @returns whether that changed anything. */
async function setPause(db: SharedDb | TenantDb, organizationId: string, { feature, reason, ...by }: Change) {
  if (reason === null) {
    const resumed = await db
      .delete(featureSwitch)
      .where(and(eq(featureSwitch.feature, feature), eq(featureSwitch.organizationId, organizationId)));
    return resumed.rowCount === 1;
  }
  await db
    .insert(featureSwitch)
    .values({ feature, organizationId, reason, ...by })
    .onConflictDoUpdate({ target: [featureSwitch.feature, featureSwitch.organizationId], set: { reason, ...by } });
  return true;
}
