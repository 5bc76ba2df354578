import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { credentials } from "@touchline/simulator/credentials";
import { random } from "../demo/random.ts";
import { freePort } from "../port.ts";
import { prepare } from "./drill.ts";
import { endChild, type HostChild, startChild } from "./host-child.ts";
import { type PayersTally, payEverything } from "./payers.ts";
import { type EndOfPayment, openDebts } from "./payment-drill.ts";
import { openProvider, openRelay } from "./provider-child.ts";

export type PaymentsReport = Omit<PayersTally, "acknowledged"> & {
  owed: number;
  /** The number of requirements that were paid for in the end. */
  paid: number;
  kills: { hosts: number; provider: number };
  webhooks: number;
  doubled: number;
  /** A sentence for each requirement, payment, or charge that is wrong. */
  wrong: string[];
  /** The difference between the ledger and the provider's books, in minor units. */
  imbalance: number;
  /** The entries that were compared, and those that the daily comparison lists. */
  compared: number;
  differences: number;
  /** Webhooks that were sent but weren't stored exactly once. */
  miscounted: number;
  dead: number;
  seconds: number;
};

const price = 2_500;
/** The number of trainings that each person owes. */
const eachOwes = 20;
const sideBySide = 12;
const hostsAtOnce = 2;

/**
 * Has many people pay by card while servers with their workers and the simulated provider are killed again and again, responses
 * are lost after the charge, webhooks arrive doubled and shuffled, and some people click in ten tabs at once. Then every charge
 * at the provider is compared with what it was for.
 *
 * @param options.dataDir an empty folder, which afterwards holds the database.
 */
export async function runPaymentsDrill(options: {
  dataDir: string;
  payments: number;
  seed: number;
  log: (line: string) => void;
}): Promise<PaymentsReport> {
  const { dataDir, log } = options;
  const begun = performance.now();
  const chance = random(options.seed);
  const database = await prepare(dataDir);
  const ports = await Promise.all(Array.from({ length: hostsAtOnce }, freePort));
  const urls = ports.map((port) => `http://localhost:${port}`);
  const relay = await openRelay(
    urls.map((url) => `${url}/api/webhooks/stripe`),
    chance,
  );
  const provider = openProvider({
    ...{ port: await freePort(), file: join(dataDir, "simulator", "state") },
    webhookUrl: relay.url,
  });
  const hosts: (HostChild | null)[] = ports.map(() => null);
  const start = async (index: number) => {
    const folder = join(dataDir, `server-${index}`);
    await mkdir(folder, { recursive: true });
    hosts[index] = await startChild(folder, ports[index] ?? 0, {
      PUBLIC_URL: String(urls[0]),
      DATABASE_URL: database.appUrl,
      IDENTITY_DATABASE_URL: database.identityUrl,
      DATABASE_ADMIN_URL: database.adminUrl,
      SESSION_SECRET: database.secret,
      STRIPE_SECRET_KEY: credentials.stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: credentials.stripe.webhookSecret,
      STRIPE_URL: `${provider.url}/stripe`,
    });
  };
  const debts = await openDebts(database, { dataDir, simulatorUrl: provider.url });
  const tally: PayersTally = { acknowledged: new Set(), clicks: 0, declined: 0, cutOff: 0, strange: [] };
  const kills = { hosts: 0, provider: 0 };
  try {
    await provider.start();
    const people = Math.max(1, Math.round(options.payments / eachOwes));
    const payers = await debts.owe(people, Math.min(eachOwes, options.payments), price);
    const owed = payers.flatMap((one) => one.owed);
    for (const index of ports.keys()) await start(index);
    log(`People: ${people}. Payments owed: ${owed.length}.`);

    let isOver = false;
    const killing = (async () => {
      while (!isOver) {
        await wait(chance.between(500, 3_000));
        if (isOver) return;
        // The provider is killed first, so that it is among the kills however few there is time for.
        if (kills.provider === 0 || chance.chance(0.4)) {
          await provider.end("SIGKILL");
          kills.provider += 1;
          await wait(chance.between(0, 500));
          await provider.start();
        } else {
          const index = chance.between(0, hostsAtOnce - 1);
          const victim = hosts[index];
          if (victim) await endChild(victim, "SIGKILL");
          kills.hosts += 1;
          await debts.retake();
          await start(index);
        }
      }
    })();
    const queue = [...payers];
    let done = 0;
    const work = async () => {
      for (let next = queue.shift(); next !== undefined && !isOver; next = queue.shift()) {
        await payEverything(next, { urls, price, chance, tally });
        done += 1;
        if (done % 10 === 0) {
          log(
            `People who paid: ${done} of ${people}. Kills: ${kills.hosts} of servers, ${kills.provider} of the provider.`,
          );
        }
      }
    };
    const working = Promise.all(Array.from({ length: sideBySide }, work)).finally(() => {
      isOver = true;
    });
    // Without kills the drill would prove nothing, so it ends as soon as they fail.
    await Promise.race([working, killing]).finally(() => {
      isOver = true;
    });
    await Promise.all([working, killing]);
    await relay.close();
    // From now on no webhooks are sent, so changes have to be found by polling.
    const events = (await provider.all("events")).length;
    for (const host of hosts) if (host) await endChild(host, "SIGTERM");
    const dead = await debts.finish(log);
    const ends = await debts.ends();
    const { provider: here, kept, ...books } = await debts.books();
    const moved = await provider.all<{ id: string; net: number }>("balance_transactions");
    const { acknowledged, ...counts } = tally;
    return {
      ...counts,
      ...books,
      ...{ owed: owed.length, kills, dead, webhooks: events, doubled: relay.tally.doubled },
      paid: ends.filter((one) => one.item === "released").length,
      wrong: [...(await compared(provider, ends, acknowledged)), ...relay.tally.refused],
      imbalance: here - moved.reduce((sum, one) => sum + one.net, 0),
      miscounted: Math.abs(events - kept),
      seconds: (performance.now() - begun) / 1000,
    };
  } finally {
    for (const host of hosts) if (host) await endChild(host, "SIGKILL");
    await provider.end("SIGKILL");
    await debts.close();
    await database.stop();
  }
}

