import { createHash } from "node:crypto";
import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { Actor, Call } from "../call.ts";
import { ours } from "../database/tenancy.ts";
import { conflict, invalid, Refusal } from "../errors.ts";
import type { Schedule } from "../jobs/schedules.ts";
import { idempotencyKey } from "../schema/system.ts";
import type { CipherContext } from "../security/encryption.ts";

/** The number of hours for which a response is stored. */
const kept = 24;
const removedAtOnce = 5_000;

/** Returns the checked key of a request. @throws 400 */
export function keyFrom(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === "string" && /^[\x21-\x7e]{1,200}$/.test(header)) return header;
  throw invalid("Idempotency-Key", "An Idempotency-Key must have 1 to 200 visible characters without spaces.");
}

/** Hashes a request: two with the same key must be equal in all of this. */
export function requestHash(request: { method: string; url: string; body: unknown; files: readonly object[] }): Buffer {
  const { method, url, body, files } = request;
  return createHash("sha256")
    .update(JSON.stringify([method, url, inOrder(body ?? null), files]))
    .digest();
}

/** The order of names in a JSON object doesn't matter. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, inOrder(v)]),
  );
}

const placeOf = (call: Pick<Call, "organizationId">, profileId: string, key: string): CipherContext => ({
  tenant: call.organizationId,
  table: "idempotency_key",
  column: "sealed_answer",
  id: `${profileId} ${key}`,
});

type PersonCall = Call & { actor: Actor & { kind: "person" } };
type Asked = { key: string; hash: Buffer };

const ownKey = (call: PersonCall, key: string) =>
  and(ours(idempotencyKey, call), eq(idempotencyKey.profileId, call.actor.profileId), eq(idempotencyKey.key, key));

/**
 * Returns the response to this person's earlier call with the same key; null if there was none, or it is still running.
 *
 * @throws Conflict `keyUsed`: another request had this key.
 */
export async function answered(
  call: PersonCall,
  { key, hash }: Asked,
): Promise<{ answer: unknown; repeated: true } | null> {
  const [before] = await call.db
    .select()
    .from(idempotencyKey)
    .where(and(ownKey(call, key), gt(idempotencyKey.expiresAt, call.now)));
  if (!before?.sealedAnswer) return null;
  if (!before.requestHash.equals(hash)) {
    throw conflict("This Idempotency-Key was used for another request. Use a new key for each request.", "keyUsed");
  }
  const place = placeOf(call, call.actor.profileId, key);
  return { answer: JSON.parse(call.adapters.vault.openShared(place, before.sealedAnswer)), repeated: true };
}

/**
 * Runs `work` unless this person's call with the same key has a response: then resolves to that. The key is written in the
 * transaction of the work, so a refused call leaves none and can be repeated.
 *
 * @throws Conflict `keyUsed` (another request had this key) or `stillRunning` (the first one is in progress).
 */
export async function once(
  call: PersonCall,
  { key, hash }: Asked,
  work: () => Promise<unknown>,
): Promise<{ answer: unknown; repeated: boolean }> {
  const { profileId } = call.actor;
  const { vault } = call.adapters;
  const place = placeOf(call, profileId, key);
  // The first caller holds the lock until its transaction ends; a second one is refused instead of waiting.
  const { rowCount } = await call.db.execute(sql`
    INSERT INTO idempotency_key AS k (organization_id, profile_id, key, request_hash, expires_at)
    SELECT ${call.organizationId}::uuid, ${profileId}::uuid, ${key}, ${hash}, ${hoursFrom(call.now, kept)}::timestamptz
    WHERE pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify(place)}, 0))
    ON CONFLICT (organization_id, profile_id, key) DO UPDATE
    SET request_hash = EXCLUDED.request_hash, sealed_answer = NULL, expires_at = EXCLUDED.expires_at
    WHERE k.expires_at <= ${call.now.toISOString()}::timestamptz`);
  if (rowCount === 1) {
    const answer = await work();
    const sealedAnswer = vault.sealShared(place, JSON.stringify(answer ?? null));
    await call.db.update(idempotencyKey).set({ sealedAnswer }).where(ownKey(call, key));
    return { answer, repeated: false };
  }
  const before = await answered(call, { key, hash });
  if (before) return before;
  throw new Refusal("conflict", "The same request is still in progress. Try again in a moment.", {
    reason: "stillRunning",
    retryAfter: 1,
  });
}

const hoursFrom = (instant: Date, hours: number) => new Date(instant.getTime() + hours * 3_600_000).toISOString();

/** Deletes responses older than a day. */
export const removeOldKeys: Schedule = {
  name: "http.removeOldKeys",
  whileSuspended: true,
  everySeconds: 3600,
  run: ({ eachOrganization }) =>
    eachOrganization(async (call) => {
      const old = call.db
        .select({ key: idempotencyKey.key })
        .from(idempotencyKey)
        .where(and(ours(idempotencyKey, call), lte(idempotencyKey.expiresAt, call.now)))
        .limit(removedAtOnce);
      await call.db
        .delete(idempotencyKey)
        .where(
          and(ours(idempotencyKey, call), lte(idempotencyKey.expiresAt, call.now), inArray(idempotencyKey.key, old)),
        );
    }),
};
