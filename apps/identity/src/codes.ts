import { createHmac, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Pool } from "pg";
import { deriveKey, open, seal } from "./secrets.ts";

/** Seconds a code of an authenticator app is shown; the one before and the one after are taken too. */
const period = 30;
const neighbors = 1;

const recoveryCodes = 10;
/** Without letters and digits that look like others. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const recoveryLength = 12;

/** An app's secret and how it is typed or scanned. */
export type NewAuthenticator = { secret: string; uri: string };

/**
 * Codes that are typed: of an authenticator app (TOTP, RFC 6238) and for recovery. Each works once, by a conditional update.
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
    /** A secret for a new app, and the same sealed. */
    newApp({ sub, email }: { sub: string; email: string }): NewAuthenticator & { sealed: Buffer } {
      const secret = new Secret({ size: 20 });
      const totp = new TOTP({ issuer: "Touchline", label: email, secret, period });
      const [key] = sealing;
      if (!key) throw new Error("The identity service needs at least one secret.");
      return { secret: secret.base32, uri: totp.toString(), sealed: seal(key, secret.base32, sub) };
    },

    /** The time step whose code this is, or null. Uses nothing up. */
    stepOf,

    /** Uses a code of the account's app up. @returns whether it was good, and for the first time. */
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

    /** Uses a recovery code up. @returns whether it was good. */
    async useRecoveryCode(sub: string, code: string): Promise<boolean> {
      const { rowCount } = await pool.query(
        "update identity.recovery_code set used_at = $3 where sub = $1 and hash = any($2::bytea[]) and used_at is null",
        [sub, hashing.map((key) => hashed(sub, code, key)), new Date(now())],
      );
      return rowCount === 1;
    },

    /** Ten new recovery codes for the account, and how they are stored. */
    newRecoveryCodes(sub: string): { codes: string[]; hashes: Buffer[] } {
      const [key] = hashing;
      if (!key) throw new Error("The identity service needs at least one secret.");
      const codes = Array.from({ length: recoveryCodes }, randomCode);
      return { codes, hashes: codes.map((code) => hashed(sub, code, key)) };
    },
  };
}

/** Each character equally likely: bytes beyond the last whole alphabet are thrown away. */
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
