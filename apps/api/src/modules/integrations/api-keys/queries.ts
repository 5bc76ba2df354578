import type { ApiKey, ApiKeyState } from "@touchline/contract/integrations/api-keys";
import { lastDayBefore } from "@touchline/rules/calendar";
import { and, desc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { type Acting, type Call, organizationFacts, type Reading } from "../../../call.ts";
import { prepared } from "../../../database/prepared-statement.ts";
import { ours } from "../../../database/tenancy.ts";
import { organizationSuspended, Refusal } from "../../../errors.ts";
import { apiKey } from "../../../schema/integrations.ts";
import { authorize } from "../../../security/authorize.ts";
import { namesOf } from "../../people/index.ts";

/** The most keys that are listed. */
const mostListed = 200;

/** Whether a key works at an instant. */
export const workingAt = (at: Date): SQL =>
  and(isNull(apiKey.revokedAt), or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, at))) as SQL;

type KeyRow = typeof apiKey.$inferSelect;

export async function keyById(call: Reading, apiKeyId: string): Promise<KeyRow | null> {
  const [row] = await call.db
    .select()
    .from(apiKey)
    .where(and(ours(apiKey, call), eq(apiKey.apiKeyId, apiKeyId)));
  return row ?? null;
}

function stateOf({ revokedAt, expiresAt, replacedBy }: KeyRow, now: Date): ApiKeyState {
  if (revokedAt) return "revoked";
  if (expiresAt && expiresAt <= now) return "expired";
  return replacedBy ? "ending" : "active";
}

/** Lists keys, those in use first, then the latest. @throws Forbidden */
export async function keysShown(call: Call): Promise<{ data: ApiKey[] }> {
  authorize(call, "organization.edit", { organizationWide: true });
  const { timeZone } = await organizationFacts(call);
  const rows = await call.db
    .select()
    .from(apiKey)
    .where(ours(apiKey, call))
    .orderBy(desc(workingAt(call.now)), desc(apiKey.createdAt), desc(apiKey.apiKeyId))
    .limit(mostListed);
  const names = await namesOf(
    call,
    rows.flatMap(({ createdBy, revokedBy }) => (revokedBy ? [createdBy, revokedBy] : [createdBy])),
  );
  const nameOf = (profileId: string) => names.get(profileId) ?? "A former member";
  return {
    data: rows.map((row) => ({
      apiKeyId: row.apiKeyId,
      name: row.name,
      scopes: row.scopes,
      beginning: row.beginning,
      state: stateOf(row, call.now),
      createdAt: row.createdAt.toISOString(),
      createdBy: nameOf(row.createdBy),
      lastDay: row.expiresAt && lastDayBefore(row.expiresAt.getTime(), timeZone),
      expiresAt: row.expiresAt?.toISOString() ?? null,
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      revokedAt: row.revokedAt?.toISOString() ?? null,
      revokedBy: row.revokedBy && nameOf(row.revokedBy),
      replacedBy: row.replacedBy,
    })),
  };
}

type ActorRow = Acting["organization"] & {
  scopes: Extract<Acting["actor"], { kind: "apiKey" }>["scopes"];
  revoked: boolean;
  suspended: boolean;
  expired: boolean;
};

/**
 * What a key permits, with its organization's facts, read anew for each call: a key that was revoked is refused at once.
 *
 * @throws Unauthenticated for a key that does not work anymore.
 */
export async function loadKeyActor(call: Reading & Pick<Call, "now">, apiKeyId: string): Promise<Acting> {
  const { organizationId } = call;
  const { rows } = await prepared<ActorRow>(
    call.db,
    "apiKey.actor",
    sql`
    SELECT key.scopes, key.revoked_at IS NOT NULL AS revoked,
      organization.suspended_at IS NOT NULL AS suspended,
      coalesce(key.expires_at <= ${call.now.toISOString()}::timestamptz, false) AS expired,
      organization.name, organization.time_zone AS "timeZone", organization.languages,
      organization.wrapped_key AS "wrappedKey"
    FROM api_key AS key JOIN organization ON organization.organization_id = key.organization_id
    WHERE key.organization_id = ${organizationId} AND key.api_key_id = ${apiKeyId}`,
  );
  const [row] = rows;
  if (!row || row.revoked) throw keyRefused("This API key was revoked. Use another one.", "keyRevoked");
  if (row.expired) throw keyRefused("This API key has expired. Use another one.", "keyExpired");
  if (row.suspended) throw organizationSuspended();
  const { scopes, name, timeZone, languages, wrappedKey } = row;
  return {
    organization: { name, timeZone, languages, wrappedKey },
    actor: {
      ...{ kind: "apiKey", apiKeyId, scopes, grants: [], entries: [], children: [], onceGuarded: [] },
      ...{ managers: { review: false, content: false }, externalReviewer: null },
    },
  };
}

const keyRefused = (message: string, reason: string) => new Refusal("unauthenticated", message, { reason });
