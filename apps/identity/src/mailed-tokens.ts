import { createHash, randomBytes } from "node:crypto";
import type { LinkProblem } from "@touchline/contract/accounts/accounts";
import type { Pool } from "pg";
import { emailKey, InvalidAccount, isUniqueViolation } from "./accounts.ts";
import { passwordProblem } from "./password-policy.ts";
import { hashPassword } from "./passwords.ts";

/** The purposes of emailed links. */
export type Purpose = "reset" | "confirm";

/** Why a link isn't valid. `unknown` also if it was for another purpose. */
export type { LinkProblem };

const MINUTE = 60_000;
/** A person who resets a password sits there and waits. A confirmation may be opened hours later. */
const lifetime: Record<Purpose, number> = { reset: 30 * MINUTE, confirm: 3 * 24 * 60 * MINUTE };

/** The most emails of one purpose to one account within an hour, so that no one can fill another person's mailbox. */
const MOST_AN_HOUR = 3;

const digest = (token: string) => createHash("sha256").update(token).digest();

/**
 * One-time tokens for links in emails. The token itself is returned once and never stored.
 *
 * @param now the time in milliseconds since 1970.
 */
export function createMailedTokens(pool: Pool, now: () => number) {
  async function read(purpose: Purpose, token: string) {
    const { rows } = await pool.query<{
      sub: string;
      email: string;
      confirmed: boolean;
      used: boolean;
      expired: boolean;
    }>(
      `select account.sub, email, email_confirmed_at is not null as confirmed, used_at is not null as used,
         expires_at <= $3 or given_up_at is not null as expired
       from identity.mailed_token join identity.account using (sub) where hash = $1 and purpose = $2`,
      [digest(token), purpose, new Date(now())],
    );
    const row = rows[0];
    if (!row) return { problem: "unknown" as const };
    if (row.used) return { problem: "used" as const };
    return row.expired ? { problem: "expired" as const } : row;
  }

  return {
    /** Creates a token for this account. @returns null if too many were created within an hour. */
    async issue(purpose: Purpose, sub: string): Promise<string | null> {
      const token = randomBytes(32).toString("base64url");
      const at = now();
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query("begin");
        // Concurrent requests lock the account's row in turn, so that each one counts those before it.
        await client.query("select from identity.account where sub = $1 for no key update", [sub]);
        const { rowCount } = await client.query(
          `insert into identity.mailed_token (hash, purpose, sub, created_at, expires_at)
           select $1, $2, $3, $4, $5 where $7 > (
             select count(*) from identity.mailed_token where sub = $3 and purpose = $2 and created_at > $6)`,
          [
            digest(token),
            purpose,
            sub,
            new Date(at),
            new Date(at + lifetime[purpose]),
            new Date(at - 60 * MINUTE),
            MOST_AN_HOUR,
          ],
        );
        await client.query("commit");
        return rowCount === 1 ? token : null;
      } catch (error) {
        await client.query("rollback").catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },

    /**
     * Sets a new password with an emailed token. Of several concurrent uses exactly one succeeds. It ends every session, grant,
     * and refresh token of the account, and revokes every other link for a new password or to a new address. The address counts
     * as confirmed.
     *
     * @throws InvalidAccount for an invalid password, after which the token stays valid; TooBusy.
     */
    async resetPassword(token: string, password: string): Promise<{ sub: string } | { problem: LinkProblem }> {
      const found = await read("reset", token);
      if ("problem" in found) return found;
      const problem = passwordProblem(password, found.email);
      if (problem) throw new InvalidAccount(problem);
      const passwordHash = await hashPassword(password);
      const { rows } = await pool.query<{ sub: string }>(
        `with used as (
           update identity.mailed_token set used_at = $3
           where hash = $1 and purpose = 'reset' and used_at is null and expires_at > $3 returning sub
         ), others as (
           update identity.mailed_token set used_at = $3
           where sub in (select sub from used) and purpose in ('reset', 'email') and hash <> $1 and used_at is null
         ), changed as (
           update identity.account set password_hash = $2, password_changed_at = $3,
             email_confirmed_at = coalesce(email_confirmed_at, $3)
           where sub in (select sub from used) returning sub
         ), ended as (
           delete from identity.payload where account_id in (select sub from changed)
         )
         select sub from changed`,
        [digest(token), passwordHash, new Date(now())],
      );
      return rows[0] ?? { problem: "used" };
    },

    /** Returns what is wrong with a token for a new password, or null if it is valid. The token isn't consumed. */
    async resetProblem(token: string): Promise<LinkProblem | null> {
      const found = await read("reset", token);
      return "problem" in found ? (found.problem ?? null) : null;
    },

    /** Returns the account whose address a token confirms, and whether it is already confirmed. */
    readConfirmation: (token: string) => read("confirm", token),

    /**
     * Confirms an address with an emailed token. An account that waited for this is found by its address from then on. `taken`:
     * another account has the address by now, and the token stays valid.
     *
     * @param password a new password, which ends every session of the account.
     * @throws InvalidAccount for an invalid one; TooBusy
     */
    async confirmEmail(
      token: string,
      password: string | null = null,
    ): Promise<{ sub: string } | { problem: LinkProblem | "taken" }> {
      const found = await read("confirm", token);
      if ("problem" in found) return found;
      const problem = password === null ? null : passwordProblem(password, found.email);
      if (problem) throw new InvalidAccount(problem);
      const passwordHash = password === null ? null : await hashPassword(password);
      try {
        const { rows } = await pool.query<{ sub: string }>(
          // If the address was corrected after the token was read, nothing is confirmed.
          `with used as (
             update identity.mailed_token set used_at = $2
             where hash = $1 and purpose = 'confirm' and used_at is null and expires_at > $2 returning sub
           ), confirmed as (
             update identity.account set email_confirmed_at = coalesce(email_confirmed_at, $2),
               email_key = case when position('@' in email_key) = 0 then $3 else email_key end,
               password_hash = coalesce($5, password_hash),
               password_changed_at = case when $5::text is null then password_changed_at else $2 end
             where sub in (select sub from used) and email = $4 and given_up_at is null returning sub
           ), ended as (
             delete from identity.payload where $5::text is not null and account_id in (select sub from confirmed)
           )
           select sub from confirmed`,
          [digest(token), new Date(now()), emailKey(found.email), found.email, passwordHash],
        );
        return rows[0] ?? { problem: "used" };
      } catch (error) {
        if (isUniqueViolation(error)) return { problem: "taken" };
        throw error;
      }
    },

    /** Returns the account that a confirmation link was sent to, however old or used the link is. */
    async confirming(token: string): Promise<{ sub: string } | null> {
      const { rows } = await pool.query<{ sub: string }>(
        "select sub from identity.mailed_token where hash = $1 and purpose = 'confirm'",
        [digest(token)],
      );
      return rows[0] ?? null;
    },

    /** Returns the seconds until this account may be sent another link for this purpose, or null if it may now. */
    async wait(purpose: Purpose, sub: string): Promise<number | null> {
      const { rows } = await pool.query<{ created_at: Date }>(
        `select created_at from identity.mailed_token where sub = $1 and purpose = $2 and created_at > $3
         order by created_at desc offset $4 limit 1`,
        [sub, purpose, new Date(now() - 60 * MINUTE), MOST_AN_HOUR - 1],
      );
      const [first] = rows;
      return first ? Math.max(1, Math.ceil((first.created_at.getTime() + 60 * MINUTE - now()) / 1000)) : null;
    },
  };
}

export type MailedTokens = ReturnType<typeof createMailedTokens>;
