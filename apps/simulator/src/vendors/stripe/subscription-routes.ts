import type { FastifyInstance } from "fastify";
import { moneyNotice } from "../../html.ts";
import { simulatedPdf } from "../../report-pdf.ts";
import { customerOf, paymentMethodOf, requireUsable } from "./charging.ts";
import { type Form, flagAt, textAt, textsAt } from "./form-encoding.ts";
import {
  authenticationNeeded,
  changeLines,
  draftInvoice,
  dunning,
  finalize,
  invoiceLines,
  markPaid,
  payInvoice,
  periodEnd,
  periodLine,
  priceOf,
  voidInvoice,
} from "./invoicing.ts";
import { formOf, queryOf } from "./payment-routes.ts";
import { invalid, listOf, missing, type StripeAccount, StripeFailure } from "./store.ts";
import type { Price, Product, StripeInvoice, StripeSubscription } from "./types.ts";

type ById = { Params: { id: string } };

/** Returns the price of a form's first item. */
function pricePath(form: Form, ...before: string[]): string | undefined {
  const holder = before.reduce<unknown>((at, name) => (at as Form | undefined)?.[name], form) as Form | undefined;
  const items = holder?.items;
  const [first] = Array.isArray(items) ? items : [];
  return typeof first === "object" && !Array.isArray(first) ? textAt(first, "price") : undefined;
}

function subscriptionOf(account: StripeAccount, id: string): StripeSubscription {
  const found = account.subscriptions.get(id);
  if (!found) throw missing("subscription", id);
  return found;
}

function invoiceOf(account: StripeAccount, id: string): StripeInvoice {
  const found = account.invoices.get(id);
  if (!found) throw missing("invoice", id);
  return found;
}

/** Returns the card that a subscription is charged to. */
const methodFor = (account: StripeAccount, subscription: StripeSubscription) =>
  subscription.default_payment_method ??
  customerOf(account, subscription.customer).invoice_settings.default_payment_method;

/** Starts a period of a price. */
function setPeriod(account: StripeAccount, subscription: StripeSubscription, price: Price, start: number): void {
  const [item] = subscription.items.data;
  if (!item) return;
  item.price = price;
  item.current_period_start = start;
  item.current_period_end = periodEnd(start, price.recurring.interval);
  renewAt(account, subscription, item.current_period_end);
}

function renewAt(account: StripeAccount, subscription: StripeSubscription, at: number): void {
  account.runAfter(at - account.now(), "renew", { id: subscription.id, at });
}

function end(account: StripeAccount, subscription: StripeSubscription): void {
  subscription.status = "canceled";
  subscription.ended_at = account.now();
  subscription.canceled_at ??= account.now();
  account.emit("customer.subscription.deleted", subscription);
}

/** Ends a period: renews or cancels the subscription. */
function renew(account: StripeAccount, subscription: StripeSubscription): void {
  if (subscription.status === "canceled") return;
  if (subscription.cancel_at_period_end) {
    end(account, subscription);
    return;
  }
  const [item] = subscription.items.data;
  if (!item) return;
  const start = item.current_period_end;
  setPeriod(account, subscription, item.price, start);
  const invoice = draftInvoice(account, subscription, [periodLine(account, item.price, start)], "subscription_cycle");
  account.emit("invoice.created", invoice);
  finalize(account, invoice);
  subscription.latest_invoice = invoice.id;
  account.emit("customer.subscription.updated", subscription);
  collect(account, subscription, invoice);
}

/** Charges an invoice, and retries some days later if that fails. */
function collect(account: StripeAccount, subscription: StripeSubscription, invoice: StripeInvoice): void {
  if (invoice.status !== "open" || subscription.status === "canceled") return;
  const paid = payInvoice(account, invoice, methodFor(account, subscription), { offSession: true });
  if (paid === "paid") {
    markPaid(account, invoice);
    return;
  }
  const wait = dunning[invoice.attempt_count - 1];
  subscription.status = wait === undefined ? "unpaid" : "past_due";
  invoice.next_payment_attempt = wait === undefined ? null : account.now() + wait;
  account.emit("invoice.updated", invoice);
  account.emit("customer.subscription.updated", subscription);
  if (wait !== undefined) account.runAfter(wait, "collect", { subscription: subscription.id, invoice: invoice.id });
}

