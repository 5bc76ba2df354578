import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import type { Pool, PoolClient } from "pg";
import { deriveKey, open, seal } from "./secrets.ts";

/** ES256 signs ten times faster than RS256, and every OpenID Connect library supports it. */
export const SIGNING_ALGORITHM = "ES256";

const KEY_LOCK = 7_361_204_519;

type StoredKey = { kid: string; public_jwk: JWK; private_sealed: Buffer };

async function insertKey(client: PoolClient, secret: string, signsFrom: Date): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const { d } = await exportJWK(privateKey);
  if (!d) throw new Error("The new signing key has no private part.");
  const sealed = seal(deriveKey(secret, "signing keys"), d, kid);
  await client.query(
    "insert into identity.signing_key (kid, public_jwk, private_sealed, signs_from) values ($1, $2, $3, $4)",
    [kid, { ...publicJwk, alg: SIGNING_ALGORITHM, use: "sig" }, sealed, signsFrom],
  );
}

async function underLock<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // Without a listener, a lost connection would end the process. The running statement fails anyway.
  const ignore = () => {};
  client.on("error", ignore);
  let broken = true;
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [KEY_LOCK]);
    const result = await work(client);
    await client.query("commit");
    broken = false;
    return result;
  } finally {
    client.off("error", ignore);
    client.release(broken); // A connection whose transaction failed is closed, which rolls it back.
  }
}

/** Tests whether there already are signing keys, sealed with the service's secret. */
export async function holdsKeys(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query("select from identity.signing_key limit 1");
  return rows.length > 0;
}

/**
 * Returns the keys to sign with and to publish, as private JWKs. The first one signs. Creates the first key if there is none;
 * if several processes start at once, one creates it and the others read it.
 *
 * @param secrets the service's secrets, newest first. A key that was sealed with an older one can still be opened.
 * @throws if a stored key can't be opened with any of the secrets.
 */
export async function signingKeys(pool: Pool, secrets: readonly string[], now: number): Promise<JWK[]> {
  const newest = secrets[0];
  if (!newest) throw new Error("The identity service needs at least one secret.");
  const stored = await underLock(pool, async (client) => {
    const load = () =>
      client.query<StoredKey>(
        `select kid, public_jwk, private_sealed from identity.signing_key
         where published_until is null or published_until > $1
         order by (signs_from <= $1) desc, signs_from desc, kid limit 20`,
        [new Date(now)],
      );
    const before = await load();
    if (before.rows.length > 0) return before.rows;
    await insertKey(client, newest, new Date(now));
    return (await load()).rows;
  });
  const wrappers = secrets.map((secret) => deriveKey(secret, "signing keys"));
  return stored.map(({ kid, public_jwk, private_sealed }) => {
    for (const wrapper of wrappers) {
      const d = open(wrapper, private_sealed, kid);
      if (d) return { ...public_jwk, kid, d };
    }
    throw new Error(`Signing key ${kid} can't be opened. Start with the secret it was encrypted with.`);
  });
}

/**
 * Creates a new key. It is published by every process that starts from now on, and signs after `overlapHours`. The older ones
 * are published for as long again, so that every token they signed can be checked until it expires. Running processes keep
 * their keys, so restart them all once within the first overlap, and once more after it.
 */
export async function rotateSigningKey(
  pool: Pool,
  secrets: readonly string[],
  { now = Date.now(), overlapHours = 24 } = {},
): Promise<void> {
  const newest = secrets[0];
  if (!newest) throw new Error("The identity service needs at least one secret.");
  const overlap = overlapHours * 3_600_000;
  await underLock(pool, async (client) => {
    await client.query("update identity.signing_key set published_until = $1 where published_until is null", [
      new Date(now + 2 * overlap),
    ]);
    await insertKey(client, newest, new Date(now + overlap));
  });
}

const DAY = 86_400_000;

/**
 * For a service that runs in one process only, at its start: if the signing key is older than `days`, it creates a new one that
 * signs from now on. The older one is published for one more day, so that what it signed before the restart stays valid.
 *
 * @returns whether it created one.
 */
export async function renewOldSigningKey(
  pool: Pool,
  secrets: readonly string[],
  { now = Date.now(), days = 90 } = {},
): Promise<boolean> {
  const newest = secrets[0];
  if (!newest) throw new Error("The identity service needs at least one secret.");
  return underLock(pool, async (client) => {
    const { rows } = await client.query<{ since: Date | null }>(
      "select max(signs_from) as since from identity.signing_key where published_until is null",
    );
    const since = rows[0]?.since;
    if (!since || now - since.getTime() < days * DAY) return false;
    await client.query("update identity.signing_key set published_until = $1 where published_until is null", [
      new Date(now + DAY),
    ]);
    await insertKey(client, newest, new Date(now));
    return true;
  });
}
