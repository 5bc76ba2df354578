import type { Pool } from "pg";

const DAY = 86_400_000;
/**
 * The days for which an account may wait for its address to be confirmed. Then it is removed as soon as no one is logged in to
 * it.
 */
export const DAYS_TO_CONFIRM = 30;

/** Accounts that signed up and were never confirmed. @param now the time in milliseconds since 1970. */
export function createWaiting(pool: Pool, now: () => number) {
  return {
    /**
     * Gives up accounts that have waited too long: no link confirms them anymore. The product removes each one after its people
     * are separated from it; until then they are returned again. At most 100, oldest first.
     */
    async giveUp(): Promise<string[]> {
      const at = new Date(now());
      const { rows } = await pool.query<{ sub: string }>(
        `with old as (
           select sub from identity.account
           where email_confirmed_at is null and position('@' in email_key) = 0 and created_at < $1
             and not exists (select from identity.payload where account_id = account.sub and expires_at > $2)
           order by created_at limit 100 for no key update skip locked
         )
         update identity.account set given_up_at = coalesce(given_up_at, $2)
         where sub in (select sub from old) and email_confirmed_at is null returning sub`,
        [new Date(at.getTime() - DAYS_TO_CONFIRM * DAY), at],
      );
      return rows.map((row) => row.sub);
    },
  };
}

export type Waiting = ReturnType<typeof createWaiting>;
