import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Request,
} from "@playwright/test";
import { getToken, setActiveUserSession } from "@touchline/contract/accounts/session";
import { localAdapters } from "../apps/api/src/adapters/local.ts";
import { type Database, openDatabase } from "../apps/api/src/database/database.ts";
import { openTenancy } from "../apps/api/src/database/tenancy.ts";
import {
  newestAccountMails,
  newestMails,
} from "../apps/api/src/modules/messages/notifications/queries/mail-history.ts";
import { organizationMaker, password } from "../apps/api/test/organization.ts";
import { demoPassword } from "../apps/host/src/demo/logins.ts";
import { createAccounts } from "../apps/identity/src/index.ts";
import { quicklyHashed } from "../apps/identity/test/quick-passwords.ts";
import { readClaims } from "../apps/web/src/session/claims.ts";

export { expect, type Page } from "@playwright/test";

/** Marks a journey whose steps are mostly covered by another. `npm run drill -- --thorough` runs it; the gate doesn't. */
export const thorough = "@thorough";

/** axe without its comments: 0.6 MB instead of 1.5 MB to send to each page. */
const axeSource = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Waits until the page is at rest, and expects no accessibility problems. */
export async function usableByAll(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  // Colors in the middle of a transition have a contrast that nobody sees. Passed as text, because the page has its own types.
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity).map((one) => one.finished))`);
  expect(await violationsOn(page)).toEqual([]);
}

/** Returns the accessibility problems of a page: each broken rule with its elements. */
async function violationsOn(page: Page): Promise<string[]> {
  // No enabled rule needs what axe would otherwise load and parse first, which takes a third of its time.
  const options = { resultTypes: ["violations" as const], preload: false };
  // Pages with frames are checked frame by frame. Legacy mode checks within the page, without a second page for other origins.
  if (page.frames().length > 1) {
    const { violations } = await new AxeBuilder({ page }).options(options).setLegacyMode().analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`);
  }
  // AxeBuilder would insert axe twice each time and return all passed rules, which takes longer than the analysis.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource);
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target).join(", ")))`);
}

/**
 * Resolves once the page's requests have been answered. Call it before they begin: `const settled = quiet(page)`. The live
 * count stays open as long as the page, so waiting for an idle network would never end.
 */
export function quiet(page: Page): () => Promise<void> {
  const pendingRequests = new Set<Request>();
  const isAnswered = (request: Request) => !request.url().endsWith("/stream") && request.url().includes("/api/");
  page.on("request", (request) => void (isAnswered(request) && pendingRequests.add(request)));
  for (const end of ["requestfinished", "requestfailed"] as const) {
    page.on(end as "requestfinished", (request) => void pendingRequests.delete(request));
  }
  return async () => {
    // Waits for more than a second without requests: typed text is saved 0.7 s after the last key, and one answer may cause the
    // next request.
    for (let still = 0; still < 12; still = pendingRequests.size === 0 ? still + 1 : 0) await page.waitForTimeout(100);
  };
}

/** A minimal PDF file. */
export const aPdf = {
  name: "agreement.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
};

/** Reads what the setup wrote into the environment. @throws if the setup didn't run. */
export function environment(
  name:
    | "TOUCHLINE_URL"
    | "TOUCHLINE_DATABASE_URL"
    | "TOUCHLINE_IDENTITY_DATABASE_URL"
    | "TOUCHLINE_SECRET"
    | "TOUCHLINE_SIMULATOR_URL",
): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is set by e2e/setup.ts`);
  return value;
}

const adapters = () =>
  localAdapters({
    folder: "unused",
    secret: environment("TOUCHLINE_SECRET"),
    site: { url: environment("TOUCHLINE_URL"), supportEmail: "support@example.org" },
  });

/** Reads the version in force of each policy from the database. */
export async function policiesInForce({ pool }: Pick<Database, "pool">) {
  const { rows } = await pool.query<{ type: "terms" | "privacy"; version: number }>(
    "SELECT type, max(version) AS version FROM policy_version GROUP BY type ORDER BY type",
  );
  return rows;
}

