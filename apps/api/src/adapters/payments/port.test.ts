import { afterAll, beforeAll, expect, test } from "vitest";
import { type SimulatedPayments, simulatedPayments } from "../../../test/simulated-payments.ts";
import { ProviderError } from "../provider-http.ts";
import { CardDeclined } from "./port.ts";

let it: SimulatedPayments;
beforeAll(async () => {
  it = await simulatedPayments();
});
afterAll(() => it.simulator.close());

let count = 0;
const aCharge = (amount = 2_500) => {
  count += 1;
  return {
    amount,
    currency: "USD",
    reference: `charge ${count}`,
    organizationId: "club",
    description: "Training",
  } as const;
};
const back = "http://127.0.0.1/payments";

test("a charge is prepared without charging anything, and then charged once", async () => {
  const id = await it.payments.prepareCharge(aCharge());
  expect(await it.payments.readCharge(id)).toMatchObject({ status: "open", booked: null });
  const charged = await it.payments.confirmCharge(id, "pm_card_visa", back);
  expect(charged).toMatchObject({
    status: "succeeded",
    amount: 2_500,
    currency: "USD",
    card: { brand: "visa", last4: "4242" },
  });
  // 2.9% and 30 cents.
  expect(charged.booked).toMatchObject({ kind: "charge", amount: 2_500, fee: 103, intentId: id });
  await expect(it.payments.confirmCharge(id, "pm_card_visa", back)).rejects.toMatchObject({ fault: "refused" });
});

test("a charge that is prepared twice under one reference is the same one", async () => {
  const charge = aCharge();
  expect(await it.payments.prepareCharge(charge)).toBe(await it.payments.prepareCharge(charge));
});

test.each([
  ["pm_card_visa_chargeDeclined", "declined"],
  ["pm_card_visa_chargeDeclinedInsufficientFunds", "insufficientFunds"],
  ["pm_card_chargeDeclinedExpiredCard", "expired"],
  ["pm_card_chargeDeclinedIncorrectCvc", "wrongSecurityCode"],
  ["pm_card_chargeDeclinedProcessingError", "tryLater"],
])("the card %s is refused as %s, and nothing is charged", async (card, failure) => {
  const id = await it.payments.prepareCharge(aCharge());
  await expect(it.payments.confirmCharge(id, card, back)).rejects.toMatchObject({ failure });
  expect(await it.payments.readCharge(id)).toMatchObject({ status: "failed", failure, booked: null });
});

test("a card that the bank wants confirmed is charged after that, or not at all", async () => {
  const id = await it.payments.prepareCharge(aCharge());
  const waiting = await it.payments.confirmCharge(id, "pm_card_threeDSecure2Required", back);
  expect(waiting).toMatchObject({ status: "actionRequired", booked: null });
  const came = await it.fillIn(String(waiting.actionUrl), { answer: "complete" });
  expect(came.searchParams.get("redirect_status")).toBe("succeeded");
  expect(await it.payments.readCharge(id)).toMatchObject({ status: "succeeded" });

  const other = await it.payments.prepareCharge(aCharge());
  const confirmed = await it.payments.confirmCharge(other, "pm_card_threeDSecure2Required", back);
  await it.fillIn(String(confirmed.actionUrl), { answer: "fail" });
  expect(await it.payments.readCharge(other)).toMatchObject({ status: "failed", failure: "confirmationFailed" });
});

test("a charge whose answer is lost is found to have succeeded", async () => {
  const id = await it.payments.prepareCharge(aCharge());
  await expect(it.payments.confirmCharge(id, "pm_card_lostAnswer", back)).rejects.toMatchObject({
    fault: "unreachable",
  });
  expect(await it.payments.readCharge(id)).toMatchObject({ status: "succeeded" });
});

test.each([
  ["drop", "unreachable"],
  ["500", "busy"],
  ["429", "busy"],
  ["timeout-before", "unreachable"],
  ["timeout-after", "unreachable"],
  ["malformed", "malformed"],
  ["schema-drift", "malformed"],
] as const)("an answer with the fault %s is %s", async (fault, expected) => {
  const id = await it.payments.prepareCharge(aCharge());
  await it.fail(fault);
  const error = await it.payments.readCharge(id).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProviderError);
  expect(error).toMatchObject({ fault: expected });
});

