import { and, eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import type { SharedDb } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { accountChange, organization } from "../../../../schema/accounts.ts";

const key = (appUserId: string) => sql`hashtextextended('account' || ${appUserId}, 0)`;

/**
 * Keeps an account from being closed until the end of the transaction that gives it a profile. A later closing sees that
 * profile, and if the account was closed first, this is refused. Otherwise a profile could belong to a deleted account.
 *
 * @throws Conflict if the account is closing or closed.
 */
export async function holdAccount(call: Call, appUserId: string): Promise<void> {
  await call.db.execute(sql`SELECT pg_advisory_xact_lock_shared(${key(appUserId)}) FROM organization
    WHERE organization_id = ${call.organizationId}`);
  const closing = await call.db
    .select({ id: accountChange.accountChangeId })
    .from(organization)
    .innerJoin(accountChange, and(eq(accountChange.appUserId, appUserId), eq(accountChange.kind, "close")))
    .where(eq(organization.organizationId, call.organizationId));
  if (closing.length > 0) throw conflict("This account is being closed. Sign up with a new account.", "accountClosed");
}

/** The other side: waits for those who give the account a profile, until the transaction ends that says it closes. */
export async function waitForAccountHolders(db: SharedDb, appUserId: string): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${key(appUserId)})`);
}
