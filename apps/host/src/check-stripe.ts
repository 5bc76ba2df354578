// `npm run check:stripe`: does at Stripe, with test keys, everything that the product does there, and says what came of it. Without
// STRIPE_SECRET_KEY it does so at the simulator. Nothing is really charged; live keys are refused.
import { CardDeclined, type PaymentsPort } from "@touchline/api/adapters/payments/port";
import { openPayments } from "@touchline/api/adapters/payments/stripe";
import { startSimulator } from "@touchline/simulator";
import { readPayments, simulatedPayments } from "./payments-settings.ts";

const settings = readPayments((name) => process.env[name] || null);
if (settings && /_live_/.test(settings.secretKey)) {
  console.error("STRIPE_SECRET_KEY is a live key. Use a test key: this check charges cards.");
  process.exit(1);
}
const simulator = settings === null ? await startSimulator({ seed: crypto.randomUUID() }) : null;
const at = settings ?? simulatedPayments(simulator?.url ?? null);
const opened = openPayments(at);
if (!at || !opened) throw new Error("There are no settings for Stripe.");
const stripe: PaymentsPort = opened;
console.log(
  simulator
    ? "STRIPE_SECRET_KEY is not set: this runs against the simulator."
    : `This runs at ${at.url} with the given test key.`,
);

let failed = 0;
/** Does one thing, and tells what came of it. @returns null where it failed */
async function check<Result>(what: string, work: () => Promise<Result>): Promise<Result | null> {
  try {
    const result = await work();
    console.log(`  passed  ${what}`);
    return result;
  } catch (error) {
    failed += 1;
    console.log(`  FAILED  ${what}: ${(error as Error).message}`);
    return null;
  }
}
function expect(is: boolean, otherwise: string): void {
  if (!is) throw new Error(otherwise);
}

const back = "https://example.org/payments";
const reference = () => crypto.randomUUID();
const charge = (amount: number) =>
  stripe.prepareCharge({
    ...{ amount, currency: "USD", reference: reference(), organizationId: reference() },
    description: "Check of Touchline",
  });

const paid = await check("a card is charged, and the charge is in the books", async () => {
  const intentId = await charge(2_500);
  const { status, booked, card } = await stripe.confirmCharge(intentId, "pm_card_visa", back);
  expect(status === "succeeded" && card?.last4 === "4242", `the charge is ${status}`);
  expect(booked?.amount === 2_500 && booked.fee > 0, "the books say something else");
  return intentId;
});
await check("a charge that is confirmed again is not made again", async () => {
  const again = await stripe.confirmCharge(paid ?? "", "pm_card_visa", back).catch(() => null);
  expect(again === null, "it was accepted");
  expect((await stripe.readCharge(paid ?? "")).amount === 2_500, "the amount changed");
});
for (const [card, failure] of [
  ["pm_card_visa_chargeDeclined", "declined"],
  ["pm_card_visa_chargeDeclinedInsufficientFunds", "insufficientFunds"],
  ["pm_card_chargeDeclinedExpiredCard", "expired"],
  ["pm_card_chargeDeclinedIncorrectCvc", "wrongSecurityCode"],
  ["pm_card_chargeDeclinedProcessingError", "tryLater"],
] as const) {
  await check(`${card} is refused as "${failure}", and canceled`, async () => {
    const intentId = await charge(2_500);
    const error = await stripe.confirmCharge(intentId, card, back).catch((cause: unknown) => cause);
    expect(error instanceof CardDeclined, "it was not refused");
    expect((error as CardDeclined).failure === failure, `it is "${(error as CardDeclined).failure}"`);
    expect((await stripe.cancelCharge(intentId)).status === "canceled", "it can't be canceled");
  });
}
await check("a card with 3-D Secure leads to the bank's page", async () => {
  const { status, actionUrl } = await stripe.confirmCharge(await charge(2_500), "pm_card_threeDSecure2Required", back);
  expect(status === "actionRequired" && actionUrl !== null, `the charge is ${status}`);
});
await check("a part is refunded once under one key, and found again", async () => {
  const request = { intentId: paid ?? "", amount: 700, reference: reference() };
  const [one, two] = [await stripe.refund(request), await stripe.refund(request)];
  expect(one.refundId === two.refundId, "it was refunded twice");
  expect(
    (await stripe.refundsOf(request.intentId)).some((each) => each.reference === request.reference),
    "it isn't found",
  );
});

const customer = await check("a customer is made", () =>
  stripe.createCustomer(
    { name: "Check of Touchline", email: null, address: null, taxExempt: false },
    { reference: reference(), key: reference() },
  ),
);
const method = await check("a card is saved for the customer", async () => {
  const { setupIntentId } = await stripe.beginSetup(customer ?? "", reference());
  const form = new URLSearchParams({ payment_method: "pm_card_visa", return_url: back });
  const answer = await fetch(`${at.url}/v1/setup_intents/${setupIntentId}/confirm`, {
    method: "POST",
    headers: { authorization: `Bearer ${at.secretKey}` },
    body: form,
  });
  expect(answer.ok, `status ${answer.status}`);
  const { isDone, methodId } = await stripe.readSetup(setupIntentId);
  expect(isDone && methodId !== null, "the setup is not done");
  await stripe.setDefaultMethod(customer ?? "", methodId ?? "", null);
  expect((await stripe.methodsOf(customer ?? "")).length === 1, "the customer doesn't have it");
  return methodId;
});
const price = (interval: "month" | "year", unitAmount: number) =>
  stripe.priceFor({ productName: "Touchline check", interval, unitAmount, currency: "USD" });
const subscription = await check("a subscription is taken out once, and found again", async () => {
  const key = reference();
  const { priceId } = await price("month", 4_900);
  const request = { customerId: customer ?? "", priceId, methodId: method ?? "", reference: key, key };
  const one = await stripe.subscribe(request);
  expect(one.status === "active", `it is ${one.status}`);
  expect(
    (await stripe.findSubscription(request.customerId, key))?.subscriptionId === one.subscriptionId,
    "it isn't found",
  );
  return one;
});
await check("a change of plan costs what its preview says", async () => {
  if (!subscription) throw new Error("there is no subscription");
  const { priceId } = await price("year", 46_800);
  const now = new Date();
  const { dueNow } = await stripe.previewChange(subscription, priceId, now);
  await stripe.changePrice(subscription, priceId, now, reference());
  const { invoices } = await stripe.invoicesOf(subscription.customerId, null, 20);
  expect(invoices[0]?.total === dueNow, `the preview said ${dueNow}, the invoice ${invoices[0]?.total}`);
});
await check("what the customer was charged is in the books", async () => {
  expect((await stripe.chargesOf(customer ?? "")).length >= 2, "charges are missing");
});
await check("a subscription is canceled at the end of its period", async () => {
  const { cancelAtPeriodEnd } = await stripe.setCancelAtPeriodEnd(subscription?.subscriptionId ?? "", true);
  expect(cancelAtPeriodEnd, "it goes on");
});
await check("the books of the last hour have the charge and its refund", async () => {
  const between = { since: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 60_000) };
  const { entries } = await stripe.books(between, null);
  const own = entries.filter((one) => one.intentId === paid).map((one) => one.kind);
  expect(own.includes("charge") && own.includes("refund"), `they have ${own.join(", ") || "neither"}`);
});

await simulator?.close();
console.log(failed === 0 ? "Everything passed." : `Failed: ${failed}.`);
process.exit(failed === 0 ? 0 : 1);
