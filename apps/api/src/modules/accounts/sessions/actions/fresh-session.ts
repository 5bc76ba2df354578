import { eq } from "drizzle-orm";
import type { SharedDb, Tenancy } from "../../../../database/tenancy.ts";
import { webSession } from "../../../../schema/accounts.ts";
import { type Device, sealDevice } from "./device.ts";
import { endExpiredSessions, forgetSession } from "./end-session.ts";
import { openTokens, renewedTokens, type SessionDeps, sealTokens, type Tokens } from "./session.ts";

type Wanted = {
  profileId?: string | null | undefined;
  refreshToken?: string | null | undefined;
  /** Where it is asked from; noted with a renewal. */
  device?: Device;
};
export type FreshSession = Tokens & { authTime: Date; remember: boolean; profileId: string | null };
type Row = typeof webSession.$inferSelect;

/** A token with less than this left is renewed before it is handed out, in milliseconds. */
const margin = 30_000;

/**
 * The session's tokens, renewed when they are about to expire, when another profile is asked for, or when the page still
 * holds the refresh token that is current. Tabs take turns, in this process and by a row lock across processes: the second
 * finds what the first was given. A renewal holds a connection, so only a few of them run at once.
 *
 * @returns null when there is no such session, it has run out, or the identity service ended it.
 * @throws 400 when the profile is not the account's; 503 when there is too much at once: the session lives on.
 */
export async function freshSession(
  deps: SessionDeps,
  now: Date,
  sessionId: string,
  wanted: Wanted = {},
): Promise<FreshSession | null> {
  return deps.turns.inTurn(sessionId, async () => {
    const [row] = await deps.tenancy.runShared((db) => select(db, sessionId));
    if (!row) return null;
    if (row.expiresAt <= now) {
      await endExpiredSessions(deps, now, sessionId);
      return null;
    }
    const held = goodEnough(deps, row, now, wanted);
    if (held) return held;
    const renewal = await deps.turns.inPlace(() =>
      deps.tenancy.runShared((db) => renewWithin(db, deps, now, sessionId, wanted)),
    );
    for (const subject of renewal.ended) deps.ended.add(subject, now);
    return renewal.fresh;
  });
}

const select = (db: SharedDb, sessionId: string) =>
  db.select().from(webSession).where(eq(webSession.sessionId, sessionId));

/** What the session holds, if that is what is wanted. */
function goodEnough(deps: SessionDeps, row: Row, now: Date, wanted: Wanted): FreshSession | null {
  const { authTime, remember, profileId } = row;
  if (row.accessExpiresAt.getTime() - now.getTime() < margin) return null;
  if (wanted.profileId != null && wanted.profileId !== profileId) return null;
  const held = openTokens(deps, row);
  return wanted.refreshToken === held.refresh_token ? null : { ...held, authTime, remember, profileId };
}

type Renewal = { fresh: FreshSession | null; ended: string[] };

/** Behind the row's lock, which is held while the identity service answers: it is what makes processes take turns. */
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

/** What the tokens of an account say has changed: every session of it asks for new ones when its page does next. */
export async function renewSessionsOf(tenancy: Tenancy, now: Date, appUserId: string): Promise<void> {
  await tenancy.runShared((db) =>
    db.update(webSession).set({ accessExpiresAt: now }).where(eq(webSession.appUserId, appUserId)),
  );
}
