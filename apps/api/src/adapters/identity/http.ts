import type { IdentityPort } from "./port.ts";

/** The page's own client at the identity service. */
export const clientId = "touchline-web";

/**
 * The identity service over HTTP, in this process or in another.
 *
 * @param address where the service is mounted, for example `http://127.0.0.1:3000/identity`; asked at each call,
 *   because a server in this process learns its port only when it listens.
 */
export function identityOverHttp(address: () => string, timeoutMs = 10_000): IdentityPort {
  const ask = (path: string, form?: Record<string, string>) =>
    fetch(`${address()}${path}`, {
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    });
  return {
    async token(form) {
      const answer = await ask("/connect/token", { client_id: clientId, ...form });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    async revoke(refreshToken) {
      const form = { client_id: clientId, token: refreshToken, token_type_hint: "refresh_token" };
      const answer = await ask("/connect/revocation", form);
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The identity service answered ${answer.status} when asked to end a token.`);
    },
    async keys() {
      const answer = await ask("/jwks");
      if (!answer.ok) throw new Error(`The identity service answered ${answer.status} when asked for its keys.`);
      return (await answer.json()) as { keys: Record<string, unknown>[] };
    },
  };
}
