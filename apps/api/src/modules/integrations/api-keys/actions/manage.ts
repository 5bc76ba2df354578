import { createHash, randomBytes } from "node:crypto";
import type { BodyOf } from "@touchline/contract";
import { apiKeyBeginning, type createApiKey, mostApiKeys } from "@touchline/contract/integrations/api-keys";
import { dayOf, endOfDay } from "@touchline/rules/calendar";
import { and, eq, isNull, sql } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, forbidden, invalid, notFound } from "../../../../errors.ts";
import { organization } from "../../../../schema/accounts.ts";
import { apiKey, apiKeyToken } from "../../../../schema/integrations.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { keyById, workingAt } from "../queries.ts";

const dayInMilliseconds = 86_400_000;

/** How much of a key people see later: enough to recognize it, too little to guess the rest. */
const shownLength = apiKeyBeginning.length + 6;

/** What is stored of a key. 256 random bits cannot be guessed, so one round of SHA-256 is enough. */
export const apiKeyHash = (key: string) => createHash("sha256").update(key).digest();

type KeyFacts = Pick<typeof apiKey.$inferInsert, "name" | "scopes" | "expiresAt">;

/** Who may manage keys, with the profile that does. The organization is locked, so that its keys are counted one act at a time. */
async function manager(call: Call): Promise<string> {
  authorize(call, "organization.edit", { organizationWide: true });
  const profileId = actingProfile(call);
  if (profileId === null) throw forbidden("Only an administrator can manage API keys.", "role");
  await call.db
    .select({ id: organization.organizationId })
    .from(organization)
    .where(ours(organization, call))
    .for("no key update");
  return profileId;
}

async function addKey(call: Call, createdBy: string, facts: KeyFacts): Promise<{ apiKeyId: string; key: string }> {
  const apiKeyId = newId();
  const key = `${apiKeyBeginning}${randomBytes(32).toString("base64url")}`;
  await call.db.insert(apiKey).values({
    ...facts,
    organizationId: call.organizationId,
    apiKeyId,
    beginning: key.slice(0, shownLength),
    createdBy,
    createdAt: call.now,
  });
  await call.db
    .insert(apiKeyToken)
    .values({ tokenHash: apiKeyHash(key), organizationId: call.organizationId, apiKeyId });
  return { apiKeyId, key };
}

/** Creates a key, and shows it this once. @throws Forbidden, Invalid, Conflict */
export async function createKey(call: Call, { name, scopes, lastDay }: BodyOf<typeof createApiKey>) {
  const createdBy = await manager(call);
  const { timeZone } = await organizationFacts(call);
  if (lastDay !== null && lastDay < dayOf(call.now.getTime(), timeZone)) {
    throw invalid("lastDay", "This day is over. Choose today or a later day.");
  }
  // Those that were replaced end by themselves, so that any key can be rotated however many there are.
  const inUse = and(ours(apiKey, call), workingAt(call.now), isNull(apiKey.replacedBy));
  if ((await call.db.$count(apiKey, inUse)) >= mostApiKeys) {
    throw conflict(`An organization can have ${mostApiKeys} working API keys. Revoke one first.`, "tooManyKeys");
  }
  const expiresAt = lastDay === null ? null : new Date(endOfDay(lastDay, timeZone));
  const uniqueScopes = [...new Set(scopes)].sort();
  const made = await addKey(call, createdBy, { name, scopes: uniqueScopes, expiresAt });
  await audit(call, [
    {
      action: "apiKey.created",
      subjectId: made.apiKeyId,
      facts: { scopes: uniqueScopes.join(", "), endsOn: lastDay },
      values: { name },
    },
  ]);
  return made;
}

/** Puts a new key in the place of one that works, and lets the old one work for some more days. @throws NotFound, Forbidden, Conflict */
export async function rotateKey(call: Call, apiKeyId: string, overlapDays: number) {
  const createdBy = await manager(call);
  const old = await keyById(call, apiKeyId);
  if (!old) throw notFound("apiKey");
  const { name, scopes, expiresAt } = old;
  const made = await addKey(call, createdBy, { name, scopes, expiresAt });
  const overlapEnds = new Date(call.now.getTime() + overlapDays * dayInMilliseconds);
  const oldKeyEndsAt = expiresAt !== null && expiresAt < overlapEnds ? expiresAt : overlapEnds;
  const { rowCount } = await call.db
    .update(apiKey)
    .set({ expiresAt: oldKeyEndsAt, replacedBy: made.apiKeyId })
    .where(and(ours(apiKey, call), eq(apiKey.apiKeyId, apiKeyId), isNull(apiKey.replacedBy), workingAt(call.now)));
  if (rowCount === 0) {
    throw conflict("This API key no longer works or was already replaced. Create a new one.", "notWorking");
  }
  await audit(call, [
    {
      action: "apiKey.rotated",
      subjectId: apiKeyId,
      facts: { replacedBy: made.apiKeyId, overlapDays },
      values: { name },
    },
  ]);
  return { ...made, oldKeyEndsAt: oldKeyEndsAt.toISOString() };
}

/** Revokes a key, for good and at once. @throws NotFound, Forbidden, Conflict */
export async function revokeKey(call: Call, apiKeyId: string): Promise<undefined> {
  const revokedBy = await manager(call);
  const old = await keyById(call, apiKeyId);
  if (!old) throw notFound("apiKey");
  const { rowCount } = await call.db
    .update(apiKey)
    .set({ revokedAt: call.now, revokedBy })
    .where(and(ours(apiKey, call), eq(apiKey.apiKeyId, apiKeyId), isNull(apiKey.revokedAt)));
  if (rowCount === 0) throw conflict("This API key was revoked already.", "revoked");
  await audit(call, [{ action: "apiKey.revoked", subjectId: apiKeyId, values: { name: old.name } }]);
}

/** Notes that a key is in use, at most once an hour for each. */
export async function noteUse(call: Pick<Call, "db" | "organizationId" | "now">, apiKeyId: string): Promise<void> {
  const anHourAgo = new Date(call.now.getTime() - 3_600_000);
  await call.db
    .update(apiKey)
    .set({ lastUsedAt: call.now })
    .where(
      and(
        ours(apiKey, call),
        eq(apiKey.apiKeyId, apiKeyId),
        workingAt(call.now),
        sql`(${apiKey.lastUsedAt} IS NULL OR ${apiKey.lastUsedAt} <= ${anHourAgo.toISOString()}::timestamptz)`,
      ),
    );
}
