import { randomBytes } from "node:crypto";
import { DatabaseError, type Pool } from "pg";
import { v7 as uuidv7 } from "uuid";
import { passwordProblem } from "./password-policy.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";

/** What a person can accept, with the names that the endpoint uses. */
export type Policy = "terms" | "privacy";

export type Account = { sub: string; email: string; userName: string; emailConfirmed: boolean };

/** The account data for a token. `shown`: whether its session has shown a second factor since it began. */
type AccountForToken = Account & { accepted: Pick<Acceptance, "type" | "version">[]; shown: boolean };

export type Acceptance = {
  type: Policy;
  version: string;
  acceptedAt: Date;
  /** The SHA-256 of the accepted text, or null if it wasn't sent. */
  textSha256: string | null;
};

/** Another account has the address already. Outsiders never learn this. */
export class EmailTaken extends Error {
  override name = "EmailTaken";
  override message = "This email address already belongs to an account.";
}

/** An address or password that can't be stored. `message` says why, in words for the person. */
export class InvalidAccount extends Error {
  override name = "InvalidAccount";
}

/**
 * The account that was looked up if this is its password, and whether it has a second factor; otherwise null.
 *
 * @throws TooBusy
 */
export type PasswordCheck = (password: string) => Promise<{ sub: string; secondFactor: boolean } | null>;