/** Adds products, prices, subscriptions and invoices. */
export function mountSubscriptions(app: FastifyInstance, account: StripeAccount): void {
  account.task("renew", ({ id, at }: { id: string; at: number }) => {
    const subscription = account.subscriptions.get(id);
    if (subscription?.items.data[0]?.current_period_end === at) renew(account, subscription);
  });
  account.task("collect", (due: { subscription: string; invoice: string }) => {
    const subscription = account.subscriptions.get(due.subscription);
    const invoice = account.invoices.get(due.invoice);
    if (subscription && invoice) collect(account, subscription, invoice);
  });
  mountPrices(app, account);

  app.post("/v1/subscriptions", (request) => {
    const form = formOf(request);
    const customer = customerOf(account, textAt(form, "customer") ?? "");
    const price = priceOf(account, pricePath(form) ?? "");
    const method = textAt(form, "default_payment_method");
    if (method !== undefined) requireUsable(account, paymentMethodOf(account, method), customer.id);
    const begun = account.begin("subscription", "sub");
    const subscription: StripeSubscription = {
      ...begun,
      customer: customer.id,
      status: "incomplete",
      currency: price.currency,
      items: {
        object: "list",
        data: [
          {
            ...{ id: account.id("si"), object: "subscription_item", created: begun.created, price, quantity: 1 },
            ...{ current_period_start: begun.created, current_period_end: begun.created, subscription: begun.id },
          },
        ],
        has_more: false,
        url: `/v1/subscription_items?subscription=${begun.id}`,
      },
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      ended_at: null,
      default_payment_method: method ?? null,
      latest_invoice: null,
      start_date: begun.created,
      metadata: textsAt(form, "metadata"),
    };
    if (methodFor(account, subscription) === null) {
      throw invalid(
        "This customer has no attached payment source or default payment method.",
        undefined,
        "resource_missing",
      );
    }
    account.subscriptions.set(subscription.id, subscription);
    const invoice = draftInvoice(
      account,
      subscription,
      [periodLine(account, price, begun.created)],
      "subscription_create",
    );
    finalize(account, invoice);
    subscription.latest_invoice = invoice.id;
    const paid = payInvoice(account, invoice, methodFor(account, subscription), {
      offSession: flagAt(form, "off_session"),
    });
    if (paid !== "paid" && textAt(form, "payment_behavior") === "error_if_incomplete") {
      account.subscriptions.delete(subscription.id);
      throw voidInvoice(account, invoice, paid);
    }
    setPeriod(account, subscription, price, begun.created);
    if (paid === "paid") {
      subscription.status = "active";
      markPaid(account, invoice);
    }
    account.emit("customer.subscription.created", subscription);
    return subscription;
  });
  app.get("/v1/subscriptions", (request) => {
    const { customer, status } = queryOf(request);
    const kept = [...account.subscriptions.values()].filter(
      (one) =>
        (customer === undefined || one.customer === customer) &&
        (status === "all" || (status === undefined ? one.status !== "canceled" : one.status === status)),
    );
    return listOf(kept, queryOf(request), "/v1/subscriptions");
  });
  app.get<ById>("/v1/subscriptions/:id", ({ params }) => subscriptionOf(account, params.id));

  app.post<ById>("/v1/subscriptions/:id", (request) => {
    const form = formOf(request);
    const subscription = subscriptionOf(account, request.params.id);
    if (subscription.status === "canceled")
      throw invalid("A canceled subscription can only update its cancellation_details.");
    const method = textAt(form, "default_payment_method");
    if (method !== undefined && method !== "")
      requireUsable(account, paymentMethodOf(account, method), subscription.customer);
    const priceId = pricePath(form);
    if (priceId !== undefined) changePrice(subscription, priceOf(account, priceId), form);
    if (method !== undefined) subscription.default_payment_method = method === "" ? null : method;
    const cancels = textAt(form, "cancel_at_period_end");
    if (cancels !== undefined) {
      const until = subscription.items.data[0]?.current_period_end ?? null;
      subscription.cancel_at_period_end = cancels === "true";
      subscription.cancel_at = cancels === "true" ? until : null;
      subscription.canceled_at = cancels === "true" ? account.now() : null;
    }
    subscription.metadata = { ...subscription.metadata, ...textsAt(form, "metadata") };
    account.emit("customer.subscription.updated", subscription);
    return subscription;
  });

  /** Changes the price and charges the difference at once. If that fails, nothing changes. */
  function changePrice(subscription: StripeSubscription, to: Price, form: Form): void {
    const from = subscription.items.data[0]?.price;
    if (from?.id === to.id) return;
    const at = Number(textAt(form, "proration_date") ?? account.now());
    const invoice = draftInvoice(
      account,
      subscription,
      changeLines(account, subscription, to, at),
      "subscription_update",
    );
    finalize(account, invoice);
    const paid = payInvoice(account, invoice, methodFor(account, subscription), {
      offSession: flagAt(form, "off_session"),
    });
    if (paid !== "paid" && textAt(form, "payment_behavior") === "error_if_incomplete") {
      throw voidInvoice(account, invoice, paid);
    }
    subscription.latest_invoice = invoice.id;
    const startsNewPeriod = to.recurring.interval !== from?.recurring.interval;
    if (startsNewPeriod) setPeriod(account, subscription, to, at);
    else for (const item of subscription.items.data) item.price = to;
    if (paid === "paid") markPaid(account, invoice);
  }

  app.delete<ById>("/v1/subscriptions/:id", ({ params }) => {
    const subscription = subscriptionOf(account, params.id);
    end(account, subscription);
    return subscription;
  });

  mountInvoices(app, account);
}

