import { Refusal } from "../../errors.ts";
import { factorsOverHttp } from "./factors.ts";
import type { IdentityPort, LinkProblem, Unlinked } from "./port.ts";

/** The page's own client at the identity service. */
export const clientId = "touchline-web";

/**
 * Connects to the identity service over HTTP, in this process or in another.
 *
 * @param address where the service is mounted, for example `http://127.0.0.1:3000/identity`; read at each call, because a
 * server in this process learns its port only when it listens.
 * @param key the product's own key for the service's calls about accounts.
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
    }).catch(() => {
      throw new Refusal("unavailable", "Logging in is busy right now. Try again in a moment.", { retryAfter: 2 });
    });
    if (answer.status === 503) {
      await answer.body?.cancel();
      throw new Refusal("unavailable", "Too many people are logging in right now. Try again in a moment.", {
        retryAfter: 2,
      });
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
    linkWait: async (purpose, sub) => (await about<{ wait: number | null }>("link-wait", { purpose, sub })).wait,
    async accountConfirming(token) {
      const { account } = await about<{ account: { sub: string } | null }>("confirming", { token });
      return account && (await about<Found>("read-account", account)).account;
    },
    async correctAddress(sub, email) {
      const answer = await about<{ corrected: boolean } | { problem: "invalid"; message: string }>("correct-address", {
        sub,
        email,
      });
      return "corrected" in answer ? answer.corrected : answer;
    },
    resetProblem: async (token) => (await about<{ problem: LinkProblem | null }>("reset-problem", { token })).problem,
    resetPassword: (token, password) => about("reset-password", { token, password }),
    accept: async (sub, accepted) => {
      await about("accept", { sub, ...accepted });
    },
    confirmEmail: (token, by) => about("confirm-email", { token, by }),
    giveUpWaiting: async () => (await about<{ given: string[] }>("give-up-waiting", {})).given,
    linkedSignIns: (sub) => about("linked-sign-ins", { sub }),
    unlinkSignIn: async (asking, id) => (await about<{ outcome: Unlinked }>("unlink-sign-in", { asking, id })).outcome,
    factors: factorsOverHttp(about),
    changePassword: (sub, password, keep) => about("change-password", { sub, password, keep }),
    endSessions: (sub, keep) => about("end-sessions", { sub, keep }),
    askEmail: (sub, email) => about("ask-email", { sub, email }),
    awaitedEmail: async (sub) =>
      (await about<{ awaited: { email: string; until: string } | null }>("awaited-email", { sub })).awaited,
    forgetEmail: (sub) => about("forget-email", { sub }),
    readEmailLink: (token) => about("read-email-link", { token }),
    changeEmail: (token, keep) => about("change-email", { token, keep }),
    acceptances: async (sub) =>
      (await about<{ acceptances: Awaited<ReturnType<IdentityPort["acceptances"]>> }>("acceptances", { sub }))
        .acceptances,
    removeAccount: async (sub) => (await about<{ removed: boolean }>("remove-account", { sub })).removed,
  };
}
