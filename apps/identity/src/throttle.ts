import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Pool } from "pg";
import { deriveKey } from "./secrets.ts";

/** Failures allowed in one window. */
type Limits = { name: string; pair: number; account: number; address: number; windowMs: number };

const MINUTE = 60_000;
/** The pair is strict; the account alone is loose, or anyone could lock anyone out. */
export const wrongPasswords: Limits = { name: "", pair: 10, account: 100, address: 300, windowMs: 15 * MINUTE };
/** A code has a million values, and whoever tries knows the password: the account is strict too. */
export const wrongCodes: Limits = { name: "code ", pair: 10, account: 20, address: 300, windowMs: 60 * MINUTE };
/** A passkey cannot be guessed, and says itself whose it is: what is bounded is the work that wrong ones make. */
export const wrongPasskeys: Limits = { name: "passkey ", pair: 60, account: 60, address: 60, windowMs: 15 * MINUTE };

/** One household or firm has a whole /64 of IPv6 addresses. Zeros that are written short only make the net narrower. */
function network(address: string): string {
  return isIPv6(address) && !address.startsWith("::ffff:") ? address.split(":").slice(0, 4).join(":") : address;
}

/**
 * Counts failed attempts to sign in by account, by address and by both, in the database, for all processes together.
 * Unknown accounts are counted like known ones. Attempts under way are not counted yet: many at once can go over a
 * limit by at most what the line of the password hash holds, once in a window.
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
     * Seconds to wait before the next attempt, or null when it may go on.
     * @param account in the form in which addresses are compared. @param address of the caller.
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
      // Always in one order, so that two failures can never wait for each other.
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
