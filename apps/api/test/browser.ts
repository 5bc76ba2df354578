import { password } from "./organization.ts";

export type Tokens = { access_token: string; refresh_token: string };

/** Simulates the session handling of browsers at one server. Each keeps one cookie. */
export function browsersOf(base: () => string) {
  /** Signs in with the password as the page does, without starting a session. */
  async function tokensOf(person: { email: string }): Promise<Tokens> {
    const answer = await fetch(`${base()}/identity/connect/token`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: "touchline-web",
        grant_type: "password",
        scope: "openid offline_access",
        username: person.email,
        password,
      }),
    });
    return (await answer.json()) as Tokens;
  }

  /** @param cookie another browser's cookie, to continue its session at another server. */
  function aBrowser(cookie = "") {
    return {
      get cookie() {
        return cookie;
      },
      async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
        const answer = await fetch(`${base()}${path}`, {
          method,
          headers: { ...headers, cookie, ...(body ? { "content-type": "application/json" } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        for (const set of answer.headers.getSetCookie()) cookie = set.split(";")[0] as string;
        const text = await answer.text();
        return { status: answer.status, body: text ? JSON.parse(text) : null, set: answer.headers.getSetCookie() };
      },
      async signIn(tokens: Tokens, remember = true) {
        return this.send("POST", "/api/active-user-session-set", {
          token: tokens.access_token,
          refresh_token: tokens.refresh_token,
          authTime: Date.now(),
          roles: ["AnkoredAdmin"],
          remember,
        });
      },
    };
  }

  return { aBrowser, tokensOf };
}
