import { bulkPayment, downloadReceipt, listAwaitingPayment } from "@touchline/contract/billing/individual-payments";
import { adjustFee, getReconciliation, recordOfflinePayment } from "@touchline/contract/billing/member-fees";
import { downloadBookkeeping, getBillingReport } from "@touchline/contract/billing/reports";
import { saveContentOf } from "@touchline/contract/library/content-kinds";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPaidTraining, owes, payingFor } from "../../../../test/paying.ts";
import { type SimulatedPayments, simulatePayments } from "../../../../test/simulated-payments.ts";
import { aWorld } from "../../../../test/world.ts";

const world = aWorld();
let stripe: SimulatedPayments;
beforeAll(async () => {
  stripe = await simulatePayments(world.it);
});
afterAll(() => stripe.simulator.close());

async function club(...prices: { name: string; price: number; currency: "USD" | "JPY" | "EUR" }[]) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  for (const one of prices) await aPaidTraining(org, admin, one);
  return { org, admin, coach: await org.aMember("northTeam", "Head Coach") };
}

test("a price in yen is charged in whole yen, and stands so in the ledger, the report and the export", async () => {
  const { admin, coach } = await club({ name: "Safety", price: 4_900, currency: "JPY" });
  expect(await owes(coach)).toMatchObject({
    total: 4_900,
    currency: "JPY",
    data: [{ amount: 4_900, currency: "JPY" }],
  });
  const paid = await coach.call(bulkPayment, { body: await payingFor(coach) });
  expect(paid).toMatchObject({ state: "succeeded", amount: 4_900, currency: "JPY" });
  const { data } = await stripe.atStripe("GET", "charges?limit=1");
  expect(data).toMatchObject([{ amount: 4_900, currency: "jpy" }]);
  expect((await admin.call(getReconciliation)).totals).toMatchObject([{ currency: "JPY", charged: 4_900 }]);
  expect((await admin.call(getBillingReport, { query: {} })).whole).toMatchObject([{ currency: "JPY", paid: 4_900 }]);
  const day = new Date().toISOString().slice(0, 10);
  const csv = await admin.ask(downloadBookkeeping, { query: { from: day, to: day, format: "csv" } });
  expect(String(csv.body)).toContain(",4900,JPY,");
  expect((await coach.ask(downloadReceipt, { params: { id: paid.paymentId } })).status).toBe(200);
});

test("each currency is charged, summed and reported on its own", async () => {
  const { admin, coach } = await club(
    { name: "A in dollars", price: 2_500, currency: "USD" },
    { name: "B in euros", price: 2_000, currency: "EUR" },
  );
  const all = await coach.call(listAwaitingPayment, { params: { profileLevelAccessId: coach.plaId }, query: {} });
  expect(all).toMatchObject({ total: 2_500, currency: "USD" });
  const items = all.data.map(({ requirementId, profileLevelAccessId, amount }) => ({
    ...{ requirementId, profileLevelAccessId, amount },
  }));
  const body = { currency: "USD" as const, paymentMethodId: "pm_card_visa", returnPath: "/payments" };
  const mixed = await coach.ask(bulkPayment, { body: { ...body, items, amount: 4_500 } });
  expect(mixed.body).toMatchObject({ status: 409, reason: "mixedCurrencies" });
  for (const [index, item] of items.entries()) {
    const currency = index === 0 ? ("USD" as const) : ("EUR" as const);
    await coach.call(bulkPayment, { body: { ...body, currency, items: [item], amount: item.amount } });
  }
  expect((await admin.call(getBillingReport, { query: {} })).whole).toMatchObject([
    { currency: "EUR", paid: 2_000, outstanding: 0 },
    { currency: "USD", paid: 2_500, outstanding: 0 },
  ]);
  const day = new Date().toISOString().slice(0, 10);
  const iif = await admin.ask(downloadBookkeeping, { query: { from: day, to: day, format: "iif" } });
  expect(iif.body).toMatchObject({ status: 409, reason: "mixedCurrencies" });
});

test.each([
  ["USD", 49, "$0.50"],
  ["JPY", 49, "¥50"],
] as const)(
  "less than a card can be charged is refused before the provider is asked: %s %i",
  async (currency, price, least) => {
    const { org, admin } = await club();
    const { setPrice } = await aPaidTraining(org, admin, { currency, price: 50 });
    await expect(setPrice(price)).rejects.toThrow(`Cards can't be charged less than ${least}.`);
    const coach = await org.aMember("northTeam", "Head Coach");
    const {
      data: [owed],
    } = await owes(coach);
    const { requirementId = "", profileLevelAccessId = "" } = owed ?? {};
    await admin.call(adjustFee, {
      body: { kind: "discount", requirementId, profileLevelAccessId, reason: "Helper", amount: 50 - price, currency },
    });
    const { data } = await stripe.atStripe("GET", "payment_intents?limit=100");
    const answer = await coach.ask(bulkPayment, { body: await payingFor(coach) });
    expect(answer.body).toMatchObject({ status: 409, reason: "amountTooLow", detail: expect.stringContaining(least) });
    expect((await stripe.atStripe("GET", "payment_intents?limit=100")).data).toEqual(data);
  },
);

test("an unknown currency and cash in another currency are refused", async () => {
  const { admin, coach } = await club({ name: "Safety", price: 4_900, currency: "JPY" });
  const { data } = await owes(coach);
  const [{ requirementId, profileLevelAccessId, amount } = { requirementId: "", profileLevelAccessId: "", amount: 0 }] =
    data;
  const cash = await admin.ask(recordOfflinePayment, {
    body: {
      ...{ method: "cash", currency: "USD", reference: null, receivedOn: "2026-01-01" },
      items: [{ requirementId, profileLevelAccessId, amount }],
    },
  });
  expect(cash.body).toMatchObject({ status: 409, reason: "mixedCurrencies" });
  const unknown = await admin.ask(saveContentOf["abuse-prevention-training"], {
    params: { id: requirementId },
    body: { currency: "XXX" } as never,
  });
  expect(unknown.status).toBe(400);
});
