import type { BillingInformation, BillingInformationBody } from "@touchline/contract/billing/organization-billing";
import { defaultPlan, planCurrency } from "@touchline/contract/setup/organization-creation";
import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { organizationPlan } from "../../../../schema/accounts.ts";
import { billingAccount, subscription } from "../../../../schema/billing.ts";
import { authorize } from "../../../../security/authorize.ts";
import { exemptionOf, reasonPlace } from "./exemption.ts";

export type AccountRow = typeof billingAccount.$inferSelect;
export type SubscriptionRow = typeof subscription.$inferSelect;

/** Returns the organization that a call names, for people in charge of its billing. @throws NotFound for any other, Forbidden */
export function authorizeBilling(call: Call, organizationId: string): void {
  if (organizationId !== call.organizationId) throw notFound("organization");
  authorize(call, "billing", { organizationWide: true });
}

/** Returns the card provider. @throws Conflict when there is none */
export function cardProvider({ adapters: { payments } }: Pick<Call, "adapters">) {
  if (payments === null) throw conflict("Card payments aren't set up on this installation.", "paymentsNotSetUp");
  return payments;
}

export async function accountOf(call: Call): Promise<AccountRow | null> {
  const [row] = await call.db.select().from(billingAccount).where(ours(billingAccount, call));
  return row ?? null;
}

/** @throws Conflict before there is billing information */
export async function requiredAccount(call: Call): Promise<AccountRow> {
  const row = await accountOf(call);
  if (!row) throw conflict("Enter your billing information first.", "billingInformationMissing");
  return row;
}

export const detailsPlace = (call: Pick<Call, "organizationId">) => ({
  tenant: call.organizationId,
  table: "billing_account",
  column: "sealed_details",
  id: call.organizationId,
});

export async function openDetails(call: Call, { sealedDetails }: AccountRow): Promise<BillingInformationBody> {
  const { wrappedKey } = await organizationFacts(call);
  return JSON.parse(call.adapters.vault.open(wrappedKey, detailsPlace(call), sealedDetails)) as BillingInformationBody;
}

/** Returns the billing information, and whether tax is charged: not while an accepted certificate is valid. @throws NotFound */
export async function informationShown(call: Call): Promise<BillingInformation> {
  const row = await accountOf(call);
  if (!row) throw notFound("billingInformation");
  const { state, exempt, through, sealedReason, certificateId } = await exemptionOf(call);
  const { wrappedKey } = await organizationFacts(call);
  const { vault } = call.adapters;
  return {
    ...(await openDetails(call, row)),
    taxExemption: state,
    taxExempt: exempt,
    taxExemptThrough: through,
    taxExemptionReason:
      sealedReason && certificateId && vault.open(wrappedKey, reasonPlace(call, certificateId), sealedReason),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns the subscription that hasn't ended; null: there is none. */
export async function presentSubscription(call: Call): Promise<SubscriptionRow | null> {
  const [row] = await call.db
    .select()
    .from(subscription)
    .where(and(ours(subscription, call), ne(subscription.state, "canceled")));
  return row ?? null;
}

/** Returns the latest subscription, which may have ended; null: there was none that was paid. */
async function latestSubscription(call: Call): Promise<SubscriptionRow | null> {
  const hasEnded = eq(subscription.state, "canceled");
  const [row] = await call.db
    .select()
    .from(subscription)
    .where(and(ours(subscription, call), isNotNull(subscription.periodEnd)))
    .orderBy(hasEnded, desc(subscription.createdAt))
    .limit(1);
  return row ?? null;
}

/** @throws Conflict without a subscription that the provider knows */
export async function requiredSubscription(call: Call): Promise<SubscriptionRow & { providerSubscriptionId: string }> {
  const row = await presentSubscription(call);
  if (!row?.providerSubscriptionId) throw conflict("There's no subscription. Subscribe first.", "notSubscribed");
  return { ...row, providerSubscriptionId: row.providerSubscriptionId };
}

export async function heldSubscription(call: Call, subscriptionId: string): Promise<SubscriptionRow | null> {
  const [row] = await call.db
    .select()
    .from(subscription)
    .where(and(ours(subscription, call), eq(subscription.subscriptionId, subscriptionId)))
    .for("update");
  return row ?? null;
}

export const actionUrlPlace = (call: Pick<Call, "organizationId">, subscriptionId: string) => ({
  tenant: call.organizationId,
  table: "subscription",
  column: "sealed_action_url",
  id: subscriptionId,
});
export const nextRevision = sql`${subscription.revision} + 1`;

/** Returns the plan agreed with the organization, or else the standard plan. */
export async function agreedPlan(call: Call) {
  const [row] = await call.db.select().from(organizationPlan).where(ours(organizationPlan, call));
  const { productName, monthUnitAmount, yearUnitAmount } = row ?? defaultPlan;
  return {
    productName,
    monthUnitAmount,
    yearUnitAmount,
    currency: planCurrency,
    agreed: row !== undefined,
    priceIdStripe: row?.priceIdStripe ?? null,
  };
}

/** Returns the plan and the subscription as they are shown. */
export async function planShown(call: Call) {
  const { priceIdStripe: _, ...plan } = await agreedPlan(call);
  const { payments } = call.adapters;
  const [account, row] = await Promise.all([accountOf(call), latestSubscription(call)]);
  return {
    ...plan,
    subscription: row && row.state !== "preparing" ? await subscriptionShown(call, row) : null,
    paymentMethodProvided: account?.defaultMethodId != null,
    available: payments !== null,
    simulated: payments?.simulated ?? false,
  };
}

/** Days after the first failed charge during which the card is tried again. */
const graceDays = 21;

async function subscriptionShown(call: Call, row: SubscriptionRow) {
  const { wrappedKey } = await organizationFacts(call);
  const { pastDueSince: since, sealedActionUrl: sealed } = row;
  const url = sealed && call.adapters.vault.open(wrappedKey, actionUrlPlace(call, row.subscriptionId), sealed);
  return {
    state: row.state as Exclude<SubscriptionRow["state"], "preparing">,
    interval: row.billingInterval,
    unitAmount: row.unitAmount,
    currency: row.currency,
    currentPeriodEnd: (row.periodEnd ?? row.createdAt).toISOString(),
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    pastDue: since && {
      since: since.toISOString(),
      graceUntil: new Date(since.getTime() + graceDays * 86_400_000).toISOString(),
      nextTryAt: row.nextTryAt?.toISOString() ?? null,
      attempts: row.attempts,
    },
    nextAction: url ? { url } : null,
  };
}
