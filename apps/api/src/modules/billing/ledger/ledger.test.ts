import { getReconciliation } from "@touchline/contract/billing/member-fees";
import { exportAudit } from "@touchline/contract/reporting/audit";
import { balances, type LedgerMove } from "@touchline/rules";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aPaidTraining, payAll } from "../../../../test/paying.ts";
import { type SimulatedPayments, simulatePayments } from "../../../../test/simulated-payments.ts";
import { aSubscriber } from "../../../../test/subscribing.ts";
import { aWorld, type Organization } from "../../../../test/world.ts";
import { ledgerEntry, subscription } from "../../../schema/billing.ts";
import { checkExport } from "../../../security/audit-check.ts";
import { sealSome } from "../../reporting/audit/actions/seal.ts";

const world = aWorld();
let stripe: SimulatedPayments;
beforeAll(async () => {
  stripe = await simulatePayments(world.it, `${world.it.base}/api/webhooks/stripe`);
});
afterEach(() => {
  world.it.clock.shift = 0;
});
afterAll(() => stripe.simulator.close());

async function settle() {
  await stripe.simulator.settle();
  await world.it.runSchedule("billing.webhooks");
  await world.it.drainJobs();
}

/** The books are compared as they are compared an hour later. */
async function reconcile() {
  world.it.clock.shift = 3_600_000;
  await world.it.runSchedule("billing.reconcile");
  world.it.clock.shift = 0;
}

const ledgerOf = (org: Organization) =>
  org.asSystem(({ db, organizationId }) =>
    db.select().from(ledgerEntry).where(eq(ledgerEntry.organizationId, organizationId)),
  );
const sums = async (org: Organization) => balances((await ledgerOf(org)) as LedgerMove[]);

test("what an organization pays for the product is in the ledger, with its refund and its dispute", async () => {
  const { org, admin } = await aSubscriber(world.it, stripe);
  // 2.9 % and 30 cents are the provider's.
  expect(await sums(org)).toMatchObject({ provider: 4_728, subscriptions: -4_900, providerFees: 172 });
  const [charge] = await ledgerOf(org);
  await stripe.atStripe("POST", "refunds", { charge: String(charge?.providerReference), amount: "900" });
  await settle();
  expect(await sums(org)).toMatchObject({ provider: 3_828, subscriptions: -4_000 });
  await reconcile();
  const { differences, compared, totals } = await admin.call(getReconciliation);
  expect({ differences, compared }).toEqual({ differences: [], compared: 2 });
  // It is no income of the organization.
  expect(totals).toEqual([]);
});

test("what is refunded after a subscription has ended is entered too", async () => {
  const { org } = await aSubscriber(world.it, stripe);
  const [one] = await org.asSystem(({ db }) => db.select().from(subscription));
  await stripe.atStripe("DELETE", `subscriptions/${one?.providerSubscriptionId}`);
  await settle();
  const [charge] = await ledgerOf(org);
  await stripe.atStripe("POST", "refunds", { charge: String(charge?.providerReference), amount: "4900" });
  await settle();
  expect(await sums(org)).toMatchObject({ provider: -172, subscriptions: 0, providerFees: 172 });
});

test("each organization's ledger has its share of a payout, with the payout's reference", async () => {
  const one = await aSubscriber(world.it, stripe);
  await aPaidTraining(one.org, one.admin);
  const coach = await one.org.aMember("northTeam", "Head Coach");
  await payAll(coach);
  const other = await aSubscriber(world.it, stripe);
  const { id } = await stripe.atStripe("POST", "payouts", { currency: "usd" });
  await reconcile();
  await reconcile();
  for (const [{ org, admin }, bank] of [
    [one, 4_728 + 2_397],
    [other, 4_728],
  ] as const) {
    expect(await sums(org)).toMatchObject({ bank, provider: 0 });
    const paidOut = (await ledgerOf(org)).filter((row) => row.kind === "payout");
    expect(new Set(paidOut.map((row) => row.providerReference))).toEqual(new Set([id]));
    expect((await admin.call(getReconciliation)).differences).toEqual([]);
  }
  expect((await one.admin.call(getReconciliation)).totals).toMatchObject([{ charged: 2_500, paidOut: 2_397 }]);
});

test("what is in one of the two books alone, or differs, is listed", async () => {
  const { org, admin } = await aSubscriber(world.it, stripe);
  const [charge] = (await ledgerOf(org)).filter((row) => row.kind === "charge");
  if (!charge) throw new Error("the subscription was charged");
  // Nobody heard of this refund, and nothing at the provider stands for this entry.
  await stripe.atStripe("POST", "refunds", { charge: String(charge.providerReference), amount: "100" });
  await org.asSystem(({ db }) =>
    db.insert(ledgerEntry).values([
      {
        ...charge,
        ledgerEntryId: crypto.randomUUID(),
        providerEntryId: "txn_nowhere",
        sourceKey: "txn_nowhere:charge",
      },
      { ...charge, ledgerEntryId: crypto.randomUUID(), amount: 1, sourceKey: "more of it" },
    ]),
  );
  await reconcile();
  const { differences } = await admin.call(getReconciliation);
  expect(differences.map((one) => [one.kind, one.amountHere, one.amountThere]).sort()).toEqual([
    ["amountDiffers", 4_729, 4_728],
    ["missingHere", null, -100],
    ["missingThere", 4_900, null],
  ]);
});

test("the ledger and what was done about money are sealed, and nobody changes them", async () => {
  const { org, admin } = await aSubscriber(world.it, stripe);
  while (await org.asSystem((call) => sealSome(call)));
  const { rows } = await org.asSystem((call) =>
    call.db.execute<{ source: string; count: number }>(sql`
      SELECT source, count(*)::integer AS count FROM audit_entry
      WHERE organization_id = ${call.organizationId} AND source IN ('billing_event', 'ledger_entry')
      GROUP BY source ORDER BY source`),
  );
  expect(rows).toEqual([
    { source: "billing_event", count: 4 },
    { source: "ledger_entry", count: 2 },
  ]);
  const { part } = await admin.call(exportAudit, { body: { format: "ndjson" } });
  expect((await checkExport(part.split("\n").slice(0, -1))).problems).toEqual([]);
  const change = org.asSystem(({ db }) => db.execute(sql`UPDATE ledger_entry SET amount = 1`));
  await expect(change).rejects.toThrow();
});
