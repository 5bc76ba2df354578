import { day } from "../../clock.ts";
import { customerOf } from "./charging.ts";
import { confirmPayment, LostAnswer } from "./intents.ts";
import { missing, type StripeAccount, StripeFailure } from "./store.ts";
import {
  type CardError,
  type InvoiceLine,
  moneyText,
  type PaymentIntent,
  type Price,
  type StripeInvoice,
  type StripeSubscription,
} from "./types.ts";

/** Invoices, their payment, and proration of price changes. */

export type NewLine = Omit<InvoiceLine, "id" | "object" | "currency" | "quantity">;

const seconds = (milliseconds: number) => milliseconds / 1000;
/** The delays before an unpaid invoice is retried, after each failure. */
export const dunning = [3, 5, 7].map((days) => seconds(days * day));

/** Returns the end of a period that starts at a time: the same day of the month if it exists. */
export function periodEnd(start: number, interval: "month" | "year"): number {
  const at = new Date(start * 1000);
  const months = interval === "month" ? 1 : 12;
  const end = new Date(at);
  end.setUTCMonth(at.getUTCMonth() + months);
  if (end.getUTCDate() !== at.getUTCDate()) end.setUTCDate(0);
  return end.getTime() / 1000;
}

export function priceOf(account: StripeAccount, id: string): Price {
  const found = account.prices.get(id);
  if (!found) throw missing("price", id);
  return found;
}

const productName = (account: StripeAccount, price: Price) => account.products.get(price.product)?.name ?? "Plan";

/** Returns the invoice line for a whole period. */
export const periodLine = (account: StripeAccount, price: Price, start: number): NewLine => ({
  amount: price.unit_amount,
  description: `1 × ${productName(account, price)} (at $${(price.unit_amount / 100).toFixed(2)} / ${price.recurring.interval})`,
  period: { start, end: periodEnd(start, price.recurring.interval) },
  proration: false,
});

/** Prorates a change to another price: unused time is credited, and a new interval starts. */
export function changeLines(
  account: StripeAccount,
  subscription: StripeSubscription,
  to: Price,
  requestedAt: number,
): NewLine[] {
  const [item] = subscription.items.data;
  if (!item) return [];
  const { current_period_start: start, current_period_end: end, price: from } = item;
  // This clock may be ahead of the caller's, so the credit is at most one whole period.
  const at = Math.max(requestedAt, start);
  const unused = (amount: number) => Math.round((amount * Math.max(0, end - at)) / (end - start));
  const back = {
    amount: -unused(from.unit_amount),
    description: `Unused time on ${productName(account, from)}`,
    period: { start: at, end },
    proration: true,
  };
  if (to.recurring.interval !== from.recurring.interval) return [back, periodLine(account, to, at)];
  return [
    back,
    {
      amount: unused(to.unit_amount),
      description: `Remaining time on ${productName(account, to)}`,
      period: { start: at, end },
      proration: true,
    },
  ];
}

/** Less is added to the customer's balance instead. Source: docs.stripe.com/api/invoices (`amount_due`). */
const leastCharge = 50;

/** Creates a draft of an invoice that isn't stored, for previews and before it is finalized. */
export function draftInvoice(
  account: StripeAccount,
  subscription: StripeSubscription,
  lines: readonly NewLine[],
  reason: string,
): StripeInvoice {
  const { customer: customerId, currency, id: subscriptionId, metadata } = subscription;
  const customer = customerOf(account, customerId);
  const begun = account.begin("invoice", "in");
  const total = lines.reduce((sum, one) => sum + one.amount, 0);
  // A negative balance is the customer's credit, a positive one is charged with the next invoice.
  const open = total + customer.balance;
  const due = open < leastCharge ? 0 : open;
  const path = `${account.world.origin()}/stripe`;
  const secret = account.world.identifiers.hex("stripe secret");
  return {
    ...begun,
    customer: customerId,
    number: null,
    status: "draft",
    currency,
    total,
    subtotal: total,
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: customer.balance,
    ending_balance: open - due,
    attempt_count: 0,
    attempted: false,
    billing_reason: reason,
    description: null,
    due_date: null,
    next_payment_attempt: null,
    period_start: Math.min(...lines.map((one) => one.period.start)),
    period_end: Math.max(...lines.map((one) => one.period.end)),
    hosted_invoice_url: `${path}/invoice/${begun.id}/${secret}`,
    invoice_pdf: `${path}/invoice/${begun.id}/${secret}/pdf`,
    lines: {
      object: "list",
      data: lines.map((one) => ({ id: account.id("il"), object: "line_item", currency, quantity: 1, ...one })),
      has_more: false,
      url: `/v1/invoices/${begun.id}/lines`,
    },
    parent: { type: "subscription_details", subscription_details: { subscription: subscriptionId, metadata } },
    payments: { object: "list", data: [], has_more: false, url: `/v1/invoice_payments?invoice=${begun.id}` },
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null, marked_uncollectible_at: null },
    metadata: {},
  };
}

