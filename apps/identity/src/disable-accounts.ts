import type { Pool } from "pg";
import { emailKey } from "./accounts.ts";

/**
 * Removes from accounts every way to log in and ends their sessions: passwords, passkeys, authenticator apps, recovery codes,
 * partners' sign-ins, and emailed links.
 *
 * @returns the addresses of those that could log in until now.
 */
export async function disableAccounts(pool: Pick<Pool, "query">, emails: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ email: string }>(
    `with account as (select sub, email from identity.account where email_key = any($1)),
       passwords as (update identity.account set password_hash = null
         where sub in (select sub from account) and password_hash is not null returning sub),
       keys as (delete from identity.passkey where sub in (select sub from account) returning sub),
       linked as (delete from identity.federated_identity where sub in (select sub from account) returning sub),
       apps as (delete from identity.totp where sub in (select sub from account)),
       codes as (delete from identity.recovery_code where sub in (select sub from account)),
       steps as (delete from identity.second_step where sub in (select sub from account)),
       shown as (delete from identity.shown_factor where sub in (select sub from account)),
       links as (delete from identity.mailed_token where sub in (select sub from account)),
       ended as (delete from identity.payload where account_id in (select sub from account))
     select email from account
     where sub in (select sub from passwords union select sub from keys union select sub from linked)
     order by email`,
    [emails.map(emailKey)],
  );
  return rows.map(({ email }) => email);
}
