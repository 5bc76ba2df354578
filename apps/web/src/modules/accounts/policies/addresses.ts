import type { PolicyType } from "@touchline/contract/accounts/policies";

const paths: Record<PolicyType, string> = { privacy: "/policies/privacy-policy", terms: "/policies/terms-of-service" };

/** Where a policy is read: the version in force, or a certain one. */
export function policyHref(type: PolicyType, version?: number): string {
  return version === undefined ? paths[type] : `${paths[type]}?version=${version}`;
}
