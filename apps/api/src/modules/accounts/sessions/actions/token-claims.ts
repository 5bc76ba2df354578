import { operatorTab } from "@touchline/contract";
import { platformRole } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { IdentityPort } from "../../../../adapters/identity/port.ts";
import type { Adapters } from "../../../../call.ts";
import type { Tenancy } from "../../../../database/tenancy.ts";
import { accountChoice } from "../../../../schema/accounts.ts";
import { renameLegacyRoles } from "../../../library/index.ts";
import { confirmProfilesOf } from "../../../people/index.ts";
import type { AwaitedOperators } from "../../../platform/index.ts";
import { claimsWithin, withoutProfile } from "../../organizations/queries/claims.ts";
import { accountFacts } from "../queries.ts";

export type ClaimsDeps = {
  tenancy: Tenancy;
  adapters: Adapters;
  identity: Pick<IdentityPort, "accountById">;
  operators: AwaitedOperators;
};

/**
 * Returns what an access token says of the acting profile: the named one, otherwise the one the account used last, otherwise its
 * first. A named profile is remembered. Older role names are replaced, and a profile that doesn't show its account as confirmed
 * is updated.
 *
 * @returns null when the profile isn't this account's. An account without a profile may sign in to accept an invitation or to run
 * the platform.
 */
export async function tokenClaims(deps: ClaimsDeps, now: Date, appUserId: string, profileId: string | null) {
  const [facts, profile] = await Promise.all([
    accountFacts(deps.tenancy, appUserId),
    profileClaims(deps, now, appUserId, profileId),
  ]);
  if (!profile) return null;
  const { policies } = facts;
  const operator = facts.operator || (await deps.operators.takeUp(now, appUserId));
  if (!operator) return { ...profile, policies };
  return {
    ...profile,
    role: [...new Set([...profile.role, platformRole])],
    tabs: [...profile.tabs, operatorTab],
    policies,
  };
}

/**
 * Whether an account leads to more than the organization of an identity provider: to profiles in others, or to running the
 * platform.
 */
export async function reachesBeyond(
  { tenancy, operators }: Pick<ClaimsDeps, "tenancy" | "operators">,
  now: Date,
  ssoConnectionId: string,
  appUserId: string,
): Promise<boolean> {
  const [organizationId, facts, own] = await Promise.all([
    tenancy.organizationOfSso(ssoConnectionId),
    accountFacts(tenancy, appUserId),
    tenancy.profilesOfAccount(appUserId),
  ]);
  if (facts.operator || own.some((one) => one.organizationId !== organizationId)) return true;
  return operators.takeUp(now, appUserId);
}

async function profileClaims(deps: ClaimsDeps, now: Date, appUserId: string, profileId: string | null) {
  const { tenancy } = deps;
  const own = await tenancy.profilesOfAccount(appUserId);
  const last = own.find((one) => one.chosen) ?? own[0];
  const acting = profileId === null ? last : own.find((one) => one.profileId === profileId);
  if (!acting) return own.length === 0 && profileId === null ? withoutProfile : null;
  const { organizationId } = acting;
  const { confirmed, claims } = await tenancy.run(organizationId, async (db) => {
    const call = { db, organizationId, now };
    const found = await claimsWithin(call, acting.profileId);
    const actor = { kind: "system", name: "signIn" } as const;
    if (found.legacy) await renameLegacyRoles({ ...call, actor, adapters: deps.adapters });
    return found;
  });
  if (!confirmed) await catchUpWithAccount(deps, now, appUserId);
  if (profileId !== null && !acting.chosen) await remember(tenancy, now, appUserId, profileId);
  return { ...claims, currentProfileId: acting.profileId };
}

/**
 * Confirms the profiles of an account whose address the identity service has confirmed, if that was interrupted. If the identity
 * service doesn't answer, the next token tries again.
 */
async function catchUpWithAccount(deps: ClaimsDeps, now: Date, appUserId: string): Promise<void> {
  const account = await deps.identity.accountById(appUserId).catch(() => null);
  if (account?.emailConfirmed) await confirmProfilesOf(deps, now, appUserId);
}

async function remember(tenancy: Tenancy, now: Date, appUserId: string, profileId: string): Promise<void> {
  await tenancy.runShared((db) =>
    db
      .insert(accountChoice)
      .values({ appUserId, profileId, chosenAt: now })
      .onConflictDoUpdate({
        target: accountChoice.appUserId,
        set: { profileId: sql`excluded.profile_id`, chosenAt: sql`excluded.chosen_at` },
      }),
  );
}
