import type { Tenancy } from "../../../database/tenancy.ts";
import { secondFactorDemandedBy } from "../organizations/queries/own.ts";

/** The names of the organizations that demand a second factor of an account, by the roles of its profiles there. */
export async function demandsOn(tenancy: Tenancy, appUserId: string): Promise<string[]> {
  const names = new Set<string>();
  for (const { profileId, organizationId } of await tenancy.profilesOfAccount(appUserId)) {
    const name = await tenancy.run(organizationId, (db) => secondFactorDemandedBy({ db, organizationId }, profileId));
    if (name !== null) names.add(name);
  }
  return [...names];
}
