import type { Pool } from "pg";
import { emailKey } from "./accounts.ts";

/**
 * Removes every second factor from an account and ends its sessions, for an operator who has verified the person. Afterwards
 * the password is enough again.
 *
 * @returns the number of removed passkeys and apps, or null if no account has the address.
 */
export async function removeSecondFactors(pool: Pick<Pool, "query">, email: string): Promise<number | null> {
  const { rows } = await pool.query<{ known: boolean; removed: number }>(
    `with account as (select sub from identity.account where email_key = $1),
       keys as (delete from identity.passkey where sub in (select sub from account) returning 1),
       apps as (delete from identity.totp where sub in (select sub from account) returning confirmed_at),
       codes as (delete from identity.recovery_code where sub in (select sub from account)),
       steps as (delete from identity.second_step where sub in (select sub from account)),
       shown as (delete from identity.shown_factor where sub in (select sub from account)),
       ended as (delete from identity.payload where account_id in (select sub from account))
     select exists (select from account) as known,
       (select count(*) from keys)::int + (select count(*) from apps where confirmed_at is not null)::int as removed`,
    [emailKey(email)],
  );
  const [row] = rows;
  return row?.known ? row.removed : null;
}
