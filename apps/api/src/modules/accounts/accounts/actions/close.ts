import type { ResponseOf } from "@touchline/contract";
import type { previewClosing } from "@touchline/contract/accounts/account-settings";
import { eq } from "drizzle-orm";
import type { OwnerProof } from "../../../../adapters/identity/factors.ts";
import type { OrganizationId } from "../../../../database/tenancy.ts";
import { conflict, Refusal, unauthenticated } from "../../../../errors.ts";
import { accountPreference } from "../../../../schema/accounts.ts";
import { type Leaving, leavingEffect, onlyAdminRefusal, releaseOwn } from "../../../people/index.ts";
import { eraseOnClosing } from "../../../verification/index.ts";
import { endSessionsOf, forgetChoice } from "../../sessions/actions/end-session.ts";
import { beginChange, dropChange, endChange, type PendingChange } from "./changes.ts";
import { type AccountDeps, type FinishingIdentity, writeToAccount } from "./links.ts";
import { type Owner, prove } from "./owner.ts";

/** What each of the account's organizations would lose. */
async function leavings({ tenancy }: Pick<AccountDeps, "tenancy">, appUserId: string) {
  const all: (Leaving & { profileId: string; organizationId: OrganizationId })[] = [];
  for (const { profileId, organizationId } of await tenancy.profilesOfAccount(appUserId)) {
    const one = await tenancy.run(organizationId, (db) => leavingEffect({ db, organizationId }, profileId));
    all.push({ ...one, profileId, organizationId });
  }
  return all;
}

/** Returns what closing the account means, and what prevents it. */
export async function previewClose(
  deps: Pick<AccountDeps, "tenancy">,
  { appUserId }: Owner,
): Promise<ResponseOf<typeof previewClosing>> {
  const all = await leavings(deps, appUserId);
  return {
    organizations: all.map((one) => one.organizationName),
    onlyAdminOf: all
      .filter((one) => one.onlyAdmin)
      .map(({ organizationName, couldBecome }) => ({ organizationName, couldBecome })),
    childrenAlone: all.flatMap(({ organizationName, childrenAlone }) =>
      childrenAlone.map((name) => ({ organizationName, name })),
    ),
  };
}

/**
 * Closes the account permanently: nobody can sign in anymore, and its profiles stay with their organizations, deactivated. A
 * schedule finishes it if it is interrupted.
 *
 * @throws 400 for a wrong proof; Conflict `onlyAdmin`, or `childrenAlone` unless that is what is wanted.
 */
export async function closeAccount(
  deps: AccountDeps,
  owner: Owner,
  { proof, leavesChildren }: { proof: OwnerProof; leavesChildren: boolean },
): Promise<void> {
  await prove(deps, owner, proof);
  const account = await deps.identity.accountById(owner.appUserId);
  if (!account) throw unauthenticated();
  const all = await leavings(deps, owner.appUserId);
  const held = all.find((one) => one.onlyAdmin);
  if (held) throw onlyAdminRefusal(held);
  const alone = all.flatMap((one) => one.childrenAlone);
  if (alone.length > 0 && !leavesChildren) {
    throw conflict(
      `No one else can act for ${alone.slice(0, 3).join(", ")}. Confirm that you want to close your account anyway.`,
      "childrenAlone",
    );
  }
  const begun = await beginChange(deps, deps.now(), owner.appUserId, "close", {
    email: account.emailConfirmed ? account.email : null,
    profiles: all.map(({ profileId, organizationId }) => ({ profileId, organizationId })),
  });
  await finishClosing(deps, begun);
}

/** Closes the account in its organizations first: until the login is gone, its owner can try again. Repeating a step changes nothing. */
export async function finishClosing(
  deps: AccountDeps<FinishingIdentity>,
  begun: PendingChange<"close">,
): Promise<void> {
  const { appUserId } = begun;
  const actor = { kind: "system", name: "account" } as const;
  const { tenancy, adapters } = deps;
  const now = deps.now();
  // Organizations where it is Admin come first: if one refuses, nothing has happened in the others.
  const all = (await leavings(deps, appUserId)).sort((a, b) => Number(b.admin) - Number(a.admin));
  for (const { profileId, organizationId } of all) {
    await tenancy
      .run(organizationId, (db) => releaseOwn({ actor, organizationId, db, now, adapters }, profileId, appUserId))
      .catch(async (error: unknown) => {
        // Another Admin left in the meantime: the account stays, and its owner is told.
        if (error instanceof Refusal) await dropChange(deps, begun);
        throw error;
      });
  }
  // Nothing refuses anymore, and what is destroyed now can't be brought back.
  for (const { profileId, organizationId } of begun.content.profiles ?? all) {
    await tenancy.run(organizationId, (db) => eraseOnClosing({ actor, organizationId, db, now, adapters }, profileId));
  }
  await endSessionsOf(deps, now, appUserId);
  const { email } = begun.content;
  if ((await deps.identity.removeAccount(appUserId)) && email !== null) {
    await writeToAccount(
      deps,
      { sub: appUserId, email },
      { kind: "accountClosed", fields: { supportEmail: adapters.site.supportEmail } },
    );
  }
  await forgetChoice(tenancy, appUserId);
  await tenancy.runShared((db) => db.delete(accountPreference).where(eq(accountPreference.appUserId, appUserId)));
  await endChange(deps, now, begun);
}
