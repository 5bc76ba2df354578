import { password } from "../apps/api/test/organization.ts";
import { credentials } from "../apps/simulator/src/credentials.ts";
import { startSimulator } from "../apps/simulator/src/simulator.ts";
import { expect, forgive, type Page, test, thorough } from "./fixtures.ts";
import { origins, ownServers, portOf } from "./servers.ts";

test.describe.configure({ mode: "default" });

// A host with the support chat, at the simulated Intercom.
let servers: Awaited<ReturnType<typeof ownServers>>;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let at: Record<"asking" | "assuming", string>;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  servers = await ownServers();
  simulator = await startSimulator();
  at = await origins("asking", "assuming");
  const { appId, secret } = credentials.intercom;
  for (const [origin, consent] of [
    [at.asking, "ask"],
    [at.assuming, "assumed"],
  ] as const) {
    await servers.start("start", {
      PUBLIC_URL: origin,
      PORT: portOf(origin),
      INTERCOM_APP_ID: appId,
      INTERCOM_SECRET: secret,
      INTERCOM_URL: `${simulator.url}/intercom`,
      CHAT_CONSENT: consent,
    });
  }
});
test.afterEach(({ complaints }) => {
  // Outside the demo there are no demo logins to offer.
  forgive(complaints, /status of 404/);
});
test.afterAll(async () => {
  await simulator?.close();
  await servers?.close();
});

async function logIn(page: Page, origin: string, email: string) {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

const launcher = (page: Page) => page.getByRole("button", { name: "Simulated chat" });
const isToken = (url: string) => url.endsWith("/api/intercom-jwt");

test("the chat starts for a known user after 500 and 300 ms, and is gone after logging out", {
  tag: thorough,
}, async ({ page }) => {
  const org = await (await servers.organizations(at.assuming))("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const seen = new Map<string, number>();
  page.on("requestfinished", (request) => {
    if (request.url().includes("/select-organization")) seen.set("known", performance.now());
    if (isToken(request.url())) seen.set("token", performance.now());
  });
  page.on("request", (request) => {
    if (isToken(request.url())) seen.set("asked", performance.now());
    if (request.url().includes("/intercom/widget/")) seen.set("started", performance.now());
  });
  await logIn(page, at.assuming, coach.email);
  await launcher(page).click();
  await expect(
    page.frameLocator("iframe[title='Simulated chat']").getByText(`You are the user ${coach.appUserId}.`),
  ).toBeVisible();
  const between = (one: string, other: string) => (seen.get(other) ?? Number.NaN) - (seen.get(one) ?? Number.NaN);
  // Timers may be told a little early of what they waited for.
  expect(between("known", "asked")).toBeGreaterThan(490);
  expect(between("token", "started")).toBeGreaterThan(290);
  await page.getByRole("button", { name: /Head Coach/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.locator("#intercom-container")).toHaveCount(0);
});

test("without a token within 5 s the chat starts all the same, and that is logged", { tag: thorough }, async ({
  page,
}) => {
  const org = await (await servers.organizations(at.assuming))("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  let requestedAt = 0;
  await page.route(
    (url) => isToken(url.href),
    () => {
      requestedAt = performance.now();
    },
  );
  await logIn(page, at.assuming, coach.email);
  await launcher(page).click();
  expect(requestedAt).toBeGreaterThan(0);
  expect(performance.now() - requestedAt).toBeGreaterThan(4_990);
  await expect(page.frameLocator("iframe[title='Simulated chat']").getByText("You are a visitor")).toBeVisible();
  expect(logged.join()).toContain("the chat starts without a user token");
});

test("consent is asked for where that is configured, and the answer can be changed in the account's settings", {
  tag: thorough,
}, async ({ page }) => {
  const org = await (await servers.organizations(at.asking))("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const urls: string[] = [];
  page.on("request", (request) => {
    if (isToken(request.url()) || request.url().startsWith(simulator.url)) urls.push(request.url());
  });
  await logIn(page, at.asking, coach.email);
  await page.getByRole("button", { name: "No, thanks" }).click();
  await page.goto(`${at.asking}/account/settings?section=preferences`);
  await expect(page.getByRole("radio", { name: "Not allowed" })).toBeChecked();
  expect(urls).toEqual([]);
  await page.getByRole("radio", { name: "Allowed", exact: true }).check();
  await expect(launcher(page)).toBeVisible();
});

test("it is shut down on every path that starts with /admin, and starts again elsewhere", { tag: thorough }, async ({
  page,
}) => {
  const org = await (await servers.organizations(at.assuming))("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  await logIn(page, at.assuming, coach.email);
  await expect(launcher(page)).toBeVisible();
  await page.evaluate(`history.pushState(null, "", "/admin"); dispatchEvent(new PopStateEvent("popstate"))`);
  await expect(page.locator("#intercom-container")).toHaveCount(0);
  await page.goBack();
  await expect(launcher(page)).toBeVisible();
});

test("a minor is never asked, and nothing of the chat is loaded", { tag: thorough }, async ({ page }) => {
  const org = await (await servers.organizations(at.asking))("Rainier Youth Soccer");
  const player = await org.aMember("northTeam", "Volunteer");
  await org.asSystem((call) =>
    call.db.execute(
      `UPDATE profile SET date_of_birth = '2012-03-04' WHERE organization_id = '${org.organizationId}' AND profile_id = '${player.profileId}'`,
    ),
  );
  const urls: string[] = [];
  page.on("request", (request) => {
    if (isToken(request.url()) || request.url().startsWith(simulator.url)) urls.push(request.url());
  });
  await logIn(page, at.asking, player.email);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("button", { name: "Allow chat" })).toHaveCount(0);
  expect(urls).toEqual([]);
});

test("who is found to be a minor while the question is on the screen gets no chat", { tag: thorough }, async ({
  complaints,
  page,
}) => {
  const org = await (await servers.organizations(at.asking))("Rainier Youth Soccer");
  const coach = await org.aMember("northTeam", "Head Coach");
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(simulator.url)) loaded.push(request.url());
  });
  await logIn(page, at.asking, coach.email);
  const allow = page.getByRole("button", { name: "Allow chat" });
  await expect(allow).toBeVisible();
  await org.asSystem((call) =>
    call.db.execute(
      `UPDATE profile SET date_of_birth = '2012-03-04' WHERE organization_id = '${org.organizationId}' AND profile_id = '${coach.profileId}'`,
    ),
  );
  const refused = page.waitForResponse((answer) => isToken(answer.url()));
  await allow.click();
  expect((await refused).status()).toBe(403);
  await page.waitForTimeout(1_000);
  expect(loaded).toEqual([]);
  await expect(launcher(page)).toHaveCount(0);
  forgive(complaints, /status of 403/);
});