test("a refund under one reference is made once, and is in the books", async () => {
  const id = await it.payments.prepareCharge(aCharge());
  await it.payments.confirmCharge(id, "pm_card_visa", back);
  const refund = { intentId: id, amount: 1_000, reference: "refund 1" };
  const made = await it.payments.refund(refund);
  expect(await it.payments.refund(refund)).toEqual(made);
  expect(made).toMatchObject({ status: "succeeded", booked: { kind: "refund", amount: -1_000, fee: 0 } });
  expect(await it.payments.refundsOf(id)).toEqual([made]);
  await expect(it.payments.refund({ ...refund, amount: 2_000, reference: "refund 2" })).rejects.toBeInstanceOf(
    ProviderError,
  );
});

test("a dispute takes the amount and a fee, and gives the amount back when it is won", async () => {
  const id = await it.payments.prepareCharge(aCharge());
  await it.payments.confirmCharge(id, "pm_card_createDispute", back);
  await it.simulator.advance(2_000);
  expect(await it.payments.disputesOf(id)).toMatchObject([{ kind: "dispute", amount: -2_500, fee: 1_500 }]);
  const { data } = await it.atStripe("GET", `disputes?payment_intent=${id}`);
  const [dispute] = data as { id: string }[];
  await it.atStripe("POST", `disputes/${dispute?.id}`, { "evidence[uncategorized_text]": "winning_evidence" });
  expect(await it.payments.disputesOf(id)).toMatchObject([{ amount: -2_500 }, { amount: 2_500, fee: 0 }]);
});

test("the books are read page by page, each entry with the payment behind it", async () => {
  const since = new Date(Date.now() - 86_400_000);
  const until = new Date(Date.now() + 86_400_000);
  const ids: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const id = await it.payments.prepareCharge(aCharge());
    await it.payments.confirmCharge(id, "pm_card_mastercard", back);
    ids.push(id);
  }
  const { entries } = await it.payments.books({ since, until }, null);
  expect(entries.slice(0, 3).map((one) => one.intentId)).toEqual(ids.toReversed());
  const next = await it.payments.books({ since, until }, entries[0]?.id ?? null);
  expect(next.entries[0]?.id).toBe(entries[1]?.id);
});

const details = {
  name: "North League",
  email: "treasurer@example.org",
  address: { line1: "1 Main St", line2: null, city: "Springfield", state: "IL", postalCode: "62701", country: "US" },
  taxExempt: false,
};
async function aCustomer(card = "4242424242424242") {
  count += 1;
  const customer = await it.payments.createCustomer(details, { reference: `org ${count}`, key: `org ${count}` });
  const setup = await it.payments.beginSetup(customer, `setup ${count}`);
  const form = it.payments.cardForm(back, setup);
  if (form.kind !== "hosted") throw new Error("the simulator has a page of its own");
  await it.fillIn(form.url, { number: card, expiry: "12/34", cvc: "123", name: "T. Reasurer" });
  const { methodId, customerId, isDone } = await it.payments.readSetup(setup.setupIntentId);
  expect({ customerId, isDone }).toEqual({ customerId: customer, isDone: true });
  await it.payments.setDefaultMethod(customer, String(methodId), null);
  return { customer, method: String(methodId) };
}
const price = (interval: "month" | "year", unitAmount: number) =>
  it.payments.priceFor({ productName: "Basic", interval, unitAmount, currency: "USD" });

async function aSubscription(card?: string) {
  const { customer, method } = await aCustomer(card);
  const month = await price("month", 4_900);
  const request = {
    customerId: customer,
    priceId: month.priceId,
    methodId: method,
    reference: `sub ${count}`,
    key: `sub ${count}`,
  };
  return { customer, method, request, subscription: await it.payments.subscribe(request) };
}

test("a card that is entered on the provider's page is saved, and its number stays there", async () => {
  const { customer } = await aCustomer("5555 5555 5555 4444");
  const [method] = await it.payments.methodsOf(customer);
  expect(method).toMatchObject({ brand: "mastercard", last4: "4444", expiryMonth: 12, expiryYear: 2034 });
  expect(JSON.stringify(method)).not.toContain("5555");
});

test("a card that asks for 3-D Secure is saved once it is confirmed", async () => {
  const { customer } = await aCustomer("4000 0025 0000 3155");
  expect(await it.payments.methodsOf(customer)).toHaveLength(1);
});

