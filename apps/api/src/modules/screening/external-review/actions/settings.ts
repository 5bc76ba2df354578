import type { BodyOf, ResponseOf } from "@touchline/contract";
import type {
  getExternalReviewSettings,
  saveExternalReviewSettings,
} from "@touchline/contract/screening/external-review";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { organization } from "../../../../schema/accounts.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize, verdictOn } from "../../../../security/authorize.ts";
import { authorizeSetUpSight } from "../../clients/queries/agencies.ts";

const mayEdit = (call: Call) => verdictOn(call, "onboarding", { organizationWide: true }).allowed;

async function settingsRow(call: Call, organizationId: string) {
  const [row] = await call.db
    .select({
      reviewer: organization.externalReviewer,
      deadlineDays: organization.externalDeadlineDays,
      jdp: organization.jdpPortalUrl,
      ncsi: organization.ncsiPortalUrl,
    })
    .from(organization)
    .where(ours(organization, call));
  if (!row || organizationId !== call.organizationId) throw notFound("organization");
  const { jdp, ncsi, ...settings } = row;
  return { ...settings, portals: { jdp, ncsi } };
}

/** @throws NotFound for any other organization, Forbidden */
export async function settingsShown(
  call: Call,
  organizationId: string,
): Promise<ResponseOf<typeof getExternalReviewSettings>> {
  if (organizationId !== call.organizationId) throw notFound("organization");
  authorizeSetUpSight(call);
  return { ...(await settingsRow(call, organizationId)), editable: mayEdit(call) };
}

/**
 * Sets who reviews background checks. What awaits review waits for them from now on, or, where nobody outside does any more, for the
 * organization's reviewers.
 *
 * @throws NotFound, Forbidden
 */
export async function saveExternalSettings(
  call: Call,
  organizationId: string,
  settings: BodyOf<typeof saveExternalReviewSettings>,
): Promise<void> {
  if (organizationId !== call.organizationId) throw notFound("organization");
  authorize(call, "onboarding", { organizationWide: true });
  const before = await settingsRow(call, organizationId);
  const { reviewer, deadlineDays, portals } = settings;
  await call.db
    .update(organization)
    .set({
      externalReviewer: reviewer,
      externalDeadlineDays: deadlineDays,
      jdpPortalUrl: portals.jdp,
      ncsiPortalUrl: portals.ncsi,
    })
    .where(ours(organization, call));
  await audit(call, [
    { action: "screening.externalReviewChanged", subjectId: organizationId, facts: { before, after: settings } },
  ]);
}
