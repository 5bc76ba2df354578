import { and, desc, eq, gt, sql } from "drizzle-orm";
import { prepared } from "../../../database/prepared-statement.ts";
import type { Tenancy } from "../../../database/tenancy.ts";
import { sessionEnd, webSession } from "../../../schema/accounts.ts";
import type { Vault } from "../../../security/encryption.ts";
import type { Identified } from "../../../security/tokens.ts";
import { openDevice } from "./actions/device.ts";

/** Milliseconds for which an ended session matters: access tokens live 5 minutes, and clocks differ a little. */
export const endsMatterFor = 6 * 60_000;
/** Milliseconds within which another process notices that a session ended. */
const rest = 2_000;
/** Milliseconds for which ends are read again: they are dated before they are committed, and by other clocks. */
const overlap = 30_000;
const mostRead = 50_000;

/** The sessions that ended recently, as this process knows them. */
export type EndedSessions = {
  has(identified: Identified, now: Date): Promise<boolean>;
  /** Adds sessions that this process ended. */
  add(subject: string, at: Date): void;
};

/** Keeps ended sessions in memory for as long as an access token lives, and polls the table for more. */
export function endedSessions(tenancy: Tenancy): EndedSessions {
  const ends = new Map<string, number>();
  let readAt = 0;
  let reading: Promise<void> | null = null;

  async function readOn(now: number) {
    const since = new Date(Math.max(readAt - overlap, now - endsMatterFor));
    const rows = await tenancy.runShared((db) =>
      db
        .select()
        .from(sessionEnd)
        .where(gt(sessionEnd.endedAt, since))
        .orderBy(desc(sessionEnd.endedAt))
        .limit(mostRead),
    );
    for (const [subject, at] of ends) if (at < now - endsMatterFor) ends.delete(subject);
    for (const { subject, endedAt } of rows) add(subject, endedAt);
    readAt = now;
  }

  function add(subject: string, at: Date) {
    ends.set(subject, Math.max(ends.get(subject) ?? 0, at.getTime()));
  }

  return {
    add,
    async has({ sessionId, appUserId, issuedAt }, now) {
      if (Math.abs(now.getTime() - readAt) > rest) {
        reading ??= readOn(now.getTime()).finally(() => {
          reading = null;
        });
        await reading;
      }
      if (sessionId !== null && ends.has(sessionId)) return true;
      const all = ends.get(appUserId);
      // Tokens are dated by the second: one dated in the second in which all sessions ended may be the next sign-in's.
      return all !== undefined && issuedAt.getTime() < Math.floor(all / 1000) * 1000;
    },
  };
}

const mostListed = 100;

/** Lists an account's sessions, most recently seen first. */
export async function sessionsOfAccount(
  { tenancy, vault }: { tenancy: Tenancy; vault: Vault },
  now: Date,
  { appUserId, sessionId: current }: Pick<Identified, "appUserId" | "sessionId">,
) {
  const rows = await tenancy.runShared((db) =>
    db
      .select()
      .from(webSession)
      .where(and(eq(webSession.appUserId, appUserId), gt(webSession.expiresAt, now)))
      .orderBy(desc(webSession.lastSeenAt), desc(webSession.sessionId))
      .limit(mostListed),
  );
  return rows.map(({ sessionId, tokenSession, sealedDevice, createdAt, lastSeenAt }) => {
    const { words, network } = openDevice(vault, sessionId, sealedDevice);
    return {
      sessionId,
      device: words,
      network,
      signedInAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current: tokenSession !== null && tokenSession === current,
    };
  });
}

/** Returns whether a session is the account's. */
export async function isSessionOf(tenancy: Tenancy, appUserId: string, sessionId: string): Promise<boolean> {
  const rows = await tenancy.runShared((db) =>
    db
      .select({ id: webSession.sessionId })
      .from(webSession)
      .where(and(eq(webSession.sessionId, sessionId), eq(webSession.appUserId, appUserId))),
  );
  return rows.length > 0;
}

/**
 * Reads, in one statement, what every token says beside the profile: the policy versions in force, and whether the account is a
 * platform operator.
 */
export async function accountFacts(tenancy: Tenancy, appUserId: string) {
  const { rows } = await tenancy.runShared((db) =>
    prepared<{ terms: number | null; privacy: number | null; operator: boolean }>(
      db,
      "account.facts",
      sql`
      SELECT (SELECT max(version) FROM policy_version WHERE type = 'terms') AS terms,
        (SELECT max(version) FROM policy_version WHERE type = 'privacy') AS privacy,
        EXISTS (SELECT FROM platform_operator WHERE app_user_id = ${appUserId}) AS operator`,
    ),
  );
  const [found] = rows;
  const { terms, privacy } = found ?? {};
  return {
    operator: found?.operator ?? false,
    policies: { ...(terms ? { terms: String(terms) } : {}), ...(privacy ? { privacy: String(privacy) } : {}) },
  };
}
