import type { RequirementType } from "@touchline/contract";
import type {
  PaymentFailure,
  PaymentItemState,
  PaymentMethod,
  PaymentState,
  RefundCause,
  RefundState,
} from "@touchline/contract/billing/individual-payments";
import type { AdjustmentKind, DifferenceKind } from "@touchline/contract/billing/member-fees";
import type { PlanInterval, SubscriptionState } from "@touchline/contract/billing/organization-billing";
import type { Currency } from "@touchline/contract/currencies";
import type { LedgerAccount, LedgerIncome, LedgerKind } from "@touchline/rules";
import { boolean, date, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId, webhookColumns, writtenXid } from "../database/columns.ts";

/** A requested charge, kept permanently: its id is the key by which the card provider knows it. */
export const payment = pgTable(
  "payment",
  {
    organizationId: organizationId(),
    paymentId: uuid("payment_id").notNull(),
    state: text("state").$type<PaymentState>().notNull(),
    stateSince: instantColumn("state_since").notNull(),
    method: text("method").$type<PaymentMethod>().notNull(),
    amount: integer("amount").notNull(),
    refunded: integer("refunded").notNull().default(0),
    currency: text("currency").$type<Currency>().notNull(),
    paidBy: uuid("paid_by").notNull(),
    recordedBy: uuid("recorded_by"),
    receivedOn: date("received_on", { mode: "string" }),
    reference: text("reference"),
    createdAt: instantColumn("created_at").notNull(),
    succeededAt: instantColumn("succeeded_at"),
    intentId: text("intent_id"),
    methodId: text("method_id"),
    returnPath: text("return_path"),
    /** Whether a call that may have charged the card was already made. */
    tried: boolean("tried").notNull().default(false),
    cardBrand: text("card_brand"),
    cardLast4: text("card_last4"),
    cardExpiryMonth: smallint("card_expiry_month"),
    cardExpiryYear: smallint("card_expiry_year"),
    failure: text("failure").$type<PaymentFailure>(),
    sealedActionUrl: bytes("sealed_action_url"),
    nextLookAt: instantColumn("next_look_at"),
    looks: integer("looks").notNull().default(0),
    revision: integer("revision").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.paymentId] })],
);

/** A requirement paid for by a payment. */
export const paymentItem = pgTable(
  "payment_item",
  {
    organizationId: organizationId(),
    paymentId: uuid("payment_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    /** The name of the requirement at that time. */
    name: text("name").notNull(),
    type: smallint("type").$type<RequirementType>().notNull(),
    amount: integer("amount").notNull(),
    state: text("state").$type<PaymentItemState>().notNull(),
    attemptId: uuid("attempt_id"),
    releasedAt: instantColumn("released_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.paymentId, table.requirementId] })],
);

export const paymentRefund = pgTable(
  "payment_refund",
  {
    organizationId: organizationId(),
    paymentRefundId: uuid("payment_refund_id").notNull(),
    paymentId: uuid("payment_id").notNull(),
    requirementId: uuid("requirement_id"),
    amount: integer("amount").notNull(),
    cause: text("cause").$type<RefundCause>().notNull(),
    state: text("state").$type<RefundState>().notNull(),
    sealedReason: bytes("sealed_reason"),
    requestedBy: uuid("requested_by"),
    requestedAt: instantColumn("requested_at").notNull(),
    providerRefundId: text("provider_refund_id"),
    nextLookAt: instantColumn("next_look_at"),
    looks: integer("looks").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.paymentRefundId] })],
);

/** A reduction of a price for a person. */
export const feeAdjustment = pgTable(
  "fee_adjustment",
  {
    organizationId: organizationId(),
    feeAdjustmentId: uuid("fee_adjustment_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    kind: text("kind").$type<AdjustmentKind>().notNull(),
    /** Null: the full price. */
    amount: integer("amount"),
    currency: text("currency").$type<Currency>(),
    sealedReason: bytes("sealed_reason").notNull(),
    grantedBy: uuid("granted_by").notNull(),
    grantedAt: instantColumn("granted_at").notNull(),
    revokedBy: uuid("revoked_by"),
    revokedAt: instantColumn("revoked_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.feeAdjustmentId] })],
);

/** The ledger: a row moves an amount from one account to another. Rows are added and never changed. */
export const ledgerEntry = pgTable(
  "ledger_entry",
  {
    organizationId: organizationId(),
    ledgerEntryId: uuid("ledger_entry_id").notNull(),
    at: instantColumn("at").notNull(),
    kind: text("kind").$type<LedgerKind>().notNull(),
    debit: text("debit").$type<LedgerAccount>().notNull(),
    credit: text("credit").$type<LedgerAccount>().notNull(),
    amount: integer("amount").notNull(),
    currency: text("currency").$type<Currency>().notNull(),
    paymentId: uuid("payment_id"),
    providerEntryId: text("provider_entry_id"),
    providerReference: text("provider_reference"),
    sourceKey: text("source_key").notNull(),
    /** Which ledger it belongs to: members' fees, or the organization's own subscription. */
    income: text("income").$type<LedgerIncome>().notNull().default("memberFees"),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.ledgerEntryId] })],
);

