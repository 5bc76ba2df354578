import { sessionSeconds } from "@touchline/contract/session";
import { eq } from "drizzle-orm";
import type { IdentityPort } from "../../adapters/identity/port.ts";
import { invalid, Refusal, unauthenticated } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { SharedDb, Tenancy } from "../../kernel/tenancy.ts";
import type { TokenReader } from "../../kernel/tokens.ts";
import type { Vault } from "../../kernel/vault.ts";
import { webSession } from "./tables.ts";

export type SessionDeps = { tenancy: Tenancy; identity: IdentityPort; readToken: TokenReader; vault: Vault };
export type Tokens = { access_token: string; refresh_token: string };

/** A token with less than this left is renewed before it is handed out, in milliseconds. */
const margin = 30_000;

const place = (sessionId: string) => ({ tenant: "", table: "web_session", column: "tokens", id: sessionId });

/** Keeps the tokens of a sign-in under a new session id. @throws 401 when the access token is not valid. */
export async function beginSession(
  deps: SessionDeps,
  now: Date,
  tokens: Tokens & { remember: boolean },
): Promise<{ sessionId: string }> {
  const { access_token, refresh_token, remember } = tokens;
  const identified = await deps.readToken(access_token, now);
  if (!identified) throw unauthenticated();
  const sessionId = newId();
  await deps.tenancy.runShared((db) =>
    db.insert(webSession).values({
      sessionId,
      appUserId: identified.appUserId,
      profileId: identified.profileId,
      sealedTokens: deps.vault.sealShared(place(sessionId), JSON.stringify({ access_token, refresh_token })),
      accessExpiresAt: identified.expiresAt,
      authTime: identified.authTime,
      remember,
      createdAt: now,
      expiresAt: new Date(now.getTime() + sessionSeconds * 1000),
    }),
  );
  return { sessionId };
}

type Wanted = { profileId?: string | null | undefined; refreshToken?: string | null | undefined };
export type FreshSession = Tokens & { authTime: Date; remember: boolean; profileId: string | null };

/** Who is next with a session, in this process: tabs queue here before they queue in the database. */
const turns = new Map<string, Promise<unknown>>();

async function inTurn<Result>(sessionId: string, work: () => Promise<Result>): Promise<Result> {
  const before = turns.get(sessionId) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(sessionId, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(sessionId) === mine) turns.delete(sessionId);
  }
}

/**
 * The session's tokens, renewed when they are about to expire, when another profile is asked for, or when the page still
 * holds the refresh token that is current. Tabs take turns, in this process and by a row lock across processes: the second
 * finds what the first was given.
 *
 * @returns null when there is no such session, or the identity service ended it.
 */
export async function freshSession(
  deps: SessionDeps,
  now: Date,
  sessionId: string,
  wanted: Wanted = {},
): Promise<FreshSession | null> {
  return inTurn(sessionId, () => deps.tenancy.runShared((db) => freshWithin(db, deps, now, sessionId, wanted)));
}

async function freshWithin(
  db: SharedDb,
  deps: SessionDeps,
  now: Date,
  sessionId: string,
  wanted: Wanted,
): Promise<FreshSession | null> {
  const [row] = await db.select().from(webSession).where(eq(webSession.sessionId, sessionId)).for("update");
  if (!row || row.expiresAt <= now) return null;
  const held = JSON.parse(deps.vault.openShared(place(sessionId), row.sealedTokens)) as Tokens;
  const { authTime, remember } = row;
  const otherProfile = wanted.profileId != null && wanted.profileId !== row.profileId;
  const expiring = row.accessExpiresAt.getTime() - now.getTime() < margin;
  if (!expiring && !otherProfile && wanted.refreshToken !== held.refresh_token) {
    return { ...held, authTime, remember, profileId: row.profileId };
  }
  const renewed = await renew(deps, held.refresh_token, wanted.profileId ?? row.profileId);
  const identified = renewed && (await deps.readToken(renewed.access_token, now));
  if (!renewed || !identified) {
    await db.delete(webSession).where(eq(webSession.sessionId, sessionId));
    return null;
  }
  await db
    .update(webSession)
    .set({
      sealedTokens: deps.vault.sealShared(place(sessionId), JSON.stringify(renewed)),
      accessExpiresAt: identified.expiresAt,
      profileId: identified.profileId,
    })
    .where(eq(webSession.sessionId, sessionId));
  return { ...renewed, authTime, remember, profileId: identified.profileId };
}

/**
 * Asks the identity service for new tokens. Within the session's row lock on purpose: it is what makes tabs take turns.
 *
 * @returns null when the refresh token is no longer good.
 * @throws 400 when the profile is not the account's; 503 when the service cannot be reached: the session lives on.
 */
export async function renew(
  deps: Pick<SessionDeps, "identity">,
  refreshToken: string,
  profileId: string | null,
): Promise<Tokens | null> {
  const answer = await deps.identity
    .token({
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      ...(profileId === null ? {} : { profile_id: profileId }),
    })
    .catch(() => null);
  if (!answer || answer.status >= 500 || answer.status === 429) {
    throw new Refusal("unavailable", "Signing in is busy. Try again in a moment.", { retryAfter: 2 });
  }
  const { access_token, refresh_token, error } = answer.body;
  if (typeof access_token === "string" && typeof refresh_token === "string") return { access_token, refresh_token };
  if (error === "invalid_request") throw invalid("profileId", "This profile is not one of yours.");
  return null;
}

/** Ends a session here and its tokens at the identity service. Of one that is gone already: nothing. */
export async function endSession(deps: SessionDeps, sessionId: string): Promise<void> {
  const [gone] = await deps.tenancy.runShared((db) =>
    db.delete(webSession).where(eq(webSession.sessionId, sessionId)).returning(),
  );
  if (!gone) return;
  const { refresh_token } = JSON.parse(deps.vault.openShared(place(sessionId), gone.sealedTokens)) as Tokens;
  await deps.identity.revoke(refresh_token);
}

/** Ends every session of an account here, after the identity service ended its tokens. */
export async function endSessionsOf(tenancy: Tenancy, appUserId: string): Promise<void> {
  await tenancy.runShared((db) => db.delete(webSession).where(eq(webSession.appUserId, appUserId)));
}
