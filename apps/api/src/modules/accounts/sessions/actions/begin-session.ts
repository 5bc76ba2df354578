import { sessionSeconds, shortSessionSeconds } from "@touchline/contract/accounts/session";
import { newId } from "../../../../database/ids.ts";
import { unauthenticated } from "../../../../errors.ts";
import { webSession } from "../../../../schema/accounts.ts";
import { type Device, sealDevice } from "./device.ts";
import { type SessionDeps, sealTokens, type Tokens } from "./session.ts";

/**
 * Stores the tokens of a sign-in under a new session id, for 14 days if the browser is to be remembered, otherwise for half a
 * day.
 *
 * @throws 401 when the access token is not valid.
 */
export async function beginSession(
  deps: SessionDeps,
  now: Date,
  login: Tokens & { remember: boolean; device: Device },
): Promise<{ sessionId: string }> {
  const { access_token, refresh_token, remember, device } = login;
  const identified = await deps.readToken(access_token, now);
  if (!identified) throw unauthenticated();
  const sessionId = newId();
  const seconds = remember ? sessionSeconds : shortSessionSeconds;
  await deps.tenancy.runShared((db) =>
    db.insert(webSession).values({
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
      sealedDevice: sealDevice(deps.vault, sessionId, device),
      lastSeenAt: now,
    }),
  );
  return { sessionId };
}
