import { mkdir } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "@touchline/api/database/database";
import { openAdapters } from "../adapters.ts";
import { migrateAll } from "../database.ts";
import { planClub } from "../demo/club.ts";
import { random } from "../demo/random.ts";
import { seedPlans } from "../demo/seed.ts";
import { freePort } from "../port.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../postgres/supervisor.ts";
import { keptSecret } from "../secret.ts";
import { readWriteEffects, type WriteEffects } from "./effects.ts";
import { endChild, type HostChild, isReady, killDatabase, startChild } from "./host-child.ts";
import {
  countNames,
  type DrillLevel,
  findPlaces,
  type Ledger,
  type Session,
  settle,
  signIn,
  writeUntil,
} from "./writer.ts";

export type DrillReport = {
  kills: number;
  acknowledged: number;
  /** Requests that got no response and were repeated under their idempotency key. */
  repeated: number;
  lost: string[];
  doubled: string[];
  refused: string[];
  seconds: number;
} & WriteEffects;

/** What is killed, in turn: the host, the host with the database, the database alone. */
const victims = ["host", "host", "both", "database"] as const;
const writers = 4;
/** The least time between two kills, however slow the machine is. */
const leastWrites = 10;
/** Access tokens live five minutes. */
const tokenGood = 4 * 60_000;

/**
 * Kills the product again and again while it is written to. After each restart it checks that every acknowledged write is
 * there, exactly once; interrupted writes are repeated under their idempotency key. In the end it checks every effect:
 * invitations, counts, and jobs.
 *
 * @param options.dataDir an empty folder, which afterwards holds the database.
 * @param options.seed determines the moments of the kills, as far as a machine allows.
 */
export async function runDrill(options: {
  dataDir: string;
  kills: number;
  seed: number;
  log: (line: string) => void;
}): Promise<DrillReport> {
  const { dataDir, kills, log } = options;
  const begun = performance.now();
  const chance = random(options.seed);
  const ledger: Ledger = { acknowledged: new Set(), unknown: new Set(), repeated: 0, refused: [] };
  let names = 0;
  const nextName = () => `W${String(++names).padStart(6, "0")}`;
  const troubles = { lost: new Set<string>(), doubled: new Set<string>() };

  await (await prepare(dataDir)).stop();
  const port = await freePort();
  let host = await startChild(dataDir, port);
  try {
    let session = await signIn(host.url);
    const place = await findPlaces(session);
    for (let kill = 1; kill <= kills; kill += 1) {
      const victim = victims[kill % victims.length] ?? "host";
      host = await killWhileWriting(host, victim, chance.between(30, 700), {
        dataDir,
        port,
        session,
        place,
        ledger,
        nextName,
      });
      if (Date.now() - session.begun > tokenGood) session = await signIn(host.url);
      const counts = await countNames(session, place);
      for (const name of ledger.acknowledged) if (!counts.has(name)) troubles.lost.add(name);
      for (const [name, count] of counts) if (count > 1) troubles.doubled.add(name);
      log(`Kill ${kill} of ${kills} (${victim}). Writes acknowledged so far: ${ledger.acknowledged.size}.`);
    }
    await settle(session, place, ledger);
    const counts = await countNames(session, place);
    for (const name of ledger.acknowledged) if (!counts.has(name)) troubles.lost.add(name);
    for (const [name, count] of counts) if (count > 1) troubles.doubled.add(name);
  } finally {
    await endChild(host, "SIGTERM");
  }
  const people = new Set([...ledger.acknowledged].filter((name) => !name.endsWith("0")));
  return {
    ...(await readWriteEffects(dataDir, people)),
    kills,
    acknowledged: ledger.acknowledged.size,
    repeated: ledger.repeated,
    lost: [...troubles.lost],
    doubled: [...troubles.doubled],
    refused: ledger.refused,
    seconds: (performance.now() - begun) / 1000,
  };
}

/** Creates an organization to write to, before anything is killed. @returns the running database server. */
export async function prepare(dataDir: string): Promise<EmbeddedPostgres & { secret: string }> {
  await mkdir(dataDir, { recursive: true });
  const secret = await keptSecret(dataDir);
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    await migrateAll(server);
    const { pool, close } = await openDatabase(server.appUrl, { log: () => {} });
    const identity = await openDatabase(server.identityUrl, { log: () => {} });
    const now = new Date();
    const plan = planClub(now.toISOString().slice(0, 10));
    const site = { publicUrl: "http://127.0.0.1", supportEmail: "support@example.org" };
    const adapters = openAdapters({ dataDir, mail: null, clamd: null, ...site }, secret);
    await seedPlans({ pool, accountsPool: identity.pool, adapters, now, throwIfAborted: () => {} }, [plan]).finally(
      () => Promise.all([close(), identity.close()]),
    );
    return { ...server, secret };
  } catch (cause) {
    await server.stop();
    throw cause;
  }
}

type Writing = {
  dataDir: string;
  port: number;
  session: Session;
  place: DrillLevel;
  ledger: Ledger;
  nextName: () => string;
};

/** Runs one round: write, kill in the middle of it, and start a host that is ready again. */
async function killWhileWriting(
  host: HostChild,
  victim: (typeof victims)[number],
  after: number,
  { dataDir, port, session, place, ledger, nextName }: Writing,
): Promise<HostChild> {
  const enough = new AbortController();
  const before = ledger.acknowledged.size;
  const writing = Array.from({ length: writers }, () => writeUntil(enough.signal, session, place, ledger, nextName));
  // A kill before anything was written would prove nothing.
  while (ledger.acknowledged.size < before + leastWrites && ledger.refused.length === 0) await wait(5);
  await wait(after);
  if (victim !== "host") await killDatabase(dataDir);
  if (victim === "database") {
    // The host keeps running, restarts the database, and is written to in the meantime.
    await wait(50);
    while (!(await isReady(host.url))) await wait(50);
    enough.abort();
    await Promise.all(writing);
    return host;
  }
  await endChild(host, "SIGKILL");
  enough.abort();
  await Promise.all(writing);
  return startChild(dataDir, port);
}
