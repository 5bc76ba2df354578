import { notifySignInLinked } from "@touchline/api/modules/accounts/accounts/actions/linked";
import { type ClaimsDeps, tokenClaims } from "@touchline/api/modules/accounts/sessions/actions/token-claims";
import type { ClaimsPort } from "@touchline/identity";

/** What the identity service asks of the product, answered in this process. */
export function claimsFrom(deps: ClaimsDeps): ClaimsPort {
  return {
    claimsFor: (sub, profileId) => tokenClaims(deps, new Date(), sub, profileId),
    linked: (sub, partner) => notifySignInLinked({ ...deps, now: () => new Date() }, sub, partner),
  };
}
