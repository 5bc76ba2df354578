import type { PlanInterval } from "@touchline/contract/billing/organization-billing";
import type { Adapters, Call } from "../../../../call.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { agreedPlan, authorizeBilling, cardProvider, requiredSubscription } from "../queries/account.ts";
import { withProviderErrors } from "./provider-errors.ts";
import { priceFor, type SubscriptionAnswer } from "./subscribe.ts";

/** Milliseconds for which a quoted price can be accepted. */
const quoteTime = 3_600_000;

/** A change to another interval with its quoted price; null: it is still to be quoted. */
export async function beginChange(
  call: Call,
  organizationId: string,
  { interval, prorationAt, dueNow }: { interval: PlanInterval; prorationAt: string | null; dueNow: number | null },
) {
  authorizeBilling(call, organizationId);
  const row = await requiredSubscription(call);
  if (row.billingInterval === interval)
    throw conflict("You pay like this already. Reload the page.", "alreadySubscribed");
  if (row.state !== "active") throw conflict("An invoice is unpaid. Pay it first, then change the plan.", row.state);
  const at = prorationAt === null ? call.now : new Date(prorationAt);
  const age = call.now.getTime() - at.getTime();
  if (age < -60_000 || age > quoteTime) throw invalid("prorationAt", "This price is out of date. Compute it again.");
  const plan = await agreedPlan(call);
  const unitAmount = interval === "month" ? plan.monthUnitAmount : plan.yearUnitAmount;
  // Whole seconds, as the provider counts.
  const moment = new Date(Math.floor(at.getTime() / 1000) * 1000);
  return { row, interval, plan, unitAmount, dueNow, at: moment };
}

type Begun = Awaited<ReturnType<typeof beginChange>>;

async function quote({ row, interval, plan, unitAmount, at }: Begun, adapters: Adapters) {
  const payments = cardProvider({ adapters });
  const { currency } = row;
  const priceId = await priceFor(payments, plan, { interval, unitAmount, currency });
  const present = await payments.readSubscription(row.providerSubscriptionId);
  return { payments, priceId, present, preview: await payments.previewChange(present, priceId, at) };
}

/** Quotes the price of the change. */
export const actPreview = (begun: Begun, adapters: Adapters) =>
  withProviderErrors(async () => {
    const { preview } = await quote(begun, adapters);
    const { interval, unitAmount, at } = begun;
    const next = new Date(at);
    if (interval === "month") next.setUTCMonth(next.getUTCMonth() + 1);
    else next.setUTCFullYear(next.getUTCFullYear() + 1);
    return {
      interval,
      prorationAt: at.toISOString(),
      dueNow: preview.dueNow,
      currency: preview.currency,
      lines: preview.lines,
      nextChargeAt: next.toISOString(),
      nextChargeAmount: unitAmount,
    };
  });

/** Changes the plan at the quoted price only. */
export const actChange = (begun: Begun, adapters: Adapters) =>
  withProviderErrors(async () => {
    const { payments, priceId, present, preview } = await quote(begun, adapters);
    if (preview.dueNow !== begun.dueNow) {
      throw conflict("The price has changed. Nothing was charged. Check it and try again.", "priceChanged");
    }
    const key = `${begun.row.subscriptionId}/${begun.interval}/${begun.at.toISOString()}`;
    return answerOf(begun.row.subscriptionId, await payments.changePrice(present, priceId, begun.at, key));
  });

/** Sets whether the subscription is canceled at the end of the period. */
export async function beginCanceling(call: Call, organizationId: string, cancel: boolean) {
  authorizeBilling(call, organizationId);
  return { row: await requiredSubscription(call), cancel };
}

export const actCanceling = ({ row, cancel }: Awaited<ReturnType<typeof beginCanceling>>, adapters: Adapters) =>
  withProviderErrors(async () => {
    const payments = cardProvider({ adapters });
    return answerOf(row.subscriptionId, await payments.setCancelAtPeriodEnd(row.providerSubscriptionId, cancel));
  });

const answerOf = (
  subscriptionId: string,
  subscription: Extract<SubscriptionAnswer, { kind: "subscription" }>["subscription"],
) => ({
  subscriptionId,
  answer: { kind: "subscription", subscription, actionUrl: null, refused: false, booked: null } as const,
});
