import type Stripe from "stripe";
import { z } from "zod";
import { ProviderError } from "../provider-http.ts";
import type { BookEntry, ChargeStatus, PaymentsPort, ProviderCharge, ProviderRefund } from "./port.ts";
import { asking, cardFacts, declineOf, reference, seconds, stripeCurrency } from "./stripe-client.ts";

const transaction = z.object({
  id: z.string(),
  amount: z.int(),
  fee: z.int(),
  currency: stripeCurrency,
  created: seconds,
  reporting_category: z.string(),
  source: z.unknown(),
});
type Transaction = z.output<typeof transaction>;

const kinds: Record<string, BookEntry["kind"]> = {
  charge: "charge",
  refund: "refund",
  partial_capture_reversal: "refund",
  dispute: "dispute",
  dispute_reversal: "dispute",
  payout: "payout",
  payout_reversal: "payout",
};

function entryOf(
  { reporting_category, source, created: createdAt, ...of }: Transaction,
  intentId: string | null,
): BookEntry {
  const parsed = sourceOf.parse(source);
  const sourceId = typeof parsed === "string" ? parsed : parsed.id;
  const behind = typeof parsed === "string" ? null : (parsed.payment_intent ?? null);
  return {
    ...of,
    createdAt,
    kind: kinds[reporting_category] ?? "other",
    source: sourceId,
    intentId: intentId ?? behind,
    customerId: typeof parsed === "string" ? null : (parsed.customer ?? null),
  };
}

const sourceOf = z.union([
  z.string(),
  z.object({ id: z.string(), payment_intent: reference.nullish(), customer: reference.nullish() }),
]);

const intent = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  currency: stripeCurrency,
  metadata: z.record(z.string(), z.string()),
  next_action: z.object({ redirect_to_url: z.object({ url: z.string() }).nullish() }).nullish(),
  last_payment_error: z.object({ code: z.string().nullish(), decline_code: z.string().nullish() }).nullish(),
  latest_charge: z
    .object({
      id: z.string(),
      balance_transaction: z.union([z.string(), transaction]).nullable(),
      payment_method_details: z.object({ card: cardFacts.nullish() }).nullish(),
    })
    .nullish(),
});

const expand = ["latest_charge.balance_transaction"];

const statuses: Record<string, ChargeStatus> = {
  requires_confirmation: "open",
  requires_capture: "processing",
  processing: "processing",
  requires_action: "actionRequired",
  succeeded: "succeeded",
  canceled: "canceled",
};

function chargeOf(answer: unknown): ProviderCharge {
  const { id, status, latest_charge: charge, last_payment_error: error, ...of } = intent.parse(answer);
  const known = status === "requires_payment_method" ? (error ? "failed" : "open") : statuses[status];
  if (known === undefined) throw new ProviderError("malformed", "payment_intent");
  const booked = charge?.balance_transaction;
  return {
    intentId: id,
    status: known,
    amount: of.amount,
    currency: of.currency,
    reference: of.metadata.reference ?? null,
    actionUrl: known === "actionRequired" ? (of.next_action?.redirect_to_url?.url ?? null) : null,
    failure: known === "failed" ? declineOf(error?.code, error?.decline_code) : null,
    card: charge?.payment_method_details?.card ?? null,
    chargeId: charge?.id ?? null,
    booked: known === "succeeded" && booked && typeof booked !== "string" ? entryOf(booked, id) : null,
  };
}

const refundAnswer = z.object({
  id: z.string(),
  status: z.string().nullable(),
  amount: z.int(),
  metadata: z.record(z.string(), z.string()).nullish(),
  balance_transaction: z.union([z.string(), transaction]).nullish(),
});

function refundOf(answer: unknown, intentId: string): ProviderRefund {
  const { id, status, amount, metadata, balance_transaction: booked } = refundAnswer.parse(answer);
  return {
    refundId: id,
    status: status === "succeeded" ? "succeeded" : status === "failed" || status === "canceled" ? "failed" : "pending",
    amount,
    reference: metadata?.reference ?? null,
    booked: booked && typeof booked !== "string" ? entryOf(booked, intentId) : null,
  };
}

const chargeAnswer = z.object({
  payment_intent: reference.nullish(),
  status: z.string(),
  amount_refunded: z.int(),
  disputed: z.boolean(),
  balance_transaction: z.union([z.string(), transaction]).nullish(),
});

