import { test as base, expect, type Page } from "@playwright/test";

/** The people of the demo, as the host offers them. */
export type DemoPerson = "admin" | "director" | "accounts" | "manager" | "coach" | "parent" | "other";

type DemoLogin = { key: DemoPerson; email: string; password: string };

/**
 * Signs a person of the demo in, without the login form: tokens from the identity service, sealed into the cookie of
 * this browser. Open a page afterwards.
 */
export async function signIn(page: Page, person: DemoPerson): Promise<void> {
  const offered = await page.request.get("/api/demo-logins");
  const login = ((await offered.json()) as DemoLogin[]).find(({ key }) => key === person);
  if (!login) throw new Error(`The demo has nobody called ${person}.`);
  const answer = await page.request.post("/identity/connect/token", {
    form: {
      client_id: "touchline-web",
      grant_type: "password",
      scope: "openid offline_access",
      username: login.email,
      password: login.password,
    },
  });
  expect(answer.status(), "signing in").toBe(200);
  const { access_token: token, refresh_token } = (await answer.json()) as Record<string, string>;
  const kept = await page.request.post("/api/active-user-session-set", {
    data: { token, refresh_token, authTime: Date.now(), roles: [], remember: false },
  });
  expect(kept.status(), "keeping the session").toBe(204);
}

/**
 * `complaints`: what the browser's console complained about while the page was open, refused by policy or thrown by a
 * script. A journey that ends with any has failed.
 */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (/content security policy|trusted ?types?/i.test(message.text())) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
