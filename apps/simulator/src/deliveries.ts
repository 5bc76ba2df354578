import { minute, type SimulatedClock, second } from "./clock.ts";
import type { FaultQueue } from "./faults.ts";
import type { KeptState } from "./state.ts";

export type WebhookDelivery = {
  id: number;
  vendor: string;
  event: string;
  url: string;
  body: string;
  /** The data that the signature covers besides the body. Empty if it covers only the body. */
  key: string;
  state: "waiting" | "delivered" | "given up" | "dropped";
  forged: boolean;
  createdAt: string;
  attempts: { at: string; outcome: string }[];
};

/** A webhook that a vendor sends. */
export type Webhook = Pick<WebhookDelivery, "vendor" | "event" | "url" | "body"> & {
  /** The data that the signature covers besides the body, such as the message's id. */
  key?: string;
};

/** Defines how a vendor signs its webhooks and retries failed ones. */
export type WebhookRules = {
  /**
   * Returns headers for the exact bytes of the body. Called for each attempt, because a signature may contain the time.
   */
  sign: (body: string, key: string) => Record<string, string>;
  /** Returns headers of a sender that doesn't know the key. By default, the first digit of the signature is changed. */
  forge?: () => Record<string, string>;
  /**
   * Returns the milliseconds before the next attempt after this number of failed ones; null if there are no more
   * attempts.
   */
  retryAfter: (failed: number) => number | null;
};

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The timeout for a receiver, in real time. */
const patienceOfReceiver = 10 * second;
const longestHold = minute;

/** Tests whether an address is on this machine. The simulator sends nothing anywhere else. */
export function isLocal(address: string): boolean {
  const url = URL.parse(address);
  return /^https?:$/.test(url?.protocol ?? "") && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url?.hostname ?? "");
}

/** The number of delivered and abandoned webhooks that are kept; up to twice as many until the oldest are let go. */
const mostKept = 1_000;

/** What a timer knows of a delivery. */
type DeliveryRef = { id: number; vendor: string };

/** Sends webhooks over HTTP by the simulator's clock, with each vendor's signature and retry rule, and keeps a list of all. */
export class DeliveryQueue {
  readonly #clock: SimulatedClock;
  readonly #faults: FaultQueue;
  readonly #fetch: Fetch;
  readonly #all: Map<string, WebhookDelivery>;
  #latestId = 0;
  /** The number at which old ones are let go. */
  #most = 0;
  /** Held back until the vendor's next webhook is sent. */
  readonly #held: Map<string, DeliveryRef>;
  readonly #rules = new Map<string, WebhookRules>();
  readonly #attemptAfter: (wait: number, delivery: DeliveryRef) => void;
  readonly #releaseAfter: (wait: number, delivery: DeliveryRef) => void;

  constructor(clock: SimulatedClock, faults: FaultQueue, fetch: Fetch, state: KeptState) {
    this.#clock = clock;
    this.#faults = faults;
    this.#fetch = fetch;
    this.#all = state.records("webhook deliveries");
    this.#held = state.part("held webhooks", () => new Map());
    for (const key of this.#all.keys()) this.#latestId = Number(key);
    this.#letGo();
    this.#attemptAfter = clock.task("webhooks.attempt", ({ id }: DeliveryRef) => this.#attempt(id));
    this.#releaseAfter = clock.task("webhooks.release", ({ id, vendor }: DeliveryRef) => {
      if (this.#held.get(vendor)?.id !== id) return;
      this.#held.delete(vendor);
      this.#attemptAfter(0, { id, vendor });
    });
    // Tasks of an earlier version are ignored: their webhooks are never sent.
    for (const name of ["deliveries.attempt", "deliveries.release"]) clock.task(name, () => {});
  }

  list(): readonly WebhookDelivery[] {
    return [...this.#all.values()];
  }

  /** Lets go of the oldest of those that were delivered or given up. */
  #letGo(): void {
    const ended = this.list().filter((one) => one.state !== "waiting");
    for (const { id } of ended.slice(0, -mostKept)) this.#all.delete(String(id));
    this.#most = this.#all.size + mostKept;
  }

  /** Registers how a vendor's webhooks are signed and retried. */
  follow(vendor: string, rules: WebhookRules): void {
    this.#rules.set(vendor, rules);
  }

