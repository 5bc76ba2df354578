import type { PaymentFailure } from "@touchline/contract/billing/individual-payments";
import type { Card, CardForm } from "@touchline/contract/billing/money";
import type { InvoiceState, PlanInterval } from "@touchline/contract/billing/organization-billing";
import type { Currency } from "@touchline/contract/currencies";

/** A movement in the provider's books; `fee` is the provider's share of it. */
export type BookEntry = {
  id: string;
  kind: "charge" | "refund" | "dispute" | "payout" | "other";
  /** Signed, from the perspective of the balance at the provider. */
  amount: number;
  fee: number;
  currency: Currency;
  /** The charge, refund, dispute or payout that caused it. */
  source: string;
  createdAt: Date;
  /** The payment that it belongs to; null if there is none, or it wasn't requested. */
  intentId: string | null;
  /** The customer who was charged; null if there is none, or it isn't included. */
  customerId: string | null;
};

/** The status of a charge at the provider. */
export type ChargeStatus =
  /** It can be confirmed, and nothing was charged. */
  | "open"
  | "processing"
  | "actionRequired"
  | "succeeded"
  /** The last try was refused, and nothing was charged. */
  | "failed"
  | "canceled";
export type ProviderCharge = {
  intentId: string;
  status: ChargeStatus;
  amount: number;
  currency: Currency;
  /** Our reference. */
  reference: string | null;
  /** Where the payer confirms it with the bank. */
  actionUrl: string | null;
  failure: PaymentFailure | null;
  card: Omit<Card, "paymentMethodId"> | null;
  chargeId: string | null;
  /** The charge in the books; null until it succeeded. */
  booked: BookEntry | null;
};

export type ProviderRefund = {
  refundId: string;
  status: "pending" | "succeeded" | "failed";
  amount: number;
  reference: string | null;
  booked: BookEntry | null;
};

export type ProviderSubscription = {
  subscriptionId: string;
  customerId: string;
  status: "incomplete" | "active" | "pastDue" | "unpaid" | "canceled";
  priceId: string;
  interval: PlanInterval;
  unitAmount: number;
  currency: Currency;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** The latest invoice, if it is open. */
  openInvoice: {
    invoiceId: string;
    attempts: number;
    nextTryAt: Date | null;
    intentId: string | null;
    createdAt: Date;
  } | null;
};

export type ProviderInvoice = {
  invoiceId: string;
  customerId: string;
  number: string | null;
  state: InvoiceState;
  createdAt: Date;
  dueAt: Date | null;
  paidAt: Date | null;
  total: number;
  amountDue: number;
  amountPaid: number;
  /** The customer's balance before and after the invoice: negative is credit, positive is charged with a later invoice. */
  startingBalance: number;
  endingBalance: number;
  credited: number;
  currency: Currency;
  description: string | null;
  nextTryAt: Date | null;
  pdfUrl: string | null;
  intentId: string | null;
};

export type ProviderPrice = {
  priceId: string;
  productName: string;
  interval: PlanInterval;
  unitAmount: number;
  currency: Currency;
};

export type CustomerDetails = {
  name: string;
  email: string | null;
  address: {
    line1: string;
    line2: string | null;
    city: string;
    state: string | null;
    postalCode: string;
    country: string;
  } | null;
  taxExempt: boolean;
};

/** The event of a webhook. The present state is read from the provider. */
export type PaymentWebhook = {
  eventId: string;
  type: string;
  /** The provider's ids of its subjects: the payment, the subscription, the customer. */
  externalIds: readonly string[];
  happenedAt: Date;
};

/**
 * Card payments. Every function that calls the provider throws `ProviderError`, and `CardDeclined` when a card is declined.
 * Nothing is repeated here: the caller knows what is safe to repeat. `key` is the idempotency key.
 */
