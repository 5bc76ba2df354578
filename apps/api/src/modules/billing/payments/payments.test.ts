import {
  bulkPayment,
  cancelPayment,
  downloadReceipt,
  followPayment,
  getPayment,
  listOwnPayments,
} from "@touchline/contract/billing/individual-payments";
import {
  adjustFee,
  getReconciliation,
  listOrganizationPayments,
  listOutstanding,
  recordOfflinePayment,
  refundPayment,
} from "@touchline/contract/billing/member-fees";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { takeAbusePreventionTraining } from "@touchline/contract/requirements/submissions";
import { balances, type LedgerMove } from "@touchline/rules";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aPaidTraining, owes, payAll, payingFor } from "../../../../test/paying.ts";
import { openPdf, textOf } from "../../../../test/pdf.ts";
import { type SimulatedPayments, simulatePayments } from "../../../../test/simulated-payments.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { ledgerEntry, payment } from "../../../schema/billing.ts";

const world = aWorld();
let stripe: SimulatedPayments;
beforeAll(async () => {
  stripe = await simulatePayments(world.it, `${world.it.base}/api/webhooks/stripe`);
});
afterEach(() => {
  world.it.clock.shift = 0;
});
afterAll(() => stripe.simulator.close());

async function club(more: Parameters<typeof aPaidTraining>[2] = {}) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const training = await aPaidTraining(org, admin, more);
  const coach = await org.aMember("northTeam", "Head Coach");
  return { org, admin, coach, ...training };
}

/** Webhooks are out and handed on, and what they bring about is done. */
async function settle() {
  await stripe.simulator.settle();
  await world.it.runSchedule("billing.webhooks");
  await world.it.drainJobs();
}

/** Time passes: what is due to be asked about is asked. */
async function pass(minutes: number) {
  world.it.clock.shift = minutes * 60_000;
  await world.it.runSchedule("billing.look");
  await world.it.drainJobs();
  world.it.clock.shift = 0;
}

const inBooks = async () => {
  const { data } = await stripe.atStripe("GET", "balance_transactions?limit=100");
  return data as { amount: number; fee: number; net: number }[];
};
const ledgerOf = (org: Organization) =>
  org.asSystem(({ db, organizationId }) =>
    db.select().from(ledgerEntry).where(eq(ledgerEntry.organizationId, organizationId)),
  );
const sums = async (org: Organization) => balances((await ledgerOf(org)) as LedgerMove[]);

/** The training can be opened. */
const opens = async (who: TestPerson, requirementId: string) =>
  (
    await who.ask(takeAbusePreventionTraining, {
      params: { id: requirementId },
      body: { profileLevelAccessId: who.plaId },
    })
  ).status;

test("a member pays for a training, and with that it opens", async () => {
  const { org, coach } = await club();
  const { data } = await owes(coach);
  expect(data).toMatchObject([{ name: "Training", amount: 2_500, currency: "USD", refusal: null }]);
  const id = String(data[0]?.requirementId);
  expect(await opens(coach, id)).toBe(409);
  const paid = await payAll(coach);
  expect(paid).toMatchObject({
    ...{ state: "succeeded", amount: 2_500, method: "card", card: { brand: "visa", last4: "4242" } },
    ...{ items: [{ state: "released", amount: 2_500 }], refundable: 0 },
  });
  expect(await opens(coach, id)).toBe(200);
  expect((await owes(coach)).data).toEqual([]);
  // 2.9 % and 30 cents are the provider's.
  expect(await sums(org)).toMatchObject({ provider: 2_397, memberFees: -2_500, providerFees: 103 });
  expect((await coach.call(listOwnPayments)).data).toEqual([paid]);
  const receipt = await fetch(`${world.it.base}${downloadReceipt.path.replace("{id}", paid.paymentId)}`, {
    headers: { authorization: `Bearer ${await world.it.signIn(coach.email)}` },
  });
  expect(await textOf(await openPdf(new Uint8Array(await receipt.arrayBuffer())))).toContain("Visa ending in 4242");
});

test("a declined card charges nothing and says what to do; another card pays", async () => {
  const { org, coach } = await club();
  const declined = await payAll(coach, "pm_card_visa_chargeDeclinedInsufficientFunds");
  expect(declined).toMatchObject({
    state: "failed",
    failure: { reason: "insufficientFunds" },
    items: [{ state: "unpaid" }],
  });
  expect(declined.failure?.text).toBe("Your card doesn't have enough funds. Use another card.");
  expect(await ledgerOf(org)).toEqual([]);
  expect(await payAll(coach)).toMatchObject({ state: "succeeded" });
});

