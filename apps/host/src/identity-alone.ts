// `npm run start:identity`: runs the identity service alone, on its own port. It sends its questions to the API.
import { hardenedServer } from "@touchline/api/app";
import { readConfig } from "@touchline/api/config";
import { openDatabase } from "@touchline/api/database/database";
import { type OutageLog, openOutageLog } from "@touchline/api/database/outage-log";
import { logOptions } from "@touchline/api/http/log";
import { openMetrics } from "@touchline/api/http/metrics";
import { holdsKeys, migrateIdentity, purgeExpired } from "@touchline/identity";
import { claimsOverHttp } from "./claims-over-http.ts";
import type { HostConfig } from "./config.ts";
import { assertDirect, roleOf } from "./database.ts";
import { disableDemoLogins } from "./demo/logins.ts";
import { addHealth } from "./health.ts";
import { openIdentity } from "./identity.ts";
import { assertPortFree } from "./port.ts";
import { startEmbeddedPostgres } from "./postgres/supervisor.ts";
import { runPart, type Start } from "./run.ts";
import { keptSecret } from "./secret.ts";
import { closeWithin } from "./server.ts";
import { observeStorage, storageFolders, watchStorage } from "./storage.ts";
import { addSafetyHeaders, nothingHere } from "./web.ts";

/** Milliseconds between two removals of expired rows. */
const purgeEvery = 3_600_000;

const start: Start = async (config, { closers, log, throwIfAborted }) => {
  if (config.identityUrl === null) {
    throw new Error(
      "IDENTITY_URL isn't set. Set it to the address of the identity service, such as https://login.clubs.example.org, the same here and for the API.",
    );
  }
  await assertPortFree(config.host, config.port);
  const database = await openOwnDatabase(config, log);
  closers.add(database.stop);
  const secret = config.secret ?? (await keptSecret(config.dataDir, { mayMake: !(await holdsKeys(database.pool)) }));
  const api = readConfig({ ...config, secret });
  await disableDemoLogins(config, database.pool, log);
  throwIfAborted();

  const app = hardenedServer(api, {
    logger: logOptions(config.logLevel),
    trustedProxies: config.trustedProxies ?? undefined,
  });
  const metrics = openMetrics({ identity: database.pool });
  metrics.observe(app);
  const storage = await watchStorage(await storageFolders(config), { log: app.log });
  observeStorage(app, storage);
  addSafetyHeaders(app, api);
  app.setNotFoundHandler(() => {
    throw nothingHere();
  });
  const claims = claimsOverHttp(api.apiUrl, api.productKey);
  const identity = await openIdentity(config, api, {
    ...{ pool: database.pool, secret, claims, log: app.log },
    simulatorUrl: null,
  });
  await app.register(identity, { prefix: "/identity" });
  addHealth(app, {
    ready: database.ready,
    metrics,
    storage,
    metricsToken: config.metricsToken,
    alarms: async () => [],
    mail: () => ({ leaves: false, fault: null }),
  });
  const purge = () =>
    purgeExpired(database.pool).catch((error) => app.log.error({ err: error }, "Expired sessions not deleted"));
  const purging = setInterval(purge, purgeEvery);
  await app.listen({ host: config.host, port: config.port });
  closers.add(() => {
    clearInterval(purging);
    return closeWithin(app);
  });
  return { url: api.issuer };
};

/** The identity service's schema is in its own database or in the product's. It reads nothing else. */
async function openOwnDatabase(config: HostConfig, log: (line: string) => void) {
  const server = config.database
    ? { ...config.database, stop: async () => {} }
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    const { adminUrl, identityUrl } = server;
    if (identityUrl === null) {
      throw new Error(
        "IDENTITY_DATABASE_URL isn't set. Set it to the address of the database with the identity service's role.",
      );
    }
    await assertDirect({ database: config.database && { ...config.database, appUrl: null } }, identityUrl);
    await migrateIdentity(adminUrl, { appRole: roleOf(identityUrl), say: log });
    let outages: OutageLog | null = null;
    const logError = (error: Error) => {
      if (outages?.met("a connection", error) !== true) log(`Database: ${error.message}`);
    };
    const database = await openDatabase(identityUrl, {
      setting: "IDENTITY_DATABASE_URL",
      max: 10,
      log: logError,
    });
    outages = openOutageLog(database.ready, log);
    const stop = async () => {
      outages?.close();
      await database.close();
      await server.stop();
    };
    return { ...database, stop };
  } catch (cause) {
    await server.stop();
    throw cause;
  }
}

runPart(start, ({ url, seconds }) => {
  console.log(
    `\nThe identity service is running at ${url} (started in ${seconds.toFixed(1)} s). Press Ctrl-C to stop.`,
  );
});
