import type { CardBehavior } from "./cards.ts";

/** The simulated objects of Stripe's API. Times are in seconds, amounts in minor units. */

export type Metadata = Record<string, string>;
type Kept<Name extends string> = { id: string; object: Name; created: number; livemode: false };

export type StripeCustomer = Kept<"customer"> & {
  email: string | null;
  name: string | null;
  address: Record<string, string | null> | null;
  tax_exempt: string;
  balance: number;
  delinquent: boolean;
  currency: string | null;
  invoice_settings: { default_payment_method: string | null };
  metadata: Metadata;
};

export type StripePaymentMethod = Kept<"payment_method"> & {
  type: "card";
  customer: string | null;
  card: { brand: string; display_brand: string; last4: string; exp_month: number; exp_year: number; country: string };
  billing_details: { name: string | null; email: string | null };
  metadata: Metadata;
};
/** Internal data of a payment method, which is never sent. */
export type PaymentMethodSecret = { behavior: CardBehavior; isSetUp: boolean };

export type CardError = {
  type: "card_error";
  code: string;
  decline_code?: string;
  message: string;
  charge?: string;
  payment_method?: StripePaymentMethod;
};

type NextAction = { type: "redirect_to_url"; redirect_to_url: { url: string; return_url: string } };
export type IntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "processing"
  | "succeeded"
  | "canceled";

export type PaymentIntent = Kept<"payment_intent"> & {
  amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  description: string | null;
  payment_method: string | null;
  status: IntentStatus;
  client_secret: string;
  latest_charge: string | null;
  last_payment_error: CardError | null;
  next_action: NextAction | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  metadata: Metadata;
};

export type SetupIntent = Kept<"setup_intent"> & {
  customer: string | null;
  payment_method: string | null;
  status: IntentStatus;
  client_secret: string;
  usage: string;
  last_setup_error: CardError | null;
  next_action: NextAction | null;
  metadata: Metadata;
};

export type StripeCharge = Kept<"charge"> & {
  amount: number;
  amount_refunded: number;
  currency: string;
  customer: string | null;
  payment_intent: string | null;
  payment_method: string | null;
  paid: boolean;
  refunded: boolean;
  disputed: boolean;
  status: "succeeded" | "failed";
  failure_code: string | null;
  failure_message: string | null;
  balance_transaction: string | null;
  payment_method_details: { type: "card"; card: Omit<StripePaymentMethod["card"], "display_brand"> };
  metadata: Metadata;
};

export type StripeRefund = Kept<"refund"> & {
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string | null;
  balance_transaction: string | null;
  reason: string | null;
  status: "succeeded" | "failed" | "pending";
  metadata: Metadata;
};

export type Dispute = Kept<"dispute"> & {
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string | null;
  reason: string;
  status: "needs_response" | "under_review" | "won" | "lost";
  balance_transactions: BalanceTransaction[];
  metadata: Metadata;
};

export type BalanceTransaction = Omit<Kept<"balance_transaction">, "livemode"> & {
  amount: number;
  fee: number;
  net: number;
  currency: string;
  type: "charge" | "refund" | "adjustment" | "payout";
  reporting_category: string;
  source: string;
  status: "available" | "pending";
  available_on: number;
  description: string | null;
  payout?: string;
};

export type Payout = Kept<"payout"> & {
  amount: number;
  currency: string;
  status: "paid";
  arrival_date: number;
  automatic: boolean;
  balance_transaction: string;
};

export type Price = Kept<"price"> & {
  active: boolean;
  currency: string;
  lookup_key: string | null;
  product: string;
  recurring: { interval: "month" | "year"; interval_count: number };
  type: "recurring";
  unit_amount: number;
  metadata: Metadata;
};
export type Product = Kept<"product"> & { active: boolean; name: string; metadata: Metadata };

export type SubscriptionItem = {
  id: string;
  object: "subscription_item";
  created: number;
  price: Price;
  quantity: number;
  current_period_start: number;
  current_period_end: number;
  subscription: string;
};
export type StripeSubscription = Kept<"subscription"> & {
  customer: string;
  status: "incomplete" | "incomplete_expired" | "active" | "past_due" | "unpaid" | "canceled";
  currency: string;
  items: { object: "list"; data: SubscriptionItem[]; has_more: false; url: string };
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  canceled_at: number | null;
  ended_at: number | null;
  default_payment_method: string | null;
  latest_invoice: string | null;
  start_date: number;
  metadata: Metadata;
};

export type InvoiceLine = {
  id: string;
  object: "line_item";
  amount: number;
  currency: string;
  description: string;
  period: { start: number; end: number };
  quantity: number;
  proration: boolean;
};
export type StripeInvoice = Kept<"invoice"> & {
  customer: string;
  number: string | null;
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  currency: string;
  total: number;
  subtotal: number;
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  post_payment_credit_notes_amount: number;
  pre_payment_credit_notes_amount: number;
  starting_balance: number;
  ending_balance: number;
  attempt_count: number;
  attempted: boolean;
  billing_reason: string;
  description: string | null;
  due_date: number | null;
  next_payment_attempt: number | null;
  period_start: number;
  period_end: number;
  hosted_invoice_url: string;
  invoice_pdf: string;
  lines: { object: "list"; data: InvoiceLine[]; has_more: false; url: string };
  parent: { type: "subscription_details"; subscription_details: { subscription: string; metadata: Metadata } } | null;
  payments: {
    object: "list";
    data: {
      id: string;
      object: "invoice_payment";
      status: string;
      payment: { type: "payment_intent"; payment_intent: string };
    }[];
    has_more: false;
    url: string;
  };
  status_transitions: {
    finalized_at: number | null;
    paid_at: number | null;
    voided_at: number | null;
    marked_uncollectible_at: number | null;
  };
  metadata: Metadata;
};

/** Formats an amount for pages and files: "25.00 USD", "2500 JPY". */
export const moneyText = ({ amount, currency }: { amount: number; currency: string }): string =>
  `${currency === "jpy" ? amount : (amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
