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

/** Marks a journey that another one makes most of the way: `npm run drill -- --thorough` makes it, the gate does not. */
export const thorough = "@thorough";

/** axe without its comments: 0.6 MB instead of 1.5 to send to each page. */
const axeSource = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** The page has come to rest, and is usable by everybody: nothing for axe to complain of. */
export async function usableByAll(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  // Colors half way from one to the other have a contrast that nobody sees. As text: what runs in the page has types of its own.
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity).map((one) => one.finished))`);
  expect(await violationsOn(page)).toEqual([]);
}

/** What axe finds wrong on a page: each rule with the elements that break it. */
async function violationsOn(page: Page): Promise<string[]> {
  // No rule that may find something wrong asks for what axe would otherwise load and parse first: a third of its time.
  const options = { resultTypes: ["violations" as const], preload: false };
  // With frames it has to run in each. Legacy: within the page itself, without a second page for those of other origins.
  if (page.frames().length > 1) {
    const { violations } = await new AxeBuilder({ page }).options(options).setLegacyMode().analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`);
  }
  // AxeBuilder would put axe into the page twice each time and have all that was well sent out of it, which takes longer than the analysis.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource);
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target).join(", ")))`);
}

/**
 * Resolves once what a page asks for has come. Begin before it asks: `const settled = quiet(page)`. The live count goes on for
 * as long as the page is open, so a network that is idle is never seen.
 */
export function quiet(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  const isAnswered = (request: Request) => !request.url().endsWith("/stream") && request.url().includes("/api/");
  page.on("request", (request) => void (isAnswered(request) && underWay.add(request)));
  for (const end of ["requestfinished", "requestfailed"] as const) {
    page.on(end as "requestfinished", (request) => void underWay.delete(request));
  }
  return async () => {
    // Nothing for a good second: what is typed is saved 0.7 s after the last key, and one answer may lead to the next question.
    for (let still = 0; still < 12; still = underWay.size === 0 ? still + 1 : 0) await page.waitForTimeout(100);
  };
}

/** The smallest file that is a PDF. */
export const aPdf = {
  name: "agreement.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
};

/** What the setup has left in the environment. @throws when it did not run. */
export function given(
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
    secret: given("TOUCHLINE_SECRET"),
    site: { url: given("TOUCHLINE_URL"), supportEmail: "support@example.org" },
  });

/** The version of each policy in force, by the database. */
export async function policiesInForce({ pool }: Pick<Database, "pool">) {
  const { rows } = await pool.query<{ type: "terms" | "privacy"; version: number }>(
    "SELECT type, max(version) AS version FROM policy_version GROUP BY type ORDER BY type",
  );
  return rows;
}

/** Writes down what the browser complains of, on every page of a context; not of answers with one of these statuses. */
function listen(context: BrowserContext, complaints: string[], refusals: readonly number[] = []): void {
  const isExpected = (text: string) => refusals.some((status) => text.includes(`with a status of ${status}`));
  context.on("console", (message) => {
    const complaint = message.type() === "error" || /trusted ?types?/i.test(message.text());
    if (complaint && !isExpected(message.text())) complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(error.error().message));
}

/** Whoever registers in a journey about something else accepts the policies when asked. */
async function acceptWhenAsked(page: Page): Promise<void> {
  await page.addLocatorHandler(page.getByRole("dialog", { name: "Updated Policies" }), async (dialog) => {
    const terms = dialog.getByRole("checkbox");
    if (await terms.isVisible()) await terms.check();
    await dialog.getByRole("button", { name: "Acknowledge Updated Policies" }).click();
  });
}

/** Holds back what a page sends to such an address; once it is called, all of that fails or arrives. */
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
   * Complaints of the browser about the page: broken rules of its security policy, failed loads, errors nobody caught. A
   * journey that ends with any has failed; one that causes a refusal on purpose takes it out.
   */
  complaints: string[];
  /**
   * A page in a browser of another person or device, which is listened to as well; gone when the journey ends.
   * `refusals`: statuses with which this one is to be turned away.
   */
  anotherBrowser: (options?: BrowserContextOptions, refusals?: readonly number[]) => Promise<Page>;
  /** Signs somebody in as the login page does, without the page, and opens their home page, or the one at `path`. */
  signIn: (page: Page, email: string, path?: string) => Promise<void>;
  /** Signs somebody in by the login page, in journeys about signing in. */
  signInByPage: (page: Page, email: string, secret?: string) => Promise<void>;
};
type WorkerFixtures = {
  /** `identityPool`: connections of the identity service's own role. */
  database: Database & { identityPool: Database["pool"] };
  /** Makes an organization with its tree and labels, apart from every other journey's. */
  organization: ReturnType<typeof organizationMaker>;
  /** The path of the link in the latest mail of an organization to an address, as its reader follows it. */
  linkMailedTo: (organizationId: string, email: string) => Promise<string>;
  /** The path of the link in the latest email about an account, which is written after the request for it is answered. */
  accountLinkMailedTo: (organizationId: string, email: string) => Promise<string>;
};

/** The path of the first link in a mail's text; null without one. */
function pathIn(text: string | undefined): string | null {
  const address = /^https?:\S+$/m.exec(text ?? "")?.[0];
  if (!address) return null;
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** Takes out what the browser says of answers, and of calls broken off, that a journey brought about on purpose. */
export function forgive(complaints: string[], what: RegExp) {
  const others = complaints.filter((complaint) => !what.test(complaint));
  complaints.splice(0, complaints.length, ...others);
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  baseURL: async ({ browserName: _ }, use) => use(given("TOUCHLINE_URL")),

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
      const database = await openDatabase(given("TOUCHLINE_DATABASE_URL"), { max: 3, log: () => undefined });
      const identity = await openDatabase(given("TOUCHLINE_IDENTITY_DATABASE_URL"), { max: 3, log: () => undefined });
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
