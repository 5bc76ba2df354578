import type { FastifyInstance, FastifyRequest } from "fastify";
import { closeDispute, customerOf, openDispute, paymentMethodOf } from "./charging.ts";
import { type Form, flagAt, textAt, textsAt } from "./form-encoding.ts";
import { cancelPayment, confirmPayment, confirmSetup } from "./intents.ts";
import { invalid, listOf, missing, type StripeAccount, StripeFailure } from "./store.ts";
import type { PaymentIntent, SetupIntent, StripeCustomer, StripeRefund } from "./types.ts";

type ById = { Params: { id: string } };
export const formOf = (request: FastifyRequest) => request.body as Form;
export const queryOf = (request: FastifyRequest) => request.query as Record<string, string | undefined>;

function found<Item>(map: ReadonlyMap<string, Item>, what: string, id: string): Item {
  const one = map.get(id);
  if (one === undefined) throw missing(what, id);
  return one;
}

type TaxId = { id: string; object: "tax_id"; customer: string; type: string; value: string };

/** Parses an amount of at least one minor unit. @throws StripeFailure */
function amountIn(form: Form): number {
  const text = textAt(form, "amount") ?? "";
  if (!/^-?\d+$/.test(text)) throw invalid(`Invalid integer: ${text}`, "amount", "parameter_invalid_integer");
  const amount = Number(text);
  const least = textAt(form, "currency") === "gbp" ? 30 : 50;
  if (amount < least)
    throw invalid(`Amount must be at least ${least} of the smallest unit.`, "amount", "amount_too_small");
  if (amount > 99_999_999) throw invalid("Amount must be no more than $999,999.99.", "amount", "amount_too_large");
  return amount;
}

function currencyIn(form: Form): string {
  const currency = (textAt(form, "currency") ?? "").toLowerCase();
  if (!["usd", "cad", "eur", "gbp", "aud", "jpy"].includes(currency))
    throw invalid(`Invalid currency: ${currency}.`, "currency");
  return currency;
}