function mountPrices(app: FastifyInstance, account: StripeAccount): void {
  app.post("/v1/products", (request) => {
    const form = formOf(request);
    const name = textAt(form, "name");
    if (!name) throw invalid("Missing required param: name.", "name", "parameter_missing");
    const product: Product = {
      ...account.begin("product", "prod"),
      active: true,
      name,
      metadata: textsAt(form, "metadata"),
    };
    account.products.set(product.id, product);
    return product;
  });
  app.get("/v1/products", (request) => listOf([...account.products.values()], queryOf(request), "/v1/products"));
  app.post("/v1/prices", (request) => {
    const form = formOf(request);
    const interval = textAt(form, "recurring", "interval");
    const amount = Number(textAt(form, "unit_amount"));
    const lookup = textAt(form, "lookup_key") ?? null;
    if (interval !== "month" && interval !== "year") throw invalid("Invalid interval.", "recurring[interval]");
    if (!Number.isInteger(amount) || amount < 0) throw invalid("Invalid integer.", "unit_amount");
    if (lookup !== null && [...account.prices.values()].some((one) => one.lookup_key === lookup)) {
      throw invalid(`A price already uses that lookup key: ${lookup}`, "lookup_key", "resource_already_exists");
    }
    let product = textAt(form, "product");
    if (product === undefined) {
      const made: Product = {
        ...account.begin("product", "prod"),
        active: true,
        name: textAt(form, "product_data", "name") ?? "Plan",
        metadata: {},
      };
      account.products.set(made.id, made);
      product = made.id;
    }
    const price: Price = {
      ...account.begin("price", "price"),
      active: true,
      currency: textAt(form, "currency") ?? "usd",
      lookup_key: lookup,
      product,
      recurring: { interval, interval_count: 1 },
      type: "recurring",
      unit_amount: amount,
      metadata: textsAt(form, "metadata"),
    };
    account.prices.set(price.id, price);
    return price;
  });
  app.get("/v1/prices", (request) => {
    const query = queryOf(request);
    const lookups = Object.entries(query).flatMap(([name, value]) => (name.startsWith("lookup_keys[") ? [value] : []));
    const kept = [...account.prices.values()].filter(
      (one) =>
        (query.product === undefined || one.product === query.product) &&
        (lookups.length === 0 || (one.lookup_key !== null && lookups.includes(one.lookup_key))),
    );
    return listOf(kept, query, "/v1/prices");
  });
  app.get<ById>("/v1/prices/:id", ({ params }) => priceOf(account, params.id));
}

