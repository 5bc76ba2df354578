import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import type { AnyEndpoint, ResponseOf } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentDocument } from "@touchline/contract/library/content-kinds";
import type { DocumentSettings } from "@touchline/contract/library/content-settings";
import { addMember } from "@touchline/contract/people/profiles";
import { buildIdentity, createAccounts, type OutsideFetch } from "@touchline/identity";
import { afterAll, beforeAll } from "vitest";
import { claimsFrom } from "../../host/src/claims.ts";
import { cloneTemplate } from "../../host/test/clone.ts";
import { quicklyHashed } from "../../identity/test/quick-passwords.ts";
import { identityOverHttp } from "../src/adapters/identity/http.ts";
import { localAdapters } from "../src/adapters/local.ts";
import { hardenedServer, mountApi } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { openDatabase } from "../src/database/database.ts";
import { retryAfterOutage } from "../src/database/outage.ts";
import { type OrganizationId, openTenancy } from "../src/database/tenancy.ts";
import { Refusal } from "../src/errors.ts";
import { logOptions } from "../src/http/log.ts";
import { recordPendingUpload } from "../src/http/pending-uploads.ts";
import type { CostlyRates } from "../src/http/rate-limit.ts";
import { endSessionsOf as endAll } from "../src/modules/accounts/sessions/actions/end-session.ts";
import { endedSessions } from "../src/modules/accounts/sessions/queries.ts";
import { newestAccountMails, newestMails } from "../src/modules/messages/notifications/queries/mail-history.ts";
import { awaitedOperators } from "../src/modules/platform/platform/actions.ts";
import { openWorker } from "../src/worker.ts";
import { usualSettings } from "./document-settings.ts";
import { type AnswerOf, ask, type RequestOf } from "./http.ts";
import { type LabelName, type LevelKey, organizationMaker, password } from "./organization.ts";
import { rehearsable } from "./rehearsal.ts";
import { respectsTenantIsolation } from "./tenant-isolation.ts";
import { noteVerbs } from "./written-tables.ts";

export { usualSettings } from "./document-settings.ts";
export { type LabelName, type LevelKey, password } from "./organization.ts";

export type TestPerson = {
  profileId: string;
  plaId: string;
  appUserId: string;
  email: string;
  /** Calls an endpoint as this person. @throws if the response isn't a success. */
  call<E extends AnyEndpoint>(endpoint: E, request?: RequestOf<E>): Promise<ResponseOf<E>>;
  /** Calls an endpoint as this person. @returns any response. */
  ask<E extends AnyEndpoint>(endpoint: E, request?: RequestOf<E>): Promise<AnswerOf<E>>;
};

export type Organization = Awaited<ReturnType<World["anOrganization"]>>;
export type World = Awaited<ReturnType<typeof openWorld>>;

/** The platform operator in the configuration of every world. */
export const operatorAddress = "operator@platform.example";

/** The smallest file that is a PDF. */
export const aPdf = (name = "agreement.pdf") =>
  new File(["%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"], name, {
    type: "application/pdf",
  });

type WorldOptions = {
  /** The rate limits of expensive calls. */
  rates?: CostlyRates;
  /** Whether `rehearse` can be used. */
  rehearsing?: boolean;
};

/** Starts the real product on a database of its own: API and identity service over HTTP. One for each test file. */
export function aWorld(options: WorldOptions = {}): { readonly it: World } {
  let world: World | undefined;
  beforeAll(async () => {
    world = await openWorld(options);
  });
  afterAll(() => world?.close());
  return {
    get it() {
      if (!world) throw new Error("the world is there only inside tests");
      return world;
    },
  };
}

const roleOf = (url: string) => decodeURIComponent(new URL(url).username);