/** Adds customers, cards, payments, refunds, disputes and the books. */
export function mountPayments(app: FastifyInstance, account: StripeAccount): void {
  account.task("dispute", (due: { charge: string }) => {
    const charge = account.charges.get(due.charge);
    if (charge) openDispute(account, charge);
  });
  const change = (customer: StripeCustomer, form: Form) => {
    customer.email = textAt(form, "email") ?? customer.email;
    customer.name = textAt(form, "name") ?? customer.name;
    customer.tax_exempt = textAt(form, "tax_exempt") ?? customer.tax_exempt;
    if (typeof form.address === "object") customer.address = textsAt(form, "address");
    customer.metadata = { ...customer.metadata, ...textsAt(form, "metadata") };
    const method = textAt(form, "invoice_settings", "default_payment_method");
    if (method === undefined) return;
    if (method !== "" && paymentMethodOf(account, method).customer !== customer.id) {
      throw invalid(
        "The customer does not have a payment method with this id.",
        "default_payment_method",
        "resource_missing",
      );
    }
    customer.invoice_settings.default_payment_method = method === "" ? null : method;
  };

  app.post("/v1/customers", (request) => {
    const customer: StripeCustomer = {
      ...account.begin("customer", "cus"),
      email: null,
      name: null,
      address: null,
      tax_exempt: "none",
      balance: 0,
      delinquent: false,
      currency: null,
      invoice_settings: { default_payment_method: null },
      metadata: {},
    };
    change(customer, formOf(request));
    account.customers.set(customer.id, customer);
    account.emit("customer.created", customer);
    return customer;
  });
  app.get("/v1/customers", (request) => {
    const { email } = queryOf(request);
    const kept = [...account.customers.values()].filter((one) => email === undefined || one.email === email);
    return listOf(kept, queryOf(request), "/v1/customers");
  });
  app.get<ById>("/v1/customers/:id", ({ params }) => customerOf(account, params.id));
  app.post<ById>("/v1/customers/:id", (request) => {
    const customer = customerOf(account, request.params.id);
    change(customer, formOf(request));
    account.emit("customer.updated", customer);
    return customer;
  });
  const taxIds = account.world.state.records<TaxId>("stripe tax ids");
  app.post<ById>("/v1/customers/:id/tax_ids", (request) => {
    const customer = customerOf(account, request.params.id);
    const { id } = account.begin("tax_id", "txi");
    const form = formOf(request);
    const taxId = {
      id,
      object: "tax_id",
      customer: customer.id,
      type: textAt(form, "type") ?? "",
      value: textAt(form, "value") ?? "",
    } as const;
    taxIds.set(id, taxId);
    return taxId;
  });
  app.get<ById>("/v1/customers/:id/tax_ids", (request) => {
    const kept = [...taxIds.values()].filter((one) => one.customer === request.params.id);
    return listOf(kept, queryOf(request), `/v1/customers/${request.params.id}/tax_ids`);
  });
  app.delete<{ Params: { id: string; taxId: string } }>("/v1/customers/:id/tax_ids/:taxId", ({ params }) => {
    taxIds.delete(params.taxId);
    return { id: params.taxId, object: "tax_id", deleted: true };
  });

  const methodsOf = (customer: string) =>
    [...account.paymentMethods.values()].filter((one) => one.customer === customer);
  app.get("/v1/payment_methods", (request) => {
    const { customer = "" } = queryOf(request);
    return listOf(methodsOf(customerOf(account, customer).id), queryOf(request), "/v1/payment_methods");
  });
  app.get<ById>("/v1/customers/:id/payment_methods", (request) => {
    const { id } = customerOf(account, request.params.id);
    return listOf(methodsOf(id), queryOf(request), `/v1/customers/${id}/payment_methods`);
  });
  app.get<ById>("/v1/payment_methods/:id", ({ params }) => found(account.paymentMethods, "PaymentMethod", params.id));
  app.post<ById>("/v1/payment_methods/:id/detach", ({ params }) => {
    const method = found(account.paymentMethods, "PaymentMethod", params.id);
    const customer = method.customer === null ? undefined : account.customers.get(method.customer);
    if (customer?.invoice_settings.default_payment_method === method.id)
      customer.invoice_settings.default_payment_method = null;
    for (const one of account.subscriptions.values()) {
      if (one.default_payment_method === method.id) one.default_payment_method = null;
    }
    method.customer = null;
    account.detached.add(method.id);
    account.emit("payment_method.detached", method);
    return method;
  });

  app.post("/v1/setup_intents", (request) => {
    const form = formOf(request);
    const begun = account.begin("setup_intent", "seti");
    const customer = textAt(form, "customer");
    const intent: SetupIntent = {
      ...begun,
      customer: customer === undefined ? null : customerOf(account, customer).id,
      payment_method: null,
      status: "requires_payment_method",
      client_secret: `${begun.id}_secret_${account.world.identifiers.hex("stripe secret")}`,
      usage: textAt(form, "usage") ?? "off_session",
      last_setup_error: null,
      next_action: null,
      metadata: textsAt(form, "metadata"),
    };
    account.setupIntents.set(intent.id, intent);
    account.emit("setup_intent.created", intent);
    return intent;
  });
  app.get<ById>("/v1/setup_intents/:id", ({ params }) => found(account.setupIntents, "setupintent", params.id));
  app.post<ById>("/v1/setup_intents/:id/confirm", (request) => {
    const form = formOf(request);
    const intent = found(account.setupIntents, "setupintent", request.params.id);
    return confirmSetup(account, intent, textAt(form, "payment_method") ?? "", textAt(form, "return_url") ?? "");
  });

  app.post("/v1/payment_intents", (request) => {
    const form = formOf(request);
    const customer = textAt(form, "customer");
    const method = textAt(form, "payment_method");
    const begun = account.begin("payment_intent", "pi");
    const intent: PaymentIntent = {
      ...begun,
      amount: amountIn(form),
      amount_received: 0,
      currency: currencyIn(form),
      customer: customer === undefined ? null : customerOf(account, customer).id,
      description: textAt(form, "description") ?? null,
      payment_method: method === undefined ? null : paymentMethodOf(account, method).id,
      status: method === undefined ? "requires_payment_method" : "requires_confirmation",
      client_secret: `${begun.id}_secret_${account.world.identifiers.hex("stripe secret")}`,
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
      canceled_at: null,
      cancellation_reason: null,
      metadata: textsAt(form, "metadata"),
    };
    account.paymentIntents.set(intent.id, intent);
    account.emit("payment_intent.created", intent);
    if (!flagAt(form, "confirm")) return intent;
    return confirmPayment(account, intent, {
      returnUrl: textAt(form, "return_url"),
      offSession: flagAt(form, "off_session"),
    });
  });
  app.get("/v1/payment_intents", (request) => {
    const { customer } = queryOf(request);
    const kept = [...account.paymentIntents.values()].filter(
      (one) => customer === undefined || one.customer === customer,
    );
    return listOf(kept, queryOf(request), "/v1/payment_intents");
  });
  app.get<ById>("/v1/payment_intents/:id", ({ params }) => found(account.paymentIntents, "payment_intent", params.id));
  app.post<ById>("/v1/payment_intents/:id/confirm", (request) => {
    const form = formOf(request);
    return confirmPayment(account, found(account.paymentIntents, "payment_intent", request.params.id), {
      method: textAt(form, "payment_method"),
      returnUrl: textAt(form, "return_url"),
      offSession: flagAt(form, "off_session"),
    });
  });
  app.post<ById>("/v1/payment_intents/:id/cancel", (request) =>
    cancelPayment(
      account,
      found(account.paymentIntents, "payment_intent", request.params.id),
      textAt(formOf(request), "cancellation_reason") ?? null,
    ),
  );

  app.get("/v1/charges", (request) => {
    const { customer, payment_intent } = queryOf(request);
    const kept = [...account.charges.values()].filter(
      (one) =>
        (customer === undefined || one.customer === customer) &&
        (payment_intent === undefined || one.payment_intent === payment_intent),
    );
    return listOf(kept, queryOf(request), "/v1/charges");
  });
  app.get<ById>("/v1/charges/:id", ({ params }) => found(account.charges, "charge", params.id));

  app.post("/v1/refunds", (request) => {
    const form = formOf(request);
    const intentId = textAt(form, "payment_intent");
    const intent = intentId === undefined ? null : found(account.paymentIntents, "payment_intent", intentId);
    const charge = found(account.charges, "charge", textAt(form, "charge") ?? intent?.latest_charge ?? "");
    const left = charge.amount - charge.amount_refunded;
    const amount = textAt(form, "amount") === undefined ? left : Number(textAt(form, "amount"));
    if (charge.status !== "succeeded") throw invalid("This charge did not succeed.", "charge");
    if (charge.disputed) throw refundRefused("charge_disputed", "This charge has been charged back.");
    if (left === 0) throw refundRefused("charge_already_refunded", "This charge has already been refunded.");
    if (!Number.isInteger(amount) || amount < 1 || amount > left) {
      throw invalid("The refund is more than what is left of the charge.", "amount", "amount_too_large");
    }
    const transaction = account.begin("balance_transaction", "txn");
    const refund: StripeRefund = {
      ...account.begin("refund", "re"),
      amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      balance_transaction: transaction.id,
      reason: textAt(form, "reason") ?? null,
      status: "succeeded",
      metadata: textsAt(form, "metadata"),
    };
    account.balanceTransactions.set(transaction.id, {
      ...{ id: transaction.id, object: "balance_transaction", created: transaction.created },
      ...{ amount: -amount, fee: 0, net: -amount, currency: charge.currency },
      ...{ type: "refund", reporting_category: "refund", source: refund.id, description: null },
      ...{ status: "available", available_on: transaction.created },
    });
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    account.refunds.set(refund.id, refund);
    account.emit("refund.created", refund);
    account.emit("charge.refunded", charge);
    return refund;
  });
  app.get("/v1/refunds", (request) => {
    const { payment_intent, charge } = queryOf(request);
    const kept = [...account.refunds.values()].filter(
      (one) =>
        (payment_intent === undefined || one.payment_intent === payment_intent) &&
        (charge === undefined || one.charge === charge),
    );
    return listOf(kept, queryOf(request), "/v1/refunds");
  });
  app.get<ById>("/v1/refunds/:id", ({ params }) => found(account.refunds, "refund", params.id));

  app.get<ById>("/v1/disputes/:id", ({ params }) => found(account.disputes, "dispute", params.id));
  app.get("/v1/disputes", (request) => {
    const { payment_intent, charge } = queryOf(request);
    const kept = [...account.disputes.values()].filter(
      (one) =>
        (payment_intent === undefined || one.payment_intent === payment_intent) &&
        (charge === undefined || one.charge === charge),
    );
    return listOf(kept, queryOf(request), "/v1/disputes");
  });
  app.post<ById>("/v1/disputes/:id", (request) => {
    const dispute = found(account.disputes, "dispute", request.params.id);
    const evidence = textAt(formOf(request), "evidence", "uncategorized_text");
    // Source: docs.stripe.com/testing, evidence.
    if (evidence === "winning_evidence") closeDispute(account, dispute, "won");
    if (evidence === "losing_evidence") closeDispute(account, dispute, "lost");
    return dispute;
  });
  app.post<ById>("/v1/disputes/:id/close", ({ params }) => {
    const dispute = found(account.disputes, "dispute", params.id);
    closeDispute(account, dispute, "lost");
    return dispute;
  });

  mountBooks(app, account);
}

