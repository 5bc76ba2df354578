import { z } from "zod";
import { currency } from "../currencies.ts";
import { endpoint, fileContent } from "../endpoint.ts";
import { RequirementType } from "../enums.ts";
import { id, instant, numbered } from "../values.ts";
import { amount, card, cardForm, doneBy, positiveAmount, providerId, returnPath } from "./money.ts";

/** The most requirements that are paid for at once. */
export const mostItems = 50;

/**
 * The state of a card payment. It goes from the first to one of the last three, and never back.
 *
 * - `preparing`: it is recorded, and nothing was charged.
 * - `charging`: the card is being charged. If the outcome is unknown, the provider is asked until it is known.
 * - `actionRequired`: the payer confirms it with their bank, at `nextAction`.
 * - `succeeded`: the card was charged, once.
 * - `failed`: nothing was charged; `failure` says why. Paying again is another payment.
 * - `canceled`: nothing was charged, and nothing will be.
 */
export const paymentStates = ["preparing", "charging", "actionRequired", "succeeded", "failed", "canceled"] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * The state of one requirement in a payment.
 *
 * - `pending`: the payment is in progress.
 * - `unpaid`: the payment failed or was canceled.
 * - `released`: paid, and so the background check was ordered or the training opened.
 * - `refunding`, `refunded`: it could not be released, ended without a result, or somebody refunded it.
 */
export const paymentItemStates = ["pending", "unpaid", "released", "refunding", "refunded"] as const;
export type PaymentItemState = (typeof paymentItemStates)[number];

/** Why a card wasn't charged, as far as the payer can do something about it. */
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

/** The methods of payment: by card at the provider, or offline. */
export const paymentMethods = ["card", "cash", "check", "other"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * Why a refund was made.
 *
 * - `requested`: somebody in the organization refunded it, for the reason they gave.
 * - `notReleased`: the paid requirement couldn't be started anymore.
 * - `endedWithoutResult`: the provider refused the background check, or it was canceled or expired.
 */
export const refundCauses = ["requested", "notReleased", "endedWithoutResult"] as const;
export type RefundCause = (typeof refundCauses)[number];
export const refundStates = ["requested", "succeeded", "failed"] as const;
export type RefundState = (typeof refundStates)[number];

const dueItem = z.object({
  requirementId: id,
  /** The membership that owes it. */
  profileLevelAccessId: id,
  /** The person whose requirement it is. */
  profileId: id,
  personName: z.string(),
  /** The requirement's name. */
  name: z.string(),
  type: numbered(RequirementType),
  /** The amount to pay, after discounts. */
  amount,
  currency,
  /** The price before discounts. */
  fullPrice: amount,
  /** Why it can't be paid for now, such as missing consents, in a sentence; null: it can. */
  refusal: z.object({ reason: z.string(), text: z.string() }).nullable(),
  /** A payment for it in progress; null: none. */
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
    /** Null if nothing is owed. */
    currency: currency.nullable(),
    /** Whether payments are set up on this installation. */
    available: z.boolean(),
    /** Whether cards aren't really charged. */
    simulated: z.boolean(),
  }),
});

const refund = z.object({
  refundId: id,
  /** Null: the whole payment. */
  requirementId: id.nullable(),
  amount,
  cause: z.enum(refundCauses),
  state: z.enum(refundStates),
  /** The stated reason; null for the person who paid. */
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
  /** Null for offline payments, and until it is known. */
  card: card.omit({ paymentMethodId: true }).nullable(),
  /** The number of a check, or a note. */
  reference: z.string().nullable(),
  recordedBy: doneBy,
  failure: z.object({ reason: z.enum(paymentFailures), text: z.string() }).nullable(),
  /** Where the payer confirms the payment with their bank before returning; shown only to the payer. */
  nextAction: z.object({ url: z.string() }).nullable(),
  /** Whether the outcome isn't known yet: ask again with `payment/{id}`. */
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
  /** Whether a receipt can be downloaded. */
  hasReceipt: z.boolean(),
  /** The largest amount the caller can refund; 0 if none. */
  refundable: amount,
});
export type Payment = z.output<typeof payment>;

const byCard = {
  /** The id from the provider's card fields. */
  paymentMethodId: providerId("pm"),
  /** The amount that was shown: if it has changed, nothing is charged. */
  amount: positiveAmount,
  currency,
  /** Where the bank's page returns to. */
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
  givesLink: true,
  response: payments,
});

export const getPayment = endpoint({
  method: "GET",
  path: "/api/app/billing/payment/{id}",
  summary: "Gets a payment: for whoever paid, whom it was for, and those who look after billing.",
  errors: [403],
  givesLink: true,
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