/** Stores an invoice and applies the customer's balance. */
export function finalize(account: StripeAccount, invoice: StripeInvoice): void {
  const customer = customerOf(account, invoice.customer);
  invoice.number = `TL-${String(account.invoices.size + 1).padStart(6, "0")}`;
  invoice.status = "open";
  invoice.status_transitions.finalized_at = account.now();
  customer.balance = invoice.ending_balance;
  account.invoices.set(invoice.id, invoice);
  account.emit("invoice.finalized", invoice);
}

export type InvoicePaid = "paid" | "challenge" | CardError;

/** Charges an invoice to a card. @returns the reason if it isn't paid */
export function payInvoice(
  account: StripeAccount,
  invoice: StripeInvoice,
  methodId: string | null,
  { offSession, returnUrl = "" }: { offSession: boolean; returnUrl?: string },
): InvoicePaid {
  invoice.attempted = true;
  invoice.attempt_count += 1;
  if (invoice.amount_due === 0) {
    markPaid(account, invoice);
    return "paid";
  }
  const intent = intentFor(account, invoice);
  if (methodId === null) {
    account.emit("invoice.payment_failed", invoice);
    return { type: "card_error", code: "resource_missing", message: "This customer has no attached payment source." };
  }
  try {
    confirmPayment(account, intent, { method: methodId, offSession, returnUrl });
  } catch (error) {
    if (error instanceof LostAnswer) return "paid";
    if (!(error instanceof StripeFailure)) throw error;
    account.emit("invoice.payment_failed", invoice);
    return error.error as unknown as CardError;
  }
  if (intent.status === "requires_action") {
    account.emit("invoice.payment_action_required", invoice);
    return "challenge";
  }
  return "paid";
}

/** Returns the payment of an invoice. All attempts share it, so that it is paid once. */
function intentFor(account: StripeAccount, invoice: StripeInvoice): PaymentIntent {
  const [earlier] = invoice.payments.data;
  const known = earlier && account.paymentIntents.get(earlier.payment.payment_intent);
  if (known) return known;
  const begun = account.begin("payment_intent", "pi");
  const intent: PaymentIntent = {
    ...begun,
    amount: invoice.amount_due,
    amount_received: 0,
    currency: invoice.currency,
    customer: invoice.customer,
    description: "Subscription",
    payment_method: null,
    status: "requires_payment_method",
    client_secret: `${begun.id}_secret_${account.world.identifiers.hex("stripe secret")}`,
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    canceled_at: null,
    cancellation_reason: null,
    metadata: {},
  };
  account.paymentIntents.set(intent.id, intent);
  const payment = { type: "payment_intent", payment_intent: intent.id } as const;
  invoice.payments.data.push({ id: account.id("inpay"), object: "invoice_payment", status: "open", payment });
  return intent;
}

/** Marks an invoice as paid after its payment succeeded, or if nothing is due. */
export function markPaid(account: StripeAccount, invoice: StripeInvoice): void {
  if (invoice.status === "paid") return;
  invoice.status = "paid";
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = account.now();
  for (const one of invoice.payments.data) one.status = "paid";
  account.emit("invoice.paid", invoice);
  const id = invoice.parent?.subscription_details.subscription;
  const subscription = id === undefined ? undefined : account.subscriptions.get(id);
  if (!subscription || !["incomplete", "past_due", "unpaid"].includes(subscription.status)) return;
  subscription.status = "active";
  account.emit("customer.subscription.updated", subscription);
}

/** Voids an invoice that couldn't be paid, and undoes what it did to the customer's balance. @returns the error to answer with */
export function voidInvoice(
  account: StripeAccount,
  invoice: StripeInvoice,
  reason: Exclude<InvoicePaid, "paid">,
): StripeFailure {
  customerOf(account, invoice.customer).balance = invoice.starting_balance;
  invoice.status = "void";
  invoice.status_transitions.voided_at = account.now();
  account.emit("invoice.voided", invoice);
  return reason === "challenge" ? authenticationNeeded() : new StripeFailure(402, reason);
}

/** Returns the error of a charge that the card's holder must confirm. */
export const authenticationNeeded = () =>
  new StripeFailure(402, {
    type: "card_error",
    code: "subscription_payment_intent_requires_action",
    message: "Payment for this subscription requires additional user action before it can be completed successfully.",
  });

/** What an invoice's PDF says. */
export function invoiceLines(invoice: StripeInvoice): string[] {
  const money = (amount: number) => moneyText({ amount, currency: invoice.currency });
  const credited = invoice.pre_payment_credit_notes_amount + invoice.post_payment_credit_notes_amount;
  return [
    `Status: ${invoice.status}`,
    ...invoice.lines.data.map((one) => `${one.description}: ${money(one.amount)}`),
    `Total: ${money(invoice.total)}`,
    `Paid: ${money(invoice.amount_paid)}`,
    ...(credited > 0 ? [`Credit notes: ${money(-credited)}`] : []),
  ];
}
