import { recordOfflinePayment, refundPayment } from "@touchline/contract/billing/member-fees";
import * as contract from "@touchline/contract/billing/reports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPaidTraining, owes, payAll } from "../../../../test/paying.ts";
import { type SimulatedPayments, simulatePayments } from "../../../../test/simulated-payments.ts";
import { aWorld } from "../../../../test/world.ts";

const world = aWorld();
let stripe: SimulatedPayments;
beforeAll(async () => {
  stripe = await simulatePayments(world.it);
});
afterAll(() => stripe.simulator.close());

/** Three coaches: one paid by card and got a part back, one paid cash elsewhere, one owes. */
async function aSeason() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await aPaidTraining(org, admin);
  const coach = await org.aMember("northTeam", "Head Coach");
  const { paymentId } = await payAll(coach);
  await admin.call(refundPayment, { params: { id: paymentId }, body: { amount: 500, reason: "=1+1" } });
  await world.it.drainJobs();
  const other = await org.aMember("southClub", "Head Coach");
  const [due] = (await owes(other)).data;
  const items = [{ requirementId: String(due?.requirementId), profileLevelAccessId: other.plaId, amount: 2_500 }];
  await admin.call(recordOfflinePayment, {
    body: { method: "cash", reference: null, receivedOn: "2026-01-05", currency: "USD", items },
  });
  await org.aMember("southClub", "Head Coach");
  return { org, admin, coach };
}

test("revenue and what is outstanding add up, level by level, to the whole", async () => {
  const { org, admin, coach } = await aSeason();
  const report = await admin.call(contract.getBillingReport);
  const money = { currency: "USD", paid: 5_000, refunded: 500, disputed: 0, fees: 103, revenue: 4_397 };
  expect(report.whole).toEqual([{ ...money, outstanding: 2_500 }]);
  const sum = (name: keyof typeof money) =>
    report.lines.flatMap((line) => line.sums).reduce((total, one) => total + Number(one[name]), 0);
  for (const name of ["paid", "refunded", "fees", "revenue"] as const) expect(sum(name)).toBe(money[name]);
  const south = report.lines.find((line) => line.sums.some((one) => one.outstanding > 0));
  expect(south?.sums).toMatchObject([{ paid: 2_500, refunded: 0, fees: 0, outstanding: 2_500 }]);
  const below = await admin.call(contract.getBillingReport, { query: { levelId: String(south?.levelId) } });
  expect(below.whole).toEqual(south?.sums);
  // The season before had none of it; what is outstanding is so whatever the season.
  const before = await admin.call(contract.getBillingReport, {
    query: { season: String(report.seasons[1]?.firstDay) },
  });
  expect(before.whole).toMatchObject([{ paid: 0, revenue: 0, outstanding: 2_500 }]);
  expect((await admin.ask(contract.getBillingReport, { query: { season: "1999-01-01" } })).status).toBe(400);
  expect((await coach.ask(contract.getBillingReport)).status).toBe(403);
  const elsewhere = await world.it.anOrganization();
  const stranger = await elsewhere.aMember("root", "Administrator");
  expect((await stranger.ask(contract.getBillingReport, { query: { levelId: org.levels.root } })).status).toBe(404);
});

test("the report and the ledger are handed out as files in which no cell is a formula", async () => {
  const { admin, coach } = await aSeason();
  const csv = (await admin.ask(contract.downloadBillingReport)).body;
  expect(String(csv)).toContain("Total,");
  const today = new Date().toISOString().slice(0, 10);
  const days = { from: "2020-01-01", to: `${Number(today.slice(0, 4)) + 1}-01-01` };
  const of = async (format: "csv" | "iif") =>
    String((await admin.ask(contract.downloadBookkeeping, { query: { ...days, format } })).body);
  const table = (await of("csv")).trim().split("\r\n");
  expect(table).toHaveLength(1 + 4);
  expect(
    table
      .slice(1)
      .map((line) => line.split(",").slice(1, 6).join(","))
      .sort(),
  ).toEqual([
    "Card payment,Card provider balance,Member fees,25.00,USD",
    "Card processing fee,Card processing fees,Card provider balance,1.03,USD",
    "Card refund,Member fees,Card provider balance,5.00,USD",
    "Cash or check,Cash and checks,Member fees,25.00,USD",
  ]);
  const journal = (await of("iif"))
    .trim()
    .split("\r\n")
    .map((line) => line.split("\t"));
  const amounts = journal.filter(([kind]) => kind === "TRNS" || kind === "SPL").map((line) => Number(line[4]));
  expect(amounts).toHaveLength(8);
  expect(amounts.reduce((total, one) => total + one, 0)).toBeCloseTo(0);
  expect((await coach.ask(contract.downloadBookkeeping, { query: { ...days, format: "csv" } })).status).toBe(403);
  const backwards = { from: days.to, to: days.from, format: "csv" as const };
  expect((await admin.ask(contract.downloadBookkeeping, { query: backwards })).status).toBe(400);
});
