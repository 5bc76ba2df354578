import { amazonVision } from "@touchline/api/adapters/vision/amazon";
import { withoutOutages } from "@touchline/api/database/outage-log";
import type { VisionPort } from "@touchline/contract/vision";
import { openVision } from "@touchline/vision";
import type { FastifyInstance } from "fastify";
import { openAdapters } from "./adapters.ts";
import { scheduleBackups } from "./backup/schedule.ts";
import type { HostConfig } from "./config.ts";
import { holdsSealed, startDatabase } from "./database.ts";
import { disableDemoLogins, holdsDemo } from "./demo/logins.ts";
import { seedDemo } from "./demo/seed.ts";
import { assertPortFree } from "./port.ts";
import { keptSecret } from "./secret.ts";
import { startServer } from "./server.ts";
import type { Closers } from "./shutdown.ts";
import { startSimulatedProviders } from "./simulated-providers.ts";
import type { PageFacts } from "./web.ts";
import { startHostWorker } from "./worker.ts";

/** How the page is prepared: resolves to what puts it onto the server. */
export type Web = () => Promise<(app: FastifyInstance, facts: PageFacts) => Promise<void>>;

/**
 * Starts everything there is, in order. What was begun is registered with `closers`, whether or not the rest succeeds.
 *
 * @param throwIfAborted called between the steps. It throws if the start was aborted in the meantime.
 * @throws Error with a sentence for the person who starts Touchline.
 */
export async function startHost(
  config: HostConfig,
  web: Web,
  {
    closers,
    log,
    throwIfAborted = () => {},
  }: { closers: Closers; log: (line: string) => void; throwIfAborted?: () => void },
): Promise<{ url: string; demo: boolean; simulatorUrl: string | null }> {
  await assertPortFree(config.host, config.port);
  // Side by side: the one waits for the disk, the other for the processor.
  const preparing: ReturnType<Web> = config.apiUrl === null ? web() : Promise.resolve(async () => {});
  preparing.catch(() => {});
  const database = await startDatabase(config, log);
  closers.add(() => database.stop());
  throwIfAborted();
  const secret = config.secret ?? (await keptSecret(config.dataDir, { mayMake: !(await holdsSealed(database)) }));
  if (database.identityPool !== null) await disableDemoLogins(config, database.identityPool, log);
  // Before the demo is seeded, whose set-up asks them.
  const simulatorUrl = await startSimulatedProviders(config.simulator, closers, {
    dataDir: config.dataDir,
    apiUrl: config.apiUrl ?? config.publicUrl,
  });
  const unread = openAdapters(config, secret, simulatorUrl);
  const vision = openReader(config, { closers, log });
  const adapters = { ...unread, vision };
  closers.add(() => adapters.mail.close());
  if (config.demo) {
    if (database.identityPool === null)
      throw new Error("IDENTITY_DATABASE_URL isn't set. The demo creates accounts, so set it, or set DEMO to off.");
    const { workerPool: pool, identityPool: accountsPool } = database;
    // In the story that the demo tells, people decided on every document.
    await seedDemo({ pool, accountsPool, adapters: unread, simulatorUrl, now: new Date(), log, throwIfAborted });
  }
  throwIfAborted();
  const page = await preparing;
  throwIfAborted();
  const backups = config.backup === null ? undefined : scheduleBackups(config.backup, secret);
  const server = await startServer(config, { database, adapters, secret, backups, web: page, simulatorUrl });
  closers.add(() => server.close());
  const worker = await startHostWorker({
    database,
    adapters,
    identity: server.identity,
    identityHere: config.identityUrl === null,
    backups,
    log: withoutOutages(server.log, database.outages),
  });
  closers.add(() => worker.stop());
  const demo = config.demo && (await holdsDemo(database.pool));
  return { url: config.apiUrl ?? config.publicUrl, demo, simulatorUrl };
}

/** The reader of pictures: the cloud service that is set, or else a process on this machine. */
function openReader(
  { amazonVision: settings }: Pick<HostConfig, "amazonVision">,
  { closers, log }: { closers: Closers; log: (line: string) => void },
): VisionPort {
  if (settings !== null) return amazonVision(settings, { log });
  const vision = openVision({ log });
  closers.add(() => vision.close());
  return vision;
}
