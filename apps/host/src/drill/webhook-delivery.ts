import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "../demo/random.ts";

/** A webhook as it goes over the wire. */
export type WireWebhook = {
  body: string;
  headers: Record<string, string>;
  isForged: boolean;
  /** It was sent before and not answered. */
  isRepeated?: true;
};

const signatureHeader = "x-yardstik-webhook-signature";

/** Somebody else's webhook: it says that a check is clear, and is signed in one of the ways that a stranger can. */
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
  /** Genuine webhooks, each once. */
  webhooks: number;
  doubled: number;
  forged: number;
  /** Sent more than once, because no answer came or the server couldn't take them. */
  repeated: number;
  /** Forged ones that were answered as if they were genuine. */
  believed: number;
  /** Genuine ones that were refused for good. */
  refused: string[];
  /** Milliseconds of each answer to a genuine one. */
  took: number[];
};

export const emptyTally = (): WebhookTally => ({
  ...{ webhooks: 0, doubled: 0, forged: 0, repeated: 0, believed: 0 },
  ...{ refused: [], took: [] },
});

/** Puts doubles and forgeries among webhooks, all in a new order. */
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

/** Sends everything in a bag side by side; what isn't answered goes to its end, as providers try again. */
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
