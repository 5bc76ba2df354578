import type { ResponseOf } from "@touchline/contract";
import type { getAccount } from "@touchline/contract/account-settings";
import { unauthenticated } from "../../../kernel/errors.ts";
import { peopleActedFor } from "../../profiles/queries.ts";
import type { AccountDeps } from "./links.ts";
import type { Owner } from "./owner.ts";
import { preferencesOf } from "./preferences.ts";

/** So many organizations of one account are shown. */
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
  const people = [];
  for (const { profileId, organizationId } of (await tenancy.profilesOfAccount(appUserId)).slice(0, mostShown)) {
    const [own] = await tenancy.run(organizationId, (db) =>
      peopleActedFor({ db, organizationId, now: now() }, profileId),
    );
    if (own && !own.guarded) {
      const { organizationName, firstName, lastName } = own;
      people.push({ profileId, organizationId, organizationName, firstName, lastName });
    }
  }
  return { email: account.email, emailConfirmed: account.emailConfirmed, awaited, people, preferences };
}
