import { selectOrganization } from "@touchline/contract/accounts/organizations";
import { bulkPayment, getPayment } from "@touchline/contract/billing/individual-payments";
import { adjustFee, listAdjustments, remindOfFees } from "@touchline/contract/billing/member-fees";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPaidTraining, owes, payAll, payingFor } from "../../../../test/paying.ts";
import { type SimulatedPayments, simulatePayments } from "../../../../test/simulated-payments.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";
import { billingEvent } from "../../../schema/billing.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";

const world = aWorld();
let stripe: SimulatedPayments;
beforeAll(async () => {
  stripe = await simulatePayments(world.it);
});
afterAll(() => stripe.simulator.close());

async function club() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await aPaidTraining(org, admin);
  const coach = await org.aMember("northTeam", "Head Coach");
  const mailsTo = async (who: TestPerson) =>
    (await org.asSystem((call) => newestMails(call, 20))).filter(({ to }) => to === who.email);
  return { org, admin, coach, mailsTo };
}

test("people with open fees are reminded by email at most once a day, and the history says by whom", async () => {
  const { org, admin, coach, mailsTo } = await club();
  const remind = (who: TestPerson, about = coach) =>
    who.ask(remindOfFees, { body: { profileLevelAccessIds: [about.plaId] } });
  expect((await remind(coach)).status).toBe(403);
  const answers = await Promise.all([remind(admin), remind(admin)]);
  expect(answers.map(({ body }) => body.reminded).sort()).toEqual([0, 1]);
  expect((await remind(admin)).body).toMatchObject({ skipped: [{ profileId: coach.profileId, reason: "already" }] });
  const about = async () => (await mailsTo(coach)).filter(({ kind }) => kind === "feesOwed");
  expect(await about()).toHaveLength(1);
  expect(
    await org.asSystem(({ db }) =>
      db
        .select({ subjectId: billingEvent.subjectId, by: billingEvent.byProfile })
        .from(billingEvent)
        .where(and(eq(billingEvent.organizationId, org.organizationId), eq(billingEvent.event, "fees.reminded"))),
    ),
  ).toEqual([{ subjectId: coach.profileId, by: admin.profileId }]);
});

test("nobody is reminded of what they have paid or are paying, and nobody of another organization", async () => {
  const { admin, coach, mailsTo } = await club();
  const elsewhere = await club();
  const remind = (plaId: string) => admin.ask(remindOfFees, { body: { profileLevelAccessIds: [plaId] } });
  expect((await remind(elsewhere.coach.plaId)).status).toBe(404);
  await payAll(coach, "pm_card_threeDSecure2Required");
  expect((await remind(coach.plaId)).body).toMatchObject({ reminded: 0, skipped: [{ reason: "nothingOwed" }] });
  expect((await mailsTo(coach)).filter(({ kind }) => kind === "feesOwed")).toEqual([]);
});

test("the payments page is shown to people who have fees or payments, also after everything is paid", async () => {
  const { org, admin, coach } = await club();
  const has = async (who: TestPerson) =>
    (await who.call(selectOrganization, { params: { id: org.organizationId } })).hasPayments;
  expect([await has(admin), await has(coach)]).toEqual([false, true]);
  await payAll(coach);
  expect(await has(coach)).toBe(true);
});

test("what is owed says whether cards are really charged, and a discount what it is for", async () => {
  const { admin, coach } = await club();
  const { data, simulated } = await owes(coach);
  expect(simulated).toBe(true);
  const [due] = data;
  if (!due) throw new Error("the training is owed");
  const { requirementId, profileLevelAccessId, name } = due;
  const body = { kind: "discount", requirementId, profileLevelAccessId, reason: "Helper" } as const;
  const discount = await admin.call(adjustFee, { body: { ...body, amount: 500, currency: "USD" } });
  expect(discount.requirementName).toBe(name);
  expect(await admin.call(listAdjustments, { params: { profileLevelAccessId } })).toEqual([discount]);
});

test("the bank's page comes back to the payment, beside whatever the provider adds", async () => {
  const { coach } = await club();
  const body = { ...(await payingFor(coach, "pm_card_threeDSecure2Required")), returnPath: "/payments?from=bank" };
  const { paymentId, nextAction } = await coach.call(bulkPayment, { body });
  const back = await stripe.fillIn(String(nextAction?.url), { answer: "complete" });
  expect(back.pathname).toBe("/payments");
  expect(back.searchParams.get("payment")).toBe(paymentId);
  expect(back.searchParams.get("from")).toBe("bank");
  expect(back.searchParams.get("redirect_status")).toBe("succeeded");
  expect(await coach.call(getPayment, { params: { id: paymentId } })).toMatchObject({ state: "actionRequired" });
});