/** An organization's billing account. */
export const billingAccount = pgTable("billing_account", {
  organizationId: organizationId().primaryKey(),
  sealedDetails: bytes("sealed_details").notNull(),
  taxExempt: boolean("tax_exempt").notNull().default(false),
  customerId: text("customer_id"),
  defaultMethodId: text("default_method_id"),
  cardExpiryMonth: smallint("card_expiry_month"),
  cardExpiryYear: smallint("card_expiry_year"),
  updatedAt: instantColumn("updated_at").notNull(),
  toldAt: instantColumn("told_at"),
});

/** An operator's decision on a tax exemption certificate. Rows are added and never changed. */
export const taxExemption = pgTable(
  "tax_exemption",
  {
    organizationId: organizationId(),
    organizationFileId: uuid("organization_file_id").notNull(),
    state: text("state").$type<"accepted" | "declined">().notNull(),
    /** Null: no end. */
    lastDay: date("last_day", { mode: "string" }),
    sealedReason: bytes("sealed_reason"),
    decidedBy: uuid("decided_by").notNull(),
    decidedAt: instantColumn("decided_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.organizationFileId] })],
);

/** A card that is being added. */
export const cardSetup = pgTable(
  "card_setup",
  {
    organizationId: organizationId(),
    cardSetupId: uuid("card_setup_id").notNull(),
    setupIntentId: text("setup_intent_id").notNull(),
    begunBy: uuid("begun_by").notNull(),
    begunAt: instantColumn("begun_at").notNull(),
    usedAt: instantColumn("used_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.cardSetupId] })],
);

export const subscription = pgTable(
  "subscription",
  {
    organizationId: organizationId(),
    subscriptionId: uuid("subscription_id").notNull(),
    providerSubscriptionId: text("provider_subscription_id"),
    state: text("state").$type<SubscriptionState | "preparing">().notNull(),
    billingInterval: text("billing_interval").$type<PlanInterval>().notNull(),
    unitAmount: integer("unit_amount").notNull(),
    currency: text("currency").$type<Currency>().notNull(),
    priceId: text("price_id"),
    periodStart: instantColumn("period_start"),
    periodEnd: instantColumn("period_end"),
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull().default(false),
    pastDueSince: instantColumn("past_due_since"),
    attempts: integer("attempts").notNull().default(0),
    nextTryAt: instantColumn("next_try_at"),
    sealedActionUrl: bytes("sealed_action_url"),
    startedBy: uuid("started_by"),
    createdAt: instantColumn("created_at").notNull(),
    nextLookAt: instantColumn("next_look_at"),
    looks: integer("looks").notNull().default(0),
    revision: integer("revision").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.subscriptionId] })],
);

/** The history of billing actions, kept permanently. */
export const billingEvent = pgTable(
  "billing_event",
  {
    organizationId: organizationId(),
    billingEventId: uuid("billing_event_id").notNull(),
    at: instantColumn("at").notNull(),
    subjectId: uuid("subject_id").notNull(),
    event: text("event").notNull(),
    fromState: text("from_state"),
    toState: text("to_state"),
    byProfile: uuid("by_profile"),
    actingAs: text("acting_as").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.billingEventId] })],
);

/** When an organization's ledger was last compared with the provider's books. */
export const reconciliation = pgTable("reconciliation", {
  organizationId: organizationId().primaryKey(),
  comparedAt: instantColumn("compared_at").notNull(),
  compared: integer("compared").notNull(),
});

export const ledgerDifference = pgTable(
  "ledger_difference",
  {
    organizationId: organizationId(),
    providerEntryId: text("provider_entry_id").notNull(),
    kind: text("kind").$type<DifferenceKind>().notNull(),
    amountHere: integer("amount_here"),
    amountThere: integer("amount_there"),
    currency: text("currency").$type<Currency>().notNull(),
    foundAt: instantColumn("found_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.providerEntryId] })],
);

/** Finds the organization of a webhook or an entry in the provider's books. Shared: ids only. */
export const paymentDirectory = pgTable("payment_directory", {
  externalId: text("external_id").primaryKey(),
  organizationId: organizationId(),
  kind: text("kind").$type<"payment" | "subscription" | "customer">().notNull(),
  subjectId: uuid("subject_id"),
});

/** Webhooks of the card provider, with a verified signature. Shared. */
export const paymentWebhook = pgTable("payment_webhook", {
  webhookId: uuid("payment_webhook_id").primaryKey(),
  ...webhookColumns(),
  type: text("type").notNull(),
});

/** The provider's books while they are compared. Shared: ids and amounts. */
export const providerBookEntry = pgTable(
  "provider_book_entry",
  {
    providerEntryId: text("provider_entry_id").notNull(),
    organizationId: organizationId(),
    amount: integer("amount").notNull(),
    fee: integer("fee").notNull(),
    currency: text("currency").$type<Currency>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerEntryId, table.organizationId] })],
);
