import type { IdentityPort } from "../../../../adapters/identity/port.ts";
import type { Tenancy } from "../../../../database/tenancy.ts";
import { invalid, Refusal } from "../../../../errors.ts";
import type { KeyedQueue } from "../../../../jobs/keyed-queue.ts";
import type { Vault } from "../../../../security/encryption.ts";
import type { TokenReader } from "../../../../security/tokens.ts";
import type { EndedSessions } from "../queries.ts";

export type SessionDeps = {
  tenancy: Tenancy;
  identity: IdentityPort;
  readToken: TokenReader;
  vault: Vault;
  ended: EndedSessions;
  /** The mutex of this process's renewals. */
  renewalQueue: KeyedQueue;
};
export type Tokens = { access_token: string; refresh_token: string };

const place = (sessionId: string) => ({ tenant: "", table: "web_session", column: "tokens", id: sessionId });

export const sealTokens = ({ vault }: Pick<SessionDeps, "vault">, sessionId: string, tokens: Tokens): Buffer =>
  vault.sealShared(place(sessionId), JSON.stringify(tokens));

export const openTokens = ({ vault }: Pick<SessionDeps, "vault">, row: { sessionId: string; sealedTokens: Buffer }) =>
  JSON.parse(vault.openShared(place(row.sessionId), row.sealedTokens)) as Tokens;

/**
 * Asks the identity service for new tokens.
 *
 * @returns null when the refresh token is no longer valid.
 * @throws 400 when the profile isn't the account's; 503 when the service is unavailable: the session stays.
 */
export async function renewedTokens(
  { identity }: Pick<SessionDeps, "identity">,
  refreshToken: string,
  profileId: string | null,
): Promise<Tokens | null> {
  const answer = await identity
    .token({
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      ...(profileId === null ? {} : { profile_id: profileId }),
    })
    .catch(() => null);
  if (!answer || answer.status >= 500 || answer.status === 429) {
    throw new Refusal("unavailable", "Logging in is busy right now. Try again in a moment.", { retryAfter: 2 });
  }
  const { access_token, refresh_token, error } = answer.body;
  if (typeof access_token === "string" && typeof refresh_token === "string") return { access_token, refresh_token };
  if (error === "invalid_request") throw invalid("profileId", "This isn't one of your profiles.");
  return null;
}
