import { and, asc, eq, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { IdentityPort } from "../../../../adapters/identity/port.ts";
import type { SharedDb, Tenancy } from "../../../../database/tenancy.ts";
import { Refusal } from "../../../../errors.ts";
import { accountChoice, sessionEnd, webSession } from "../../../../schema/accounts.ts";
import { openTokens, type SessionDeps } from "./session.ts";

type Row = typeof webSession.$inferSelect;
type EndDeps = Pick<SessionDeps, "tenancy" | "vault" | "ended"> & { identity: Pick<IdentityPort, "revoke"> };

/** Sessions of an account that are ended together; revoking the account's tokens covers any others. */
const mostSessions = 1000;

/**
 * Ends a session: its access tokens at once in this process and within seconds in others, and its refresh tokens at the identity
 * service.
 *
 * @param only the `sid` that its access tokens must have; a session with another one continues.
 * @returns whether it has ended, now or before.
 * @throws 503 when the identity service is unavailable: nothing has ended then.
 */
export async function endSession(
  deps: Pick<SessionDeps, "tenancy" | "identity" | "vault" | "ended">,
  now: Date,
  sessionId: string,
  only?: string,
): Promise<boolean> {
  const [row] = await deps.tenancy.runShared((db) =>
    db.select().from(webSession).where(eq(webSession.sessionId, sessionId)),
  );
  if (!row) return true;
  if (only !== undefined && row.tokenSession !== null && row.tokenSession !== only) return false;
  await deps.identity.revoke(openTokens(deps, row).refresh_token).catch(() => {
    throw new Refusal("unavailable", "You couldn't be logged out. Try again in a moment.", { retryAfter: 2 });
  });
  const ended = await deps.tenancy.runShared((db) => forgetSession(db, now, row));
  for (const subject of ended) deps.ended.add(subject, now);
  return true;
}

/**
 * Ends all sessions of an account with their access tokens, after a password reset, a lost device, or when the account is closed.
 * Their refresh tokens are revoked if the identity service answers; without a session they are useless here.
 */
export async function endSessionsOf(deps: EndDeps, now: Date, appUserId: string): Promise<void> {
  const rows = await deps.tenancy.runShared(async (db) => {
    const some = db
      .select({ id: webSession.sessionId })
      .from(webSession)
      .where(eq(webSession.appUserId, appUserId))
      .limit(mostSessions);
    const deleted = await db.delete(webSession).where(inArray(webSession.sessionId, some)).returning();
    await recordEnds(db, now, [appUserId, ...sessionsOf(deleted)]);
    return deleted;
  });
  for (const subject of [appUserId, ...sessionsOf(rows)]) deps.ended.add(subject, now);
  await revokeAll(deps, rows);
}

/**
 * Ends every session of an account but one, after the identity service has revoked their refresh tokens: when the password or
 * address has changed, and when the owner logs out everywhere else.
 *
 * @param keep the `sid` of the session that stays; null: none does.
 * @param ended the `sid`s of the sessions that ended, of browsers and others.
 */
export async function endSessionsBut(
  deps: EndDeps,
  now: Date,
  appUserId: string,
  { keep, ended }: { keep: string | null; ended: readonly string[] },
): Promise<void> {
  if (keep === null) return endSessionsOf(deps, now, appUserId);
  const subjects = await deps.tenancy.runShared(async (db) => {
    const others = or(isNull(webSession.tokenSession), ne(webSession.tokenSession, keep));
    const deleted = await db
      .delete(webSession)
      .where(and(eq(webSession.appUserId, appUserId), others))
      .returning();
    const all = [...new Set([...ended, ...sessionsOf(deleted)])].filter((subject) => subject !== keep);
    await recordEnds(db, now, all);
    return all;
  });
  for (const subject of subjects) deps.ended.add(subject, now);
}

/** Expired sessions that are ended together: each is a call to the identity service. */
const expiredAtOnce = 50;

/**
 * Ends expired sessions, of everybody or of one account. They end even if the identity service doesn't answer; then their refresh
 * tokens expire.
 *
 * @returns `more`: there may be others.
 */
export async function endExpiredSessions(
  deps: Pick<SessionDeps, "tenancy" | "vault"> & { identity: Pick<IdentityPort, "revoke"> },
  now: Date,
  only?: string,
): Promise<{ more: boolean }> {
  const rows = await deps.tenancy.runShared(async (db) => {
    const over = db
      .select({ id: webSession.sessionId })
      .from(webSession)
      .where(and(lte(webSession.expiresAt, now), only === undefined ? undefined : eq(webSession.sessionId, only)))
      .orderBy(asc(webSession.expiresAt))
      .limit(expiredAtOnce)
      .for("update", { skipLocked: true });
    const deleted = await db.delete(webSession).where(inArray(webSession.sessionId, over)).returning();
    await recordEnds(db, now, sessionsOf(deleted));
    return deleted;
  });
  await revokeAll(deps, rows);
  return { more: rows.length === expiredAtOnce };
}

const revokeAll = (
  deps: Pick<SessionDeps, "vault"> & { identity: Pick<IdentityPort, "revoke"> },
  rows: readonly Row[],
) => Promise.allSettled(rows.map(async (row) => deps.identity.revoke(openTokens(deps, row).refresh_token)));

/** Deletes a session and records the end for its access tokens. @returns what has ended, for this process to know. */
export async function forgetSession(db: SharedDb, now: Date, row: Row): Promise<string[]> {
  await db.delete(webSession).where(eq(webSession.sessionId, row.sessionId));
  const ended = sessionsOf([row]);
  await recordEnds(db, now, ended);
  return ended;
}

const sessionsOf = (rows: readonly Row[]) => rows.flatMap((row) => row.tokenSession ?? []);

async function recordEnds(db: SharedDb, now: Date, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await db
    .insert(sessionEnd)
    .values(subjects.map((subject) => ({ subject, endedAt: now })))
    .onConflictDoUpdate({ target: sessionEnd.subject, set: { endedAt: sql`excluded.ended_at` } });
}

/** Deletes which profile a deleted account acted as last. */
export const forgetChoice = (tenancy: Tenancy, appUserId: string) =>
  tenancy.runShared((db) => db.delete(accountChoice).where(eq(accountChoice.appUserId, appUserId)));
