import { identityOverHttp } from "@touchline/api/adapters/identity/http";
import type { IdentityPort } from "@touchline/api/adapters/identity/port";
import { faultSeen } from "@touchline/api/adapters/mail/watched";
import { hardenedServer, mountApi } from "@touchline/api/app";
import type { Adapters } from "@touchline/api/call";
import { readConfig } from "@touchline/api/config";
import { openTenancy } from "@touchline/api/database/tenancy";
import { logOptions } from "@touchline/api/http/log";
import { openMetrics } from "@touchline/api/http/metrics";
import { publishShippedPolicies } from "@touchline/api/modules/accounts/policies/actions";
import { statusesAreBehind } from "@touchline/api/modules/compliance/standing/queries/stale-statuses";
import { awaitedOperators, keepOperators } from "@touchline/api/modules/platform/platform/actions";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { ScheduledBackups } from "./backup/schedule.ts";
import { claimsFrom } from "./claims.ts";
import { claimsAnswers } from "./claims-over-http.ts";
import type { HostConfig } from "./config.ts";
import { allowOrigins } from "./cors.ts";
import type { HostDatabase } from "./database.ts";
import { demoOperators, offerDemoLogins } from "./demo/logins.ts";
import { offerOutbox } from "./demo/outbox.ts";
import { addHealth } from "./health.ts";
import { openIdentity } from "./identity.ts";
import { observeStorage, storageFolders, watchStorage } from "./storage.ts";
import { addSafetyHeaders, keepPackagesApart, nothingHere, type PageFacts, pageFacts } from "./web.ts";

export type ServerDeps = {
  database: Pick<HostDatabase, "pool" | "identityPool" | "claimsPool" | "workerPool" | "ready" | "close">;
  adapters: Adapters;
  secret: string;
  /** Absent where no backups are scheduled. */
  backups?: Pick<ScheduledBackups, "state">;
  /** Where providers are simulated; absent: nowhere. */
  simulatorUrl?: string | null;
  /** Adds the page to the server: built (`serveWeb`), or Vite's while developing. */
  web: (app: FastifyInstance, facts: PageFacts) => Promise<void>;
};

/** Milliseconds that requests under way are given when the server closes. */
const shutdownTimeoutMs = 10_000;

/**
 * One server with everything: identity at /identity, the API at /api, the page everywhere else; without what the settings
 * say is elsewhere. The database must be migrated.
 *
 * @returns its address on this machine, how it reaches the identity service, and `close`, which lets requests under way finish for ten seconds.
 */
export async function startServer(
  config: HostConfig,
  deps: ServerDeps,
): Promise<{ url: string; identity: IdentityPort; log: FastifyBaseLogger; close(): Promise<void> }> {
  const { pool, identityPool, claimsPool, workerPool } = deps.database;
  const api = readConfig({ ...config, secret: deps.secret });
  const app = hardenedServer(api, {
    logger: logOptions(config.logLevel),
    trustedProxies: config.trustedProxies ?? undefined,
  });
  if (config.apiUrl !== null) allowOrigins(app, [api.publicUrl]);
  const metrics = openMetrics({
    api: pool,
    ...(identityPool ? { identity: identityPool } : {}),
    claims: claimsPool,
    worker: workerPool,
  });
  metrics.observe(app);
  const storage = await watchStorage(await storageFolders(config), { log: app.log });
  observeStorage(app, storage);
  const url = `http://${localHost(config.host)}:${config.port}`;
  addSafetyHeaders(app, api);
  keepPackagesApart(app, config.packagesUrl);
  app.setNotFoundHandler(() => {
    throw nothingHere();
  });

  const identityPort = identityOverHttp(
    () => (config.identityUrl === null ? `${url}/identity` : api.issuer),
    api.productKey,
  );
  const operators = [...config.platformOperators, ...(await demoOperators(config, pool))];
  const tenancyOfClaims = openTenancy(claimsPool);
  await keepOperators(tenancyOfClaims, operators);
  await publishShippedPolicies(tenancyOfClaims, new Date());
  const claims = claimsFrom({
    tenancy: tenancyOfClaims,
    adapters: deps.adapters,
    identity: identityPort,
    operators: awaitedOperators({ tenancy: tenancyOfClaims, identity: identityPort }, operators),
  });
  if (config.identityUrl === null && identityPool !== null) {
    const identity = await openIdentity(config, api, {
      ...{ pool: identityPool, secret: deps.secret, claims, log: app.log },
      simulatorUrl: deps.simulatorUrl ?? null,
    });
    await app.register(identity, { prefix: "/identity" });
  } else {
    await app.register(claimsAnswers(claims, api.productKey));
  }
  const { tenancy } = await mountApi(app, {
    config: api,
    database: deps.database,
    identity: identityPort,
    adapters: deps.adapters,
  });
  if (config.demo) {
    offerDemoLogins(app, pool);
    offerOutbox(app, { pool, tenancy, adapters: deps.adapters });
  }
  addHealth(app, {
    ready: deps.database.ready,
    behind: () => statusesAreBehind(tenancyOfClaims, new Date()),
    metrics,
    storage,
    metricsToken: config.metricsToken,
    alarms: deps.adapters.chainMemory.alarms,
    backups: deps.backups?.state,
    mail: () => ({ leaves: deps.adapters.mail.leaves, fault: faultSeen(deps.adapters.mail) }),
    vision: deps.adapters.vision.state,
  });
  if (config.apiUrl === null) await app.register(async (page) => deps.web(page, pageFacts(config, api)));

  await app.listen({ host: config.host, port: config.port });
  return { url, identity: identityPort, log: app.log, close: () => closeWithin(app) };
}

/** Where this process reaches its own server when it listens on every address. */
export function localHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

export async function closeWithin(app: FastifyInstance): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), shutdownTimeoutMs);
  try {
    await app.close();
  } finally {
    clearTimeout(late);
  }
}
