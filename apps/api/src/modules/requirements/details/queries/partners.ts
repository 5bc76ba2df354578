import { and, desc, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { externalIdentity } from "../../../../schema/requirements.ts";
import { membershipsSeen } from "../../../people/index.ts";

/** The most external ids of one person, or people under one external id, that are read. */
const most = 20;

/** From which partner a person comes, the latest of several; null for most. The caller authorizes. */
export async function partnerOf(call: Call, profileId: string) {
  const [row] = await call.db
    .select({
      integrationSource: externalIdentity.integrationSource,
      siteId: externalIdentity.siteId,
      externalId: externalIdentity.externalId,
    })
    .from(externalIdentity)
    .where(and(ours(externalIdentity, call), eq(externalIdentity.profileId, profileId)))
    .orderBy(desc(externalIdentity.createdAt), desc(externalIdentity.externalId))
    .limit(1);
  return row ?? null;
}

/** Finds the memberships of people with a partner's external id, limited to those the actor may see. */
export async function membershipsByExternalId(call: Call, externalId: string) {
  const people = await call.db
    .selectDistinct({ profileId: externalIdentity.profileId })
    .from(externalIdentity)
    .where(and(ours(externalIdentity, call), eq(externalIdentity.externalId, externalId)))
    .limit(most);
  const seen = [];
  for (const { profileId } of people) seen.push(...(await membershipsSeen(call, profileId)));
  return seen;
}
