import { randomBytes } from "node:crypto";
import { DatabaseError, type Pool } from "pg";
import { v7 as uuidv7 } from "uuid";
import { passwordProblem } from "./password-policy.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";

/** What a person can accept, in the words of the call that records it. */
export type Policy = "terms" | "privacy";

export type Account = { sub: string; email: string; userName: string; emailConfirmed: boolean };

/** What a token says of an account. `shown`: whether its session has shown a second factor since it began. */
type AccountForToken = Account & { accepted: Pick<Acceptance, "type" | "version">[]; shown: boolean };

export type Acceptance = {
  type: Policy;
  version: string;
  acceptedAt: Date;
  /** SHA-256 of the text that was accepted; null where that was not told. */
  textSha256: string | null;
};

/** The address belongs to an account already. Never told to an outsider. */
export class EmailTaken extends Error {
  override name = "EmailTaken";
  override message = "This email address already belongs to an account.";
}

/** An address or password that cannot be stored; `message` says why, in words fit for the person. */
export class InvalidAccount extends Error {
  override name = "InvalidAccount";
}

/** The account that was looked up if this is its password, and whether it asks for more, else null. @throws TooBusy */
export type PasswordCheck = (password: string) => Promise<{ sub: string; secondFactor: boolean } | null>;

/** The form in which addresses are compared: two spellings of one address give the same key. */
export function emailKey(email: string): string {
  return email.trim().normalize("NFKC").toLowerCase();
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes("\0");

/** The form in which an address is compared. @throws InvalidAccount */
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

/** Somebody else has it already. */
export const isUniqueViolation = (error: unknown) => error instanceof DatabaseError && error.code === "23505";

/**
 * The accounts of the identity service: the small port that the product uses to create people who can sign in, to set
 * their passwords and to record what they accepted. `pool` connects as the application's role.
 *
 * @param hashed makes the argon2id hash that is stored of a password, in PHC string format. Tests that create people by the hundred give a cheaper one.
 */
export function createAccounts(pool: Pool, hashed = hashPassword) {
  // Checked when there is no such account, so that the answer takes as long as for one that exists.
  const nobody = hashed(randomBytes(16).toString("hex"));
  nobody.catch(() => {}); // A failure shows where it is awaited.

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
     * @param person.emailConfirmed false for an address that nobody has shown to be theirs yet.
     * @param person.waitsAs a name that nobody guesses, under which the account signs in until its address is confirmed.
     *   Meanwhile it has no claim to the address: whether that has an account makes no difference here.
     * @throws EmailTaken (or the name is), InvalidAccount, TooBusy
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

    /** The account with this address, however it is spelled, or null. */
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

    /** The account with this id, or null. */
    bySub,

    /**
     * Sets a new password and ends every session, grant and refresh token of the account.
     * @returns whether there is such an account. @throws InvalidAccount, TooBusy
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
     * Another address for an account that waits for its own to be confirmed: it was mistyped. Links sent to the one before
     * stop working. @returns false when the address is confirmed already. @throws InvalidAccount
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
     * Erases the account with its factors, sessions, links and tokens. What it accepted, and when, stays as proof, under an id
     * that is nobody's anymore. @returns whether there was one.
     */
    async remove(sub: string): Promise<boolean> {
      const { rowCount } = await pool.query("delete from identity.account where sub = $1", [sub]);
      return rowCount === 1;
    },

    /** Records that the account accepted this version; accepting it again keeps the first time. */
    async accept(sub: string, type: Policy, version: string, textSha256: string | null = null): Promise<void> {
      await pool.query(
        `insert into identity.acceptance (sub, type, version, text_sha256)
         select sub, $2, $3, $4 from identity.account where sub = $1 on conflict do nothing`,
        [sub, type, version, textSha256],
      );
    },

    /** What the account accepted, newest first; at most 200. */
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
     * The account, what it accepted, and whether this session has shown a second factor since it began, in one question, as
     * every token needs them; null if there is none.
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
     * The account of this address if the password is right, else null. An unknown address takes the same time.
     * Counts nothing: the token endpoint does, any other caller has to bound the attempts itself. @throws TooBusy
     */
    async verifyPassword(email: string, password: string): Promise<{ sub: string } | null> {
      const account = await (await passwordCheck(email))(password);
      return account && { sub: account.sub };
    },

    /** Checks a password in two steps: the account is looked up, then the password checked. */
    passwordCheck,

    /**
     * Looks up a known account, also one that waits for its address to be confirmed: under which name its tries are
     * counted, as at its sign-in, and its password, null where it has none. Null when there is no such account.
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
      // One without a password takes as long as one that does not exist.
      const matches = await passwordMatches(account?.stored ?? (await nobody), password);
      return account?.stored && matches ? { sub: account.sub, secondFactor: account.secondFactor } : null;
    };
  }
}

export type Accounts = ReturnType<typeof createAccounts>;
