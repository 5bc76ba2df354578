import { notifySignInLinked } from "@touchline/api/modules/accounts/accounts/actions/linked";
import {
  type ClaimsDeps,
  reachesBeyond,
  tokenClaims,
} from "@touchline/api/modules/accounts/sessions/actions/token-claims";
import {
  admission,
  followSignIn,
  signInSettings,
} from "@touchline/api/modules/integrations/single-sign-on/actions/sign-in";
import type { ClaimsPort } from "@touchline/identity";

/** What the identity service asks of the product, answered in this process. */
export function claimsFrom(given: ClaimsDeps, now: () => Date = () => new Date()): ClaimsPort {
  const deps = { ...given, now };
  return {
    claimsFor: (sub, profileId) => tokenClaims(deps, now(), sub, profileId),
    linked: (sub, partner) => notifySignInLinked(deps, sub, partner),
    organizations: {
      issuer: (key) => signInSettings(deps, key),
      admission: (key, person) => admission(deps, key, person),
      signedIn: (key, sub, person) => followSignIn(deps, key, sub, person),
      reachesBeyond: (key, sub) => reachesBeyond(deps, now(), key, sub),
    },
  };
}
