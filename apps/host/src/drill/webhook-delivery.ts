import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "../demo/random.ts";

/** A webhook as it is sent over the wire. */
export type WireWebhook = {
  body: string;
  headers: Record<string, string>;
  isForged: boolean;
  /** Whether it was sent before without a response. */
  isRepeated?: true;
};

const signatureHeader = "x-yardstik-webhook-signature";

/** A forged webhook. It says that a check is clear, and is signed in one of the ways that a stranger can. */
export function forgeryOf({ body, headers }: WireWebhook, chance: Random): WireWebhook {
  const forged = body.replace(/"status":"\w+"/, '"status":"clear"').replace(/"id":"\w{4}/, '"id":"f0f0');
  const ways = {
    "the signature of another webhook": { [signatureHeader]: headers[signatureHeader] ?? "" },
    "another key": { [signatureHeader]: createHmac("sha256", "a guess").update(forged).digest("hex") },
    "no signature": {},
    "half a signature": { [signatureHeader]: (headers[signatureHeader] ?? "").slice(0, 32) },
  };
  const [first, ...others] = Object.values(ways) as [Record<string, string>, ...Record<string, string>[]];
  const signed = chance.pick<Record<string, string>>([first, ...others]);
  return { body: forged, headers: { "content-type": "application/json", ...signed }, isForged: true };
}

export type WebhookTally = {
  /** The number of genuine webhooks, each counted once. */
  webhooks: number;
  doubled: number;
  forged: number;
  /** Those that were sent more than once, because there was no response or the server couldn't accept them. */
  repeated: number;
  /** Forged ones that were answered as if they were genuine. */
  believed: number;
  /** Genuine ones that were refused for good. */
  refused: string[];
  /** The milliseconds of each response to a genuine one. */
  took: number[];
};

export const emptyTally = (): WebhookTally => ({
  ...{ webhooks: 0, doubled: 0, forged: 0, repeated: 0, believed: 0 },
  ...{ refused: [], took: [] },
});

/** Adds doubles and forgeries to webhooks and shuffles them. */
export function shuffled(webhooks: readonly WireWebhook[], chance: Random, tally: WebhookTally): WireWebhook[] {
  const bag: WireWebhook[] = [];
  for (const one of webhooks) {
    bag.push(one);
    if (chance.chance(0.3)) {
      bag.push({ ...one });
      tally.doubled += 1;
    }
    if (chance.chance(0.05)) {
      bag.push(forgeryOf(one, chance));
      tally.forged += 1;
    }
  }
  tally.webhooks += webhooks.length;
  return chance.some(bag, bag.length);
}

/** Sends all webhooks in parallel. Those without a response are sent again at the end, as providers do. */
export async function sendAll(bag: WireWebhook[], url: string, tally: WebhookTally, sideBySide = 8): Promise<void> {
  const sendSome = async () => {
    for (let next = bag.shift(); next !== undefined; next = bag.shift()) {
      const begun = performance.now();
      const status = await send(next, url);
      if (status === null || status === 429 || status >= 500) {
        if (!next.isRepeated) tally.repeated += 1;
        next.isRepeated = true;
        bag.push(next);
        await wait(200);
        continue;
      }
      const isTaken = status >= 200 && status < 300;
      if (next.isForged && isTaken) tally.believed += 1;
      if (!next.isForged && !isTaken) tally.refused.push(`${status} ${next.body}`);
      if (!next.isForged) tally.took.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, sendSome));
}

async function send({ body, headers }: WireWebhook, url: string): Promise<number | null> {
  try {
    const answer = await fetch(url, { method: "POST", body, headers, signal: AbortSignal.timeout(10_000) });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null;
  }
}
