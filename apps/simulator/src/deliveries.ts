import { minute, type SimulatedClock, second } from "./clock.ts";
import type { FaultQueue } from "./faults.ts";

export type WebhookDelivery = {
  id: number;
  vendor: string;
  event: string;
  url: string;
  body: string;
  state: "waiting" | "delivered" | "given up" | "dropped";
  forged: boolean;
  createdAt: string;
  attempts: { at: string; outcome: string }[];
};

/** A webhook as a vendor hands it over. */
export type Webhook = {
  vendor: string;
  event: string;
  url: string;
  body: string;
  /** Headers over the very bytes of the body; asked anew for each attempt, as a signature may hold the time. */
  sign: (body: string) => Record<string, string>;
  /** Headers of somebody who does not know the key; absent: the signature with its first digit changed. */
  forge?: () => Record<string, string>;
  /** Milliseconds to wait before the next attempt after so many failed ones; null: no further one. */
  retryAfter: (failed: number) => number | null;
};

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How long a receiver may take, in real time. */
const patienceOfReceiver = 10 * second;
const longestHold = minute;

/** Whether an address is on this machine: the simulator sends nothing anywhere else. */
export function isLocal(address: string): boolean {
  const url = URL.parse(address);
  return /^https?:$/.test(url?.protocol ?? "") && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url?.hostname ?? "");
}

/** Sends webhooks over HTTP by the simulator's clock, with each vendor's signature and retry rule, and keeps a list of all. */
export class DeliveryQueue {
  readonly #clock: SimulatedClock;
  readonly #faults: FaultQueue;
  readonly #fetch: Fetch;
  readonly #list: WebhookDelivery[] = [];
  /** Held back until the vendor's next webhook is out. */
  readonly #held = new Map<string, () => void>();

  constructor(clock: SimulatedClock, faults: FaultQueue, fetch: Fetch) {
    this.#clock = clock;
    this.#faults = faults;
    this.#fetch = fetch;
  }

  list(): readonly WebhookDelivery[] {
    return this.#list;
  }

  /** Queues a webhook, with whatever fault waits for one of its vendor. */
  enqueue(webhook: Webhook): void {
    const fault = this.#faults.takeForWebhook(webhook.vendor);
    const release = this.#held.get(webhook.vendor);
    this.#held.delete(webhook.vendor);
    switch (fault?.name) {
      case "webhook-drop":
        this.#add(webhook).state = "dropped";
        break;
      case "webhook-delay":
        this.#send(webhook, (fault.value ?? 60) * second);
        break;
      case "webhook-duplicate":
        this.#send(webhook, 0);
        this.#send(webhook, 0);
        break;
      case "webhook-reorder":
        this.#hold(webhook);
        break;
      case "webhook-forge":
        this.#forge(webhook);
        this.#send(webhook, 0);
        break;
      case undefined:
        this.#send(webhook, 0);
    }
    release?.();
  }

  #hold(webhook: Webhook): void {
    const delivery = this.#add(webhook);
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      this.#clock.after(0, () => this.#attempt(delivery, webhook));
    };
    this.#held.set(webhook.vendor, release);
    // Where none follows, it goes out alone.
    this.#clock.after(longestHold, release);
  }

  /** An event that somebody else made up: its outcome is changed, and it is not signed with the vendor's key. */
  #forge(webhook: Webhook): void {
    const body = webhook.body.replace(/"(consider|pending|processing|canceled|suspended|alert)"/g, '"clear"');
    const spoiled = () => Object.entries(webhook.sign(body)).map(([name, value]) => [name, spoil(value)] as const);
    const forged: Webhook = {
      ...webhook,
      body,
      sign: webhook.forge ?? (() => Object.fromEntries(spoiled())),
      retryAfter: () => null,
    };
    const delivery = this.#add(forged);
    delivery.forged = true;
    this.#clock.after(0, () => this.#attempt(delivery, forged));
  }

  #send(webhook: Webhook, wait: number): void {
    const delivery = this.#add(webhook);
    this.#clock.after(wait, () => this.#attempt(delivery, webhook));
  }

  #add({ vendor, event, url, body }: Webhook): WebhookDelivery {
    const delivery: WebhookDelivery = {
      id: this.#list.length + 1,
      vendor,
      event,
      url,
      body,
      state: "waiting",
      forged: false,
      createdAt: this.#clock.iso(),
      attempts: [],
    };
    this.#list.push(delivery);
    return delivery;
  }

  async #attempt(delivery: WebhookDelivery, webhook: Webhook): Promise<void> {
    const at = this.#clock.iso();
    const outcome = await this.#post(webhook);
    delivery.attempts.push({ at, outcome });
    if (/^2\d\d$/.test(outcome)) {
      delivery.state = "delivered";
      return;
    }
    const wait = webhook.retryAfter(delivery.attempts.length);
    if (wait === null) {
      delivery.state = "given up";
      return;
    }
    this.#clock.after(wait, () => this.#attempt(delivery, webhook));
  }

  async #post({ url, body, sign }: Webhook): Promise<string> {
    try {
      const response = await this.#fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...sign(body) },
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

/** Turns a signature into another of its length; what is no signature stays. */
function spoil(value: string): string {
  return value.replace(/[0-9a-f]{64}|[A-Za-z0-9+/]{43}=/g, (signature) => {
    const first = signature[0] === "a" ? "b" : "a";
    return `${first}${signature.slice(1)}`;
  });
}
