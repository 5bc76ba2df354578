import type { PolicyType, ResponseOf } from "@touchline/contract";
import { acceptPolicy, type currentPolicies } from "@touchline/contract/accounts/policies";
import { call } from "../client.ts";
import { renew } from "./renewal.ts";
import { readSecurity } from "./security.ts";
import { postToTabs } from "./tabs.ts";

type PolicyFacts = ResponseOf<typeof currentPolicies>[number];

/**
 * Accepts the pending policies, one request each, then requests one new token.
 *
 * @param policies the versions that were displayed, if known.
 * @throws CallFailed
 */
export async function acknowledge(
  pending: readonly PolicyType[],
  policies: readonly PolicyFacts[] = [],
): Promise<void> {
  for (const acceptedType of pending) {
    const version = policies.find((one) => one.type === acceptedType)?.version;
    await call(acceptPolicy, { body: { acceptedType, ...(version === undefined ? {} : { version }) } });
  }
  await renew(readSecurity().profileId);
  postToTabs({ kind: "accepted" });
}
