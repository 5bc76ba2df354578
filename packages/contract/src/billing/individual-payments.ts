import { z } from "zod";
import { currency } from "../currencies.ts";
import { endpoint, fileContent } from "../endpoint.ts";
import { RequirementType } from "../enums.ts";
import { id, instant, numbered } from "../values.ts";
import { amount, card, cardForm, doneBy, positiveAmount, providerId, returnPath } from "./money.ts";

/** So many requirements are paid for at once. */
export const mostItems = 50;

/**
 * How a payment by card stands. It leads from the first to one of the last three, and never back.
 *
 * - `preparing`: it is recorded, and nothing was charged.
 * - `charging`: the card is being charged. Where the outcome is unknown, the provider is asked until it is known.
 * - `actionRequired`: whoever pays confirms it with their bank, at `nextAction`.
 * - `succeeded`: the card was charged, once.
 * - `failed`: nothing was charged; `failure` says why. Paying again is another payment.
 * - `canceled`: nothing was charged, and nothing will be.
 */
export const paymentStates = ["preparing", "charging", "actionRequired", "succeeded", "failed", "canceled"] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * What became of one requirement of a payment.
 *
 * - `pending`: the payment is under way.
 * - `unpaid`: the payment failed or was canceled.
 * - `released`: paid, and with that the background check was ordered or the training opened.
 * - `refunding`, `refunded`: it could not be released, ended without a result, or somebody refunded it.
 */
export const paymentItemStates = ["pending", "unpaid", "released", "refunding", "refunded"] as const;
export type PaymentItemState = (typeof paymentItemStates)[number];

/** Why a card was not charged, as far as whoever pays can do something about it. */
export const paymentFailures = [
  "declined",
  "insufficientFunds",
  "expired",
  "wrongSecurityCode",
  "wrongNumber",
  "confirmationFailed",
  "notSupported",
  "tryLater",
] as const;
export type PaymentFailure = (typeof paymentFailures)[number];

