import type { Tenancy } from "@touchline/api/kernel/tenancy";
import { claimsWithin, withoutProfile } from "@touchline/api/modules/organizations/queries";
import type { ClaimsPort } from "@touchline/identity";

/** What the identity service asks of the product, answered in this process: one profile of the account, in its tenant. */
export function claimsFrom(tenancy: Tenancy): ClaimsPort {
  return {
    async claimsFor(sub, profileId) {
      const own = await tenancy.profilesOfAccount(sub);
      const chosen = profileId === null ? own[0] : own.find((one) => one.profileId === profileId);
      if (!chosen) return own.length === 0 && profileId === null ? withoutProfile : null;
      const { organizationId } = chosen;
      const claims = await tenancy.run(organizationId, (db) => claimsWithin({ db, organizationId }, chosen.profileId));
      return { ...claims, currentProfileId: chosen.profileId };
    },
  };
}
