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

/** What a passkey is asked to sign for: to sign in, to show that it is still you, to be added. */
type ChallengePurpose = "signIn" | "proof" | "register";

/** Milliseconds a challenge waits for its answer. */
const challengeLifetime = 5 * 60_000;

/** The host that passkeys are bound to, and the pages that may ask for them. */
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

/** What a browser sent as JSON, or null when it is nothing of the kind. */
function readJson<Value>(schema: z.ZodType<Value>, json: string): Value | null {
  try {
    return schema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** What the browser says was signed; whether it was says the signature. */
function challengeIn(clientDataJSON: string): string {
  const decoded = Buffer.from(clientDataJSON, "base64url").toString("utf8");
  return readJson(z.object({ challenge: z.string().max(200) }), decoded)?.challenge ?? "";
}

type StoredPasskey = { sub: string; public_key: Buffer; counter: string; transports: string[] };

/**
 * Passkeys by WebAuthn. Each is discoverable and asks for its owner's finger, face or PIN, so it is good as the only factor;
 * nothing is asked of a typed address, so nothing can be learned of one.
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

  /** Only the first of many answers to one challenge is looked at. */
  async function takeChallenge(challenge: string, purpose: ChallengePurpose, sub: string | null): Promise<boolean> {
    const { rowCount } = await pool.query(
      `update identity.passkey_challenge set used_at = $4
       where hash = $1 and purpose = $2 and sub is not distinct from $3::uuid and used_at is null and expires_at > $4`,
      [digest(challenge), purpose, sub, new Date(now())],
    );
    return rowCount === 1;
  }

  return {
    /** What to ask of whatever passkey the person chooses; with `sub` as proof that this account's owner is there. */
    async requestOptions(sub: string | null) {
      const challenge = await newChallenge(sub === null ? "signIn" : "proof", sub);
      return generateAuthenticationOptions({
        rpID: party.id,
        challenge: Buffer.from(challenge, "base64url"),
        timeout: challengeLifetime,
        userVerification: "required",
      });
    },

    /** The account whose passkey gave this answer to a challenge, else null. @param sub as in `requestOptions`. */
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
      // A counter that did not grow where it counts is a copy of the key; of two at once one is late and is refused.
      const { rowCount } = await pool.query(
        `update identity.passkey set counter = $2, last_used_at = $3
         where credential_id = $1 and (counter < $2 or (counter = 0 and $2::bigint = 0))`,
        [response.id, verified.authenticationInfo.newCounter, new Date(now())],
      );
      return rowCount === 1 ? { sub: stored.sub } : null;
    },

    /** What to ask of a browser that is to make a passkey for this account. */
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

    /** A passkey that a browser made as it was asked to, ready to be stored, else null. */
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

/** What authenticators call an account: its id, in base64url. */
const handleOf = (sub: string) => Buffer.from(parseUuid(sub)).toString("base64url");

export type Passkeys = ReturnType<typeof createPasskeys>;