const refundRefused = (code: string, message: string) =>
  new StripeFailure(400, { type: "invalid_request_error", code, message });

/** Adds balance transactions, payouts and events. */
function mountBooks(app: FastifyInstance, account: StripeAccount): void {
  app.get("/v1/balance_transactions", (request) => {
    const query = queryOf(request);
    const since = Number(query["created[gte]"] ?? Number.NEGATIVE_INFINITY);
    const until = Number(query["created[lt]"] ?? Number.POSITIVE_INFINITY);
    const kept = [...account.balanceTransactions.values()].filter(
      (one) =>
        one.created >= since &&
        one.created < until &&
        (query.type === undefined || one.type === query.type) &&
        (query.payout === undefined ||
          one.payout === query.payout ||
          account.payouts.get(query.payout)?.balance_transaction === one.id) &&
        (query.source === undefined || one.source === query.source),
    );
    return listOf(kept, query, "/v1/balance_transactions");
  });
  app.get<ById>("/v1/balance_transactions/:id", ({ params }) =>
    found(account.balanceTransactions, "balance_transaction", params.id),
  );
  app.get("/v1/payouts", (request) => listOf([...account.payouts.values()], queryOf(request), "/v1/payouts"));
  // Pays out the whole balance of a currency, as Stripe does every day.
  app.post("/v1/payouts", (request) => {
    const currency = currencyIn(formOf(request));
    const open = [...account.balanceTransactions.values()].filter(
      (one) => one.currency === currency && one.payout === undefined && one.type !== "payout",
    );
    const amount = open.reduce((sum, one) => sum + one.net, 0);
    if (amount <= 0)
      throw invalid("You have insufficient funds in your Stripe account.", "amount", "balance_insufficient");
    const payout = account.begin("payout", "po");
    const { id, created } = account.begin("balance_transaction", "txn");
    for (const one of open) one.payout = payout.id;
    account.balanceTransactions.set(id, {
      ...{ id, object: "balance_transaction", created, currency, amount: -amount, fee: 0, net: -amount },
      ...{ type: "payout", reporting_category: "payout", source: payout.id, description: "STRIPE PAYOUT" },
      ...{ status: "available", available_on: created },
    });
    const paid = {
      ...payout,
      amount,
      currency,
      status: "paid",
      arrival_date: created,
      automatic: true,
      balance_transaction: id,
    } as const;
    account.payouts.set(payout.id, paid);
    account.emit("payout.paid", paid);
    return paid;
  });
  app.get("/v1/events", (request) => {
    const { type } = queryOf(request);
    const kept = [...account.events.values()].filter((one) => type === undefined || one.type === type);
    return listOf(kept, queryOf(request), "/v1/events");
  });
  app.get<ById>("/v1/events/:id", ({ params }) => found(account.events, "event", params.id));
}
