import { bulkPayment, followPayment, getPayment } from "@touchline/contract/billing/individual-payments";
import { getReconciliation, refundPayment } from "@touchline/contract/billing/member-fees";
import * as plans from "@touchline/contract/billing/organization-billing";
import { balances, type LedgerMove } from "@touchline/rules";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { historyRuns } from "../../../../test/history-runs.ts";
import { aPaidTraining, owes, payingFor } from "../../../../test/paying.ts";
import { type SimulatedPayments, simulatePayments } from "../../../../test/simulated-payments.ts";
import { aSubscriber } from "../../../../test/subscribing.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";
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

const price = 2_500;
const cards = {
  good: "pm_card_visa",
  declined: "pm_card_visa_chargeDeclined",
  lost: "pm_card_lostAnswer",
  disputed: "pm_card_createDispute",
  challenged: "pm_card_threeDSecure2Required",
} as const;

/** What happens, in this order; `of` chooses among the payments that there are. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant("pay" as const), card: fc.constantFrom(...Object.values(cards)) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom("refund" as const, "refundThere" as const),
      of: fc.nat(20),
      share: fc.double({ min: 0.01, max: 1, noNaN: true }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom("won" as const, "lost" as const), of: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom("cancel" as const, "resume" as const, "changePlan" as const) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("payOut" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** The provider's books in all: what it owes after everything that happened. */
async function booked(): Promise<{ net: number; paidOut: number }> {
  let after = "";
  const sum = { net: 0, paidOut: 0 };
  for (;;) {
    const page = await stripe.atStripe("GET", `balance_transactions?limit=100${after}`);
    const data = page.data as { id: string; net: number; type: string }[];
    for (const { net, type } of data) sum[type === "payout" ? "paidOut" : "net"] += net;
    if (!page.has_more) return sum;
    after = `&starting_after=${data.at(-1)?.id}`;
  }
}

let later = 0;

/** Webhooks are handed on, unknown outcomes asked about, and what they bring about is done. */
async function settle() {
  await stripe.simulator.advance(2_000);
  await stripe.simulator.settle();
  // Each time later than before; calls come at the present time, at which their tokens are good.
  later += 3 * 60_000;
  world.it.clock.shift = later;
  for (const schedule of ["billing.webhooks", "billing.look", "billing.webhooks"]) {
    await world.it.runSchedule(schedule);
    await world.it.drainJobs();
  }
  world.it.clock.shift = 0;
}

