import { createHmac } from "node:crypto";
import { hour, minute } from "../../clock.ts";
import { credentials } from "../../credentials.ts";
import type { World } from "../../world.ts";
import type * as wire from "./types.ts";

/** An error answer in Stripe's format. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly error: Record<string, unknown>;

  constructor(status: number, error: { type: string; message: string } & Record<string, unknown>) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export const invalid = (message: string, param?: string, code?: string) =>
  new StripeFailure(400, {
    type: "invalid_request_error",
    message,
    ...(param ? { param } : {}),
    ...(code ? { code } : {}),
  });
export const missing = (what: string, id: string) =>
  new StripeFailure(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param: "id",
  });

type Event = { id: string; object: "event"; created: number; type: string; data: { object: unknown } };

type Later = (after: number, facts: unknown) => void;

/** All objects of one simulated Stripe account, oldest first. */
export class StripeAccount {
  readonly customers: Map<string, wire.StripeCustomer>;
  readonly paymentMethods: Map<string, wire.StripePaymentMethod>;
  /** Detached payment methods, which can't be used anymore. */
  readonly detached: Set<string>;
  readonly secrets: Map<string, wire.PaymentMethodSecret>;
  readonly paymentIntents: Map<string, wire.PaymentIntent>;
  readonly setupIntents: Map<string, wire.SetupIntent>;
  readonly charges: Map<string, wire.StripeCharge>;
  readonly refunds: Map<string, wire.StripeRefund>;
  readonly disputes: Map<string, wire.Dispute>;
  readonly balanceTransactions: Map<string, wire.BalanceTransaction>;
  readonly payouts: Map<string, wire.Payout>;
  readonly products: Map<string, wire.Product>;
  readonly prices: Map<string, wire.Price>;
  readonly subscriptions: Map<string, wire.StripeSubscription>;
  readonly invoices: Map<string, wire.StripeInvoice>;
  readonly events: Map<string, Event>;
  readonly world: World;
  readonly #later = new Map<string, Later>();

  constructor(world: World) {
    this.world = world;
    const { state, deliveries } = world;
    this.customers = state.records("stripe customers");
    this.paymentMethods = state.records("stripe paymentMethods");
    this.detached = state.part("stripe detached", () => new Set());
    this.secrets = state.records("stripe secrets");
    this.paymentIntents = state.records("stripe paymentIntents");
    this.setupIntents = state.records("stripe setupIntents");
    this.charges = state.records("stripe charges");
    this.refunds = state.records("stripe refunds");
    this.disputes = state.records("stripe disputes");
    this.balanceTransactions = state.records("stripe balanceTransactions");
    this.payouts = state.records("stripe payouts");
    this.products = state.records("stripe products");
    this.prices = state.records("stripe prices");
    this.subscriptions = state.records("stripe subscriptions");
    this.invoices = state.records("stripe invoices");
    this.events = state.records("stripe events");
    deliveries.follow("stripe", {
      sign: (body) => ({ "stripe-signature": signature(body, this.now()) }),
      retryAfter: (failed) => (failed <= 3 ? minute : failed <= 20 ? hour : null),
    });
  }

  /** Registers how a delayed task is run. */
  task<Facts>(name: string, run: (facts: Facts) => void): void {
    this.#later.set(name, this.world.clock.task(`stripe.${name}`, run) as Later);
  }

  /** Schedules a task after this many seconds. It survives a restart. */
  runAfter(seconds: number, name: string, facts: unknown): void {
    const schedule = this.#later.get(name);
    if (schedule === undefined) throw new Error(`Nothing runs the task "${name}".`);
    // Rounded to whole seconds, as in Stripe's timestamps.
    schedule((this.now() + seconds) * 1000 - this.world.clock.now().getTime(), facts);
  }

  /** Returns the current time in seconds. */
  now(): number {
    return Math.floor(this.world.clock.now().getTime() / 1000);
  }

  /** Returns the next id of a kind, in Stripe's format. */
  id(prefix: string): string {
    return `${prefix}_${this.world.identifiers.hex(`stripe ${prefix}`)}`;
  }

  begin<Name extends string>(object: Name, prefix: string) {
    return { id: this.id(prefix), object, created: this.now(), livemode: false } as const;
  }

  /** Stores an object and sends the customer an event for it. */
  emit(type: string, object: { id: string }): void {
    // A copy of the current state, because later changes are other events.
    const data = { object: structuredClone(object) };
    const event: Event = { id: this.id("evt"), object: "event", created: this.now(), type, data };
    this.events.set(event.id, event);
    const url = this.world.webhookUrls.get("stripe");
    if (url === undefined) return;
    const body = JSON.stringify({
      ...event,
      livemode: false,
      api_version: apiVersion,
      pending_webhooks: 1,
      request: null,
    });
    this.world.deliveries.enqueue({ vendor: "stripe", event: type, url, body });
  }
}

/** The API version that is simulated, as requested by the library of that date. */
export const apiVersion = "2026-10-28.endive";

const signature = (body: string, seconds: number) => {
  const digest = createHmac("sha256", credentials.stripe.webhookSecret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${digest}`;
};

/** Returns a page of a list, newest first, by `limit`, `starting_after` and `ending_before`. @throws StripeFailure */
export function listOf<Item extends { id: string }>(
  items: readonly Item[],
  query: Readonly<Record<string, unknown>>,
  url: string,
) {
  const limit = Number(query.limit ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) throw invalid("Limit must be from 1 to 100.", "limit");
  const latest = items.toReversed();
  const at = (name: string) => {
    const id = query[name];
    if (id === undefined) return null;
    const index = latest.findIndex((one) => one.id === id);
    if (index === -1) throw invalid(`No such object: '${String(id)}'`, name, "resource_missing");
    return index;
  };
  const after = at("starting_after");
  const before = at("ending_before");
  const begin = after === null ? (before === null ? 0 : Math.max(0, before - limit)) : after + 1;
  const end = before !== null && after === null ? before : begin + limit;
  return {
    object: "list",
    data: latest.slice(begin, end),
    has_more: before !== null && after === null ? begin > 0 : end < latest.length,
    url,
  };
}