test("a subscription is taken out once, changed with its price shown before, and canceled at the end of the period", async () => {
  const { customer, request, subscription } = await aSubscription();
  expect(subscription).toMatchObject({ status: "active", interval: "month", unitAmount: 4_900, openInvoice: null });
  expect((await it.payments.subscribe(request)).subscriptionId).toBe(subscription.subscriptionId);
  expect(await it.payments.findSubscription(customer, request.reference)).toEqual(subscription);

  const year = await price("year", 46_800);
  const at = new Date(Math.floor(Date.now() / 1000) * 1000);
  const preview = await it.payments.previewChange(subscription, year.priceId, at);
  expect(preview.lines).toHaveLength(2);
  expect(preview.dueNow).toBe(46_800 - 4_900);
  const changed = await it.payments.changePrice(subscription, year.priceId, at, "change 1");
  expect(changed).toMatchObject({ interval: "year", unitAmount: 46_800, status: "active" });
  const { invoices } = await it.payments.invoicesOf(customer, null, 20);
  expect(invoices.map((one) => [one.state, one.total])).toEqual([
    ["paid", preview.dueNow],
    ["paid", 4_900],
  ]);

  expect(await it.payments.setCancelAtPeriodEnd(subscription.subscriptionId, true)).toMatchObject({
    cancelAtPeriodEnd: true,
  });
  await it.simulator.advance(367 * 86_400_000);
  expect(await it.payments.readSubscription(subscription.subscriptionId)).toMatchObject({ status: "canceled" });
});

test("a card that can't be charged leaves a subscription incomplete, or past due with tries, then unpaid", async () => {
  const { subscription } = await aSubscription("4000000000000341");
  expect(subscription).toMatchObject({ status: "incomplete", openInvoice: { attempts: 1 } });

  const paid = await aSubscription();
  await it.payments.removeMethod(paid.method);
  await it.simulator.advance(32 * 86_400_000);
  const due = await it.payments.readSubscription(paid.subscription.subscriptionId);
  expect(due).toMatchObject({ status: "pastDue" });
  expect(due.openInvoice?.nextTryAt).toBeInstanceOf(Date);
  await it.simulator.advance(20 * 86_400_000);
  expect(await it.payments.readSubscription(paid.subscription.subscriptionId)).toMatchObject({ status: "unpaid" });
});

test("a subscription that is refused because its first charge fails leaves the customer's balance as it was", async () => {
  const { customer, method } = await aCustomer("4000000000000341");
  // Less than a card can be charged is carried over.
  const carried = { reference: "carried over", key: "carried over" };
  await it.payments.subscribe({
    ...{ customerId: customer, methodId: method, ...carried },
    priceId: (await price("month", 30)).priceId,
  });
  const balance = async () => (await it.atStripe("GET", `customers/${customer}`)).balance;
  expect(await balance()).toBe(30);
  const refused = await it.atStripe("POST", "subscriptions", {
    ...{ customer, "items[0][price]": (await price("month", 4_900)).priceId, default_payment_method: method },
    payment_behavior: "error_if_incomplete",
  });
  expect(refused).toHaveProperty("error");
  expect(await balance()).toBe(30);
});

test("invoices come 20 at a time after the last id, and each has a PDF", async () => {
  const { customer } = await aSubscription();
  await it.simulator.advance(31 * 86_400_000 * 22);
  const first = await it.payments.invoicesOf(customer, null, 20);
  expect(first.invoices).toHaveLength(20);
  expect(first.hasMore).toBe(true);
  const rest = await it.payments.invoicesOf(customer, String(first.invoices.at(-1)?.invoiceId), 20);
  expect(rest.hasMore).toBe(false);
  expect(new Set([...first.invoices, ...rest.invoices].map((one) => one.invoiceId)).size).toBe(
    20 + rest.invoices.length,
  );
  const [invoice] = first.invoices;
  if (!invoice) throw new Error("there are invoices");
  expect(
    (await it.payments.invoicePdf(await it.payments.readInvoice(invoice.invoiceId))).subarray(0, 5).toString(),
  ).toBe("%PDF-");
  await expect(it.payments.readInvoice("in_unknown")).rejects.toMatchObject({ fault: "notFound" });
});

test("a card of one customer can't be charged for another", async () => {
  const { method } = await aCustomer();
  const id = await it.payments.prepareCharge(aCharge());
  const error = await it.payments.confirmCharge(id, method, back).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ fault: "refused" });
  expect(error).not.toBeInstanceOf(CardDeclined);
  expect(await it.payments.readCharge(id)).toMatchObject({ booked: null });
});
