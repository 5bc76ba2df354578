import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { credentials } from "../../credentials.ts";
import type { OwnErrors, Vendor, World } from "../../world.ts";
import { readForm } from "./form-encoding.ts";
import { mountHostedPages } from "./hosted-pages.ts";
import { LostAnswer } from "./intents.ts";
import { markPaid } from "./invoicing.ts";
import { mountPayments, queryOf } from "./payment-routes.ts";
import { apiVersion, StripeAccount, StripeFailure } from "./store.ts";
import { mountSubscriptions } from "./subscription-routes.ts";

/**
 * Stripe's REST interface, as far as cards, subscriptions and the books go.
 *
 * Sources: the example objects of stripe/openapi (MIT), the types of the library `stripe` 23.1, docs.stripe.com/testing (card
 * numbers, evidence of disputes), docs.stripe.com/api/idempotent_requests (the first answer is repeated, also an error, and
 * other parameters are refused), docs.stripe.com/webhooks (signature `t=…,v1=…` over `{t}.{body}`).
 * Not in those, and modeled: invoices are tried again after 3, 5 and 7 days, and webhooks each minute, then each hour.
 */
export const stripe: Vendor = {
  name: "stripe",
  title: "Stripe",
  error: (status, message) => ({ error: { type: status === 401 ? "authentication_error" : "api_error", message } }),
  mount,
};

type Remembered = { request: string; status: number; body: string };

function mount(app: FastifyInstance, world: World, errors: OwnErrors): void {
  const account = new StripeAccount(world);
  const remembered = world.state.records<Remembered>("stripe idempotency");
  const handled = new WeakSet<FastifyRequest>();
  const keyOf = ({ method, headers }: FastifyRequest) => {
    const key = headers["idempotency-key"];
    return method === "POST" && typeof key === "string" ? key : null;
  };
  const fingerprint = ({ url, body }: FastifyRequest) => `${url}\n${JSON.stringify(body ?? null)}`;

  app.addHook("preHandler", async (request, reply) => {
    request.body = readForm((request.body ?? {}) as Record<string, unknown>);
    if (request.routeOptions.config.page) return;
    reply.headers({ "request-id": world.identifiers.hex("stripe request"), "stripe-version": apiVersion });
    if (request.headers.authorization !== `Bearer ${credentials.stripe.secretKey}`) {
      await reply.code(401).send(stripe.error(401, "Invalid API Key provided."));
      return;
    }
    const earlier = remembered.get(keyOf(request) ?? "");
    if (earlier === undefined) {
      handled.add(request);
    } else if (earlier.request !== fingerprint(request)) {
      const message =
        "Keys for idempotent requests can only be used with the same parameters they were first used with.";
      await reply.code(400).send({ error: { type: "idempotency_error", message } });
    } else {
      await reply
        .code(earlier.status)
        .header("idempotent-replayed", "true")
        .type("application/json")
        .send(earlier.body);
    }
  });

  app.addHook("preSerialization", async (request, _reply, payload) => {
    if (!handled.has(request)) return payload;
    // A copy, so that the answer doesn't change with the object.
    return expanded(account, structuredClone(payload), eventTypes(request));
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const key = keyOf(request);
    if (key !== null && handled.has(request) && typeof payload === "string" && !remembered.has(key)) {
      remembered.set(key, { request: fingerprint(request), status: reply.statusCode, body: payload });
    }
    return payload;
  });

  mountPayments(app, account);
  mountSubscriptions(app, account);
  mountHostedPages(app, account);
  // A payment for an invoice pays it, whoever confirmed it.
  app.addHook("onSend", async (_request, _reply, payload) => {
    settleInvoices(account);
    return payload;
  });

  errors.answer = (error, request, reply) => {
    if (error instanceof LostAnswer) return loseAnswer(account, request, reply);
    if (error instanceof StripeFailure) return reply.code(error.status).send({ error: error.error });
    return null;
  };

  /** Cuts the connection. A repeated call with the same key gets the answer. */
  function loseAnswer(of: StripeAccount, request: FastifyRequest, reply: FastifyReply) {
    settleInvoices(of);
    const id = (request.params as { id?: string }).id;
    const intent = id === undefined ? [...of.paymentIntents.values()].at(-1) : of.paymentIntents.get(id);
    const key = keyOf(request);
    if (key !== null && intent) {
      remembered.set(key, { request: fingerprint(request), status: 200, body: JSON.stringify(intent) });
    }
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
}

function settleInvoices(account: StripeAccount): void {
  for (const invoice of account.invoices.values()) {
    const id = invoice.status === "open" ? invoice.payments.data[0]?.payment.payment_intent : undefined;
    if (id !== undefined && account.paymentIntents.get(id)?.status === "succeeded") markPaid(account, invoice);
  }
}

/** Returns the names that a call asks to expand. */
function eventTypes(request: FastifyRequest): string[] {
  const ofQuery = Object.entries(queryOf(request)).flatMap(([name, value]) =>
    name.startsWith("expand[") && value !== undefined ? [value] : [],
  );
  const { expand } = (request.body ?? {}) as { expand?: unknown };
  return [...ofQuery, ...(Array.isArray(expand) ? expand.filter((one) => typeof one === "string") : [])];
}

/** Replaces ids by objects along the requested paths (`latest_charge.balance_transaction`). */
function expanded(account: StripeAccount, payload: unknown, paths: readonly string[]): unknown {
  for (const path of paths) expandAt(account, payload, path.split("."));
  return payload;
}

function expandAt(account: StripeAccount, at: unknown, [name, ...rest]: readonly string[]): void {
  if (name === undefined || typeof at !== "object" || at === null) return;
  if (Array.isArray(at)) {
    for (const one of at) expandAt(account, one, [name, ...rest]);
    return;
  }
  const holder = at as Record<string, unknown>;
  const value = holder[name];
  if (typeof value === "string") holder[name] = structuredClone(objectOf(account, value) ?? value);
  const inner = holder[name];
  const list = (inner as { object?: unknown } | null)?.object === "list" ? (inner as { data: unknown }).data : inner;
  expandAt(account, list, rest[0] === "data" ? rest.slice(1) : rest);
}

function objectOf(account: StripeAccount, id: string): unknown {
  for (const map of [
    account.customers,
    account.paymentMethods,
    account.paymentIntents,
    account.charges,
    account.refunds,
    account.disputes,
    account.balanceTransactions,
    account.payouts,
    account.invoices,
    account.subscriptions,
    account.products,
  ]) {
    const found = map.get(id);
    if (found) return found;
  }
  return null;
}
