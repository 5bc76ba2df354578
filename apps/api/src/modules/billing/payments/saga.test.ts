import { RequirementStatus } from "@touchline/contract";
import { bulkPayment, getPayment, runAndPayBackgroundCheckUser } from "@touchline/contract/billing/individual-payments";
import { adjustFee } from "@touchline/contract/billing/member-fees";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { added, aFamilyOrganization } from "../../../../test/families.ts";
import { aPaidTraining, owes, payingFor } from "../../../../test/paying.ts";
import { aScreened, type SimulatedScreening, simulateScreening } from "../../../../test/screening-orders.ts";
import { type SimulatedPayments, simulatePayments } from "../../../../test/simulated-payments.ts";
import { aWorld } from "../../../../test/world.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";

const world = aWorld();
let stripe: SimulatedPayments;
let screening: SimulatedScreening;
beforeAll(async () => {
  screening = await simulateScreening(world.it);
  stripe = await simulatePayments(world.it);
});
afterEach(async () => {
  world.it.clock.shift = 0;
  await screening.clearFaults();
});
afterAll(async () => {
  await screening.close();
  await stripe.simulator.close();
});

const paid = (more: Parameters<typeof aScreened>[2] = {}) =>
  aScreened(world.it, screening, { payer: "Individual", ...more, settings: { price: 3_500, ...more.settings } });
const pay = (card = "pm_card_visa") => ({ body: { amount: 3_500, currency: "USD" as const, paymentMethodId: card } });
const charges = async () => ((await stripe.atStripe("GET", "charges?limit=100")).data as unknown[]).length;
const subjects = (organizationId: string) =>
  world.it.tenancy.run(world.it.tenancy.found(organizationId), async (db) => {
    const tenant = world.it.tenancy.found(organizationId);
    return (await newestMails({ db, organizationId: tenant, adapters: world.it.adapters }, 50)).map(
      (one) => one.subject,
    );
  });

test("paying for a background check orders it, once", async () => {
  const one = await paid();
  const before = screening.simulator.orders().length;
  const answers = await Promise.all(
    [1, 2, 3].map(() => one.coach.ask(runAndPayBackgroundCheckUser, { ...one.on, ...pay() })),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  await screening.settle();
  expect(screening.simulator.orders()).toHaveLength(before + 1);
  expect(await one.status()).toBe(RequirementStatus.WaitingOnApplicant);
  expect((await one.order()).state).toBe("invited");
});

test("a declined card orders nothing", async () => {
  const one = await paid();
  const payment = await one.coach.call(runAndPayBackgroundCheckUser, {
    ...one.on,
    ...pay("pm_card_visa_chargeDeclined"),
  });
  expect(payment).toMatchObject({ state: "failed", items: [{ state: "unpaid" }] });
  await screening.settle();
  expect((await one.seen(one.coach)).order).toBeNull();
  expect(await one.status()).toBe(RequirementStatus.Incomplete);
});

test("where nothing could be ordered, nothing is charged", async () => {
  const one = await paid({ settings: { clientId: null, productId: null } });
  const answer = await one.coach.ask(runAndPayBackgroundCheckUser, { ...one.on, ...pay() });
  expect(answer.body).toMatchObject({ status: 409, reason: "notReady" });
});

test.each([
  ["refused by the provider", { settings: { productId: "no-such-product" } }, async (): Promise<void> => undefined],
  ["that expired", { lastName: "Expired" }, (): Promise<void> => screening.pass(60_000)],
])("what was paid for a background check %s is given back, and everybody is told", async (_how, more, happen) => {
  const one = await paid(more);
  const { paymentId } = await one.coach.call(runAndPayBackgroundCheckUser, { ...one.on, ...pay() });
  await screening.settle();
  await happen();
  world.it.clock.shift = 0;
  await world.it.drainJobs();
  const after = await one.coach.call(getPayment, { params: { id: paymentId } });
  expect(after).toMatchObject({
    ...{ state: "succeeded", refunded: 3_500, items: [{ state: "refunded" }] },
    refunds: [{ cause: "endedWithoutResult", state: "succeeded" }],
  });
  expect(await one.status()).toBe(RequirementStatus.Incomplete);
  const sentSubjects = await subjects(one.organizationId);
  expect(sentSubjects.filter((subject) => subject.endsWith("refunded $35.00"))).toHaveLength(1);
  expect(sentSubjects.filter((subject) => subject === "A payment was refunded automatically")).toHaveLength(1);
  // It is owed again, and can be paid for again.
  expect((await owes(one.coach)).data).toMatchObject([{ amount: 3_500, paymentId: null }]);
});

test("a result is kept although it was paid for; a check that is due again is paid for again", async () => {
  const one = await paid();
  const { paymentId } = await one.coach.call(runAndPayBackgroundCheckUser, { ...one.on, ...pay() });
  await screening.settle();
  await screening.submit((await one.link()).url);
  await screening.pass(60_000);
  world.it.clock.shift = 0;
  expect(await one.status()).toBe(RequirementStatus.Completed);
  expect(await one.coach.call(getPayment, { params: { id: paymentId } })).toMatchObject({ refunded: 0 });
});

test("a parent pays for two children's trainings with one charge", async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent } = family;
  await aPaidTraining(org, admin, { labels: [family.player] });
  for (const firstName of ["Noa", "Mia"]) await added(parent, family, { firstName });
  await world.it.drainJobs();
  expect((await owes(parent, "false")).data).toEqual([]);
  const body = await payingFor(parent);
  expect(body).toMatchObject({ amount: 5_000, items: [{ amount: 2_500 }, { amount: 2_500 }] });
  const payment = await parent.call(bulkPayment, { body });
  expect(payment).toMatchObject({ state: "succeeded", items: [{ state: "released" }, { state: "released" }] });
  expect((await owes(parent)).data).toEqual([]);
  const { data } = await stripe.atStripe("GET", "balance_transactions?limit=100");
  expect((data as { amount: number }[]).filter((one) => one.amount === 5_000)).toHaveLength(1);
});

test("trainings and background checks, one at a discount, are one charge, in as many statements until it is made as one check", async () => {
  const { org, admin, coach, ask } = await paid();
  const untilCharged = async (checks: number, trainings: number) => {
    const body = await payingFor(coach);
    expect(body.items).toHaveLength(checks + trainings);
    const charged = await charges();
    const before = screening.simulator.orders().length;
    const trips = await world.it.sentBy(async () => {
      const payment = await coach.call(bulkPayment, { body });
      expect(payment).toMatchObject({ state: "succeeded", amount: body.amount });
      expect(payment.items.filter((item) => item.state === "released")).toHaveLength(checks + trainings);
    });
    expect(await charges()).toBe(charged + 1);
    await screening.settle();
    expect(screening.simulator.orders()).toHaveLength(before + checks);
    return trips.flat().findIndex((sent) => sent.includes("state = 'charging'")) + 1;
  };
  expect(await untilCharged(1, 0)).toBe(10);
  for (const name of ["Second", "Third", "Fourth"]) await ask(name);
  for (let index = 1; index <= 9; index += 1) await aPaidTraining(org, admin, { name: `Training ${index}` });
  await world.it.drainJobs();
  const { requirementId = "", profileLevelAccessId = "" } = (await owes(coach)).data[0] ?? {};
  const discount = { kind: "discount", requirementId, profileLevelAccessId, reason: "Helper" } as const;
  await admin.call(adjustFee, { body: { ...discount, amount: 500, currency: "USD" } });
  expect(await untilCharged(3, 9)).toBe(10);
});
