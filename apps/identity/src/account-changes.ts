import { createHash, randomBytes } from "node:crypto";
import { DatabaseError, type Pool } from "pg";
import { type Accounts, checkEmail, EmailTaken, emailKey, InvalidAccount } from "./accounts.ts";
import type { LinkProblem } from "./mailed-tokens.ts";
import { passwordProblem } from "./password-policy.ts";
import { hashPassword } from "./passwords.ts";

const HOUR = 3_600_000;
/** A link to a new address may be opened hours later, on another device. */
const EMAIL_LIFETIME = 24 * HOUR;
/** The limit for emails to addresses that may belong to anyone. */
const MOST_AN_HOUR = 3;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** A requested change of an account's address: the account of the link, and what changes. */
export type EmailChange = { sub: string; before: string; email: string };

/**
 * What ends with a change: every session except one. These are parts of a statement: `$1` is the account, `$2` the grant that
 * stays, or null, and `$3` its SHA-256, under which the grant itself is stored.
 */
const endOthers = `delete from identity.payload where account_id = $1
  and grant_id is distinct from $2 and not (model = 'Grant' and id = coalesce($3, ''::bytea))
  returning grant_id`;

/**
 * The changes that the owner of an account makes while logged in.
 *
 * @param now the time in milliseconds since 1970.
 */
