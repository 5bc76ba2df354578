import type { Tenancy } from "@touchline/api/kernel/tenancy";
import { tokenClaims } from "@touchline/api/modules/sessions/actions/token-claims";
import type { ClaimsPort } from "@touchline/identity";

/** What the identity service asks of the product, answered in this process. */
export function claimsFrom(tenancy: Tenancy): ClaimsPort {
  return { claimsFor: (sub, profileId) => tokenClaims(tenancy, new Date(), sub, profileId) };
}
