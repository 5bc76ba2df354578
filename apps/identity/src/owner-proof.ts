import type { Proof } from "@touchline/contract/accounts/second-factor";
import type { Pool } from "pg";
import type { Accounts } from "./accounts.ts";
import type { Passkeys } from "./passkeys.ts";
import type { Throttle } from "./throttle.ts";

/** The `amr` (RFC 8176) of a person who has shown more than a password: a passkey, or a code in addition. */
export const MULTIPLE = "mfa";

/** The caller, from their access token. */
export type Asking = { sub: string; sid: string; amr: string[]; address: string };

/** Proof that the owner of the account is present now. */
export type { Proof };

/**
 * The reason for a refusal. `wrong`: the proof, or the factor to be added. `showFirst`: the account has a second factor that
 * this session hasn't shown. `taken`: it has one already. `last`: an organization requires one. `lastWayIn`: nothing else leads
 * to the account. `noPassword`: it has none. `unconfirmed`: its address isn't confirmed.
 */
export type FactorProblem =
  | {
      problem:
        | "wrong"
        | "showFirst"
        | "taken"
        | "tooMany"
        | "none"
        | "last"
        | "lastWayIn"
        | "noPassword"
        | "unconfirmed";
    }
  | { problem: "wait"; retryAfter: number };

type Parts = { pool: Pool; accounts: Accounts; passkeys: Passkeys; throttle: Throttle };

/** Checks whether the caller is the owner of the account, and has shown as much as the account requires. */
export function createOwnerProofs({ pool, accounts, passkeys, throttle }: Parts) {
  async function proved({ sub, address }: Asking, proof: Proof): Promise<FactorProblem | null> {
    const own = await accounts.ownPassword(sub);
    if (!own) return { problem: "wrong" };
    if ("password" in proof && own.matches === null) return { problem: "noPassword" };
    const wait = await throttle.wait(own.key, address);
    if (wait !== null) return { problem: "wait", retryAfter: wait };
    const isProven =
      "password" in proof
        ? await own.matches?.(proof.password)
        : (await passkeys.assertedBy(proof.assertion, sub))?.sub === sub;
    if (isProven) return null;
    await throttle.failed(own.key, address);
    return { problem: "wrong" };
  }

  /** Tests whether this session may change the account. If it has a second factor, the session must have shown one. */
  async function hasShown({ sub, sid, amr }: Asking): Promise<boolean> {
    if (amr.includes(MULTIPLE)) return true;
    const { rows } = await pool.query<{ may: boolean }>(
      `select exists (select from identity.shown_factor where grant_id = $1 and sub = $2)
         or not exists (select from identity.passkey where sub = $2)
           and not exists (select from identity.totp where sub = $2 and confirmed_at is not null) as may`,
      [sid, sub],
    );
    return rows[0]?.may ?? false;
  }

  /** Returns the account if everything that a change requires is given. */
  async function admitted(asking: Asking, proof: Proof) {
    const account = await accounts.bySub(asking.sub);
    if (!account) return { problem: "wrong" as const };
    if (!(await hasShown(asking))) return { problem: "showFirst" as const };
    return (await proved(asking, proof)) ?? account;
  }

  /**
   * Proves the owner before something is added. A person who signed up with someone else's address must not have a way in that
   * lasts after its owner has confirmed it, and the owner is notified of every addition.
   */
  async function admittedToAdd(asking: Asking, proof: Proof) {
    const account = await admitted(asking, proof);
    return "problem" in account || account.emailConfirmed ? account : { problem: "unconfirmed" as const };
  }

  return {
    admitted,
    admittedToAdd,
    hasShown,

    /**
     * Proves the owner of the account for actions that no one else may do. The session must have shown the second factor if
     * there is one.
     */
    async prove(asking: Asking, proof: Proof): Promise<FactorProblem | { proved: true }> {
      const account = await admitted(asking, proof);
      return "problem" in account ? account : { proved: true };
    },
  };
}

export type OwnerProofs = ReturnType<typeof createOwnerProofs>;