export function createAccountChanges(pool: Pool, accounts: Accounts, now: () => number) {
  async function inTransaction<Result>(work: (query: Pool["query"]) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query("begin");
      const result = await work(client.query.bind(client) as Pool["query"]);
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Revokes the links that were emailed to the account's address so far. */
  const voidLinks = (query: Pool["query"], sub: string) =>
    query("update identity.mailed_token set used_at = $2 where sub = $1 and used_at is null", [sub, new Date(now())]);

  async function endedBut(query: Pool["query"], sub: string, keep: string | null): Promise<string[]> {
    const { rows } = await query<{ grant_id: string | null }>(endOthers, [sub, keep, keep && digest(keep)]);
    return [...new Set(rows.flatMap((row) => row.grant_id ?? []))];
  }

  return {
    /**
     * Sets a new password, ends every session except one, and revokes all emailed links.
     *
     * @param keep the grant that stays.
     * @returns the grants that ended.
     * @throws InvalidAccount, TooBusy
     */
    async changePassword(sub: string, password: string, keep: string | null): Promise<{ ended: string[] }> {
      const account = await accounts.bySub(sub);
      if (!account) return { ended: [] };
      const problem = passwordProblem(password, account.email);
      if (problem) throw new InvalidAccount(problem);
      const passwordHash = await hashPassword(password);
      return inTransaction(async (query) => {
        await query("update identity.account set password_hash = $2, password_changed_at = $3 where sub = $1", [
          sub,
          passwordHash,
          new Date(now()),
        ]);
        await voidLinks(query, sub);
        return { ended: await endedBut(query, sub, keep) };
      });
    },

    /** Ends every session except one, or all of them. @returns the grants that ended. */
    endSessions: async (sub: string, keep: string | null): Promise<{ ended: string[] }> => ({
      ended: await endedBut(pool.query.bind(pool) as Pool["query"], sub, keep),
    }),

    /**
     * Creates a token for a link to a new address, and revokes the one before. Whether another account has the address isn't
     * checked.
     *
     * @returns null if too many were requested within an hour.
     * @throws InvalidAccount
     */
    async askEmail(sub: string, email: string): Promise<{ token: string } | null> {
      checkEmail(email);
      const token = randomBytes(32).toString("base64url");
      const at = now();
      return inTransaction(async (query) => {
        // Concurrent requests lock the account's row in turn, so that the later one sees the earlier.
        const { rowCount: known } = await query("select from identity.account where sub = $1 for no key update", [sub]);
        const { rows } = await query<{ recent: number }>(
          `select count(*)::int as recent from identity.mailed_token
           where sub = $1 and purpose = 'email' and created_at > $2`,
          [sub, new Date(at - HOUR)],
        );
        if (known === 0 || (rows[0]?.recent ?? 0) >= MOST_AN_HOUR) return null;
        await query(
          "update identity.mailed_token set used_at = $2 where sub = $1 and purpose = 'email' and used_at is null",
          [sub, new Date(at)],
        );
        await query(
          `insert into identity.mailed_token (hash, purpose, sub, new_email, created_at, expires_at)
           values ($1, 'email', $2, $3, $4, $5)`,
          [digest(token), sub, email.trim(), new Date(at), new Date(at + EMAIL_LIFETIME)],
        );
        return { token };
      });
    },

    /** Returns the address that waits to be confirmed, and until when. */
    async awaitedEmail(sub: string): Promise<{ email: string; until: Date } | null> {
      const { rows } = await pool.query<{ email: string; until: Date }>(
        `select new_email as email, expires_at as until from identity.mailed_token
         where sub = $1 and purpose = 'email' and used_at is null and expires_at > $2
         order by created_at desc limit 1`,
        [sub, new Date(now())],
      );
      return rows[0] ?? null;
    },

    /** Revokes the link to a new address. */
    async forgetEmail(sub: string): Promise<void> {
      await pool.query(
        "update identity.mailed_token set used_at = $2 where sub = $1 and purpose = 'email' and used_at is null",
        [sub, new Date(now())],
      );
    },

    /** Returns what a link would change. */
    async readEmailLink(token: string): Promise<EmailChange | { problem: LinkProblem }> {
      const { rows } = await pool.query<EmailChange & { used: boolean; expired: boolean }>(
        `select account.sub, account.email as before, new_email as email, used_at is not null as used,
           expires_at <= $2 as expired
         from identity.mailed_token join identity.account using (sub) where hash = $1 and purpose = 'email'`,
        [digest(token), new Date(now())],
      );
      const [row] = rows;
      if (!row) return { problem: "unknown" };
      if (row.used) return { problem: "used" };
      if (row.expired) return { problem: "expired" };
      const { sub, before, email } = row;
      return { sub, before, email };
    },

    /**
     * Changes the address by an emailed link. Of several concurrent uses exactly one succeeds. Every session except one ends,
     * and all emailed links are revoked.
     *
     * @param keep the grant that stays, if the link was opened where its owner is logged in.
     * @throws EmailTaken if another account has the address by now; the link stays valid.
     */
    async changeEmail(
      token: string,
      keep: string | null,
    ): Promise<(EmailChange & { ended: string[] }) | { problem: LinkProblem }> {
      const found = await this.readEmailLink(token);
      if ("problem" in found) return found;
      const { sub } = found;
      return inTransaction(async (query) => {
        const { rows: locked } = await query<{ before: string }>(
          "select email as before from identity.account where sub = $1 for no key update",
          [sub],
        );
        const { rows } = await query<{ email: string }>(
          `update identity.mailed_token set used_at = $2
           where hash = $1 and purpose = 'email' and used_at is null and expires_at > $2 returning new_email as email`,
          [digest(token), new Date(now())],
        );
        const [account] = locked;
        const [used] = rows;
        if (!account || !used) return { problem: "used" as const };
        await query(
          `update identity.account set email = $2, email_key = $3, email_confirmed_at = $4,
             user_name = case when user_name = email then $2 else user_name end
           where sub = $1`,
          [sub, used.email, emailKey(used.email), new Date(now())],
        );
        await voidLinks(query, sub);
        return { sub, before: account.before, email: used.email, ended: await endedBut(query, sub, keep) };
      }).catch((error: unknown) => {
        if (error instanceof DatabaseError && error.code === "23505") throw new EmailTaken();
        throw error;
      });
    },
  };
}

export type AccountChanges = ReturnType<typeof createAccountChanges>;
