import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Simulator, startSimulator } from "@touchline/simulator";
import { credentials } from "@touchline/simulator/credentials";
import { random } from "../demo/random.ts";
import { freePort } from "../port.ts";
import { type ChecksDatabase, openChecks } from "./checks.ts";
import { prepare } from "./drill.ts";
import { endChild, type HostChild, startChild } from "./host-child.ts";
import { emptyTally, sendAll, shuffled, type WebhookTally, type WireWebhook } from "./webhook-delivery.ts";

export type WebhooksReport = WebhookTally & {
  orders: number;
  kills: number;
  /** Checks that the provider has twice or not at all, or whose state differs from the provider's. */
  wrong: string[];
  /** Genuine webhooks that weren't stored, or were stored twice. */
  miscounted: number;
  /** Stored webhooks whose order wasn't found. */
  open: number;
  dead: number;
  seconds: number;
};

/**
 * The final states at the provider, with what the product must say about each. Written down independently of the product's own
 * tables.
 */
const oracle = {
  processing: { order: "running", submission: "waitingProvider" },
  "information-requested": { order: "invited", submission: "waitingApplicant" },
  clear: { order: "clear", submission: "approved" },
  consider: { order: "review", submission: "pendingReview" },
  dispute: { order: "review", submission: "pendingReview" },
  unlisted: { order: "review", submission: "pendingReview" },
  expired: { order: "expired", submission: "canceled" },
  canceled: { order: "canceled", submission: "canceled" },
} as const;
type End = keyof typeof oracle;

/** The last two steps of checks, as they occur at providers. */
const ends: readonly [[End, End], ...[End, End][]] = [
  ["processing", "clear"],
  ["processing", "consider"],
  ["information-requested", "canceled"],
  ["information-requested", "expired"],
  ["processing", "unlisted"],
  ["information-requested", "processing"],
  ["processing", "information-requested"],
  ["clear", "consider"],
  ["consider", "clear"],
  ["consider", "dispute"],
];
/** The steps before those. */
const begins: readonly End[] = ["processing", "information-requested", "processing", "information-requested"];
/**
 * The number of webhooks that the provider sends for each check: one for the order, one for each step, and another for the
 * first.
 */
const eachSends = 8;

/** The share of webhooks that waits for the next round, so that newer ones overtake it. */
const heldBack = 0.3;

/**
 * Sends a provider's webhooks shuffled, some doubled and some forged, while the server is killed again and again. Then it
 * compares the state of every check with the provider's.
 *
 * @param options.dataDir an empty folder, which afterwards holds the database.
 */