async function openWorld({ rates, rehearsing = false }: WorldOptions = {}) {
  const clone = await cloneTemplate();
  const folder = await mkdtemp(join(tmpdir(), "touchline-files-"));
  const auditFolder = await mkdtemp(join(tmpdir(), "touchline-audit-"));
  const faults: Error[] = [];
  const database = await openDatabase(clone.appUrl, { max: 5, log: (error) => faults.push(error) });
  const rehearsal = rehearsing ? rehearsable(database.pool) : null;
  const config = readConfig({
    publicUrl: "http://127.0.0.1",
    secret: "a secret for tests that is long enough",
    supportEmail: "support@example.org",
  });
  const adapters = localAdapters({
    folder,
    auditFolder,
    secret: config.secret,
    site: { url: config.publicUrl, supportEmail: config.supportEmail },
  });
  let statements = 0;
  let watching: ((statement: string) => void) | null = null;
  const onStatement = (statement: string) => {
    statements += 1;
    respectsTenantIsolation(statement);
  };
  const tenancy = openTenancy(database.pool, onStatement);
  /** Moves the API's clock into the past. In the future, access tokens would expire (401), as only the API follows it. */
  const clock = {
    shift: 0,
    /** The instant at which the clock is stopped, in milliseconds. Null while it runs. */
    standsAt: null as number | null,
    now: () => new Date((clock.standsAt ?? Date.now()) + clock.shift),
  };

  const logs: string[] = [];
  const app = hardenedServer(config, { logger: logOptions("trace", { write: (line) => void logs.push(line) }) });
  await noteVerbs(app);
  // Shows in a failing test what the response rightly hides.
  app.addHook("onError", async (_request, _reply, error) => {
    if (!(error instanceof Refusal)) faults.push(error);
  });
  let base = "";
  const identityPort = identityOverHttp(() => `${base}/identity`, config.productKey);
  const { backgroundWork } = await mountApi(app, {
    config,
    database,
    adapters,
    identity: identityPort,
    now: clock.now,
    onStatement: (statement) => {
      watching?.(statement);
      onStatement(statement);
    },
    ...(rates ? { rates } : {}),
  });
  // A separate pool, because a renewal holds one of the API's connections while it waits for the identity service.
  const identityDatabase = await openDatabase(clone.identityUrl, { max: 3, log: (error) => faults.push(error) });
  const operators = awaitedOperators({ tenancy, identity: identityPort }, [operatorAddress]);
  const identity = await buildIdentity({
    pool: identityDatabase.pool,
    issuer: config.issuer,
    audience: config.audience,
    cookieKeys: [config.secret],
    productKey: config.productKey,
    allowedReturnOrigins: [config.publicUrl],
    fetchOutside: fetch as OutsideFetch,
    log: app.log,
    retryAfterOutage,
    claims: claimsFrom({ tenancy, adapters, identity: identityPort, operators }, clock.now),
  });
  await app.register(identity, { prefix: "/identity" });
  base = await app.listen({ host: "127.0.0.1", port: 0 });
  const accounts = createAccounts(identityDatabase.pool, quicklyHashed);

  async function signIn(email: string, secret = password): Promise<string> {
    const answer = await fetch(`${base}/identity/connect/token`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: "touchline-web",
        grant_type: "password",
        scope: "openid offline_access",
        username: email,
        password: secret,
      }),
    });
    const body = (await answer.json()) as { access_token?: string };
    if (!body.access_token) throw new Error(`sign-in failed: ${JSON.stringify(body)}`);
    return body.access_token;
  }

  /** Returns the tokens in links to a page, from the emails sent to an address so far, oldest first. */
  async function linksTo(email: string, page: string): Promise<string[]> {
    await backgroundWork.settled();
    const organizations: OrganizationId[] = [];
    for await (const one of tenancy.organizations()) organizations.push(one);
    const mails = await tenancy.runShared((db) => newestAccountMails({ db, adapters }, organizations, 1000));
    for (const organizationId of organizations) {
      mails.push(...(await tenancy.run(organizationId, (db) => newestMails({ db, organizationId, adapters }, 100))));
    }
    return mails
      .filter((mail) => mail.to === email)
      .toReversed()
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .flatMap((mail) => new RegExp(`${page}\\?token=([\\w-]+)`).exec(mail.text)?.[1] ?? []);
  }

  function person(facts: Pick<TestPerson, "profileId" | "plaId" | "appUserId" | "email">): TestPerson {
    let token: Promise<string> | undefined;
    const askAs: TestPerson["ask"] = async (endpoint, request) => {
      token ??= signIn(facts.email);
      return ask(base, await token, endpoint, request);
    };
    return {
      ...facts,
      ask: askAs,
      async call(endpoint, request) {
        const answer = await askAs(endpoint, request);
        if (answer.status >= 300) {
          const cause = answer.status === 500 ? faults.at(-1) : undefined;
          throw new Error(`${endpoint.path}: ${answer.status} ${JSON.stringify(answer.body)}`, { cause });
        }
        return answer.body;
      },
    };
  }

  const workerDatabase = await openDatabase(clone.appUrl, { max: 5, log: (error) => faults.push(error) });
  /** Runs jobs and schedules only when a test says so. */
  const worker = openWorker({
    pool: workerDatabase.pool,
    adapters,
    identity: identityPort,
    now: clock.now,
    log: { info: () => undefined, error: () => undefined },
    onStatement: respectsTenantIsolation,
  });
  const makers = organizationMaker({ tenancy, accounts, adapters, now: clock.now });

  /** Creates an organization with its tree and labels, separate from every other test's. */
  async function anOrganization(name?: string) {
    const founded = await makers(name);
    const { levels, labelIds } = founded;

    /** Creates a person with one membership who can log in, active and confirmed, or another profile of an existing person. */
    const aMember = async (at: LevelKey, label: LabelName, account?: TestPerson) =>
      person(await founded.aMember(at, label, account));

    /** Creates a document that a label needs at a level and below. */
    async function aDocument(
      by: TestPerson,
      on: {
        at?: LevelKey;
        labels?: LabelName[];
        mandatory?: boolean;
        includeBelow?: boolean;
        dueDate?: string | null;
        settings?: Partial<DocumentSettings>;
        name?: string;
      } = {},
    ) {
      const levelId = levels[on.at ?? "root"];
      const { contentId } = await by.call(createContent, {
        body: { type: 0, name: on.name ?? "Coach agreement", description: "", levelId },
      });
      await by.call(saveContentDocument, { params: { id: contentId }, body: { ...usualSettings, ...on.settings } });
      const assigned = await by.call(assignContent, {
        params: { id: contentId },
        body: {
          contentAssignments: [
            {
              levelId,
              includeBelow: on.includeBelow ?? true,
              labelIds: (on.labels ?? ["Head Coach"]).map((one) => labelIds[one]),
              mandatory: on.mandatory ?? true,
              dueDate: on.dueDate ?? null,
            },
          ],
        },
      });
      return { contentId, ...assigned };
    }

    /** Adds a person without a login, as an administrator does. */
    const added = (by: TestPerson, at: LevelKey, label: LabelName, lastName = "Added") =>
      by.call(addMember, {
        body: {
          levelId: levels[at],
          labelId: labelIds[label],
          person: { firstName: "Ana", lastName, email: null, dateOfBirth: null },
        },
      });

    return { ...founded, aMember, aDocument, added };
  }

  /** Ends every session of a person, as after a lost device or a new password. */
  const endSessionsOf = (appUserId: string) =>
    endAll(
      {
        tenancy,
        vault: adapters.vault,
        identity: identityPort,
        ended: endedSessions(tenancy),
      },
      clock.now(),
      appUserId,
    );

  return {
    base,
    anOrganization,
    accounts,
    identity: identityPort,
    backgroundWork,
    endSessionsOf,
    signIn,
    linksTo,
    /** Counts the statements within tenants that `work` sends. Nothing else may run at the same time. */
    async statementsOf(work: () => Promise<void>): Promise<number> {
      const before = statements;
      await work();
      return statements - before;
    },
    /** Returns the statements within tenants that calls send, grouped by round trip. Nothing else may run at the same time. */
    async sentBy(work: () => Promise<unknown>): Promise<string[][]> {
      const trips: string[][] = [];
      let trip: string[] | null = null;
      watching = (statement) => {
        if (!trip) {
          trip = [];
          trips.push(trip);
          process.nextTick(() => {
            trip = null;
          });
        }
        trip.push(statement);
      };
      try {
        await work();
      } finally {
        watching = null;
      }
      return trips;
    },
    /** Until it ends, nothing that calls write is kept, so that each finds the same world. */
    rehearse() {
      if (!rehearsal) throw new Error("this world was not opened for rehearsing");
      rehearsal.begin();
      return { end: rehearsal.end };
    },
    clock,
    config,
    faults,
    /** Every line that the server has logged, at the most detailed level. */
    logs,
    database,
    /** Connections of the identity service's own role. */
    identityPool: identityDatabase.pool,
    /** The folder that stores the bytes of files. */
    folder,
    clone,
    adminUrl: clone.adminUrl,
    /** The names of the roles on this run's server: the one that migrates and owns the tables, and the application's. */
    roles: { owner: roleOf(clone.adminUrl), app: roleOf(clone.appUrl) },
    adapters,
    /** The folder with what the server remembers of the audit log. */
    auditFolder,
    tenancy,
    /**
     * Runs every job that is due by the test's clock, and the jobs that follow. @returns what was tried.
     * @throws the first error, unless `failures` is "told": then it is part of the result.
     */
    async drainJobs({ failures = "thrown" }: { failures?: "thrown" | "told" } = {}) {
      const tried = await worker.drainJobs();
      const failed = tried.find((one) => one.error !== undefined);
      if (failed && failures === "thrown") throw new Error(`the job ${failed.job} failed`, { cause: failed.error });
      return tried;
    },
    runSchedule: worker.runSchedule,
    /** Sends the webhooks that are due by the test's clock. */
    sendWebhooks: worker.sendWebhooks,
    /** Returns every key under which bytes are stored, over all organizations. */
    async storedKeys() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
    },
    /** Creates an upload whose process ended before anything was recorded. @returns its key. */
    async cutOffUpload(organizationId: string) {
      const key = adapters.files.newKey();
      await recordPendingUpload(tenancy, tenancy.found(organizationId), key, clock.now());
      await adapters.files.receive(Readable.from([Buffer.from("%PDF-1.4")]), 1000, key);
      return key;
    },
    async close() {
      await app.close();
      await worker.stop();
      await workerDatabase.close();
      await database.close();
      await identityDatabase.close();
      await rm(folder, { recursive: true, force: true });
      await rm(auditFolder, { recursive: true, force: true });
      await clone.drop();
    },
  };
}
