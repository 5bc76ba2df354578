import type { PaymentFailure } from "@touchline/contract/billing/individual-payments";
import type { Card, CardForm } from "@touchline/contract/billing/money";
import type { InvoiceState, PlanInterval } from "@touchline/contract/billing/organization-billing";
import type { Currency } from "@touchline/contract/currencies";

/** A movement in the provider's books; `fee` is what the provider keeps of it. */
export type BookEntry = {
  id: string;
  kind: "charge" | "refund" | "dispute" | "payout" | "other";
  /** Signed, from the point of view of the balance at the provider. */
  amount: number;
  fee: number;
  currency: Currency;
  /** The charge, refund, dispute or payout behind it. */
  source: string;
  createdAt: Date;
  /** The payment that it belongs to; null where none does, or where that was not asked for. */
  intentId: string | null;
  /** The customer who was charged; null where none was, or where that was not told. */
  customerId: string | null;
};

/** How a charge stands at the provider. */
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
  /** Ours. */
  reference: string | null;
  /** Where whoever pays confirms it with the bank. */
  actionUrl: string | null;
  failure: PaymentFailure | null;
  card: Omit<Card, "paymentMethodId"> | null;
  chargeId: string | null;
  /** What the charge did in the books; null until it succeeded. */
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
  /** The latest invoice, where it is open. */
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

/** What a webhook says happened. How things stand is asked of the provider. */
export type PaymentNews = {
  newsId: string;
  type: string;
  /** The ids of the provider's that it is about: of the payment, the subscription, the customer. */
  externalIds: readonly string[];
  happenedAt: Date;
};

/**
 * Cards. Every function that asks the provider throws `ProviderError`, and `CardDeclined` where a card is refused. Nothing is
 * repeated here: who calls knows what is safe to repeat. `key` is the idempotency key.
 */
export type PaymentsPort = {
  /** Whether nothing is really charged, as every page then says. */
  readonly simulated: boolean;
  /** Where a card is entered. */
  cardForm(returnUrl: string, setup?: { setupIntentId: string; clientSecret: string }): CardForm;

  createCustomer(details: CustomerDetails, more: { reference: string; key: string }): Promise<string>;
  /** @returns false where the provider does not know the customer any more */
  changeCustomer(
    customerId: string,
    details: CustomerDetails,
    taxId: { type: string; value: string } | null,
  ): Promise<boolean>;

  beginSetup(customerId: string, key: string): Promise<{ setupIntentId: string; clientSecret: string }>;
  readSetup(setupIntentId: string): Promise<{ customerId: string | null; methodId: string | null; isDone: boolean }>;
  methodsOf(customerId: string): Promise<readonly (Card & { addedAt: Date })[]>;
  setDefaultMethod(customerId: string, methodId: string, subscriptionId: string | null): Promise<void>;
  removeMethod(methodId: string): Promise<void>;

  /** Tells the provider of a charge. Nothing is charged by it, so a repeated or lost one costs nothing. */
  prepareCharge(charge: {
    amount: number;
    currency: Currency;
    reference: string;
    organizationId: string;
    description: string;
  }): Promise<string>;
  /** Charges the card. A charge can succeed once, however often it is confirmed. @throws CardDeclined */
  confirmCharge(intentId: string, methodId: string, returnUrl: string): Promise<ProviderCharge>;
  readCharge(intentId: string): Promise<ProviderCharge>;
  cancelCharge(intentId: string): Promise<ProviderCharge>;

  refund(refund: { intentId: string; amount: number; reference: string }): Promise<ProviderRefund>;
  /** Refunds of a charge, at most 100. */
  refundsOf(intentId: string): Promise<readonly ProviderRefund[]>;
  /** What disputes of a charge did in the books. */
  disputesOf(intentId: string): Promise<readonly BookEntry[]>;

  /** The price of a plan, made where it isn't there yet. */
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
  /** The subscription of our reference; null: there is none. */
  findSubscription(customerId: string, reference: string): Promise<ProviderSubscription | null>;
  readSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** Where the bank wants the first payment of a subscription confirmed; null: nowhere. */
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

  /** What the latest 100 charges of a customer did in the books, with their refunds and disputes. */
  chargesOf(customerId: string): Promise<readonly BookEntry[]>;
  /** A page of what was paid out by an automatic payout. */
  inPayout(payoutId: string, after: string | null): Promise<{ entries: readonly BookEntry[]; hasMore: boolean }>;
  /** A page of the books between two moments, the latest first. */
  books(
    between: { since: Date; until: Date },
    after: string | null,
  ): Promise<{ entries: readonly BookEntry[]; hasMore: boolean }>;

  /** Checks the signature over the raw body. Null: it is wrong or too old. What is signed and can't be read is malformed. */
  news(body: Buffer, signature: string, now: Date): PaymentNews | "malformed" | null;
};

/** A card was refused. Nothing was charged. */
export class CardDeclined extends Error {
  readonly failure: PaymentFailure;

  constructor(failure: PaymentFailure) {
    super(`The card was refused: ${failure}`);
    this.name = "CardDeclined";
    this.failure = failure;
  }
}
