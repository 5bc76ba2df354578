import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Pool } from "pg";
import { deriveKey } from "./secrets.ts";

/** The failures allowed in one window. */
type Limits = { name: string; pair: number; account: number; address: number; windowMs: number };

const MINUTE = 60_000;
/** The limit for the pair is strict. The one for the account alone is loose, otherwise anyone could lock out anyone. */
export const wrongPasswords: Limits = { name: "", pair: 10, account: 100, address: 300, windowMs: 15 * MINUTE };
/** A code has a million values, and the attacker knows the password, so the limit for the account is strict too. */
export const wrongCodes: Limits = { name: "code ", pair: 10, account: 20, address: 300, windowMs: 60 * MINUTE };
/** A passkey can't be guessed, and identifies its account. The limit bounds the work that wrong ones cause. */
export const wrongPasskeys: Limits = { name: "passkey ", pair: 60, account: 60, address: 60, windowMs: 15 * MINUTE };

/** Every visit counts, and a school or club has one address. This limits the work that strangers cause. */
export const partnerVisits: Limits = {
  ...{ name: "partner ", pair: 600, account: 20_000, address: 1_200, windowMs: 15 * MINUTE },
};

/** A household or company has a whole /64 of IPv6 addresses. Abbreviated zeros only make the network narrower. */
function network(address: string): string {
  return isIPv6(address) && !address.startsWith("::ffff:") ? address.split(":").slice(0, 4).join(":") : address;
}

/**
 * Counts failed logins by account, by address, and by both, in the database, for all processes together. Unknown accounts are
 * counted like known ones. Running attempts aren't counted yet, so concurrent ones can exceed a limit, once per window, by at
 * most the length of the password hash's queue.
 *
 * @param now the time in milliseconds since 1970.
 */
export function createThrottle(pool: Pool, secret: string, now: () => number, limits: Limits = wrongPasswords) {
  const key = deriveKey(secret, "sign-in attempts");
  const digest = (...parts: string[]) => createHmac("sha256", key).update(JSON.stringify(parts)).digest();
  const counters = (account: string, address: string) => [
    { key: digest(`${limits.name}pair`, account, network(address)), limit: limits.pair },
    { key: digest(`${limits.name}account`, account), limit: limits.account },
    { key: digest(`${limits.name}address`, network(address)), limit: limits.address },
  ];

  return {
    /**
     * Returns the seconds to wait before the next attempt, or null if it may be made now.
     *
     * @param account the key by which addresses are compared.
     * @param address the caller's address.
     */
    async wait(account: string, address: string): Promise<number | null> {
      const watched = counters(account, address);
      const { rows } = await pool.query<{ expires_at: Date }>({
        name: "attempt.wait",
        text: `select expires_at from identity.attempt
         join unnest($1::bytea[], $2::int[]) as watched (key, allowed) using (key)
         where count >= allowed and expires_at > $3`,
        values: [watched.map((counter) => counter.key), watched.map((counter) => counter.limit), new Date(now())],
      });
      if (rows.length === 0) return null;
      return Math.max(...rows.map((row) => Math.ceil((row.expires_at.getTime() - now()) / 1000)));
    },

    /** Counts a failed attempt. */
    async failed(account: string, address: string): Promise<void> {
      // Always in the same order, so that two failures never deadlock.
      const keys = counters(account, address)
        .map((counter) => counter.key)
        .sort((a, b) => a.compare(b));
      await pool.query(
        `insert into identity.attempt as attempt (key, count, expires_at)
         select key, 1, $2 from unnest($1::bytea[]) with ordinality as counted (key, place) order by place
         on conflict (key) do update set
           count = case when attempt.expires_at <= $3 then 1 else attempt.count + 1 end,
           expires_at = case when attempt.expires_at <= $3 then excluded.expires_at else attempt.expires_at end`,
        [keys, new Date(now() + limits.windowMs), new Date(now())],
      );
    },
  };
}

export type Throttle = ReturnType<typeof createThrottle>;
