import { createHash, randomBytes } from "node:crypto";
import { waitInWords } from "@touchline/contract/wait";
import type { FastifyBaseLogger } from "fastify";
import { type Context, errors } from "oidc-provider";
import type { Pool } from "pg";
import type { Codes } from "./codes.ts";
import { MULTIPLE } from "./owner-proof.ts";
import type { Passkeys } from "./passkeys.ts";
import { oauthError } from "./sign-in.ts";
import type { Throttle } from "./throttle.ts";

/** The factors with which a login can continue. */
export type Method = "passkey" | "code" | "recovery";

/** The second factor that was shown: exactly one of them. */
export type Shown = {
  code?: string | undefined;
  recoveryCode?: string | undefined;
  assertion?: string | undefined;
};

const tokenLifetime = 5 * 60_000;
const mostTries = 5;

const digest = (token: string) => createHash("sha256").update(token).digest();

/** The login has to start again. */
function over() {
  const error = new errors.OIDCProviderError(400, "mfa_expired");
  error.error_description = "That took too long or too many attempts. Log in again.";
  error.expose = true;
  return error;
}

function wrong() {
  const error = new errors.InvalidGrant("wrong second factor");
  error.error_description = "This code is wrong or was already used.";
  return error;
}

type Parts = {
  pool: Pool;
  codes: Codes;
  passkeys: Passkeys;
  /** Counts wrong codes, separately from wrong passwords. */
  throttle: Throttle;
  now: () => number;
  log: FastifyBaseLogger;
};

/** The second step of a login whose first step succeeded. */
export function createSecondSteps({ pool, codes, passkeys, throttle, now, log }: Parts) {
  async function good(sub: string, { code, recoveryCode, assertion }: Shown): Promise<boolean> {
    if (code !== undefined) return codes.useAppCode(sub, code);
    if (recoveryCode !== undefined) {
      const used = await codes.useRecoveryCode(sub, recoveryCode);
      if (used) log.info({ sub }, "Recovery code used");
      return used;
    }
    return assertion !== undefined && (await passkeys.assertedBy(assertion, null))?.sub === sub;
  }

  return {
    /**
     * Begins the second step.
     *
     * @param proved the `amr` of the first step.
     * @returns the token with which the browser continues, and the possible factors.
     */
    async begin(sub: string, proved: readonly string[] = ["pwd"]): Promise<{ token: string; methods: Method[] }> {
      const token = randomBytes(32).toString("base64url");
      const { rows } = await pool.query<{ passkey: boolean; code: boolean; recovery: boolean }>(
        `with begun as (
           insert into identity.second_step (hash, sub, password_changed_at, expires_at, proved)
           select $2, sub, password_changed_at, $3, $4 from identity.account where sub = $1
         )
         select exists (select from identity.passkey where sub = $1) as passkey,
           exists (select from identity.totp where sub = $1 and confirmed_at is not null) as code,
           exists (select from identity.recovery_code where sub = $1 and used_at is null) as recovery`,
        [sub, digest(token), new Date(now() + tokenLifetime), proved],
      );
      const [has] = rows;
      return { token, methods: (["passkey", "code", "recovery"] as const).filter((method) => has?.[method]) };
    },

    /**
     * Completes the second step. A token is valid for five tries and five minutes, and only while the password stays the same.
     * Wrong codes are also counted by account and by address.
     *
     * @throws errors of oidc-provider: 400 if it is wrong or expired, 429 for too many attempts.
     */
    async finish(
      ctx: Pick<Context, "ip" | "set">,
      token: string,
      proof: Shown,
    ): Promise<{ sub: string; amr: string[] }> {
      const { rows } = await pool.query<{ sub: string; proved: string[] }>(
        `update identity.second_step as step set tries = tries + 1 from identity.account
         where hash = $1 and used_at is null and step.expires_at > $2 and tries < $3
           and account.sub = step.sub and account.password_changed_at = step.password_changed_at
         returning account.sub, step.proved`,
        [digest(token), new Date(now()), mostTries],
      );
      const [step] = rows;
      if (!step) throw over();
      const wait = await throttle.wait(step.sub, ctx.ip);
      if (wait !== null) throw oauthError(429, `Too many wrong codes. Try again in ${waitInWords(wait)}.`, ctx, wait);
      if (!(await good(step.sub, proof))) {
        await throttle.failed(step.sub, ctx.ip);
        throw wrong();
      }
      const { rowCount } = await pool.query(
        "update identity.second_step set used_at = $2 where hash = $1 and used_at is null",
        [digest(token), new Date(now())],
      );
      if (rowCount !== 1) throw over();
      return { sub: step.sub, amr: [...step.proved, proof.assertion === undefined ? "otp" : "pop", MULTIPLE] };
    },
  };
}

export type SecondSteps = ReturnType<typeof createSecondSteps>;