test("a payment that the bank wants confirmed succeeds after that, and is canceled where nobody confirms it", async () => {
  const { coach } = await club();
  const waiting = await payAll(coach, "pm_card_threeDSecure2Required");
  expect(waiting).toMatchObject({ state: "actionRequired", items: [{ state: "pending" }] });
  expect((await coach.ask(bulkPayment, { body: { ...(await payingFor(coach)), amount: 2_500 } })).body).toMatchObject({
    status: 409,
    reason: "paymentUnderWay",
  });
  const back = await stripe.fillIn(String(waiting.nextAction?.url), { answer: "complete" });
  expect(back.pathname).toBe("/payments");
  expect(await coach.call(followPayment, { params: { id: waiting.paymentId } })).toMatchObject({ state: "succeeded" });

  const other = await club();
  const left = await payAll(other.coach, "pm_card_threeDSecure2Required");
  await pass(70);
  expect(await other.coach.call(getPayment, { params: { id: left.paymentId } })).toMatchObject({ state: "canceled" });

  const third = await club();
  const charge = await payAll(third.coach, "pm_card_threeDSecure2Required");
  expect(await third.coach.call(cancelPayment, { params: { id: charge.paymentId } })).toMatchObject({
    state: "canceled",
  });
  expect(await payAll(third.coach)).toMatchObject({ state: "succeeded" });
});

test("a payment whose answer is lost is charged once: the provider is asked before anything is repeated", async () => {
  const { org, coach } = await club();
  const before = (await inBooks()).length;
  const unknown = await payAll(coach, "pm_card_lostAnswer");
  expect(unknown).toMatchObject({ state: "charging", outcomeUnknown: true, items: [{ state: "pending" }] });
  await pass(3);
  expect(await coach.call(getPayment, { params: { id: unknown.paymentId } })).toMatchObject({ state: "succeeded" });
  expect(await inBooks()).toHaveLength(before + 1);
  expect((await sums(org)).memberFees).toBe(-2_500);
});

const chargedOnceTitle = "where the provider fails with %s, at any of its calls, the card is charged once in the end";
async function chargedOnceDespite(
  fault: "drop" | "500" | "timeout-before" | "timeout-after" | "malformed" | "schema-drift",
) {
  for (const calls of [0, 1]) {
    const { coach } = await club();
    const before = (await inBooks()).length;
    const paying = await payingFor(coach);
    if (calls > 0) await stripe.failAt(fault, calls);
    else await stripe.fail(fault);
    const paid = await coach.call(bulkPayment, { body: paying });
    await pass(3);
    await pass(40);
    expect(await coach.call(getPayment, { params: { id: paid.paymentId } })).toMatchObject({ state: "succeeded" });
    expect(await inBooks()).toHaveLength(before + 1);
  }
}
test.each(["timeout-after", "500"] as const)(chargedOnceTitle, chargedOnceDespite);
test.each(["drop", "timeout-before", "malformed", "schema-drift"] as const)(
  chargedOnceTitle,
  { tags: ["thorough"] },
  chargedOnceDespite,
);

test("ten tabs that pay at once charge once", async () => {
  const { coach } = await club();
  const before = (await inBooks()).length;
  const body = await payingFor(coach);
  const answers = await Promise.all(Array.from({ length: 10 }, () => coach.ask(bulkPayment, { body })));
  expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
  expect(answers.filter((one) => one.status === 409)).toHaveLength(9);
  expect(await inBooks()).toHaveLength(before + 1);
});

test("a price that has changed is shown again, and nothing is charged", async () => {
  const { org, coach, setPrice } = await club();
  const body = await payingFor(coach);
  await setPrice(3_000);
  expect((await coach.ask(bulkPayment, { body })).body).toMatchObject({ status: 409, reason: "priceChanged" });
  expect(await ledgerOf(org)).toEqual([]);
  expect(await payAll(coach)).toMatchObject({ state: "succeeded", amount: 3_000 });
});

test.each([
  ["an amount over the price", { amount: 9_999 }, 409],
  ["a negative amount", { amount: -2_500 }, 400],
  ["a fraction of a cent", { amount: 2_500.5 }, 400],
  ["an unknown currency", { currency: "XXX" }, 400],
  ["another currency than the price", { currency: "CAD" }, 409],
  ["something that is no payment method", { paymentMethodId: "4242424242424242" }, 400],
  ["an address of another site to come back to", { returnPath: "//evil.example" }, 400],
])("%s is refused, and nothing is charged", async (_what, wrong, status) => {
  const { org, coach } = await club();
  const before = (await inBooks()).length;
  const answer = await coach.ask(bulkPayment, { body: { ...(await payingFor(coach)), ...wrong } as never });
  expect(answer.status).toBe(status);
  expect(await inBooks()).toHaveLength(before);
  expect(
    await org.asSystem(({ db, organizationId }) =>
      db.select().from(payment).where(eq(payment.organizationId, organizationId)),
    ),
  ).toEqual([]);
});

