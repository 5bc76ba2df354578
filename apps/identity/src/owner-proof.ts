import type { Proof } from "@touchline/contract/accounts/second-factor";
import type { Pool } from "pg";
import type { Accounts } from "./accounts.ts";
import type { Passkeys } from "./passkeys.ts";
import type { Throttle } from "./throttle.ts";

/** `amr` (RFC 8176) of whoever has shown more than a password: a passkey, or a code besides. */
export const MULTIPLE = "mfa";

/** Who asks, by their access token. */
export type Asking = { sub: string; sid: string; amr: string[]; address: string };

/** That the owner of the account is there now. */
export type { Proof };

/**
 * Why not. `wrong`: the proof, or what was to be added. `showFirst`: the account has a second factor which this session has
 * not shown. `taken`: there is one already. `last`: an organization demands one. `lastWayIn`: nothing else leads to the
 * account. `noPassword`: it has none. `unconfirmed`: its address is not known to be its owner's.
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

/** Whether whoever asks for something is the owner of the account, and has shown as much as it demands. */
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

  /** Whether this session may change what the account has: where there is a second factor, it must have shown one. */
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

  /** The account, when all that a change demands is there. */
  async function admitted(asking: Asking, proof: Proof) {
    const account = await accounts.bySub(asking.sub);
    if (!account) return { problem: "wrong" as const };
    if (!(await hasShown(asking))) return { problem: "showFirst" as const };
    return (await proved(asking, proof)) ?? account;
  }

  /**
   * Proves the owner where something is to be added: whoever signed up with somebody else's address must not have a way in that
   * outlives the day on which its owner confirms it; and the owner is told of whatever is added.
   */
  async function admittedToAdd(asking: Asking, proof: Proof) {
    const account = await admitted(asking, proof);
    return "problem" in account || account.emailConfirmed ? account : { problem: "unconfirmed" as const };
  }

  return {
    admitted,
    admittedToAdd,
    hasShown,

    /** Whether the owner of the account is there, for whatever nobody else may do; a session must have shown what there is. */
    async prove(asking: Asking, proof: Proof): Promise<FactorProblem | { proved: true }> {
      const account = await admitted(asking, proof);
      return "problem" in account ? account : { proved: true };
    },
  };
}

export type OwnerProofs = ReturnType<typeof createOwnerProofs>;