async function play(steps: readonly Step[]) {
  const before = await booked();
  const { org, admin, on } = await aSubscriber(world.it, stripe);
  await aPaidTraining(org, admin, { price });
  const coaches: TestPerson[] = [];
  const payments: { paymentId: string; intentId: string; amount: number; left: number }[] = [];
  const rows = () =>
    org.asSystem(({ db, organizationId }) =>
      db.select().from(payment).where(eq(payment.organizationId, organizationId)),
    );
  const pick = (of: number) => payments[of % Math.max(1, payments.length)];

  for (const one of steps) {
    if (one.does === "pay") {
      let coach = coaches.at(-1);
      if (!coach || (await owes(coach)).total === 0) {
        coach = await org.aMember("northTeam", "Head Coach");
        coaches.push(coach);
      }
      const answer = await coach.ask(bulkPayment, { body: await payingFor(coach, one.card) });
      const body = answer.body as { paymentId?: string; nextAction?: { url: string } | null };
      if (body.nextAction) {
        await stripe.fillIn(body.nextAction.url, { answer: "complete" });
        await coach.call(followPayment, { params: { id: String(body.paymentId) } });
      }
    } else if (one.does === "refund" || one.does === "refundThere") {
      const paid = pick(one.of);
      const amount = Math.max(1, Math.floor((paid?.left ?? 0) * one.share));
      if (paid && one.does === "refund") {
        await admin.ask(refundPayment, { params: { id: paid.paymentId }, body: { amount, reason: "Moved away" } });
      } else if (paid) {
        await stripe.atStripe("POST", "refunds", { payment_intent: paid.intentId, amount: String(amount) });
      }
    } else if (one.does === "won" || one.does === "lost") {
      const { data } = await stripe.atStripe("GET", `disputes?payment_intent=${pick(one.of)?.intentId}&limit=10`);
      const [dispute] = data as { id: string; status: string }[];
      const evidence = one.does === "won" ? "winning_evidence" : "losing_evidence";
      if (dispute?.status === "needs_response") {
        await stripe.atStripe("POST", `disputes/${dispute.id}`, { "evidence[uncategorized_text]": evidence });
      }
    } else if (one.does === "cancel") await admin.ask(plans.cancelSubscription, on);
    else if (one.does === "resume") await admin.ask(plans.resumeSubscription, on);
    else if (one.does === "changePlan") {
      const { subscription } = await admin.call(plans.getOrganizationPlan, {
        query: { organizationGuid: org.organizationId },
      });
      const interval = subscription?.interval === "month" ? "year" : "month";
      const preview = await admin.ask(plans.previewPlanChange, { ...on, body: { interval } });
      if (preview.status === 200) {
        const { prorationAt, dueNow } = preview.body as { prorationAt: string; dueNow: number };
        await admin.ask(plans.changePlan, { ...on, body: { interval, prorationAt, dueNow } });
      }
    } else await stripe.atStripe("POST", "payouts", { currency: "usd" });
    await settle();
    payments.length = 0;
    for (const { paymentId, intentId, amount, refunded, state } of await rows()) {
      if (state === "succeeded")
        payments.push({ paymentId, intentId: String(intentId), amount, left: amount - refunded });
    }
  }

  await settle();
  world.it.clock.shift = later + 3_600_000;
  await world.it.runSchedule("billing.reconcile");
  world.it.clock.shift = 0;
  const entries = await org.asSystem(({ db, organizationId }) =>
    db.select().from(ledgerEntry).where(eq(ledgerEntry.organizationId, organizationId)),
  );
  const sums = balances(entries as LedgerMove[]);
  const after = await booked();
  return { org, admin, coaches, sums, entries, all: await rows(), net: after.net - before.net };
}

test("whatever happens to payments and subscriptions, the ledger equals the provider's books", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const { admin, coaches, sums, entries, all, net } = await play(steps);
      // Everything sums to nothing, and what the provider holds or has paid out is what its books say.
      expect(Object.values(sums).reduce((sum, one) => sum + one, 0)).toBe(0);
      expect(sums.provider + sums.bank).toBe(net);
      expect((await admin.call(getReconciliation)).differences).toEqual([]);
      // Each payment has one charge or none, and what was given back of it is what it says.
      for (const one of all) {
        const theirs = entries.filter((entry) => entry.paymentId === one.paymentId);
        const total = (kind: string) =>
          theirs.filter((entry) => entry.kind === kind).reduce((sum, entry) => sum + entry.amount, 0);
        expect(total("charge")).toBe(one.state === "succeeded" ? one.amount : 0);
        expect(total("refund")).toBe(one.refunded);
        expect(total("disputeReversed")).toBeLessThanOrEqual(total("dispute"));
        expect(["succeeded", "failed", "canceled"]).toContain(one.state);
      }
      // Nobody has what they didn't pay for: an open training has one payment that was not given back whole.
      for (const coach of coaches) {
        const paid = all.filter((one) => one.paidBy === coach.profileId && one.state === "succeeded");
        const whole = paid.filter((one) => one.refunded < one.amount);
        expect(whole.length).toBeLessThanOrEqual(1);
        expect((await owes(coach)).total).toBe(whole.length === 1 ? 0 : price);
        for (const one of paid) await coach.call(getPayment, { params: { id: one.paymentId } });
      }
    }),
    { numRuns: historyRuns(3) },
  );
}, 120_000);
