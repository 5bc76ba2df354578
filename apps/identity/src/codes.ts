import { createHmac, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Pool } from "pg";
import { deriveKey, open, seal } from "./secrets.ts";

/** The seconds for which an authenticator app shows a code. The previous and the next code are accepted too. */
const period = 30;
const neighbors = 1;

const recoveryCodes = 10;
/** Without letters and digits that look alike. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const recoveryLength = 12;

/** An app's secret, to be typed or scanned. */
export type NewAuthenticator = { secret: string; uri: string };

/**
 * Codes that are typed: of an authenticator app (TOTP, RFC 6238) and for recovery. Each works once, by a conditional update.
 *
 * @param secrets the service's secrets, newest first.
 * @param now the time in milliseconds since 1970.
 */
export function createCodes(pool: Pool, secrets: readonly string[], now: () => number) {
  const sealing = secrets.map((secret) => deriveKey(secret, "authenticator apps"));
  const hashing = secrets.map((secret) => deriveKey(secret, "recovery codes"));

  function stepOf(sub: string, sealed: Buffer, code: string): number | null {
    const secret = sealing.map((key) => open(key, sealed, sub)).find((one) => one !== null);
    if (secret === undefined)
      throw new Error("An authenticator app's secret can't be opened with any of the service's secrets.");
    const token = code.replace(/\s/g, "");
    if (!/^\d{6}$/.test(token)) return null;
    const totp = new TOTP({ secret: Secret.fromBase32(secret), period });
    const delta = totp.validate({ token, timestamp: now(), window: neighbors });
    return delta === null ? null : Math.floor(now() / 1000 / period) + delta;
  }

  const hashed = (sub: string, code: string, key: Buffer) =>
    createHmac("sha256", key)
      .update(JSON.stringify([sub, code.toLowerCase().replace(/[^a-z\d]/g, "")]))
      .digest();

  return {
    /** Creates a secret for a new app, in plain and sealed form. */
    newApp({ sub, email }: { sub: string; email: string }): NewAuthenticator & { sealed: Buffer } {
      const secret = new Secret({ size: 20 });
      const totp = new TOTP({ issuer: "Touchline", label: email, secret, period });
      const [key] = sealing;
      if (!key) throw new Error("The identity service needs at least one secret.");
      return { secret: secret.base32, uri: totp.toString(), sealed: seal(key, secret.base32, sub) };
    },

    /** Returns the time step to which a code belongs, or null. The code isn't consumed. */
    stepOf,

    /** Consumes a code of the account's app. @returns whether it was valid and unused. */
    async useAppCode(sub: string, code: string): Promise<boolean> {
      const { rows } = await pool.query<{ totp_id: string; secret_sealed: Buffer }>(
        "select totp_id, secret_sealed from identity.totp where sub = $1 and confirmed_at is not null",
        [sub],
      );
      const [app] = rows;
      const step = app ? stepOf(sub, app.secret_sealed, code) : null;
      if (!app || step === null) return false;
      const { rowCount } = await pool.query(
        `update identity.totp set last_step = $2, last_used_at = $3
         where totp_id = $1 and (last_step is null or last_step < $2)`,
        [app.totp_id, step, new Date(now())],
      );
      return rowCount === 1;
    },

    /** Consumes a recovery code. @returns whether it was valid. */
    async useRecoveryCode(sub: string, code: string): Promise<boolean> {
      const { rowCount } = await pool.query(
        "update identity.recovery_code set used_at = $3 where sub = $1 and hash = any($2::bytea[]) and used_at is null",
        [sub, hashing.map((key) => hashed(sub, code, key)), new Date(now())],
      );
      return rowCount === 1;
    },

    /** Creates ten new recovery codes for the account, in plain form and as they are stored. */
    newRecoveryCodes(sub: string): { codes: string[]; hashes: Buffer[] } {
      const [key] = hashing;
      if (!key) throw new Error("The identity service needs at least one secret.");
      const codes = Array.from({ length: recoveryCodes }, randomCode);
      return { codes, hashes: codes.map((code) => hashed(sub, code, key)) };
    },
  };
}

/** Returns random characters, each equally likely: bytes beyond a multiple of the alphabet are thrown away. */
function randomCode(): string {
  const usable = 256 - (256 % alphabet.length);
  let code = "";
  while (code.length < recoveryLength) {
    for (const byte of randomBytes(recoveryLength)) {
      if (byte < usable && code.length < recoveryLength) code += alphabet[byte % alphabet.length];
    }
  }
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

export type Codes = ReturnType<typeof createCodes>;
