import type { ResponseOf } from "@touchline/contract";
import { acceptPolicy, type currentPolicies, type PolicyType } from "@touchline/contract/accounts/policies";
import { call } from "../client.ts";
import { renew } from "./renewal.ts";
import { readSecurity } from "./security.ts";
import { tellTabs } from "./tabs.ts";

type PolicyFacts = ResponseOf<typeof currentPolicies>[number];

/**
 * Accepts what is pending, one call for each, then asks once for a token that says so.
 *
 * @param shown the versions that were offered to be read, where they are known.
 * @throws CallFailed
 */
export async function acknowledge(pending: readonly PolicyType[], shown: readonly PolicyFacts[] = []): Promise<void> {
  for (const acceptedType of pending) {
    const version = shown.find((one) => one.type === acceptedType)?.version;
    await call(acceptPolicy, { body: { acceptedType, ...(version === undefined ? {} : { version }) } });
  }
  await renew(readSecurity().profileId);
  tellTabs({ kind: "accepted" });
}
