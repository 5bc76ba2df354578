import { cardOfToken, type testCards } from "./cards.ts";
import { invalid, missing, type StripeAccount } from "./store.ts";
import type {
  CardError,
  Dispute,
  Metadata,
  PaymentIntent,
  StripeCharge,
  StripeCustomer,
  StripePaymentMethod,
} from "./types.ts";

/** Stripe's fee for a card payment: 2.9% and 30 cents. Source: stripe.com/pricing (United States, domestic cards). */
export const feeOf = (amount: number) => Math.round(amount * 0.029) + 30;
/** The fee for a dispute. Source: stripe.com/pricing. */
const disputeFee = 1_500;

export function customerOf(account: StripeAccount, id: string): StripeCustomer {
  const found = account.customers.get(id);
  if (!found) throw missing("customer", id);
  return found;
}

/** Creates a payment method for a test card. */
export function newPaymentMethod(
  account: StripeAccount,
  { number, brand, behavior }: (typeof testCards)[number],
  more: { expMonth?: number; expYear?: number; name?: string | null } = {},
): StripePaymentMethod {
  const method: StripePaymentMethod = {
    ...account.begin("payment_method", "pm"),
    type: "card",
    customer: null,
    card: {
      brand,
      display_brand: brand,
      last4: number.slice(-4),
      exp_month: more.expMonth ?? 12,
      exp_year: more.expYear ?? account.world.clock.now().getUTCFullYear() + 3,
      country: "US",
    },
    billing_details: { name: more.name ?? null, email: null },
    metadata: {},
  };
  account.paymentMethods.set(method.id, method);
  account.secrets.set(method.id, { behavior, isSetUp: false });
  return method;
}

/** Returns a payment method by id. A predefined one (`pm_card_visa`) is created. @throws StripeFailure */
export function paymentMethodOf(account: StripeAccount, id: string): StripePaymentMethod {
  const ready = cardOfToken(id);
  if (ready) return newPaymentMethod(account, ready);
  const found = account.paymentMethods.get(id);
  if (!found) throw missing("PaymentMethod", id);
  return found;
}

/** @throws StripeFailure if it belongs to another customer */
export function requireUsable(account: StripeAccount, method: StripePaymentMethod, customer: string | null): void {
  if (account.detached.has(method.id)) {
    throw invalid("The provided PaymentMethod was detached from a Customer and can't be used again.", "payment_method");
  }
  if (method.customer !== null && method.customer !== customer) {
    throw invalid(
      "The provided PaymentMethod belongs to another customer. Provide the customer that it belongs to.",
      "payment_method",
    );
  }
}

export type Charging = {
  amount: number;
  currency: string;
  method: StripePaymentMethod;
  customer: string | null;
  intent: PaymentIntent | null;
  metadata: Metadata;
  /** The cardholder is present and has confirmed it with the bank. */
  confirmed: boolean;
  /** The cardholder isn't present. */
  offSession?: boolean;
};
export type Charged =
  | { kind: "charged"; charge: StripeCharge; answerLost: boolean }
  | { kind: "declined"; error: CardError; charge: StripeCharge | null }
  | { kind: "challenge" };

