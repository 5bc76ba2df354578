import { createHash, randomBytes } from "node:crypto";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { Pool } from "pg";
import { parse as parseUuid, v7 as uuidv7 } from "uuid";
import { z } from "zod";

/** The purposes for which a passkey signs: to log in, to prove that the owner is present, or to be added. */
type ChallengePurpose = "signIn" | "proof" | "register";

/** The milliseconds for which a challenge is valid. */
const challengeLifetime = 5 * 60_000;

/** The host that passkeys are bound to, and the pages that may request them. */
export type RelyingParty = { id: string; origins: string[] };

const text = z.string().max(20_000);
const extensions = z.looseObject({}).default({});
const asserted = z.object({
  id: text,
  rawId: text,
  type: z.literal("public-key"),
  clientExtensionResults: extensions,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text.optional() }),
});
const registered = z.object({
  id: text,
  rawId: text,
  type: z.literal("public-key"),
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});

const digest = (challenge: string) => createHash("sha256").update(challenge).digest();

/** Parses the JSON that a browser sent, or returns null if it has another shape. */
function readJson<Value>(schema: z.ZodType<Value>, json: string): Value | null {
  try {
    return schema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the challenge that the browser claims was signed. The signature proves it. */
function challengeIn(clientDataJSON: string): string {
  const decoded = Buffer.from(clientDataJSON, "base64url").toString("utf8");
  return readJson(z.object({ challenge: z.string().max(200) }), decoded)?.challenge ?? "";
}

type StoredPasskey = { sub: string; public_key: Buffer; counter: string; transports: string[] };

/**
 * Passkeys by WebAuthn. Each is discoverable and verifies its owner by finger, face, or PIN, so it is enough as the only
 * factor. Nothing depends on a typed address, so nothing can be learned about one.
 *
 * @param now the time in milliseconds since 1970.
 */
export function createPasskeys(pool: Pool, party: RelyingParty, now: () => number) {
  const expected = { expectedOrigin: party.origins, expectedRPID: party.id, requireUserVerification: true };

  async function newChallenge(purpose: ChallengePurpose, sub: string | null): Promise<string> {
    const challenge = randomBytes(32).toString("base64url");
    await pool.query(
      "insert into identity.passkey_challenge (hash, purpose, sub, expires_at) values ($1, $2, $3, $4)",
      [digest(challenge), purpose, sub, new Date(now() + challengeLifetime)],
    );
    return challenge;
  }

  /** Consumes a challenge, so that only the first answer to it is checked. */
  async function takeChallenge(challenge: string, purpose: ChallengePurpose, sub: string | null): Promise<boolean> {
    const { rowCount } = await pool.query(
      `update identity.passkey_challenge set used_at = $4
       where hash = $1 and purpose = $2 and sub is not distinct from $3::uuid and used_at is null and expires_at > $4`,
      [digest(challenge), purpose, sub, new Date(now())],
    );
    return rowCount === 1;
  }

  return {
    /**
     * Returns the options for any passkey that the person chooses, or with `sub` as proof that this account's owner is present.
     */
    async requestOptions(sub: string | null) {
      const challenge = await newChallenge(sub === null ? "signIn" : "proof", sub);
      return generateAuthenticationOptions({
        rpID: party.id,
        challenge: Buffer.from(challenge, "base64url"),
        timeout: challengeLifetime,
        userVerification: "required",
      });
    },

    /**
     * Returns the account whose passkey gave this answer to a challenge, otherwise null.
     *
     * @param sub as in `requestOptions`.
     */
    async assertedBy(json: string, sub: string | null): Promise<{ sub: string } | null> {
      const response = readJson(asserted, json);
      if (!response) return null;
      const challenge = challengeIn(response.response.clientDataJSON);
      if (!(await takeChallenge(challenge, sub === null ? "signIn" : "proof", sub))) return null;
      const { rows } = await pool.query<StoredPasskey>(
        "select sub, public_key, counter, transports from identity.passkey where credential_id = $1",
        [response.id],
      );
      const [stored] = rows;
      if (!stored || (sub !== null && stored.sub !== sub)) return null;
      const { userHandle } = response.response;
      if (userHandle !== undefined && userHandle !== handleOf(stored.sub)) return null;
      const counter = Number(stored.counter);
      const verified = await verifyAuthenticationResponse({
        ...expected,
        response: response as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
        expectedChallenge: challenge,
        credential: { id: response.id, publicKey: new Uint8Array(stored.public_key), counter },
      }).catch(() => null);
      if (!verified?.verified) return null;
      // A counter that should have grown but didn't means a copied key. Of two concurrent uses the later one is refused.
      const { rowCount } = await pool.query(
        `update identity.passkey set counter = $2, last_used_at = $3
         where credential_id = $1 and (counter < $2 or (counter = 0 and $2::bigint = 0))`,
        [response.id, verified.authenticationInfo.newCounter, new Date(now())],
      );
      return rowCount === 1 ? { sub: stored.sub } : null;
    },

    /** Returns the options with which a browser creates a passkey for this account. */
    async creationOptions(account: { sub: string; email: string }) {
      const challenge = await newChallenge("register", account.sub);
      const { rows } = await pool.query<{ id: string; transports: string[] }>(
        "select credential_id as id, transports from identity.passkey where sub = $1",
        [account.sub],
      );
      return generateRegistrationOptions({
        rpName: "Touchline",
        rpID: party.id,
        userID: new Uint8Array(parseUuid(account.sub)),
        userName: account.email,
        userDisplayName: account.email,
        challenge: Buffer.from(challenge, "base64url"),
        timeout: challengeLifetime,
        attestationType: "none",
        excludeCredentials: rows,
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
    },

    /** Verifies a passkey that a browser created, ready to be stored. @returns null if it isn't valid. */
    async made(json: string, sub: string) {
      const response = readJson(registered, json);
      if (!response) return null;
      const challenge = challengeIn(response.response.clientDataJSON);
      if (!(await takeChallenge(challenge, "register", sub))) return null;
      const verified = await verifyRegistrationResponse({
        ...expected,
        response: response as Parameters<typeof verifyRegistrationResponse>[0]["response"],
        expectedChallenge: challenge,
      }).catch(() => null);
      if (!verified?.verified) return null;
      const { id, publicKey, counter } = verified.registrationInfo.credential;
      return {
        passkeyId: uuidv7(),
        credentialId: id,
        publicKey: Buffer.from(publicKey),
        counter,
        transports: response.response.transports ?? [],
      };
    },
  };
}

/** The user handle of an account for authenticators: its ID in base64url. */
const handleOf = (sub: string) => Buffer.from(parseUuid(sub)).toString("base64url");

export type Passkeys = ReturnType<typeof createPasskeys>;