export async function runWebhooksDrill(options: {
  dataDir: string;
  webhooks: number;
  seed: number;
  log: (line: string) => void;
}): Promise<WebhooksReport> {
  const { dataDir, log } = options;
  const begun = performance.now();
  const chance = random(options.seed);
  const sent: WireWebhook[] = [];
  const simulator = await startSimulator({
    seed: randomUUID(),
    tick: 0,
    // The provider's webhooks are collected here and sent in another order.
    fetch: async (_url, { body, headers }) => {
      sent.push({ body: String(body), headers: { ...(headers as Record<string, string>) }, isForged: false });
      return new Response(null, { status: 204 });
    },
  });
  const database = await prepare(dataDir);
  const port = await freePort();
  const checks = await openChecks(database, { dataDir, simulatorUrl: simulator.url });
  let kills = 0;
  let host: HostChild | null = null;
  const start = async () => {
    host = await startChild(dataDir, port, {
      DATABASE_URL: database.appUrl,
      IDENTITY_DATABASE_URL: database.identityUrl,
      DATABASE_ADMIN_URL: database.adminUrl,
      SESSION_SECRET: database.secret,
      YARDSTIK_API_KEY: credentials.yardstik.apiKey,
      YARDSTIK_SIGNATURE_KEY: credentials.yardstik.signatureKey,
      YARDSTIK_URL: `${simulator.url}/yardstik`,
    });
  };
  const kill = async () => {
    if (host) await endChild(host, "SIGKILL");
    kills += 1;
    await checks.retake();
    await start();
  };
  const tally = emptyTally();
  try {
    const people = Math.max(ends.length, Math.round(options.webhooks / eachSends));
    const names = Array.from({ length: people }, (_, index) => `W${String(index + 1).padStart(6, "0")}`);
    const url = `http://localhost:${port}/api/webhooks/yardstik`;
    await subscribe(simulator, url);
    const orders = await checks.order(await checks.askOf(names));
    if (orders !== people) throw new Error(`${orders} of ${people} checks were ordered.`);
    await start();
    await placeAll(checks, { orders, kill });
    log(`Checks ordered: ${orders}. Kills meanwhile: ${kills}.`);

    const paths = simulator.orders().map(({ id }) => ({ id, path: [...begins, ...chance.pick(ends)] }));
    let waiting: WireWebhook[] = [];
    const rounds = begins.length + 2;
    for (let round = 0; round < rounds; round += 1) {
      for (const { id, path } of paths) await move(simulator, id, path[round] as End);
      await simulator.settle();
      const pool = chance.some([...waiting, ...sent], waiting.length + sent.length);
      sent.length = 0;
      waiting = round < rounds - 1 ? pool.splice(0, Math.floor(pool.length * heldBack)) : [];
      const bag = shuffled(pool, chance, tally);
      const size = bag.length;
      const sending = sendAll(bag, url, tally);
      while (bag.length > size * (0.2 + chance.between(0, 6) / 10)) await wait(5);
      await kill();
      await sending;
      log(`Round ${round + 1} of ${rounds}. Webhooks sent: ${size}. Sent again so far: ${tally.repeated}.`);
    }
    if (host) await endChild(host, "SIGTERM");
    host = null;
    const dead = await checks.finish();
    const { kept, open } = await checks.kept();
    return {
      ...tally,
      ...{ orders, kills, dead, open },
      miscounted: Math.abs(kept - tally.webhooks),
      wrong: await compared(checks, simulator, names),
      seconds: (performance.now() - begun) / 1000,
    };
  } finally {
    if (host) await endChild(host, "SIGKILL");
    await checks.close();
    await database.stop();
    await simulator.close();
  }
}

/** Waits until every order is placed, and kills the server twice in the meantime. */
async function placeAll(
  checks: ChecksDatabase,
  { orders, kill }: { orders: number; kill: () => Promise<void> },
): Promise<void> {
  const moments = [0.2, 0.6];
  for (let placed = 0; placed < orders; placed = await checks.placed()) {
    if (placed >= orders * (moments[0] ?? 2)) {
      moments.shift();
      await kill();
    }
    await wait(50);
  }
}

async function ask(simulator: Simulator, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${simulator.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Account ${credentials.yardstik.apiKey}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`The simulated provider answered ${path} with status ${answer.status}.`);
  return answer.json();
}

async function subscribe(simulator: Simulator, url: string): Promise<void> {
  const types = (await ask(simulator, "/yardstik/webhook_types")) as { id: string; name: string }[];
  for (const { id, name } of types) {
    if (name !== "account.updated") await ask(simulator, "/yardstik/webhooks", { url, webhook_type_id: id });
  }
}

const move = (simulator: Simulator, id: string, stage: End) =>
  ask(simulator, `/simulator/orders/yardstik/${id}`, { stage });

/** Compares the state of each check with the provider's. @returns a sentence for each that is wrong. */
async function compared(checks: ChecksDatabase, simulator: Simulator, names: readonly string[]): Promise<string[]> {
  const there = Map.groupBy(simulator.orders(), ({ candidate }) => candidate.lastName);
  const here = Map.groupBy(await checks.ends(), ({ name }) => name);
  return names.flatMap((name) => {
    const [theirs, ...more] = there.get(name) ?? [];
    const [ours, ...others] = here.get(name) ?? [];
    if (!theirs || !ours || more.length + others.length > 0) {
      const counts = `${there.get(name)?.length ?? 0} at the provider, ${here.get(name)?.length ?? 0} here`;
      return [`${name}: orders: ${counts}.`];
    }
    const wanted = oracle[theirs.stage as End];
    const is = `${ours.order}, ${ours.submission}`;
    const should = `${wanted.order}, ${ours.flagged ? "pendingReview" : wanted.submission}`;
    return is === should ? [] : [`${name}: at the provider ${theirs.stage}; here ${is} instead of ${should}.`];
  });
}
