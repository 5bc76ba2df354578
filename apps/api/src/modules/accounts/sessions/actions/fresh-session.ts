import { eq } from "drizzle-orm";
import type { SharedDb, Tenancy } from "../../../../database/tenancy.ts";
import { webSession } from "../../../../schema/accounts.ts";
import { type Device, sealDevice } from "./device.ts";
import { endExpiredSessions, forgetSession } from "./end-session.ts";
import { openTokens, renewedTokens, type SessionDeps, sealTokens, type Tokens } from "./session.ts";

type Wanted = {
  profileId?: string | null | undefined;
  refreshToken?: string | null | undefined;
  /** The browser that asks, recorded with a renewal. */
  device?: Device;
};
export type FreshSession = Tokens & { authTime: Date; remember: boolean; profileId: string | null };
type Row = typeof webSession.$inferSelect;

/** Milliseconds before its expiry at which a token is renewed. */
const margin = 30_000;

/**
 * Returns the session's tokens, renewed when they are about to expire, when another profile is asked for, or when the page still
 * has the current refresh token. Tabs take turns, by a mutex in this process and a row lock across processes, and the second gets
 * what the first was given. A renewal holds a connection, so few run at once.
 *
 * @returns null when the session doesn't exist, has expired, or was ended by the identity service.
 * @throws 400 when the profile isn't the account's; 503 when too many renewals run: the session stays.
 */
export async function freshSession(
  deps: SessionDeps,
  now: Date,
  sessionId: string,
  wanted: Wanted = {},
): Promise<FreshSession | null> {
  return deps.renewalQueue.inTurn(sessionId, async () => {
    const [row] = await deps.tenancy.runShared((db) => select(db, sessionId));
    if (!row) return null;
    if (row.expiresAt <= now) {
      await endExpiredSessions(deps, now, sessionId);
      return null;
    }
    const held = goodEnough(deps, row, now, wanted);
    if (held) return held;
    const renewal = await deps.renewalQueue.inPlace(() =>
      deps.tenancy.runShared((db) => renewWithin(db, deps, now, sessionId, wanted)),
    );
    for (const subject of renewal.ended) deps.ended.add(subject, now);
    return renewal.fresh;
  });
}

const select = (db: SharedDb, sessionId: string) =>
  db.select().from(webSession).where(eq(webSession.sessionId, sessionId));

/** Returns the session's tokens if they fit the request. */
function goodEnough(deps: SessionDeps, row: Row, now: Date, wanted: Wanted): FreshSession | null {
  const { authTime, remember, profileId } = row;
  if (row.accessExpiresAt.getTime() - now.getTime() < margin) return null;
  if (wanted.profileId != null && wanted.profileId !== profileId) return null;
  const held = openTokens(deps, row);
  return wanted.refreshToken === held.refresh_token ? null : { ...held, authTime, remember, profileId };
}

type Renewal = { fresh: FreshSession | null; ended: string[] };

/** Renews the tokens while the row is locked: the lock makes processes take turns while the identity service answers. */
async function renewWithin(
  db: SharedDb,
  deps: SessionDeps,
  now: Date,
  sessionId: string,
  wanted: Wanted,
): Promise<Renewal> {
  const [row] = await select(db, sessionId).for("update");
  if (!row) return { fresh: null, ended: [] };
  const held = goodEnough(deps, row, now, wanted);
  if (held) return { fresh: held, ended: [] };
  const profileId = wanted.profileId ?? row.profileId;
  const tokens = await renewedTokens(deps, openTokens(deps, row).refresh_token, profileId);
  const identified = tokens && (await deps.readToken(tokens.access_token, now));
  if (!tokens || !identified) return { fresh: null, ended: await forgetSession(db, now, row) };
  await db
    .update(webSession)
    .set({
      sealedTokens: sealTokens(deps, sessionId, tokens),
      accessExpiresAt: identified.expiresAt,
      profileId: identified.profileId,
      tokenSession: identified.sessionId,
      lastSeenAt: now,
      ...(wanted.device && { sealedDevice: sealDevice(deps.vault, sessionId, wanted.device) }),
    })
    .where(eq(webSession.sessionId, sessionId));
  const { authTime, remember } = row;
  return { fresh: { ...tokens, authTime, remember, profileId: identified.profileId }, ended: [] };
}

/** Has every session of an account renew its tokens at the page's next request, because what they say has changed. */
export async function renewSessionsOf(tenancy: Tenancy, now: Date, appUserId: string): Promise<void> {
  await tenancy.runShared((db) =>
    db.update(webSession).set({ accessExpiresAt: now }).where(eq(webSession.appUserId, appUserId)),
  );
}
