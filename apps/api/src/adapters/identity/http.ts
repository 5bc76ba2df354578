import { Refusal } from "../../kernel/errors.ts";
import type { IdentityPort } from "./port.ts";

/** The page's own client at the identity service. */
export const clientId = "touchline-web";

/**
 * The identity service over HTTP, in this process or in another.
 *
 * @param address where the service is mounted, for example `http://127.0.0.1:3000/identity`; asked at each call,
 *   because a server in this process learns its port only when it listens.
 * @param key the product's own key to the service's questions about accounts.
 */
export function identityOverHttp(address: () => string, key: string, timeoutMs = 10_000): IdentityPort {
  const ask = (path: string, form?: Record<string, string>) =>
    fetch(`${address()}${path}`, {
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    });

  async function about<Answer>(path: string, question: object): Promise<Answer> {
    const answer = await fetch(`${address()}/internal/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify(question),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.status === 503) {
      await answer.body?.cancel();
      throw new Refusal("unavailable", "Too many people are signing in. Try again in a moment.", { retryAfter: 2 });
    }
    if (!answer.ok) throw new Error(`The identity service answered ${answer.status} to ${path}.`);
    return (await answer.json()) as Answer;
  }
  type Found = { account: Awaited<ReturnType<IdentityPort["accountById"]>> };

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
    accountByEmail: async (email) => (await about<Found>("find-account", { email })).account,
    accountById: async (sub) => (await about<Found>("read-account", { sub })).account,
    createAccount: (person) => about("create-account", person),
    issueLink: async (purpose, sub) => (await about<{ token: string | null }>("issue-link", { purpose, sub })).token,
    resetPassword: (token, password) => about("reset-password", { token, password }),
    confirmEmail: (token) => about("confirm-email", { token }),
    linkedSignIns: (sub) => about("linked-sign-ins", { sub }),
    unlinkSignIn: async (sub, id) =>
      (await about<{ outcome: "done" | "unknown" | "lastWayIn" }>("unlink-sign-in", { sub, id })).outcome,
  };
}
