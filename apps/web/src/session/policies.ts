import type { PolicyType } from "@touchline/contract";
import type { Claims } from "./claims.ts";

/**
 * Returns the policies that the token says aren't accepted, privacy first. Source: specification 1, section 2, Updated Policies
 * modal.
 */
export function pendingPolicies({ privacyAccepted, termsAccepted }: Claims): PolicyType[] {
  return [...(privacyAccepted ? [] : (["privacy"] as const)), ...(termsAccepted ? [] : (["terms"] as const))];
}

/** The pages that are shown without asking: the policies themselves, and the logout. */
export const isReadFreely = (pathname: string) => /^\/(policies|logout)(\/|$)/.test(pathname);