/** Returns the key by which addresses are compared, which is the same for all spellings of an address. */
export function emailKey(email: string): string {
  return email.trim().normalize("NFKC").toLowerCase();
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes("\0");

/** Returns the key by which an address is compared. @throws InvalidAccount */
export function checkEmail(email: string): string {
  const key = emailKey(email);
  if (!isStorable(key) || key.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(key)) {
    throw new InvalidAccount("Enter a valid email address.");
  }
  return key;
}

function checkPassword(password: string, email: string): void {
  const problem = passwordProblem(password, email);
  if (problem) throw new InvalidAccount(problem);
}

/** Another account has it already. */
export const isUniqueViolation = (error: unknown) => error instanceof DatabaseError && error.code === "23505";

/**
 * The accounts of the identity service: the interface through which the product creates people who can log in, sets their
 * passwords, and records what they accepted. `pool` connects as the application's role.
 *
 * @param hashed returns the argon2id hash of a password, in PHC string format. Tests that create hundreds of people pass a
 * cheaper one.
 */
export function createAccounts(pool: Pool, hashed = hashPassword) {
  // Checked if there is no such account, so that the answer takes as long as for one that exists.
  const nobody = hashed(randomBytes(16).toString("hex"));
  nobody.catch(() => {}); // A failure is reported where it is awaited.

  async function bySub(sub: string): Promise<Account | null> {
    const { rows } = await pool.query<Account>(
      `select sub, email, user_name as "userName", email_confirmed_at is not null as "emailConfirmed"
       from identity.account where sub = $1`,
      [sub],
    );
    return rows[0] ?? null;
  }

  return {
    /**
     * Creates an account.
     *
     * @param person.emailConfirmed false if no one has shown yet that the address is theirs.
     * @param person.waitsAs an unguessable name with which the account logs in until its address is confirmed. Until then it
     * has no claim to the address, so whether another account has it makes no difference.
     * @throws EmailTaken (also if the name is taken), InvalidAccount, TooBusy
     */
    async create(person: {
      email: string;
      password: string;
      userName?: string;
      emailConfirmed?: boolean;
      waitsAs?: string | undefined;
    }): Promise<{ sub: string }> {
      const emailKeyOfPerson = checkEmail(person.email);
      const key = person.waitsAs ?? emailKeyOfPerson;
      checkPassword(person.password, person.email);
      const sub = uuidv7();
      const passwordHash = await hashed(person.password);
      try {
        await pool.query(
          `insert into identity.account (sub, email, email_key, user_name, password_hash, email_confirmed_at)
           values ($1, $2, $3, $4, $5, case when $6 then now() end)`,
          [
            sub,
            person.email.trim(),
            key,
            person.userName ?? person.email.trim(),
            passwordHash,
            person.waitsAs === undefined && (person.emailConfirmed ?? true),
          ],
        );
      } catch (error) {
        if (isUniqueViolation(error)) throw new EmailTaken();
        throw error;
      }
      return { sub };
    },

    /** Returns the account with this address, however it is spelled, or null. */
    async byEmail(email: string): Promise<Account | null> {
      const key = emailKey(email);
      if (!isStorable(key)) return null;
      const { rows } = await pool.query<Account>(
        `select sub, email, user_name as "userName", email_confirmed_at is not null as "emailConfirmed"
         from identity.account where email_key = $1`,
        [key],
      );
      return rows[0] ?? null;
    },

    /** Returns the account with this ID, or null. */
    bySub,

    /**
     * Sets a new password and ends every session, grant, and refresh token of the account.
     *
     * @returns whether there is such an account.
     * @throws InvalidAccount, TooBusy
     */
    async setPassword(sub: string, password: string): Promise<boolean> {
      const account = await bySub(sub);
      if (!account) return false;
      checkPassword(password, account.email);
      const passwordHash = await hashed(password);
      const { rows } = await pool.query<{ changed: boolean }>(
        `with changed as (
           update identity.account set password_hash = $2, password_changed_at = now() where sub = $1 returning sub
         ), ended as (
           delete from identity.payload where account_id in (select sub from changed)
         )
         select exists (select 1 from changed) as changed`,
        [sub, passwordHash],
      );
      return rows[0]?.changed ?? false;
    },

    /**
     * Corrects a mistyped address of an account that waits for its confirmation. Links to the old address stop working.
     *
     * @returns false if the address is already confirmed.
     * @throws InvalidAccount
     */
    async correctAddress(sub: string, email: string): Promise<boolean> {
      checkEmail(email);
      const { rows } = await pool.query<{ corrected: boolean }>(
        `with corrected as (
           update identity.account set email = $2, user_name = $2
           where sub = $1 and email_confirmed_at is null and position('@' in email_key) = 0 returning sub
         ), voided as (
           update identity.mailed_token set used_at = now()
           where sub in (select sub from corrected) and purpose = 'confirm' and used_at is null
         )
         select exists (select 1 from corrected) as corrected`,
        [sub, email.trim()],
      );
      return rows[0]?.corrected ?? false;
    },

    /**
     * Erases the account with its factors, sessions, links, and tokens. What it accepted, and when, is kept as proof under an
     * ID that belongs to no one anymore.
     *
     * @returns whether the account existed.
     */
    async remove(sub: string): Promise<boolean> {
      const { rowCount } = await pool.query("delete from identity.account where sub = $1", [sub]);
      return rowCount === 1;
    },

    /** Records that the account accepted this version. If it did before, the first time is kept. */
    async accept(sub: string, type: Policy, version: string, textSha256: string | null = null): Promise<void> {
      await pool.query(
        `insert into identity.acceptance (sub, type, version, text_sha256)
         select sub, $2, $3, $4 from identity.account where sub = $1 on conflict do nothing`,
        [sub, type, version, textSha256],
      );
    },

    /** Returns what the account accepted, newest first and at most 200. */
    async acceptances(sub: string): Promise<Acceptance[]> {
      const { rows } = await pool.query<Acceptance>(
        `select type, version, accepted_at as "acceptedAt", text_sha256 as "textSha256"
         from identity.acceptance where sub = $1
         order by accepted_at desc limit 200`,
        [sub],
      );
      return rows;
    },

    /**
     * Reads the account, what it accepted, and whether this session has shown a second factor, in one query, because every
     * token needs them.
     *
     * @returns null if there is no account.
     */
    async withAcceptances(sub: string, grantId: string | null = null): Promise<AccountForToken | null> {
      const { rows } = await pool.query<AccountForToken>({
        name: "account.for_token",
        text: `select sub, email, user_name as "userName", email_confirmed_at is not null as "emailConfirmed", coalesce((
           select json_agg(json_build_object('type', type, 'version', version))
           from identity.acceptance where acceptance.sub = account.sub), '[]') as accepted,
           exists (select from identity.shown_factor where grant_id = $2 and shown_factor.sub = account.sub) as shown
         from identity.account where sub = $1`,
        values: [sub, grantId],
      });
      return rows[0] ?? null;
    },

    /**
     * Returns the account with this address if the password is right, otherwise null. An unknown address takes the same time.
     * Attempts aren't counted here: the token endpoint does that, and other callers have to limit them.
     *
     * @throws TooBusy
     */
    async verifyPassword(email: string, password: string): Promise<{ sub: string } | null> {
      const account = await (await passwordCheck(email))(password);
      return account && { sub: account.sub };
    },

    /** Checks a password in two steps: the account is looked up, then the password is checked. */
    passwordCheck,

    /**
     * Looks up an account, also one that waits for its address to be confirmed: the name under which its attempts are counted,
     * and its password, or null if it has none.
     *
     * @returns null if there is no such account.
     */
    async ownPassword(
      sub: string,
    ): Promise<{ key: string; matches: ((password: string) => Promise<boolean>) | null } | null> {
      const { rows } = await pool.query<{ key: string; stored: string | null }>(
        "select email_key as key, password_hash as stored from identity.account where sub = $1",
        [sub],
      );
      const [account] = rows;
      if (!account) return null;
      const { key, stored } = account;
      return { key, matches: stored === null ? null : (password) => passwordMatches(stored, password) };
    },
  };

  async function passwordCheck(email: string): Promise<PasswordCheck> {
    const key = emailKey(email);
    const { rows } = isStorable(key)
      ? await pool.query<{ sub: string; stored: string | null; secondFactor: boolean }>({
          name: "account.password",
          text: `select sub, password_hash as stored, exists (select from identity.passkey where passkey.sub = account.sub)
             or exists (select from identity.totp where totp.sub = account.sub and confirmed_at is not null)
             as "secondFactor"
           from identity.account where email_key = $1`,
          values: [key],
        })
      : { rows: [] };
    const [account] = rows;
    return async (password) => {
      // An account without a password takes as long as one that doesn't exist.
      const matches = await passwordMatches(account?.stored ?? (await nobody), password);
      return account?.stored && matches ? { sub: account.sub, secondFactor: account.secondFactor } : null;
    };
  }
}

export type Accounts = ReturnType<typeof createAccounts>;