type Charge = { id: string; status: string; amount: number; amount_refunded: number; metadata: { reference?: string } };

/**
 * Compares what was charged for each requirement with what the product recorded.
 *
 * @returns a sentence for each that is wrong.
 */
async function compared(
  provider: ReturnType<typeof openProvider>,
  ends: readonly EndOfPayment[],
  acknowledged: ReadonlySet<string>,
): Promise<string[]> {
  const wrong: string[] = [];
  const charges = (await provider.all<Charge>("charges")).filter((one) => one.status === "succeeded");
  const byPayment = Map.groupBy(charges, (one) => one.metadata.reference ?? "");
  const known = new Set(ends.map((one) => one.paymentId));
  for (const [reference, [charge]] of byPayment) {
    if (!known.has(reference)) wrong.push(`Charge ${charge?.id}: nobody knows what it is for.`);
  }
  for (const [requirementId, payments] of Map.groupBy(ends, (one) => one.requirementId)) {
    let standing = 0;
    for (const { paymentId, state, item, refunded, open } of payments) {
      const own = byPayment.get(paymentId) ?? [];
      if (own.length > 1) wrong.push(`Payment ${paymentId}: charged ${own.length} times.`);
      const isCharged = own.length > 0;
      if (isCharged !== (state === "succeeded"))
        wrong.push(`Payment ${paymentId}: ${state} here, charged: ${isCharged}.`);
      const back = own.reduce((sum, one) => sum + one.amount_refunded, 0);
      if (back !== refunded) wrong.push(`Payment ${paymentId}: refunded ${back} there and ${refunded} here.`);
      if (isCharged && back < price) standing += 1;
      if (isCharged && (item === "released") !== (back === 0)) {
        wrong.push(`Payment ${paymentId}: ${item} here, refunded ${back} of ${price}.`);
      }
      if (open || !["succeeded", "failed", "canceled"].includes(state))
        wrong.push(`Payment ${paymentId}: left open, ${state}.`);
    }
    if (standing > 1) wrong.push(`Requirement ${requirementId}: paid for ${standing} times.`);
    if (standing === 0 && acknowledged.has(requirementId)) {
      wrong.push(`Requirement ${requirementId}: said to be paid for, and nothing was charged.`);
    }
  }
  return wrong;
}
