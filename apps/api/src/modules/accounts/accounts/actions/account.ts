import type { ResponseOf } from "@touchline/contract";
import type { getAccount } from "@touchline/contract/accounts/account-settings";
import { unauthenticated } from "../../../../errors.ts";
import { birthOf, peopleActedFor } from "../../../people/index.ts";
import type { AccountDeps } from "./links.ts";
import type { Owner } from "./owner.ts";
import { preferencesOf } from "./preferences.ts";

/** Organizations of an account that are shown at most. */
const mostShown = 100;

/** The account as its owner sees it. */
export async function readAccount(
  { identity, tenancy, now }: Pick<AccountDeps, "identity" | "tenancy" | "now">,
  { appUserId }: Owner,
): Promise<ResponseOf<typeof getAccount>> {
  const [account, awaited, preferences] = await Promise.all([
    identity.accountById(appUserId),
    identity.awaitedEmail(appUserId),
    preferencesOf(tenancy, appUserId),
  ]);
  if (!account) throw unauthenticated();
  const people: Awaited<ReturnType<typeof peopleActedFor>> = [];
  const byOrganization = new Map<string, Awaited<ReturnType<typeof peopleActedFor>>>();
  let known: ((typeof people)[number] & { dateOfBirth: string | null }) | undefined;
  for (const { profileId, organizationId, chosen } of (await tenancy.profilesOfAccount(appUserId)).slice(
    0,
    mostShown,
  )) {
    const { found, dateOfBirth } = await tenancy.run(organizationId, async (db) => {
      const within = { db, organizationId, now: now() };
      return { found: await peopleActedFor(within, profileId), dateOfBirth: await birthOf(within, profileId) };
    });
    const before = byOrganization.get(organizationId) ?? [];
    const more = found.filter((one) => !before.some((other) => other.profileId === one.profileId));
    byOrganization.set(organizationId, [...before, ...more]);
    const [own] = found;
    if (own && !own.guarded) {
      people.push(own);
      if (chosen || known === undefined) known = { ...own, dateOfBirth };
    }
  }
  return {
    id: appUserId,
    firstName: known?.firstName ?? null,
    lastName: known?.lastName ?? null,
    dateOfBirth: known?.dateOfBirth ?? null,
    email: account.email,
    emailConfirmed: account.emailConfirmed,
    awaited,
    people,
    profilesByOrganization: [...byOrganization].flatMap(([organizationId, profiles]) =>
      profiles[0] ? [{ organizationId, organizationName: profiles[0].organizationName, profiles }] : [],
    ),
    preferences,
  };
}
