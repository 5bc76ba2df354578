import type { Call } from "@touchline/api/call";
import { actChange, actPreview, beginChange } from "@touchline/api/modules/billing/plans/actions/change";
import { addInformation } from "@touchline/api/modules/billing/plans/actions/information";
import {
  actAdding,
  actSetup,
  beginAdding,
  beginSetup,
  finishAdding,
  finishSetup,
} from "@touchline/api/modules/billing/plans/actions/methods";
import {
  actFollowing,
  beginFollowing,
  beginSubscribing,
  recordSubscription,
} from "@touchline/api/modules/billing/plans/actions/subscribe";
import { agreedPlan } from "@touchline/api/modules/billing/plans/queries/account";
import type { PlannedOrganization } from "./plan.ts";
import { steer } from "./screening.ts";

const day = 86_400_000;
/** The organization subscribes some days after it was founded. */
export const subscribedDaysAgo = 545;
/** When it tries yearly payment, and goes back to monthly: the days since. */
const changes = [
  { daysAgo: 380, interval: "year" },
  { daysAgo: 376, interval: "month" },
  { daysAgo: 193, interval: "year" },
  { daysAgo: 189, interval: "month" },
] as const;

type About = { plan: PlannedOrganization; ago: (days: number) => Date; simulatorUrl: string };

/**
 * An organization's billing from its beginning to the present: billing information, two cards, the subscription, and more invoices than
 * fit on a page. The simulated provider's clock is taken back, and lives through it.
 *
 * @param call of somebody who looks after billing, at the time of subscribing.
 */
export async function writeSubscription(call: Call, { plan, ago, simulatorUrl }: About): Promise<void> {
  const { organizationId } = call;
  let daysAgo = 0;
  const moveTo = async (wanted: number): Promise<Call> => {
    await steer(simulatorUrl, "clock", { advance: (daysAgo - wanted) * day });
    daysAgo = wanted;
    return { ...call, now: ago(wanted) };
  };
  const addresses = (await (await fetch(`${simulatorUrl}/simulator/webhooks`)).json()) as { stripe?: string };
  // Nobody listens yet: what happened is looked up at the end.
  await steer(simulatorUrl, "webhooks", { vendor: "stripe", url: null });
  try {
    const then = await moveTo(subscribedDaysAgo);
    const { legalName, ein, address } = plan.application.info;
    await addInformation(then, {
      name: legalName,
      email: "accounts@demo.touchline.example",
      address: {
        ...{ line1: address?.line1 ?? "400 Pitch Lane", line2: address?.line2 ?? null, city: plan.cityName },
        ...{ state: plan.stateCode, postalCode: address?.postalCode ?? "98101", country: "US" },
      },
      taxId: { type: "us_ein", value: ein },
    });
    await addCard(then, { number: "4242424242424242", expiry: "11/34", makeDefault: true });
    const { monthUnitAmount } = await agreedPlan(then);
    const wanted = { interval: "month", unitAmount: monthUnitAmount, returnPath: "/account/billing" } as const;
    const request = await beginSubscribing(then, organizationId, wanted);
    const { subscriptionId } = request;
    await follow(then, request);
    for (const { interval, daysAgo: when } of changes) {
      const at = await moveTo(when);
      const previewed = await beginChange(at, organizationId, { interval, prorationAt: null, dueNow: null });
      const { prorationAt, dueNow } = await actPreview(previewed, at.adapters);
      const changing = await beginChange(at, organizationId, { interval, prorationAt, dueNow });
      const { answer } = await actChange(changing, at.adapters);
      await recordSubscription(at, subscriptionId, answer);
    }
    const present = await moveTo(0);
    const soon = new Date(present.now.getTime());
    const expiry = `${String(soon.getUTCMonth() + 1).padStart(2, "0")}/${soon.getUTCFullYear()}`;
    await addCard(present, { number: "5555555555554444", expiry, makeDefault: false });
    await follow(present, { subscriptionId, by: "look" });
  } finally {
    await moveTo(0);
    await steer(simulatorUrl, "webhooks", { vendor: "stripe", url: addresses.stripe ?? null });
  }
}

async function follow(call: Call, request: Parameters<typeof beginFollowing>[1]): Promise<void> {
  const begun = await beginFollowing(call, request);
  if (begun === null) throw new Error("The subscription of the demo isn't there.");
  await recordSubscription(call, request.subscriptionId, await actFollowing(begun, call.adapters));
}

/** Adds a card as somebody does: on the provider's page, and back. */
async function addCard(
  call: Call,
  { number, expiry, makeDefault }: { number: string; expiry: string; makeDefault: boolean },
): Promise<void> {
  const { organizationId, adapters } = call;
  const acted = await actSetup(await beginSetup(call, organizationId), adapters);
  const { setupIntentId, form } = await finishSetup(call, "/account/billing/payment", acted);
  if (form.kind !== "hosted") throw new Error("The simulated card provider has a page of its own.");
  const entered = new URLSearchParams({ number, expiry, cvc: "123", name: "" });
  const answer = await fetch(form.url, { method: "POST", body: entered, redirect: "manual" });
  if (answer.status !== 303)
    throw new Error(`The simulated card provider refuses a card of the demo (${answer.status}).`);
  const adding = await beginAdding(call, organizationId, { setupIntentId, makeDefault });
  await finishAdding(call, await actAdding(adding, adapters));
}