  /** Queues a webhook, with any queued webhook fault of its vendor. */
  enqueue(webhook: Webhook): void {
    const fault = this.#faults.takeForWebhook(webhook.vendor);
    const released = this.#held.get(webhook.vendor);
    this.#held.delete(webhook.vendor);
    switch (fault?.name) {
      case "webhook-drop":
        this.#add(webhook).state = "dropped";
        break;
      case "webhook-delay":
        this.#sendAfter((fault.value ?? 60) * second, this.#add(webhook));
        break;
      case "webhook-duplicate":
        this.#sendAfter(0, this.#add(webhook));
        this.#sendAfter(0, this.#add(webhook));
        break;
      case "webhook-reorder":
        this.#hold(this.#add(webhook));
        break;
      case "webhook-forge":
        this.#forge(webhook);
        this.#sendAfter(0, this.#add(webhook));
        break;
      case undefined:
        this.#sendAfter(0, this.#add(webhook));
    }
    if (released !== undefined) this.#attemptAfter(0, released);
  }

  #hold(delivery: WebhookDelivery): void {
    const { id, vendor } = delivery;
    this.#held.set(vendor, { id, vendor });
    // It is sent alone if no other webhook follows.
    this.#releaseAfter(longestHold, { id, vendor });
  }

  /** Forges an event: the result is changed, and it isn't signed with the vendor's key. */
  #forge(webhook: Webhook): void {
    const body = webhook.body.replace(/"(consider|pending|processing|canceled|suspended|alert)"/g, '"clear"');
    const delivery = this.#add({ ...webhook, body });
    delivery.forged = true;
    this.#sendAfter(0, delivery);
  }

  #sendAfter(wait: number, { id, vendor }: WebhookDelivery): void {
    this.#attemptAfter(wait, { id, vendor });
  }

  #add({ vendor, event, url, body, key = "" }: Webhook): WebhookDelivery {
    if (this.#all.size >= this.#most) this.#letGo();
    this.#latestId += 1;
    const delivery: WebhookDelivery = {
      id: this.#latestId,
      vendor,
      event,
      url,
      body,
      key,
      state: "waiting",
      forged: false,
      createdAt: this.#clock.iso(),
      attempts: [],
    };
    this.#all.set(String(delivery.id), delivery);
    return delivery;
  }

  async #attempt(id: number): Promise<void> {
    const waiting = this.#all.get(String(id));
    if (waiting === undefined) return;
    const rules = this.#rules.get(waiting.vendor);
    if (rules === undefined) throw new Error(`Nothing says how webhooks of "${waiting.vendor}" are signed.`);
    const at = this.#clock.iso();
    const outcome = await this.#post(waiting, headersOf(waiting, rules));
    // Read again: a save may have looked at it while the webhook was on its way.
    const delivery = this.#all.get(String(id)) ?? waiting;
    delivery.attempts.push({ at, outcome });
    if (/^2\d\d$/.test(outcome)) {
      delivery.state = "delivered";
      return;
    }
    const wait = delivery.forged ? null : rules.retryAfter(delivery.attempts.length);
    if (wait === null) {
      delivery.state = "given up";
      return;
    }
    this.#sendAfter(wait, delivery);
  }

  async #post({ url, body }: WebhookDelivery, headers: Record<string, string>): Promise<string> {
    try {
      const response = await this.#fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(patienceOfReceiver),
      });
      await response.body?.cancel();
      return String(response.status);
    } catch (error) {
      return error instanceof Error && error.name === "TimeoutError" ? "no answer in time" : "no connection";
    }
  }
}

function headersOf({ body, key, forged }: WebhookDelivery, { sign, forge }: WebhookRules): Record<string, string> {
  if (!forged) return sign(body, key);
  if (forge !== undefined) return forge();
  return Object.fromEntries(Object.entries(sign(body, key)).map(([name, value]) => [name, spoil(value)]));
}

/** Changes a signature to another one of the same length. Anything else stays unchanged. */
function spoil(value: string): string {
  return value.replace(/[0-9a-f]{64}|[A-Za-z0-9+/]{43}=/g, (signature) => {
    const first = signature[0] === "a" ? "b" : "a";
    return `${first}${signature.slice(1)}`;
  });
}