/** Charges a card, with the result that its test number stands for. */
export function chargeCard(account: StripeAccount, to: Charging): Charged {
  const secret = account.secrets.get(to.method.id);
  const behavior = secret?.behavior ?? { kind: "success" as const };
  const wantsChallenge =
    behavior.kind === "challenge" && !to.confirmed && !(behavior.when === "unlessSetUp" && secret?.isSetUp);
  if (wantsChallenge && !to.offSession) return { kind: "challenge" };
  if (wantsChallenge) {
    const message = "Your card was declined. This transaction requires authentication.";
    return declined(account, to, "authentication_required", "authentication_required", message);
  }
  if (behavior.kind === "decline") {
    return declined(account, to, behavior.code, behavior.declineCode, behavior.message);
  }
  if (behavior.kind === "savesOnly" && to.method.customer !== null) {
    return declined(account, to, "card_declined", "generic_decline", "Your card was declined.");
  }
  const charge = newCharge(account, to, null);
  const moved = account.begin("balance_transaction", "txn");
  const fee = feeOf(to.amount);
  account.balanceTransactions.set(moved.id, {
    id: moved.id,
    object: "balance_transaction",
    created: moved.created,
    amount: to.amount,
    fee,
    net: to.amount - fee,
    currency: to.currency,
    type: "charge",
    reporting_category: "charge",
    source: charge.id,
    status: "pending",
    available_on: moved.created + 2 * 86_400,
    description: null,
  });
  charge.balance_transaction = moved.id;
  account.emit("charge.succeeded", charge);
  if (behavior.kind === "dispute") account.runAfter(1, "dispute", { charge: charge.id });
  return { kind: "charged", charge, answerLost: behavior.kind === "lostAnswer" };
}

function declined(
  account: StripeAccount,
  to: Charging,
  code: string,
  declineCode: string | null,
  message: string,
): Charged {
  const charge = newCharge(account, to, { code, message });
  account.emit("charge.failed", charge);
  return {
    kind: "declined",
    charge,
    error: {
      type: "card_error",
      code,
      ...(declineCode === null ? {} : { decline_code: declineCode }),
      message,
      charge: charge.id,
      payment_method: to.method,
    },
  };
}

function newCharge(
  account: StripeAccount,
  to: Charging,
  failure: { code: string; message: string } | null,
): StripeCharge {
  const { display_brand: _, ...card } = to.method.card;
  const charge: StripeCharge = {
    ...account.begin("charge", "ch"),
    amount: to.amount,
    amount_refunded: 0,
    currency: to.currency,
    customer: to.customer,
    payment_intent: to.intent?.id ?? null,
    payment_method: to.method.id,
    paid: failure === null,
    refunded: false,
    disputed: false,
    status: failure === null ? "succeeded" : "failed",
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    balance_transaction: null,
    payment_method_details: { type: "card", card },
    metadata: to.metadata,
  };
  account.charges.set(charge.id, charge);
  return charge;
}

function moved(
  account: StripeAccount,
  row: Pick<Dispute, "amount" | "currency"> & { fee: number; category: string; source: string },
) {
  const { id, created } = account.begin("balance_transaction", "txn");
  const transaction = {
    id,
    object: "balance_transaction",
    created,
    amount: row.amount,
    fee: row.fee,
    net: row.amount - row.fee,
    currency: row.currency,
    type: "adjustment",
    reporting_category: row.category,
    source: row.source,
    status: "available",
    available_on: created,
    description: null,
  } as const;
  account.balanceTransactions.set(id, transaction);
  return transaction;
}

/** Disputes a charge for the cardholder: the amount and a fee are withdrawn until the decision. */
export function openDispute(account: StripeAccount, charge: StripeCharge): Dispute {
  charge.disputed = true;
  const { currency } = charge;
  const amount = charge.amount - charge.amount_refunded;
  const dispute: Dispute = {
    ...account.begin("dispute", "dp"),
    amount,
    currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
    balance_transactions: [],
    metadata: {},
  };
  dispute.balance_transactions.push(
    moved(account, { amount: -amount, currency, fee: disputeFee, category: "dispute", source: dispute.id }),
  );
  account.disputes.set(dispute.id, dispute);
  account.emit("charge.dispute.created", dispute);
  account.emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** Decides a dispute for the bank. If it was won, the amount is returned. */
export function closeDispute(account: StripeAccount, dispute: Dispute, status: "won" | "lost"): void {
  dispute.status = status;
  if (status === "won") {
    const { amount, currency, id: source } = dispute;
    dispute.balance_transactions.push(
      moved(account, { amount, currency, fee: 0, category: "dispute_reversal", source }),
    );
    account.emit("charge.dispute.funds_reinstated", dispute);
  }
  account.emit("charge.dispute.closed", dispute);
}
