import { once } from "node:events";
import { createServer } from "node:http";
import { password } from "../apps/api/test/organization.ts";
import { expect, forgive, type Page, test } from "./fixtures.ts";
import { origins, ownServers, portOf } from "./servers.ts";

// Serial, because each worker would start its own servers.
test.describe.configure({ mode: "default" });

// The identity service, the API and the page run in three processes, each on its own origin. A fourth origin belongs to a third
// party.
let servers: Awaited<ReturnType<typeof ownServers>>;
let at: Record<"page" | "api" | "identity" | "foreign", string>;
let organization: Awaited<ReturnType<(typeof servers)["organizations"]>>;
const foreign = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html" }).end("<title>Elsewhere</title><link rel=icon href=data:,>");
});

test.beforeAll(async () => {
  test.setTimeout(600_000);
  servers = await ownServers();
  at = await origins("page", "api", "identity", "foreign");
  const shared = {
    PUBLIC_URL: at.page,
    API_URL: at.api,
    IDENTITY_URL: at.identity,
    PRODUCT_KEY: "what the product and identity know one another by",
  };
  const secret = "a secret that only the identity service has";
  await servers.start("start:identity", { ...shared, PORT: portOf(at.identity), SESSION_SECRET: secret });
  await servers.start("start", { ...shared, PORT: portOf(at.api) });
  await servers.start("start:web", {
    ...shared,
    PORT: portOf(at.page),
    DATABASE_URL: "",
    IDENTITY_DATABASE_URL: "",
    DATABASE_ADMIN_URL: "",
  });
  organization = await servers.organizations(at.page);
  foreign.listen(Number(portOf(at.foreign)), "localhost");
  await once(foreign, "listening");
});
test.afterAll(async () => {
  foreign.closeAllConnections();
  foreign.close();
  await servers?.close();
});

/** Makes a call as a page on this origin does. @returns the status and body, or null if the browser blocks the call. */
const callFrom = (page: Page, url: string, init: object = {}) =>
  page.evaluate(
    async ([address, options]) => {
      const answer = await fetch(address, options).catch(() => null);
      return answer && { status: answer.status, text: await answer.text() };
    },
    [url, init] as const,
  );

async function logIn(page: Page, email: string) {
  await page.goto(`${at.page}/login`);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

test("a page of its own origin signs in, changes something, is loaded again, renews its token and signs out", async ({
  page,
  context,
  complaints,
}) => {
  const org = await organization("Rainier Youth Soccer");
  const admin = await org.aMember("root", "Administrator");
  const refused: string[] = [];
  page.on("requestfailed", (request) => {
    // Requests in progress when the page was left weren't refused.
    if (request.failure()?.errorText === "net::ERR_ABORTED") return;
    refused.push(`${request.method()} ${request.url()}`);
  });

  await test.step("it signs in at one origin and is served by another", async () => {
    const token = page.waitForResponse(`${at.identity}/identity/connect/token`);
    await logIn(page, admin.email);
    expect((await token).status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const [cookie, ...others] = await context.cookies(at.api);
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ name: "touchline", httpOnly: true, sameSite: "Lax", domain: "localhost" });
  });

  await test.step("a change goes through, the browser having asked first", async () => {
    await page.goto(`${at.page}/library/new/document`);
    await page.getByRole("textbox", { name: "Name" }).fill("Coaching agreement");
    await page.getByLabel("Instructions").fill("Sign it and upload it.");
    await page.getByRole("button", { name: "Add assignment" }).click();
    await page.getByRole("checkbox", { name: "Head Coach" }).check();
    await page.getByRole("button", { name: "Save document" }).click();
    await page.getByRole("button", { name: "Save assignments" }).click();
    await expect(page.getByText("All changes saved.")).toBeVisible();
  });

  await test.step("a reload finds who is signed in", async () => {
    await page.goto(`${at.page}/library`);
    await expect(page.getByText("Coaching agreement").first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Library" })).toBeVisible();
  });

  await test.step("tokens are renewed, for which the identity service asks the API what they should say", async () => {
    const renew = (body: object) =>
      callFrom(page, `${at.api}/api/refresh-token`, {
        method: "POST",
        credentials: "include",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const held = JSON.parse((await renew({}))?.text ?? "");
    const renewed = JSON.parse((await renew({ refreshToken: held.refresh_token }))?.text ?? "");
    expect(renewed.refresh_token).not.toBe(held.refresh_token);
    const { iss, aud, CurrentProfileId } = JSON.parse(atob(renewed.access_token.split(".")[1]));
    expect({ iss, aud, CurrentProfileId }).toEqual({
      iss: `${at.identity}/identity`,
      aud: `${at.api}/api`,
      CurrentProfileId: admin.profileId,
    });
  });

  await test.step("signing out ends it everywhere and leads back to the page", async () => {
    await page.goto(`${at.page}/logout`);
    await expect(page).toHaveURL(`${at.page}/login`);
    await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
    expect(await context.cookies(at.api)).toEqual([]);
  });
  // There is no demo here. The login page finds out by asking, and the browser reports the 404.
  await page.close();
  expect(refused).toEqual([]);
  forgive(complaints, /404/);
});

test("a page of somebody else's origin gets nothing of a session, though the browser sends the cookie along", async ({
  page,
  complaints,
}) => {
  const admin = await (await organization()).aMember("root", "Administrator");
  await logIn(page, admin.email);
  const session = `${at.api}/api/active-user-session`;
  await page.goto(`${at.page}/login`);
  expect(JSON.parse((await callFrom(page, session, { credentials: "include" }))?.text ?? "")).toHaveProperty("token");

  await page.goto(at.foreign);
  expect(await callFrom(page, session, { credentials: "include" })).toBeNull();
  const form = { method: "POST", body: new URLSearchParams({ client_id: "touchline-web" }).toString() };
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  expect(await callFrom(page, `${at.identity}/identity/connect/token`, { ...form, headers })).toBeNull();
  // Requests that need no preflight have no effect, either.
  await callFrom(page, `${at.api}/api/logout-session-set`, { credentials: "include", mode: "no-cors" });
  await page.goto(`${at.page}/library`);
  await expect(page.getByRole("heading", { name: "Library" })).toBeVisible();

  for (const [origin, status] of [
    [at.foreign, 403],
    [at.page, 200],
  ] as const) {
    const answer = await fetch(session, { headers: { origin, "sec-fetch-site": "same-site" } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("access-control-allow-origin")).toBe(status === 200 ? at.page : null);
    expect(answer.headers.get("vary")).toMatch(/origin/i);
  }
  forgive(complaints, /404|CORS|ERR_FAILED|403/);
});
