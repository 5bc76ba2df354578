import type { PolicyType } from "@touchline/contract";

const paths: Record<PolicyType, string> = { privacy: "/policies/privacy-policy", terms: "/policies/terms-of-service" };

/** The address of a policy: the version in force, or a given one. */
export function policyHref(type: PolicyType, version?: number): string {
  return version === undefined ? paths[type] : `${paths[type]}?version=${version}`;
}
