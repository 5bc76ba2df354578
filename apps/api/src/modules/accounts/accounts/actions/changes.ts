import { and, eq, isNull, lte } from "drizzle-orm";
import type { Adapters } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import type { OrganizationId, Tenancy } from "../../../../database/tenancy.ts";
import { accountChange } from "../../../../schema/accounts.ts";
import { waitForAccountHolders } from "../../../people/index.ts";

/** What each change across an account's organizations stores. */
export type Changes = {
  name: { firstName: string; lastName: string };
  email: { before: string; email: string };
  /**
   * `email`: the address that is notified when the change is done, or null if it may belong to someone else. `profiles`: the
   * people whose pictures of documents are destroyed, who don't belong to the account anymore by then.
   */
  close: { email: string | null; profiles?: { profileId: string; organizationId: OrganizationId }[] };
};
export type AccountChangeKind = keyof Changes;
export type PendingChange<Kind extends AccountChangeKind = AccountChangeKind> = {
  id: string;
  appUserId: string;
  kind: Kind;
  content: Changes[Kind];
  begunAt: Date;
};
type Means = { tenancy: Tenancy; adapters: Pick<Adapters, "vault"> };

const place = (id: string) => ({ tenant: "", table: "account_change", column: "content", id });

/**
 * Records what a change will do in each of the account's organizations, before the first: a schedule finishes it if it is
 * interrupted. A later change of the same kind replaces it.
 */
export async function beginChange<Kind extends AccountChangeKind>(
  { tenancy, adapters }: Means,
  now: Date,
  appUserId: string,
  kind: Kind,
  content: Changes[Kind],
): Promise<PendingChange<Kind>> {
  const id = newId();
  const written = {
    accountChangeId: id,
    sealedContent: adapters.vault.sealShared(place(id), JSON.stringify(content)),
    begunAt: now,
    doneAt: null,
  };
  await tenancy.runShared(async (db) => {
    if (kind === "close") await waitForAccountHolders(db, appUserId);
    await db
      .insert(accountChange)
      .values({ appUserId, kind, ...written })
      .onConflictDoUpdate({ target: [accountChange.appUserId, accountChange.kind], set: written });
  });
  return { id, appUserId, kind, content, begunAt: now };
}

/** Returns the latest change of this kind, which is the one that counts. */
export async function latestChange<Kind extends AccountChangeKind>(
  { tenancy, adapters }: Means,
  appUserId: string,
  kind: Kind,
): Promise<PendingChange<Kind> | null> {
  const [row] = await tenancy.runShared((db) =>
    db
      .select()
      .from(accountChange)
      .where(and(eq(accountChange.appUserId, appUserId), eq(accountChange.kind, kind))),
  );
  if (!row) return null;
  const { accountChangeId: id, sealedContent, begunAt } = row;
  const content = JSON.parse(adapters.vault.openShared(place(id), sealedContent)) as Changes[Kind];
  return { id, appUserId, kind, content, begunAt };
}

/** Marks a change as done in every organization. @returns false when a later change has replaced it. */
export async function endChange({ tenancy }: Means, now: Date, begun: PendingChange): Promise<boolean> {
  const { rowCount } = await tenancy.runShared((db) =>
    db.update(accountChange).set({ doneAt: now }).where(eq(accountChange.accountChangeId, begun.id)),
  );
  return rowCount === 1;
}

/** Deletes a change that did nothing. */
export async function dropChange({ tenancy }: Means, begun: Pick<PendingChange, "id">): Promise<void> {
  await tenancy.runShared((db) => db.delete(accountChange).where(eq(accountChange.accountChangeId, begun.id)));
}

/** Lists at most 100 unfinished changes that began before a time. */
export function openChanges({ tenancy }: Pick<Means, "tenancy">, before: Date) {
  return tenancy.runShared((db) =>
    db
      .select({ appUserId: accountChange.appUserId, kind: accountChange.kind })
      .from(accountChange)
      .where(and(isNull(accountChange.doneAt), lte(accountChange.begunAt, before)))
      .orderBy(accountChange.begunAt)
      .limit(100),
  );
}

/** Deletes finished changes after a short time, since they are personal data. */
export async function forgetChanges({ tenancy }: Pick<Means, "tenancy">, before: Date): Promise<void> {
  await tenancy.runShared((db) => db.delete(accountChange).where(lte(accountChange.doneAt, before)));
}