function mountInvoices(app: FastifyInstance, account: StripeAccount): void {
  app.get("/v1/invoices", (request) => {
    const { customer, subscription, status } = queryOf(request);
    const kept = [...account.invoices.values()].filter(
      (one) =>
        (customer === undefined || one.customer === customer) &&
        (status === undefined || one.status === status) &&
        (subscription === undefined || one.parent?.subscription_details.subscription === subscription),
    );
    return listOf(kept, queryOf(request), "/v1/invoices");
  });
  app.post("/v1/invoices/create_preview", (request) => {
    const form = formOf(request);
    const subscription = subscriptionOf(account, textAt(form, "subscription") ?? "");
    const to = pricePath(form, "subscription_details");
    const at = Number(textAt(form, "subscription_details", "proration_date") ?? account.now());
    const [item] = subscription.items.data;
    const lines =
      to === undefined && item
        ? [periodLine(account, item.price, item.current_period_end)]
        : changeLines(account, subscription, priceOf(account, to ?? ""), at);
    return { ...draftInvoice(account, subscription, lines, "upcoming"), id: account.id("upcoming_in") };
  });
  app.get<ById>("/v1/invoices/:id", ({ params }) => invoiceOf(account, params.id));
  app.post<ById>("/v1/invoices/:id/pay", (request) => {
    const invoice = invoiceOf(account, request.params.id);
    if (invoice.status !== "open") throw invalid(`This invoice is ${invoice.status}.`, undefined, "invoice_not_open");
    const form = formOf(request);
    const id = invoice.parent?.subscription_details.subscription;
    const subscription = id === undefined ? undefined : account.subscriptions.get(id);
    const method = textAt(form, "payment_method") ?? (subscription ? methodFor(account, subscription) : null);
    const paid = payInvoice(account, invoice, method, { offSession: flagAt(form, "off_session") });
    if (paid === "paid") markPaid(account, invoice);
    else throw paid === "challenge" ? authenticationNeeded() : new StripeFailure(402, paid);
    return invoice;
  });
  for (const [act, status, at] of [
    ["void", "void", "voided_at"],
    ["mark_uncollectible", "uncollectible", "marked_uncollectible_at"],
  ] as const) {
    app.post<ById>(`/v1/invoices/:id/${act}`, ({ params }) => {
      const invoice = invoiceOf(account, params.id);
      if (invoice.status !== "open") throw invalid(`This invoice is ${invoice.status}.`, undefined, "invoice_not_open");
      invoice.status = status;
      invoice.status_transitions[at] = account.now();
      account.emit(status === "void" ? "invoice.voided" : "invoice.marked_uncollectible", invoice);
      return invoice;
    });
  }
  app.post("/v1/credit_notes", (request) => {
    const form = formOf(request);
    const invoice = invoiceOf(account, textAt(form, "invoice") ?? "");
    const amount = Number(textAt(form, "amount"));
    const most = invoice.amount_due - invoice.post_payment_credit_notes_amount;
    if (!Number.isInteger(amount) || amount < 1 || amount > most) throw invalid("Invalid amount.", "amount");
    invoice.post_payment_credit_notes_amount += amount;
    customerOf(account, invoice.customer).balance -= amount;
    const note = { ...account.begin("credit_note", "cn"), invoice: invoice.id, amount, currency: invoice.currency };
    account.emit("credit_note.created", note);
    return note;
  });
  app.get<{ Params: { id: string; secret: string } }>(
    "/invoice/:id/:secret/pdf",
    { config: { page: true } },
    async (request, reply) => {
      const invoice = account.invoices.get(request.params.id);
      if (!invoice?.invoice_pdf.endsWith(request.url.split("?")[0] as string)) return reply.code(404).send("Not found");
      const pdf = await simulatedPdf(
        `Invoice ${invoice.number}`,
        invoiceLines(invoice),
        new Date(invoice.created * 1000),
        moneyNotice,
      );
      return reply.type("application/pdf").send(pdf);
    },
  );
}