/** Collects the browser's complaints on every page of a context, except answers with these statuses. */
function listen(context: BrowserContext, complaints: string[], refusals: readonly number[] = []): void {
  const isExpected = (text: string) => refusals.some((status) => text.includes(`with a status of ${status}`));
  context.on("console", (message) => {
    const complaint = message.type() === "error" || /trusted ?types?/i.test(message.text());
    if (complaint && !isExpected(message.text())) complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(error.error().message));
}

/** Accepts the policies for people who register in a journey about something else. */
async function acceptWhenAsked(page: Page): Promise<void> {
  await page.addLocatorHandler(page.getByRole("dialog", { name: "Updated Policies" }), async (dialog) => {
    const terms = dialog.getByRole("checkbox");
    if (await terms.isVisible()) await terms.check();
    await dialog.getByRole("button", { name: "Acknowledge Updated Policies" }).click();
  });
}

/** Holds back a page's requests to an address until one of the returned functions lets all of them fail or arrive. */
export async function heldBack(
  page: Page,
  address: string,
  then: "fails" | "arrives" = "arrives",
): Promise<() => void> {
  let goOn = () => {};
  const line = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(address, async (route) => {
    await line;
    await (then === "fails" ? route.abort() : route.continue());
  });
  return goOn;
}

type Fixtures = {
  /** Whether policies are accepted as soon as they are asked for. */
  acceptsPolicies: boolean;
  /**
   * The browser's complaints about the page: violations of its content security policy, failed loads, uncaught errors. A
   * journey that ends with any has failed; one that causes a refusal on purpose removes it.
   */
  complaints: string[];
  /**
   * Opens a page in another person's or device's browser, whose complaints are collected, too; it is closed when the journey
   * ends. `refusals`: statuses that are expected there.
   */
  anotherBrowser: (options?: BrowserContextOptions, refusals?: readonly number[]) => Promise<Page>;
  /** Signs in without the login page, and opens the home page or the page at `path`. */
  signIn: (page: Page, email: string, path?: string) => Promise<void>;
  /** Signs in by the login page, for journeys about signing in. */
  signInByPage: (page: Page, email: string, secret?: string) => Promise<void>;
};
type WorkerFixtures = {
  /** `identityPool`: connections with the identity service's own role. */
  database: Database & { identityPool: Database["pool"] };
  /** Creates an organization with its levels and roles, separate from every other journey's. */
  organization: ReturnType<typeof organizationMaker>;
  /** Returns the path of the link in an organization's latest email to an address. */
  linkMailedTo: (organizationId: string, email: string) => Promise<string>;
  /** Returns the path of the link in the latest email about an account, which is written after the request is answered. */
  accountLinkMailedTo: (organizationId: string, email: string) => Promise<string>;
};

/** Returns the path of the first link in an email's text; null without one. */
function pathIn(text: string | undefined): string | null {
  const address = /^https?:\S+$/m.exec(text ?? "")?.[0];
  if (!address) return null;
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** Removes complaints about refused or canceled requests that a journey caused on purpose. */
export function forgive(complaints: string[], what: RegExp) {
  const others = complaints.filter((complaint) => !what.test(complaint));
  complaints.splice(0, complaints.length, ...others);
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  baseURL: async ({ browserName: _ }, use) => use(environment("TOUCHLINE_URL")),

  acceptsPolicies: [true, { option: true }],

  context: async ({ context, acceptsPolicies }, use) => {
    if (acceptsPolicies) context.on("page", (page) => void acceptWhenAsked(page).catch(() => undefined));
    await use(context);
  },

  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      listen(context, complaints);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],

  anotherBrowser: async ({ browser, baseURL, acceptsPolicies, complaints }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}, refusals = []) => {
      const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), ...options });
      opened.push(context);
      listen(context, complaints, refusals);
      if (acceptsPolicies) context.on("page", (page) => void acceptWhenAsked(page).catch(() => undefined));
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },

  signIn: async ({ browserName: _ }, use) => {
    await use(async (page, email, path = "/") => {
      const secret = email.endsWith("@demo.touchline.example") ? demoPassword : password;
      const form = { client_id: "touchline-web", scope: "openid offline_access", grant_type: "password" };
      const tokens = await page.request.post(`/identity${getToken.path}`, {
        form: { ...form, username: email, password: secret },
        failOnStatusCode: true,
      });
      const { access_token: token, refresh_token } = (await tokens.json()) as Record<
        "access_token" | "refresh_token",
        string
      >;
      const claims = readClaims(token);
      const data = {
        token,
        refresh_token,
        authTime: (claims?.authTime ?? 0) * 1000,
        roles: claims?.roles ?? [],
        remember: false,
      };
      await page.request.post(setActiveUserSession.path, { data, failOnStatusCode: true });
      await page.goto(path);
    });
  },

  signInByPage: async ({ browserName: _ }, use) => {
    await use(async (page, email, secret = password) => {
      await page.goto("/login");
      await page.getByLabel("Email address").fill(email);
      await page.getByRole("textbox", { name: "Password" }).fill(secret);
      await page.getByRole("button", { name: "Log in", exact: true }).click();
      await expect(page).not.toHaveURL(/\/login/);
    });
  },

  database: [
    async ({ browserName: _ }, use) => {
      const database = await openDatabase(environment("TOUCHLINE_DATABASE_URL"), { max: 3, log: () => undefined });
      const identity = await openDatabase(environment("TOUCHLINE_IDENTITY_DATABASE_URL"), {
        max: 3,
        log: () => undefined,
      });
      await use({ ...database, identityPool: identity.pool });
      await Promise.all([database.close(), identity.close()]);
    },
    { scope: "worker" },
  ],

  organization: [
    async ({ database }, use) => {
      const tenancy = openTenancy(database.pool);
      const accounts = createAccounts(database.identityPool, quicklyHashed);
      await use(
        organizationMaker({
          tenancy,
          accounts: {
            ...accounts,
            async create(person) {
              const made = await accounts.create(person);
              for (const { type, version } of await policiesInForce(database)) {
                await accounts.accept(made.sub, type, String(version));
              }
              return made;
            },
          },
          adapters: adapters(),
          now: () => new Date(),
        }),
      );
    },
    { scope: "worker" },
  ],

  linkMailedTo: [
    async ({ database }, use) => {
      const tenancy = openTenancy(database.pool);
      await use(async (id, email) => {
        const organizationId = tenancy.found(id);
        const mails = await tenancy.run(organizationId, (db) =>
          newestMails({ db, organizationId, adapters: adapters() }, 100),
        );
        const path = pathIn(mails.find((mail) => mail.to === email)?.text);
        if (!path) throw new Error(`no mail with a link was written to ${email}`);
        return path;
      });
    },
    { scope: "worker" },
  ],

  accountLinkMailedTo: [
    async ({ database }, use) => {
      const tenancy = openTenancy(database.pool);
      await use(async (id, email) => {
        let path: string | null = null;
        await expect(async () => {
          const mails = await tenancy.runShared((db) =>
            newestAccountMails({ db, adapters: adapters() }, [tenancy.found(id)], 100),
          );
          path = pathIn(mails.find((mail) => mail.to === email)?.text);
          expect(path).not.toBeNull();
        }).toPass({ timeout: 30_000 });
        return path as unknown as string;
      });
    },
    { scope: "worker" },
  ],
});
