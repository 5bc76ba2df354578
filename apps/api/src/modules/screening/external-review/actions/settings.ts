import type { BodyOf, ResponseOf } from "@touchline/contract";
import type {
  getExternalReviewSettings,
  saveExternalReviewSettings,
} from "@touchline/contract/screening/external-review";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { externalReviewSetting } from "../../../../schema/external-review.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize, verdictOn } from "../../../../security/authorize.ts";
import { authorizeSetUpSight } from "../../clients/queries/agencies.ts";
import { externalSettings } from "../queries/settings.ts";

const mayEdit = (call: Call) => verdictOn(call, "onboarding", { organizationWide: true }).allowed;

async function present(call: Call) {
  const { overdueToldAt: _, ...settings } = await externalSettings(call);
  return settings;
}

/** @throws NotFound for any other organization, Forbidden */
export async function settingsShown(
  call: Call,
  organizationId: string,
): Promise<ResponseOf<typeof getExternalReviewSettings>> {
  if (organizationId !== call.organizationId) throw notFound("organization");
  authorizeSetUpSight(call);
  return { ...(await present(call)), editable: mayEdit(call) };
}

/** Sets who reviews background checks. Pending reviews wait for the new reviewers from now on. @throws NotFound, Forbidden */
export async function saveExternalSettings(
  call: Call,
  organizationId: string,
  settings: BodyOf<typeof saveExternalReviewSettings>,
): Promise<void> {
  if (organizationId !== call.organizationId) throw notFound("organization");
  authorize(call, "onboarding", { organizationWide: true });
  const before = await present(call);
  const { reviewer, deadlineDays, portals } = settings;
  const columns = { reviewer, deadlineDays, jdpPortalUrl: portals.jdp, ncsiPortalUrl: portals.ncsi };
  await call.db
    .insert(externalReviewSetting)
    .values({ organizationId: call.organizationId, ...columns })
    .onConflictDoUpdate({
      target: externalReviewSetting.organizationId,
      set: columns,
      setWhere: ours(externalReviewSetting, call),
    });
  await audit(call, [
    { action: "screening.externalReviewChanged", subjectId: organizationId, facts: { before, after: settings } },
  ]);
}
