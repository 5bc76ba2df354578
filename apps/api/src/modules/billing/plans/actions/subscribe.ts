import type { PlanInterval } from "@touchline/contract/billing/organization-billing";
import { and, eq, inArray, lte } from "drizzle-orm";
import {
  type BookEntry,
  CardDeclined,
  type PaymentsPort,
  type ProviderSubscription,
} from "../../../../adapters/payments/port.ts";
import { ProviderError, type ProviderFault } from "../../../../adapters/provider-http.ts";
import { type Adapters, actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { subscription } from "../../../../schema/billing.ts";
import { nameAtProvider, recordBillingEvent, recordBooked } from "../../ledger/actions/record.ts";
import { notifyBilling } from "../../payments/actions/notify.ts";
import { followSubscription } from "../jobs.ts";
import {
  accountOf,
  actionUrlPlace,
  agreedPlan,
  authorizeBilling,
  cardProvider,
  heldSubscription,
  nextRevision,
  presentSubscription,
  requiredAccount,
  type SubscriptionRow,
} from "../queries/account.ts";

const lease = 120_000;

/** Records the subscription before anything is charged. @throws NotFound, Forbidden, Conflict */
export async function beginSubscribing(
  call: Call,
  organizationId: string,
  { interval, unitAmount, returnPath }: { interval: PlanInterval; unitAmount: number; returnPath: string },
) {
  authorizeBilling(call, organizationId);
  cardProvider(call);
  const account = await requiredAccount(call);
  if (account.customerId === null || account.defaultMethodId === null)
    throw conflict("Add a card first.", "paymentMethodMissing");
  const plan = await agreedPlan(call);
  const price = interval === "month" ? plan.monthUnitAmount : plan.yearUnitAmount;
  if (price !== unitAmount)
    throw conflict("The price has changed. Nothing was charged. Check it and try again.", "priceChanged");
  const subscriptionId = newId();
  const rows = await call.db
    .insert(subscription)
    .values({
      organizationId: call.organizationId,
      subscriptionId,
      state: "preparing",
      billingInterval: interval,
      unitAmount,
      currency: plan.currency,
      startedBy: actingProfile(call),
      createdAt: call.now,
      nextLookAt: new Date(call.now.getTime() + lease),
    })
    .onConflictDoNothing()
    .returning({ id: subscription.subscriptionId });
  if (rows.length === 0) throw conflict("There's a subscription already. Reload the page.", "alreadySubscribed");
  await recordBillingEvent(call, { subjectId: subscriptionId, event: "subscription", to: "preparing" });
  return { subscriptionId, by: "start", returnPath } as const;
}

type Asked = { subscriptionId: string; by: "start" | "look" | "webhook"; returnPath?: string };
type Begun = Asked & {
  row: SubscriptionRow;
  customerId: string;
  methodId: string | null;
  plan: Awaited<ReturnType<typeof agreedPlan>>;
};
export type SubscriptionAnswer =
  | {
      kind: "subscription";
      subscription: ProviderSubscription | null;
      actionUrl: string | null;
      refused: boolean;
      /** What was charged for it so far; null: not asked. */
      booked: readonly BookEntry[] | null;
    }
  | { kind: "fault"; fault: ProviderFault; retryAfter: number | null };

export async function beginFollowing(call: Call, request: Asked): Promise<Begun | null> {
  const row = await heldSubscription(call, request.subscriptionId);
  const account = row ? await accountOf(call) : null;
  if (!row || !account?.customerId) return null;
  return {
    ...request,
    row,
    customerId: account.customerId,
    methodId: account.defaultMethodId,
    plan: await agreedPlan(call),
  };
}

/** Subscribes once, or asks about the subscription. After an unknown outcome it is looked up before it is repeated. */
export async function actFollowing(begun: Begun, { payments, site }: Adapters): Promise<SubscriptionAnswer> {
  if (payments === null) return { kind: "fault", fault: "unauthorized", retryAfter: null };
  try {
    const found = await known(payments, begun);
    const isOpen = found?.status === "incomplete" && found.openInvoice?.intentId;
    const actionUrl = isOpen
      ? await payments.subscriptionAction(isOpen, `${site.url}${begun.returnPath ?? "/account/billing"}`)
      : null;
    const booked = found ? await payments.chargesOf(begun.customerId) : null;
    return { kind: "subscription", subscription: found, actionUrl, refused: false, booked };
  } catch (error) {
    const refused = { kind: "subscription", subscription: null, actionUrl: null, refused: true, booked: null } as const;
    if (error instanceof CardDeclined) return refused;
    if (!(error instanceof ProviderError)) throw error;
    const isRefused =
      begun.row.providerSubscriptionId === null && (error.fault === "refused" || error.fault === "notFound");
    if (isRefused) return refused;
    return { kind: "fault", fault: error.fault, retryAfter: error.retryAfter };
  }
}

async function known(payments: PaymentsPort, begun: Begun): Promise<ProviderSubscription | null> {
  const { row, customerId, methodId, plan, by } = begun;
  const { subscriptionId, providerSubscriptionId, billingInterval: interval, unitAmount, currency } = row;
  if (providerSubscriptionId !== null) return payments.readSubscription(providerSubscriptionId);
  const found = by === "start" ? null : await payments.findSubscription(customerId, subscriptionId);
  if (found || by === "webhook" || methodId === null) return found;
  const priceId = await priceFor(payments, plan, { interval, unitAmount, currency });
  return payments.subscribe({ customerId, priceId, methodId, reference: subscriptionId, key: subscriptionId });
}

/** Finds the agreed price at the provider if it fits, otherwise one of this amount. */
export async function priceFor(
  payments: PaymentsPort,
  { productName, priceIdStripe }: Pick<Awaited<ReturnType<typeof agreedPlan>>, "productName" | "priceIdStripe">,
  {
    interval,
    unitAmount,
    currency,
  }: { interval: PlanInterval; unitAmount: number; currency: SubscriptionRow["currency"] },
): Promise<string> {
  if (priceIdStripe !== null) {
    const agreed = await payments.readPrice(priceIdStripe).catch((error: unknown) => {
      if (error instanceof ProviderError && error.fault === "notFound") return null;
      throw error;
    });
    const fits = agreed?.interval === interval && agreed.unitAmount === unitAmount && agreed.currency === currency;
    if (agreed && fits) return agreed.priceId;
  }
  return (await payments.priceFor({ productName, interval, unitAmount, currency })).priceId;
}

/** Times that the provider must say that it doesn't know a subscription before it is believed. */
const mostLost = 3;

/** Records the status of a subscription. An unpaid one never affects anybody's clearance. */
export async function recordSubscription(
  call: Call,
  subscriptionId: string,
  answer: SubscriptionAnswer,
): Promise<void> {
  const held = await heldSubscription(call, subscriptionId);
  if (answer.kind === "subscription") await enterCharges(call, subscriptionId, answer.booked ?? []);
  if (!held || held.state === "canceled") return;
  const at = (seconds: number) => new Date(call.now.getTime() + seconds * 1000);
  // One whose first invoice was never paid has no period.
  const wasPaid = !["preparing", "incomplete"].includes(held.state);
  const canceled = { state: "canceled", nextLookAt: null, ...(wasPaid ? {} : { periodEnd: null }) } as const;
  if (answer.kind === "fault") {
    const looks = held.looks + 1;
    if (answer.fault === "notFound" && looks >= mostLost) await change(call, held, canceled);
    else await change(call, held, { looks, nextLookAt: at(Math.min(answer.retryAfter ?? 30 * 2 ** looks, 86_400)) });
    return;
  }
  const { subscription: atProvider, actionUrl, refused } = answer;
  if (atProvider === null) {
    await change(call, held, refused ? canceled : { nextLookAt: at(60) });
    return;
  }
  const isLate = atProvider.status === "pastDue" || atProvider.status === "unpaid";
  const { wrappedKey } = await organizationFacts(call);
  await nameAtProvider(call, [atProvider.subscriptionId], { kind: "subscription", subjectId: subscriptionId });
  await change(call, held, {
    providerSubscriptionId: atProvider.subscriptionId,
    state: atProvider.status,
    billingInterval: atProvider.interval,
    unitAmount: atProvider.unitAmount,
    currency: atProvider.currency,
    priceId: atProvider.priceId,
    periodStart: atProvider.periodStart,
    periodEnd: wasPaid || atProvider.status !== "canceled" ? atProvider.periodEnd : null,
    cancelAtPeriodEnd: atProvider.cancelAtPeriodEnd,
    pastDueSince: isLate ? (held.pastDueSince ?? atProvider.openInvoice?.createdAt ?? call.now) : null,
    attempts: atProvider.openInvoice?.attempts ?? 0,
    nextTryAt: atProvider.openInvoice?.nextTryAt ?? null,
    sealedActionUrl:
      actionUrl === null ? null : call.adapters.vault.seal(wrappedKey, actionUrlPlace(call, subscriptionId), actionUrl),
    looks: 0,
    // Webhooks report changes; once a day it is asked anyway.
    nextLookAt: atProvider.status === "canceled" ? null : at(answer.booked === null ? 60 : 86_400),
  });
  if (atProvider.status === held.state || (atProvider.status !== "pastDue" && atProvider.status !== "unpaid")) return;
  const day = atProvider.periodStart.toISOString().slice(0, 10);
  await notifyBilling(call, { problem: atProvider.status, path: "/account/billing", key: `${subscriptionId}:${day}` });
}

/** Enters a subscription's charges into the ledger once, and maps the charges' ids, because webhooks of a refund name only those. */
async function enterCharges(call: Call, subscriptionId: string, booked: readonly BookEntry[]): Promise<void> {
  if (booked.length === 0) return;
  const intents = [...new Set(booked.flatMap((one) => one.intentId ?? []))];
  await nameAtProvider(call, intents, { kind: "subscription", subjectId: subscriptionId });
  await recordBooked(call, booked, { paymentId: null, income: "subscriptions" });
}

async function change(call: Call, held: SubscriptionRow, changes: Partial<SubscriptionRow>): Promise<void> {
  const { subscriptionId } = held;
  await call.db
    .update(subscription)
    .set({ ...changes, revision: nextRevision })
    .where(and(ours(subscription, call), eq(subscription.subscriptionId, subscriptionId)));
  const to = changes.state ?? held.state;
  if (to !== held.state)
    await recordBillingEvent(call, { subjectId: subscriptionId, event: "subscription", from: held.state, to });
}

export async function finishFollowing(
  call: Call,
  { subscriptionId }: Asked,
  answer: SubscriptionAnswer,
): Promise<undefined> {
  await recordSubscription(call, subscriptionId, answer);
}

/** Resumes the subscriptions that the provider is due to be asked about. */
export async function lookAtSubscriptions(call: Call): Promise<void> {
  const due = await call.db
    .select({ id: subscription.subscriptionId })
    .from(subscription)
    .where(and(ours(subscription, call), lte(subscription.nextLookAt, call.now)))
    .limit(20)
    .for("update", { skipLocked: true });
  if (due.length === 0) return;
  const ids = due.map((one) => one.id);
  await call.db
    .update(subscription)
    .set({ nextLookAt: new Date(call.now.getTime() + lease) })
    .where(and(ours(subscription, call), inArray(subscription.subscriptionId, ids)));
  for (const subscriptionId of ids) {
    await enqueue(call, followSubscription, { subscriptionId, by: "look" }, { singletonKey: subscriptionId });
  }
}

/** Emails once a month about a subscription's card that expires this month or the next. */
export async function noticeExpiry(call: Call): Promise<void> {
  const account = await accountOf(call);
  if (account?.cardExpiryMonth == null || account.cardExpiryYear === null) return;
  const month = call.now.getUTCFullYear() * 12 + call.now.getUTCMonth() + 1;
  const last = account.cardExpiryYear * 12 + account.cardExpiryMonth;
  if (last > month + 1 || last < month || (await presentSubscription(call)) === null) return;
  const key = `${account.defaultMethodId}:${month}`;
  await notifyBilling(call, { problem: "cardExpires", path: "/account/billing/payment", key });
}
