import { createHmac } from "node:crypto";
import { hour, minute } from "../../clock.ts";
import { credentials } from "../../credentials.ts";
import type { World } from "../../world.ts";
import type * as wire from "./types.ts";

/** An answer other than 200, in Stripe's own shape. */
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

/** Everything that one simulated Stripe account has, in memory, the oldest first. */
export class StripeAccount {
  readonly customers = new Map<string, wire.StripeCustomer>();
  readonly paymentMethods = new Map<string, wire.StripePaymentMethod>();
  /** Payment methods that a customer had, and that can't be used any more. */
  readonly detached = new Set<string>();
  readonly secrets = new Map<string, wire.PaymentMethodSecret>();
  readonly paymentIntents = new Map<string, wire.PaymentIntent>();
  readonly setupIntents = new Map<string, wire.SetupIntent>();
  readonly charges = new Map<string, wire.StripeCharge>();
  readonly refunds = new Map<string, wire.StripeRefund>();
  readonly disputes = new Map<string, wire.Dispute>();
  readonly balanceTransactions = new Map<string, wire.BalanceTransaction>();
  readonly payouts = new Map<string, wire.Payout>();
  readonly products = new Map<string, wire.Product>();
  readonly prices = new Map<string, wire.Price>();
  readonly subscriptions = new Map<string, wire.StripeSubscription>();
  readonly invoices = new Map<string, wire.StripeInvoice>();
  readonly events = new Map<string, Event>();
  readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** The present time in seconds. */
  now(): number {
    return Math.floor(this.world.clock.now().getTime() / 1000);
  }

  /** The next id of a kind, as Stripe's look. */
  id(prefix: string): string {
    return `${prefix}_${this.world.identifiers.hex(`stripe ${prefix}`)}`;
  }

  begin<Name extends string>(object: Name, prefix: string) {
    return { id: this.id(prefix), object, created: this.now(), livemode: false } as const;
  }

  /** Keeps an object and tells the customer that it was made or changed. */
  emit(type: string, object: { id: string }): void {
    // As it is now: what changes later is another event.
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
    this.world.deliveries.enqueue({
      vendor: "stripe",
      event: type,
      url,
      body,
      sign: (text) => ({ "stripe-signature": signature(text, this.now()) }),
      retryAfter: (failed) => (failed <= 3 ? minute : failed <= 20 ? hour : null),
    });
  }
}

/** The version of the interface that is played, as the library of that date asks for it. */
export const apiVersion = "2026-10-28.endive";

const signature = (body: string, seconds: number) => {
  const digest = createHmac("sha256", credentials.stripe.webhookSecret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${digest}`;
};

/** A page of a list, the latest first, as `limit`, `starting_after` and `ending_before` say. @throws StripeFailure */
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