test("a payment method that the provider doesn't know, or that belongs to somebody else, charges nothing", async () => {
  const { org, coach } = await club();
  expect(await payAll(coach, "pm_unknown")).toMatchObject({ state: "failed", failure: { reason: "notSupported" } });
  expect(await ledgerOf(org)).toEqual([]);
});

test("nobody pays for a stranger or sees their payments; those who look after billing see all", async () => {
  const { org, admin, coach } = await club();
  const stranger = await org.aMember("northTeam", "Head Coach");
  const body = await payingFor(coach);
  expect((await stranger.ask(bulkPayment, { body })).status).toBe(403);
  const paid = await payAll(coach);
  expect((await stranger.ask(getPayment, { params: { id: paid.paymentId } })).status).toBe(403);
  expect((await stranger.ask(listOrganizationPayments)).status).toBe(403);
  const elsewhere = await club();
  expect((await elsewhere.admin.ask(getPayment, { params: { id: paid.paymentId } })).status).toBe(404);
  expect((await admin.call(listOrganizationPayments)).data).toMatchObject([
    { paymentId: paid.paymentId, refundable: 2_500 },
  ]);
});

test("a refund with a reason goes back in parts, never more than was paid, and closes what was paid for", async () => {
  const { org, admin, coach } = await club();
  const { paymentId, items } = await payAll(coach);
  const refund = (amount: number) =>
    admin.ask(refundPayment, { params: { id: paymentId }, body: { amount, reason: "Moved away" } });
  expect(
    (await coach.ask(refundPayment, { params: { id: paymentId }, body: { amount: 1, reason: "Please" } })).status,
  ).toBe(403);
  expect((await refund(1_000)).body).toMatchObject({ refunded: 1_000, items: [{ state: "released" }] });
  expect((await refund(1_501)).body).toMatchObject({ status: 409, reason: "amountTooHigh" });
  const parallel = await Promise.all([refund(1_500), refund(1_500)]);
  expect(parallel.map((one) => one.status).sort()).toEqual([200, 409]);
  await world.it.drainJobs();
  const after = await admin.call(getPayment, { params: { id: paymentId } });
  expect(after).toMatchObject({ refunded: 2_500, refundable: 0, items: [{ state: "refunded" }] });
  expect(after.refunds.map((one) => [one.state, one.reason])).toEqual([
    ["succeeded", "Moved away"],
    ["succeeded", "Moved away"],
  ]);
  // The reason stays with those who look after billing.
  expect((await coach.call(getPayment, { params: { id: paymentId } })).refunds[0]?.reason).toBeNull();
  expect((await sums(org)).memberFees).toBe(0);
  expect(await opens(coach, String(items[0]?.requirementId))).toBe(409);
});

test("a refund whose answer is lost is made once", async () => {
  const { admin, coach } = await club();
  const { paymentId } = await payAll(coach);
  const before = (await inBooks()).length;
  await admin.call(refundPayment, { params: { id: paymentId }, body: { amount: 500, reason: "Error" } });
  await stripe.fail("timeout-after");
  await world.it.drainJobs();
  await pass(10);
  expect((await admin.call(getPayment, { params: { id: paymentId } })).refunds).toMatchObject([{ state: "succeeded" }]);
  expect(await inBooks()).toHaveLength(before + 1);
});

test("an authorization that can't be released anymore is refunded automatically", async () => {
  const { org, admin, coach, contentId } = await club();
  const waiting = await payAll(coach, "pm_card_threeDSecure2Required");
  await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: [] } });
  await world.it.drainJobs();
  await stripe.fillIn(String(waiting.nextAction?.url), { answer: "complete" });
  await settle();
  await world.it.drainJobs();
  const after = await coach.call(getPayment, { params: { id: waiting.paymentId } });
  expect(after).toMatchObject({ state: "succeeded", refunded: 2_500, items: [{ state: "refunded" }] });
  expect(after.refunds).toMatchObject([{ cause: "notReleased", state: "succeeded" }]);
  expect((await sums(org)).memberFees).toBe(0);
});