/** How money came: by card at the provider, or by hand. */
export const paymentMethods = ["card", "cash", "check", "other"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * Why a refund was made.
 *
 * - `requested`: somebody of the organization refunded it, for the reason they gave.
 * - `notReleased`: what was paid for could not be started any more.
 * - `endedWithoutResult`: the provider refused the background check, or it was canceled or expired.
 */
export const refundCauses = ["requested", "notReleased", "endedWithoutResult"] as const;
export type RefundCause = (typeof refundCauses)[number];
export const refundStates = ["requested", "succeeded", "failed"] as const;
export type RefundState = (typeof refundStates)[number];

const dueItem = z.object({
  requirementId: id,
  /** The membership in whose name it is owed. */
  profileLevelAccessId: id,
  /** Whose requirement it is. */
  profileId: id,
  personName: z.string(),
  /** The requirement's name. */
  name: z.string(),
  type: numbered(RequirementType),
  /** What is to be paid, after discounts. */
  amount,
  currency,
  /** The price before discounts. */
  fullPrice: amount,
  /** Why it can't be paid for now, such as consents that are missing, in a sentence; null: it can. */
  refusal: z.object({ reason: z.string(), text: z.string() }).nullable(),
  /** A payment for it that is under way; null: none. */
  paymentId: id.nullable(),
});
export type DueItem = z.output<typeof dueItem>;

export const listAwaitingPayment = endpoint({
  method: "GET",
  path: "/api/app/requirement/awaiting-payment-by-individual/{profileLevelAccessId}",
  summary:
    "Lists what a member has to pay for; for the person and guardians, and with `family` for everybody they act for.",
  errors: [403],
  query: { family: z.enum(["true", "false"]).default("false") },
  response: z.object({
    data: z.array(dueItem),
    /** The sum of what can be paid for now, in `currency`. */
    total: amount,
    /** Null where nothing is owed. */
    currency: currency.nullable(),
    /** Payments are set up on this installation. */
    available: z.boolean(),
    /** Cards are not really charged. */
    simulated: z.boolean(),
  }),
});

const refund = z.object({
  refundId: id,
  /** Null: of the whole payment. */
  requirementId: id.nullable(),
  amount,
  cause: z.enum(refundCauses),
  state: z.enum(refundStates),
  /** What was given as the reason; null for the person who paid. */
  reason: z.string().nullable(),
  requestedAt: instant,
  requestedBy: doneBy,
});

export const payment = z.object({
  paymentId: id,
  state: z.enum(paymentStates),
  method: z.enum(paymentMethods),
  amount,
  refunded: amount,
  currency,
  paidBy: z.object({ profileId: id, name: z.string() }),
  createdAt: instant,
  succeededAt: instant.nullable(),
  /** Null for money that came by hand, and until it is known. */
  card: card.omit({ paymentMethodId: true }).nullable(),
  /** The number of a check, or a note. */
  reference: z.string().nullable(),
  recordedBy: doneBy,
  failure: z.object({ reason: z.enum(paymentFailures), text: z.string() }).nullable(),
  /** Where the payer confirms the payment with their bank before returning; shown only to the payer. */
  nextAction: z.object({ url: z.string() }).nullable(),
  /** The outcome is not known yet: ask again with `payment/{id}`. */
  outcomeUnknown: z.boolean(),
  items: z.array(
    z.object({
      requirementId: id,
      profileLevelAccessId: id,
      personName: z.string(),
      name: z.string(),
      amount,
      state: z.enum(paymentItemStates),
    }),
  ),
  refunds: z.array(refund),
  /** A receipt can be downloaded. */
  hasReceipt: z.boolean(),
  /** The largest amount the caller can refund; 0 if none. */
  refundable: amount,
});
export type Payment = z.output<typeof payment>;

const byCard = {
  /** What the provider's fields made of the card. */
  paymentMethodId: providerId("pm"),
  /** As it was shown: where it is another now, nothing is charged. */
  amount: positiveAmount,
  currency,
  /** Where the bank's page comes back to. */
  returnPath: returnPath.default("/payments"),
};

export const bulkPayment = endpoint({
  method: "POST",
  path: "/api/app/requirement/bulk-payment",
  summary: "Pays for several requirements, also of several people that the caller acts for, with one charge.",
  errors: [403, 409, 502],
  costly: true,
  body: z.strictObject({
    ...byCard,
    items: z
      .array(z.strictObject({ requirementId: id, profileLevelAccessId: id, amount: positiveAmount }))
      .min(1, "Choose what to pay for.")
      .max(mostItems, `Choose at most ${mostItems}.`),
  }),
  response: payment,
});

export const payAbusePreventionTraining = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/pay-abuse-prevention-training",
  summary: "Pays for the abuse prevention training of a requirement and opens it.",
  errors: [403, 409, 502],
  costly: true,
  body: z.strictObject({ ...byCard, profileLevelAccessId: id }),
  response: payment,
});

export const runAndPayBackgroundCheckUser = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/run-and-pay-background-check-user",
  summary: "Pays for the background check of a requirement and starts it.",
  errors: [403, 409, 502],
  costly: true,
  query: { profileLevelAccessId: id },
  body: z.strictObject(byCard),
  response: payment,
});

export const openCardForm = endpoint({
  method: "POST",
  path: "/api/app/billing/card-form",
  summary:
    "Gets where the card for one payment is entered. A hosted page comes back to `returnPath` with `payment_method` in the address.",
  errors: [409],
  body: z.strictObject({ returnPath }),
  response: cardForm,
});

const page = { cursor: z.string().max(200).optional() };
const payments = z.object({ data: z.array(payment), next: z.string().nullable() });

export const listOwnPayments = endpoint({
  method: "GET",
  path: "/api/app/billing/payments",
  summary: "Lists the caller's payments and those for people they act for, the latest first.",
  query: page,
  response: payments,
});

export const getPayment = endpoint({
  method: "GET",
  path: "/api/app/billing/payment/{id}",
  summary: "Gets a payment: for whoever paid, whom it was for, and those who look after billing.",
  errors: [403],
  response: payment,
});

export const followPayment = endpoint({
  method: "POST",
  path: "/api/app/billing/payment/{id}/follow",
  summary: "Asks the card provider how a payment stands, such as after it was confirmed with the bank.",
  errors: [403, 409],
  response: payment,
});

export const cancelPayment = endpoint({
  method: "POST",
  path: "/api/app/billing/payment/{id}/cancel",
  summary: "Gives up a payment that waits to be confirmed with the bank. Nothing is charged.",
  errors: [403, 409, 502],
  response: payment,
});

export const downloadReceipt = endpoint({
  method: "GET",
  path: "/api/app/billing/payment/{id}/receipt",
  summary: "Downloads the receipt of a payment as a PDF.",
  errors: [403, 409],
  response: fileContent,
});
