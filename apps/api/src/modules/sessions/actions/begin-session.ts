import { sessionSeconds, shortSessionSeconds } from "@touchline/contract/session";
import { asc, inArray, lt } from "drizzle-orm";
import { unauthenticated } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { SharedDb } from "../../../kernel/tenancy.ts";
import { endsMatterFor } from "../queries.ts";
import { sessionEnd, webSession } from "../tables.ts";
import { type SessionDeps, sealTokens, type Tokens } from "./session.ts";

/** Each sign-in takes away so many of the sessions that are over, so that they do not pile up. */
const swept = 20;

/**
 * Keeps the tokens of a sign-in under a new session id: for 14 days where the browser is to be remembered, else for half
 * a day.
 *
 * @throws 401 when the access token is not valid.
 */
export async function beginSession(
  deps: SessionDeps,
  now: Date,
  given: Tokens & { remember: boolean },
): Promise<{ sessionId: string }> {
  const { access_token, refresh_token, remember } = given;
  const identified = await deps.readToken(access_token, now);
  if (!identified) throw unauthenticated();
  const sessionId = newId();
  const seconds = remember ? sessionSeconds : shortSessionSeconds;
  await deps.tenancy.runShared(async (db) => {
    await sweep(db, now);
    await db.insert(webSession).values({
      sessionId,
      appUserId: identified.appUserId,
      profileId: identified.profileId,
      sealedTokens: sealTokens(deps, sessionId, { access_token, refresh_token }),
      accessExpiresAt: identified.expiresAt,
      authTime: identified.authTime,
      remember,
      createdAt: now,
      expiresAt: new Date(now.getTime() + seconds * 1000),
      tokenSession: identified.sessionId,
    });
  });
  return { sessionId };
}

async function sweep(db: SharedDb, now: Date): Promise<void> {
  const over = db
    .select({ id: webSession.sessionId })
    .from(webSession)
    .where(lt(webSession.expiresAt, now))
    .orderBy(asc(webSession.expiresAt))
    .limit(swept)
    .for("update", { skipLocked: true });
  await db.delete(webSession).where(inArray(webSession.sessionId, over));
  const past = db
    .select({ subject: sessionEnd.subject })
    .from(sessionEnd)
    .where(lt(sessionEnd.endedAt, new Date(now.getTime() - 2 * endsMatterFor)))
    .orderBy(asc(sessionEnd.endedAt))
    .limit(swept)
    .for("update", { skipLocked: true });
  await db.delete(sessionEnd).where(inArray(sessionEnd.subject, past));
}
