import type { Tenancy } from "../../../database/tenancy.ts";
import { secondFactorDemandedBy } from "../organizations/queries/own.ts";

/** Lists the organizations that require a second factor of an account, by the roles of its profiles there. */
export async function demandsOn(tenancy: Tenancy, appUserId: string): Promise<string[]> {
  const names = new Set<string>();
  for (const { profileId, organizationId } of await tenancy.profilesOfAccount(appUserId)) {
    const name = await tenancy.run(organizationId, (db) => secondFactorDemandedBy({ db, organizationId }, profileId));
    if (name !== null) names.add(name);
  }
  return [...names];
}
