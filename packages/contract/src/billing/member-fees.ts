import { z } from "zod";
import { currency } from "../currencies.ts";
import { endpoint, noContent } from "../endpoint.ts";
import { RequirementType } from "../enums.ts";
import { day, id, instant, line, numbered } from "../values.ts";
import { mostItems, payment, paymentMethods, paymentStates } from "./individual-payments.ts";
import { amount, doneBy, positiveAmount } from "./money.ts";

/** Actions on members' fees by people in charge of billing. */

const page = { cursor: z.string().max(200).optional() };

export const listOrganizationPayments = endpoint({
  method: "GET",
  path: "/api/app/billing/organization-payments",
  summary: "Lists the payments of the organization's members, the latest first. For those who look after billing.",
  errors: [403],
  query: { ...page, state: z.enum(paymentStates).optional(), method: z.enum(paymentMethods).optional() },
  givesLink: true,
  response: z.object({ data: z.array(payment), next: z.string().nullable() }),
});

export const listOutstanding = endpoint({
  method: "GET",
  path: "/api/app/billing/outstanding",
  summary: "Lists what members still have to pay, person by person. For those who look after billing.",
  errors: [403],
  query: page,
  response: z.object({
    data: z.array(
      z.object({
        requirementId: id,
        profileLevelAccessId: id,
        profileId: id,
        personName: z.string(),
        levelName: z.string(),
        name: z.string(),
        type: numbered(RequirementType),
        amount,
        currency,
        fullPrice: amount,
      }),
    ),
    next: z.string().nullable(),
  }),
});

/** Why a person was not reminded: no open requirements, no email address, or a reminder was sent today already. */
export const reminderRefusals = ["nothingOwed", "noAddress", "inactive", "already"] as const;
export type ReminderRefusal = (typeof reminderRefusals)[number];

export const remindOfFees = endpoint({
  method: "POST",
  path: "/api/app/billing/outstanding/remind",
  summary:
    "Emails members what they have to pay; about a child, the guardians. Nobody is reminded twice in a day. For those who look after billing.",
  errors: [403],
  costly: true,
  body: z.strictObject({
    profileLevelAccessIds: z.array(id).min(1, "Choose whom to remind.").max(mostItems, `Choose at most ${mostItems}.`),
  }),
  response: z.object({
    /** The number of people reminded. */
    reminded: z.int(),
    skipped: z.array(z.object({ profileId: id, personName: z.string(), reason: z.enum(reminderRefusals) })),
  }),
});

export const refundPayment = endpoint({
  method: "POST",
  path: "/api/app/billing/payment/{id}/refund",
  summary:
    "Refunds a payment or a part of it. Money that came by hand is given back by hand. For those who look after billing.",
  errors: [403, 409],
  body: z.strictObject({
    amount: positiveAmount,
    /** The requirement that it is for; if omitted, the payment as a whole. */
    requirementId: id.optional(),
    reason: line(500),
  }),
  response: payment,
});

/**
 * A reduction of a price: all of it (a waived fee, such as a scholarship), or an amount. It applies until the requirement is
 * completed, or its background check has a result.
 */
export const adjustmentKinds = ["waiver", "discount"] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

const adjustment = z.object({
  adjustmentId: id,
  requirementId: id,
  requirementName: z.string(),
  kind: z.enum(adjustmentKinds),
  /** Null: the full price. */
  amount: amount.nullable(),
  currency: currency.nullable(),
  reason: z.string(),
  grantedAt: instant,
  grantedBy: doneBy,
  revokedAt: instant.nullable(),
});

export const listAdjustments = endpoint({
  method: "GET",
  path: "/api/app/billing/fee-adjustment/{profileLevelAccessId}",
  summary: "Lists the discounts and waived fees of a member. For those who look after billing.",
  errors: [403],
  response: z.array(adjustment),
});

export const adjustFee = endpoint({
  method: "POST",
  path: "/api/app/billing/fee-adjustment",
  summary:
    "Waives the fee of a requirement or takes an amount off it, with a reason. For those who look after billing.",
  errors: [403, 409],
  body: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("waiver"), profileLevelAccessId: id, requirementId: id, reason: line(500) }),
    z.strictObject({
      kind: z.literal("discount"),
      profileLevelAccessId: id,
      requirementId: id,
      reason: line(500),
      amount: positiveAmount,
      currency,
    }),
  ]),
  response: adjustment,
});

export const revokeAdjustment = endpoint({
  method: "DELETE",
  path: "/api/app/billing/fee-adjustment/{id}",
  summary: "Takes back a discount or a waived fee. For those who look after billing.",
  errors: [403, 409],
  response: noContent,
});

export const recordOfflinePayment = endpoint({
  method: "POST",
  path: "/api/app/billing/offline-payment",
  summary: "Records a payment by cash, check or another way outside this product. For those who look after billing.",
  errors: [403, 409],
  body: z.strictObject({
    method: z.enum(paymentMethods).exclude(["card"]),
    /** The number of a check, or a note. */
    reference: z.string().trim().max(200).nullable(),
    receivedOn: day,
    currency,
    items: z
      .array(z.strictObject({ requirementId: id, profileLevelAccessId: id, amount: positiveAmount }))
      .min(1, "Choose what was paid for.")
      .max(mostItems),
  }),
  response: payment,
});

/** A difference between the ledger here and the card provider's books. */
export const differenceKinds = ["missingHere", "missingThere", "amountDiffers"] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export const getReconciliation = endpoint({
  method: "GET",
  path: "/api/app/billing/reconciliation",
  summary: "Gets the latest comparison of the ledger with the card provider's books. For those who look after billing.",
  errors: [403],
  response: z.object({
    /** Null before the first comparison. */
    comparedAt: instant.nullable(),
    compared: z.int(),
    /** At most 100, latest first. */
    differences: z.array(
      z.object({
        kind: z.enum(differenceKinds),
        /** The provider's id of the entry in its books. */
        reference: z.string(),
        amountHere: z.int().nullable(),
        amountThere: z.int().nullable(),
        currency,
        foundAt: instant,
      }),
    ),
    totals: z.array(
      z.object({ currency, charged: z.int(), fees: z.int(), refunded: z.int(), disputed: z.int(), paidOut: z.int() }),
    ),
  }),
});