test("a waived fee, a discount, and cash open a training as far as they cover it, and nobody grants their own", async () => {
  const { admin, coach } = await club();
  const [due] = (await owes(coach)).data;
  if (!due) throw new Error("the training is owed");
  const { requirementId, profileLevelAccessId } = due;
  const of = { requirementId, profileLevelAccessId, reason: "Scholarship" };
  expect((await coach.ask(adjustFee, { body: { ...of, kind: "waiver" } })).status).toBe(403);
  const discount = (amount: number) =>
    admin.ask(adjustFee, { body: { ...of, kind: "discount", amount, currency: "USD" } });
  expect((await discount(2_501)).body).toMatchObject({ status: 409, reason: "amountTooHigh" });
  expect((await discount(1_000)).status).toBe(200);
  expect((await owes(coach)).data).toMatchObject([{ amount: 1_500, fullPrice: 2_500 }]);
  expect((await admin.call(listOutstanding)).data).toMatchObject([{ amount: 1_500, fullPrice: 2_500 }]);
  const items = [{ requirementId, profileLevelAccessId, amount: 1_500 }];
  const cash = { method: "cash" as const, reference: null, receivedOn: "2026-01-05", currency: "USD" as const, items };
  const paid = await admin.call(recordOfflinePayment, { body: cash });
  expect(paid).toMatchObject({ state: "succeeded", method: "cash", recordedBy: { profileId: admin.profileId } });
  expect(await opens(coach, requirementId)).toBe(200);
  expect((await admin.ask(recordOfflinePayment, { body: cash })).body).toMatchObject({
    status: 409,
    reason: "nothingOwed",
  });

  const other = await club();
  const [owed] = (await owes(other.coach)).data;
  if (!owed) throw new Error("the training is owed");
  await other.admin.call(adjustFee, {
    body: {
      requirementId: owed.requirementId,
      profileLevelAccessId: owed.profileLevelAccessId,
      kind: "waiver",
      reason: "Scholarship",
    },
  });
  expect(await opens(other.coach, owed.requirementId)).toBe(200);
});

test("webhooks settle a payment that its page has left, and say nothing without the right signature", async () => {
  const { coach } = await club();
  const waiting = await payAll(coach, "pm_card_threeDSecure2Required");
  await stripe.fillIn(String(waiting.nextAction?.url), { answer: "complete" });
  const send = (signature: string) =>
    fetch(`${world.it.base}/api/webhooks/stripe`, {
      method: "POST",
      body: "{}",
      headers: { "stripe-signature": signature },
    });
  expect((await send("t=1,v1=00")).status).toBe(401);
  await settle();
  expect(await coach.call(getPayment, { params: { id: waiting.paymentId } })).toMatchObject({ state: "succeeded" });
});

test("a dispute and a refund at the provider's own pages reach the ledger, which then equals the books", async () => {
  const { org, admin, coach } = await club();
  const paid = await payAll(coach, "pm_card_createDispute");
  await stripe.simulator.advance(2_000);
  await settle();
  expect(await sums(org)).toMatchObject({ disputes: 2_500, provider: -103 - 1_500 });

  const second = await org.aMember("northTeam", "Head Coach");
  const other = await payAll(second);
  const intentOf = async (paymentId: string) => {
    const [row] = await org.asSystem(({ db }) => db.select().from(payment).where(eq(payment.paymentId, paymentId)));
    return String(row?.intentId);
  };
  await stripe.atStripe("POST", "refunds", { payment_intent: await intentOf(other.paymentId), amount: "700" });
  await settle();
  expect(await admin.call(getPayment, { params: { id: other.paymentId } })).toMatchObject({ refunded: 700 });

  world.it.clock.shift = 3_600_000;
  await world.it.runSchedule("billing.reconcile");
  world.it.clock.shift = 0;
  expect(await admin.call(getReconciliation)).toMatchObject({
    differences: [],
    totals: [{ currency: "USD", charged: 5_000, refunded: 700, disputed: 2_500 }],
  });
  expect((await admin.call(getReconciliation)).compared).toBe(4);
  expect(paid.state).toBe("succeeded");
});

test("fifty trainings of one member are one charge, in as many statements as one training", async () => {
  const paid = async (trainings: number) => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    for (let index = 0; index < trainings; index += 1) {
      await aPaidTraining(org, admin, { name: `Training ${index}`, price: 100 });
    }
    const coach = await org.aMember("northTeam", "Head Coach");
    const body = await payingFor(coach);
    const before = (await inBooks()).length;
    const trips = await world.it.sentBy(async () => {
      expect(await coach.call(bulkPayment, { body })).toMatchObject({ state: "succeeded", amount: 100 * trainings });
    });
    expect(await inBooks()).toHaveLength(before + 1);
    const sent = trips.flat();
    // The last one before the card is charged keeps that it is about to be.
    return { untilCharged: sent.findIndex((one) => one.includes("state = 'charging'")) + 1, inAll: sent.length };
  };
  const one = await paid(1);
  expect(await paid(50)).toEqual(one);
  expect(one).toEqual({ untilCharged: 8, inAll: 20 });
}, 60_000);
