import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Pool } from "pg";
import { deriveKey } from "./secrets.ts";

/** Failed attempts allowed in one window. The pair is strict; the account alone is loose, or anyone could lock anyone out. */
const limits = { pair: 10, account: 100, address: 300 };

const WINDOW_MS = 15 * 60 * 1000;

/** An attempt that was counted. `retryAfter`: seconds to wait when it may not go on, else null. */
export type Attempt = { keys: Buffer[]; retryAfter: number | null };

/** One household or firm has a whole /64 of IPv6 addresses. Zeros that are written short only make the net narrower. */
function network(address: string): string {
  return isIPv6(address) && !address.startsWith("::ffff:") ? address.split(":").slice(0, 4).join(":") : address;
}

/**
 * Counts attempts to sign in by account, by address and by both, in the database, for all processes together.
 * An attempt is counted before the password is looked at, so that many at once cannot slip through, and taken back
 * when it succeeds. Unknown accounts are counted like known ones.
 * @param now the time in milliseconds since 1970.
 */
export function createThrottle(pool: Pool, secret: string, now: () => number) {
  const key = deriveKey(secret, "sign-in attempts");
  const digest = (...parts: string[]) => createHmac("sha256", key).update(JSON.stringify(parts)).digest();

  return {
    /** @param account the address in the form in which addresses are compared. @param address of the caller. */
    async count(account: string, address: string): Promise<Attempt> {
      const counted = [
        { key: digest("pair", account, network(address)), limit: limits.pair },
        { key: digest("account", account), limit: limits.account },
        { key: digest("address", network(address)), limit: limits.address },
      ].sort((a, b) => a.key.compare(b.key)); // Always in one order: two attempts can never wait for each other.
      const { rows } = await pool.query<{ key: Buffer; count: number; expires_at: Date }>(
        `insert into identity.attempt as attempt (key, count, expires_at)
         select key, 1, $2 from unnest($1::bytea[]) as key
         on conflict (key) do update set
           count = case when attempt.expires_at <= $3 then 1 else attempt.count + 1 end,
           expires_at = case when attempt.expires_at <= $3 then excluded.expires_at else attempt.expires_at end
         returning key, count, expires_at`,
        [counted.map((entry) => entry.key), new Date(now() + WINDOW_MS), new Date(now())],
      );
      const waits = rows
        .filter((row) => counted.some((entry) => entry.key.equals(row.key) && row.count > entry.limit))
        .map((row) => Math.ceil((row.expires_at.getTime() - now()) / 1000));
      return { keys: counted.map((entry) => entry.key), retryAfter: waits.length > 0 ? Math.max(1, ...waits) : null };
    },

    /** Takes a counted attempt back: it succeeded, or it was never looked at. */
    async takeBack({ keys }: Attempt): Promise<void> {
      await pool.query(
        `update identity.attempt set count = count - 1 where key in (
           select key from identity.attempt where key = any ($1::bytea[]) and count > 0 order by key for update)`,
        [keys],
      );
    },
  };
}

export type Throttle = ReturnType<typeof createThrottle>;