const disputeAnswer = z.object({ balance_transactions: z.array(transaction) });

export type Charges = Pick<
  PaymentsPort,
  | "prepareCharge"
  | "confirmCharge"
  | "readCharge"
  | "cancelCharge"
  | "refund"
  | "refundsOf"
  | "disputesOf"
  | "chargesOf"
  | "inPayout"
  | "books"
>;

/** Members' payments: charges, refunds, disputes and the books. */
export function stripeCharges(stripe: Stripe): Charges {
  const refundsOf = (intentId: string) =>
    asking("GET refunds", async () => {
      const { data } = await stripe.refunds.list({
        payment_intent: intentId,
        limit: 100,
        expand: ["data.balance_transaction"],
      });
      return data.map((one) => refundOf(one, intentId));
    });

  const disputesOf = (intentId: string) =>
    asking("GET disputes", async () => {
      const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 20 });
      return data.flatMap((one) =>
        disputeAnswer.parse(one).balance_transactions.map((moved) => entryOf(moved, intentId)),
      );
    });

  return {
    prepareCharge: ({ amount, currency, reference: ours, organizationId, description }) =>
      asking("POST payment_intents", async () => {
        const metadata = { reference: ours, organization: organizationId };
        const made = await stripe.paymentIntents.create(
          { amount, currency: currency.toLowerCase(), description, metadata },
          { idempotencyKey: `${ours}/prepare` },
        );
        return z.object({ id: z.string() }).parse(made).id;
      }),

    // No idempotency key: a payment intent succeeds only once, and its status is read after an unknown outcome.
    confirmCharge: (intentId, methodId, returnUrl) =>
      asking("POST payment_intents/confirm", async () =>
        chargeOf(
          await stripe.paymentIntents.confirm(intentId, { payment_method: methodId, return_url: returnUrl, expand }),
        ),
      ),

    readCharge: (intentId) =>
      asking("GET payment_intents", async () => chargeOf(await stripe.paymentIntents.retrieve(intentId, { expand }))),

    cancelCharge: (intentId) =>
      asking("POST payment_intents/cancel", async () =>
        chargeOf(await stripe.paymentIntents.cancel(intentId, { expand })),
      ),

    refund: ({ intentId, amount, reference: ours }) =>
      asking("POST refunds", async () =>
        refundOf(
          await stripe.refunds.create(
            { payment_intent: intentId, amount, metadata: { reference: ours }, expand: ["balance_transaction"] },
            { idempotencyKey: ours },
          ),
          intentId,
        ),
      ),

    refundsOf,

    disputesOf,

    async chargesOf(customer) {
      const charges = await asking("GET charges", async () => {
        const { data } = await stripe.charges.list({ customer, limit: 100, expand: ["data.balance_transaction"] });
        return data.map((one) => chargeAnswer.parse(one));
      });
      const entries: BookEntry[] = [];
      for (const { payment_intent: intentId, status, balance_transaction: booked, ...of } of charges) {
        if (status !== "succeeded" || !intentId) continue;
        if (booked && typeof booked !== "string") entries.push({ ...entryOf(booked, intentId), customerId: customer });
        if (of.amount_refunded > 0) entries.push(...(await refundsOf(intentId)).flatMap((one) => one.booked ?? []));
        if (of.disputed) entries.push(...(await disputesOf(intentId)));
      }
      return entries;
    },

    inPayout: (payout, after) =>
      asking("GET balance_transactions", async () =>
        pageOf(
          await stripe.balanceTransactions.list({
            ...{ payout, limit: 100, expand: ["data.source"] },
            ...(after === null ? {} : { starting_after: after }),
          }),
        ),
      ),

    books: ({ since, until }, after) =>
      asking("GET balance_transactions", async () => {
        const page = await stripe.balanceTransactions.list({
          created: { gte: inSeconds(since), lt: inSeconds(until) },
          limit: 100,
          expand: ["data.source"],
          ...(after === null ? {} : { starting_after: after }),
        });
        return pageOf(page);
      }),
  };
}

const pageOf = ({ data, has_more: hasMore }: { data: readonly unknown[]; has_more: boolean }) => ({
  entries: data.map((one) => entryOf(transaction.parse(one), null)),
  hasMore,
});

export const inSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
