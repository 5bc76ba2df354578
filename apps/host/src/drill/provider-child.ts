import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { credentials } from "@touchline/simulator/credentials";
import type { Random } from "../demo/random.ts";
import { emptyTally, sendAll, type WireWebhook } from "./webhook-delivery.ts";

const root = resolve(import.meta.dirname, "../../../..");

/** The simulated providers in a process of their own, which can be killed. Their state is in a file. */
export function openProvider(options: { port: number; file: string; webhookUrl: string }) {
  const { port, file, webhookUrl } = options;
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const ask = async <Answer>(path: string): Promise<Answer> => {
    const headers = { authorization: `Bearer ${credentials.stripe.secretKey}` };
    const answer = await fetch(`${url}/stripe/v1/${path}`, { headers });
    if (!answer.ok) throw new Error(`The simulated provider answered ${path} with status ${answer.status}.`);
    return (await answer.json()) as Answer;
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  };
  return {
    url,
    end,
    async start() {
      const open = () =>
        spawn(process.execPath, [join(root, "scripts/run.mjs"), join(root, "apps/host/src/simulator-alone.ts")], {
          cwd: root,
          env: {
            ...{ PATH: process.env.PATH, SIMULATOR_PORT: String(port), SIMULATOR_FILE: file },
            SIMULATOR_STRIPE_WEBHOOKS: webhookUrl,
          },
          stdio: ["ignore", "ignore", "inherit"],
        });
      child = open();
      const until = Date.now() + 120_000;
      while (!(await fetch(`${url}/simulator`).catch(() => null))?.ok) {
        if (Date.now() > until) throw new Error("The simulator didn't start.");
        // Its port may be taken for a moment by an outgoing connection.
        if (child.exitCode !== null) child = open();
        await wait(child.exitCode === null ? 50 : 500);
      }
    },
    /** Returns everything of a kind that the provider has. */
    async all<Item extends { id: string }>(kind: string): Promise<Item[]> {
      const items: Item[] = [];
      for (;;) {
        const after = items.length > 0 ? `&starting_after=${items.at(-1)?.id}` : "";
        const page = await ask<{ data: Item[]; has_more: boolean }>(`${kind}?limit=100${after}`);
        items.push(...page.data);
        if (!page.has_more) return items;
      }
    },
  };
}

/** Receives a provider's webhooks and forwards them doubled and shuffled, until they are answered. */
export async function openRelay(urls: readonly string[], chance: Random) {
  let pool: WireWebhook[] = [];
  let isOpen = true;
  let latest = Date.now();
  const tally = { ...emptyTally(), received: 0 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const signature = String(request.headers["stripe-signature"]);
      const headers = { "content-type": "application/json", "stripe-signature": signature };
      pool.push({ body: Buffer.concat(parts).toString(), headers, isForged: false });
      tally.received += 1;
      latest = Date.now();
      response.writeHead(204).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const handingOn = (async () => {
    while (isOpen || pool.length > 0) {
      const held = isOpen ? Math.floor(pool.length * 0.3) : 0;
      const mixed = chance.some(pool, pool.length);
      pool = mixed.splice(0, held);
      const doubled = mixed.flatMap((one) => (chance.chance(0.3) ? [{ ...one }] : []));
      tally.doubled += doubled.length;
      const bag = [...mixed, ...doubled];
      await sendAll(chance.some(bag, bag.length), chance.pick(urls as [string, ...string[]]), tally);
      await wait(300);
    }
  })();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    tally,
    /** Resolves once no more webhooks arrive and all are forwarded. */
    async close() {
      while (Date.now() - latest < 4_000) await wait(200);
      isOpen = false;
      await handingOn;
      server.close();
    },
  };
}