export type PaymentsPort = {
  /** Whether nothing is really charged, which every page then shows. */
  readonly simulated: boolean;
  /** Returns where a card is entered. */
  cardForm(returnUrl: string, setup?: { setupIntentId: string; clientSecret: string }): CardForm;

  createCustomer(details: CustomerDetails, more: { reference: string; key: string }): Promise<string>;
  /** @returns false if the provider doesn't know the customer anymore */
  changeCustomer(
    customerId: string,
    details: CustomerDetails,
    taxId: { type: string; value: string } | null,
  ): Promise<boolean>;

  beginSetup(customerId: string, key: string): Promise<{ setupIntentId: string; clientSecret: string }>;
  readSetup(setupIntentId: string): Promise<{ customerId: string | null; methodId: string | null; isDone: boolean }>;
  methodsOf(customerId: string): Promise<readonly (Card & { addedAt: Date })[]>;
  setDefaultMethod(customerId: string, methodId: string, subscriptionId: string | null): Promise<void>;
  /** Tries to pay what is open with another card. One that is declined leaves the invoice open. */
  payOpenInvoices(customerId: string, methodId: string): Promise<void>;
  removeMethod(methodId: string): Promise<void>;

  /** Announces a charge to the provider. Nothing is charged by it, so a repeated or lost one does no harm. */
  prepareCharge(charge: {
    amount: number;
    currency: Currency;
    reference: string;
    organizationId: string;
    description: string;
  }): Promise<string>;
  /** Charges the card. A charge can succeed only once, however often it is confirmed. @throws CardDeclined */
  confirmCharge(intentId: string, methodId: string, returnUrl: string): Promise<ProviderCharge>;
  readCharge(intentId: string): Promise<ProviderCharge>;
  cancelCharge(intentId: string): Promise<ProviderCharge>;

  refund(refund: { intentId: string; amount: number; reference: string }): Promise<ProviderRefund>;
  /** Lists refunds of a charge, at most 100. */
  refundsOf(intentId: string): Promise<readonly ProviderRefund[]>;
  /** Lists the movements of a charge's disputes in the books. */
  disputesOf(intentId: string): Promise<readonly BookEntry[]>;

  /** Returns the price of a plan, creating it if needed. */
  priceFor(price: {
    productName: string;
    interval: PlanInterval;
    unitAmount: number;
    currency: Currency;
  }): Promise<ProviderPrice>;
  readPrice(priceId: string): Promise<ProviderPrice>;
  subscribe(subscription: {
    customerId: string;
    priceId: string;
    methodId: string;
    reference: string;
    key: string;
  }): Promise<ProviderSubscription>;
  /** Finds the subscription with our reference; null: there is none. */
  findSubscription(customerId: string, reference: string): Promise<ProviderSubscription | null>;
  readSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** Returns where to confirm the first payment of a subscription with the bank; null: not needed. */
  subscriptionAction(intentId: string, returnUrl: string): Promise<string | null>;
  previewChange(
    subscription: ProviderSubscription,
    priceId: string,
    at: Date,
  ): Promise<{ dueNow: number; lines: { description: string; amount: number }[]; currency: Currency }>;
  changePrice(
    subscription: ProviderSubscription,
    priceId: string,
    at: Date,
    key: string,
  ): Promise<ProviderSubscription>;
  setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<ProviderSubscription>;

  invoicesOf(
    customerId: string,
    startingAfterId: string | null,
    limit: number,
  ): Promise<{ invoices: readonly ProviderInvoice[]; hasMore: boolean }>;
  readInvoice(invoiceId: string): Promise<ProviderInvoice>;
  invoicePdf(invoice: ProviderInvoice): Promise<Buffer>;

  /** Lists the movements of a customer's latest 100 charges, with their refunds and disputes. */
  chargesOf(customerId: string): Promise<readonly BookEntry[]>;
  /** Returns a page of the entries in an automatic payout. */
  inPayout(payoutId: string, after: string | null): Promise<{ entries: readonly BookEntry[]; hasMore: boolean }>;
  /** Returns a page of the books between two moments, latest first. */
  books(
    between: { since: Date; until: Date },
    after: string | null,
  ): Promise<{ entries: readonly BookEntry[]; hasMore: boolean }>;

  /** Checks the signature over the raw body. Null: it is wrong or too old. A signed body that can't be read is malformed. */
  readWebhook(body: Buffer, signature: string, now: Date): PaymentWebhook | "malformed" | null;
};

/** A declined card. Nothing was charged. */
export class CardDeclined extends Error {
  readonly failure: PaymentFailure;

  constructor(failure: PaymentFailure) {
    super(`The card was refused: ${failure}`);
    this.name = "CardDeclined";
    this.failure = failure;
  }
}
