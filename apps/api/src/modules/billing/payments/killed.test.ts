import {
  bulkPayment,
  getPayment,
  listAwaitingPayment,
  listOwnPayments,
} from "@touchline/contract/billing/individual-payments";
import { getReconciliation, refundPayment } from "@touchline/contract/billing/member-fees";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aPaidTraining, payingFor } from "../../../../test/paying.ts";
import { type SimulatedPayments, simulatePayments } from "../../../../test/simulated-payments.ts";
import { aWorld } from "../../../../test/world.ts";
import type { PaymentsPort } from "../../../adapters/payments/port.ts";

const world = aWorld();
let stripe: SimulatedPayments;
let real: PaymentsPort;
beforeAll(async () => {
  stripe = await simulatePayments(world.it);
  real = stripe.payments;
});
afterEach(() => {
  world.it.clock.shift = 0;
  Object.assign(world.it.adapters, { payments: real });
  world.it.faults.length = 0;
});
afterAll(() => stripe.simulator.close());

type Call = "prepareCharge" | "confirmCharge" | "refund";

/** The process ends once, before or after this call reached the provider: whatever would have followed does not happen. */
function endsAt(call: Call, when: "before" | "after"): void {
  let isOver = false;
  const ending = async (...args: never[]) => {
    if (isOver) return (real[call] as (...all: never[]) => Promise<unknown>)(...args);
    isOver = true;
    if (when === "after") await (real[call] as (...all: never[]) => Promise<unknown>)(...args);
    throw new Error("The process has ended.");
  };
  Object.assign(world.it.adapters, { payments: { ...real, [call]: ending } });
}

/** The first statement of a kind fails once, as where the connection to the database is lost with the process. */
async function endsAtStatement(on: "INSERT" | "UPDATE", table: string, condition: string) {
  const { adminUrl } = world.it;
  const { default: pg } = await import("pg");
  const owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  await owner.query(`
    CREATE FUNCTION ended() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'The process has ended.'; END $$;
    CREATE TRIGGER ended BEFORE ${on} ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ended()`);
  return async () => {
    await owner.query(`DROP TRIGGER ended ON ${table}; DROP FUNCTION ended()`);
    await owner.end();
  };
}

async function club() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await aPaidTraining(org, admin);
  return { org, admin, coach: await org.aMember("northTeam", "Head Coach") };
}

/** A minute after another, until everything that is due was looked at. */
async function settle() {
  for (const minutes of [0, 3, 10, 40]) {
    world.it.clock.shift = minutes * 60_000;
    await world.it.runSchedule("billing.look");
    await world.it.drainJobs();
  }
  world.it.clock.shift = 0;
}

const chargesOf = async (paymentId: string) => {
  const { data } = await stripe.atStripe("GET", "charges?limit=100");
  const all = data as { status: string; amount_refunded: number; metadata: { reference?: string } }[];
  return all.filter((one) => one.metadata.reference === paymentId && one.status === "succeeded");
};

/** What must be true whatever ended where: charged once, released, booked once, nothing owed, the books equal. */
async function isPaidOnce({ admin, coach }: Awaited<ReturnType<typeof club>>, refunded = 0) {
  const owed = await coach.call(listAwaitingPayment, { params: { profileLevelAccessId: coach.plaId }, query: {} });
  const [payment] = (await coach.call(listOwnPayments, { query: {} })).data;
  expect(payment).toMatchObject({
    ...{ state: "succeeded", amount: 2_500, refunded },
    items: [{ state: refunded > 0 ? "refunded" : "released" }],
  });
  const charges = await chargesOf(String(payment?.paymentId));
  expect(charges).toMatchObject([{ amount_refunded: refunded }]);
  expect(owed.data).toHaveLength(refunded > 0 ? 1 : 0);
  world.it.clock.shift = 3_600_000;
  await world.it.runSchedule("billing.reconcile");
  world.it.clock.shift = 0;
  expect(await admin.call(getReconciliation)).toMatchObject({
    differences: [],
    totals: [{ charged: 2_500, refunded }],
  });
}

test.each([
  ["before the provider is told what is intended", "prepareCharge", "before"],
  ["once the provider was told", "prepareCharge", "after"],
  ["before the card is charged", "confirmCharge", "before"],
  ["once the card was charged, and the answer is lost", "confirmCharge", "after"],
] as const)("where the process ends %s, the card is charged once", async (_where, call, when) => {
  const at = await club();
  const body = await payingFor(at.coach);
  endsAt(call, when);
  expect((await at.coach.ask(bulkPayment, { body })).status).toBe(500);
  Object.assign(world.it.adapters, { payments: real });
  await settle();
  await isPaidOnce(at);
});

test.each([
  ["before it is kept that the card is about to be charged", "UPDATE", "payment", "NEW.state = 'charging'"],
  ["before it is kept that the card was charged", "UPDATE", "payment", "NEW.state = 'succeeded'"],
  ["before what was paid for is released", "UPDATE", "payment_item", "NEW.state = 'released'"],
  ["before the charge is booked", "INSERT", "ledger_entry", "NEW.kind = 'charge'"],
] as const)("where the process ends %s, the card is charged once", async (_where, on, table, condition) => {
  const at = await club();
  const body = await payingFor(at.coach);
  const alive = await endsAtStatement(on, table, condition);
  try {
    expect((await at.coach.ask(bulkPayment, { body })).status).toBe(500);
  } finally {
    await alive();
  }
  await settle();
  await isPaidOnce(at);
});

test.each([
  ["before it is made", "before"],
  ["once it was made, and the answer is lost", "after"],
] as const)("where the process ends in a refund %s, it is made once", async (_where, when) => {
  const at = await club();
  const { paymentId } = await at.coach.call(bulkPayment, { body: await payingFor(at.coach) });
  endsAt("refund", when);
  await at.admin.call(refundPayment, { params: { id: paymentId }, body: { amount: 2_500, reason: "Canceled." } });
  await world.it.drainJobs().catch(() => undefined);
  Object.assign(world.it.adapters, { payments: real });
  await settle();
  expect(await at.coach.call(getPayment, { params: { id: paymentId } })).toMatchObject({
    refunds: [{ state: "succeeded" }],
  });
  await isPaidOnce(at, 2_500);
});

test("where the process ends before a refund is kept, it is made once", async () => {
  const at = await club();
  const { paymentId } = await at.coach.call(bulkPayment, { body: await payingFor(at.coach) });
  await at.admin.call(refundPayment, { params: { id: paymentId }, body: { amount: 2_500, reason: "Canceled." } });
  const alive = await endsAtStatement("UPDATE", "payment_refund", "NEW.state = 'succeeded'");
  try {
    await world.it.drainJobs().catch(() => undefined);
  } finally {
    await alive();
  }
  await settle();
  await isPaidOnce(at, 2_500);
});
