import { readFile } from "node:fs/promises";
import { selectOrganization } from "@touchline/contract/accounts/organizations";
import * as contract from "@touchline/contract/billing/organization-billing";
import { eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openPdf, textOf } from "../../../../test/pdf.ts";
import { type SimulatedPayments, simulatePayments } from "../../../../test/simulated-payments.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";
import { subscription } from "../../../schema/billing.ts";
import { recordPlan } from "../../accounts/index.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";
import { recordSubscription } from "./actions/subscribe.ts";

const world = aWorld();
let stripe: SimulatedPayments;
beforeAll(async () => {
  stripe = await simulatePayments(world.it);
});
afterEach(() => {
  world.it.clock.shift = 0;
});
afterAll(() => stripe.simulator.close());

const day = 86_400_000;
const information = {
  name: "North League",
  email: "treasurer@example.org",
  address: { line1: "1 Main St", line2: null, city: "Springfield", state: "IL", postalCode: "62701", country: "US" },
  taxId: { type: "us_ein" as const, value: "12-3456789" },
};

/** An organization whose billing information is entered. */
async function aPayer() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const on = { params: { id: org.organizationId } };
  await admin.call(contract.addBillingInformation, { ...on, body: information });
  return { org, admin, on, id: org.organizationId };
}

async function addCard(
  { admin, on }: { admin: TestPerson; on: { params: { id: string } } },
  number = "4242424242424242",
  { expiry = "12/34", ...more }: { replaces?: string; expiry?: string; makeDefault?: boolean } = {},
) {
  const { setupIntentId, form } = await admin.call(contract.beginCardSetup, { ...on, body: {} });
  if (form.kind !== "hosted") throw new Error("the simulator has a page of its own");
  const back = await stripe.fillIn(form.url, { number, expiry, cvc: "123", name: "T" });
  expect(back.searchParams.get("setup_intent")).toBe(setupIntentId);
  return {
    setupIntentId,
    methods: await admin.call(contract.addPaymentMethod, { ...on, body: { setupIntentId, ...more } }),
  };
}

async function aSubscriber(number?: string) {
  const payer = await aPayer();
  const { methods } = await addCard(payer, number);
  const plan = await payer.admin.call(contract.subscribe, {
    ...payer.on,
    body: { interval: "month", unitAmount: 4_900 },
  });
  return { ...payer, methods, plan };
}

async function settle() {
  await stripe.simulator.settle();
  await world.it.runSchedule("billing.webhooks");
  await world.it.drainJobs();
}
const planOf = ({ admin, id }: { admin: TestPerson; id: string }) =>
  admin.call(contract.getOrganizationPlan, { query: { organizationGuid: id } });

test("billing information is entered once, changed, and read by those who look after billing", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const on = { params: { id: org.organizationId } };
  expect(await admin.call(contract.billingInformationExists, on)).toEqual({ exists: false });
  expect((await admin.ask(contract.getBillingInformation, on)).status).toBe(404);
  expect((await admin.ask(contract.changeBillingInformation, { ...on, body: information })).status).toBe(404);
  const entered = await admin.call(contract.addBillingInformation, { ...on, body: information });
  expect(entered).toMatchObject({ ...information, taxExemption: "none" });
  expect((await admin.ask(contract.addBillingInformation, { ...on, body: information })).body).toMatchObject({
    reason: "billingInformationExists",
  });
  await admin.call(contract.changeBillingInformation, { ...on, body: { ...information, name: "South League" } });
  expect(await admin.call(contract.getBillingInformation, on)).toMatchObject({ name: "South League" });
  const director = await org.aMember("root", "Club Director");
  expect((await director.ask(contract.getBillingInformation, on)).status).toBe(403);
  const elsewhere = await aPayer();
  expect((await elsewhere.admin.ask(contract.getBillingInformation, on)).status).toBe(404);
});

test("a card is entered at the provider, and the organization has one to pay with", async () => {
  const payer = await aPayer();
  const provided = async () => (await payer.admin.call(selectOrganization, payer.on)).organizationPaymentMethodProvided;
  expect(await provided()).toBe(false);
  const { methods, setupIntentId } = await addCard(payer);
  expect(methods).toMatchObject([{ brand: "visa", last4: "4242", isDefault: true, expired: false }]);
  expect(await provided()).toBe(true);
  // A setup works once, and only where it was begun.
  const again = await payer.admin.ask(contract.addPaymentMethod, { ...payer.on, body: { setupIntentId } });
  expect(again.body).toMatchObject({ status: 409, reason: "cardSetupUnfinished" });
  const elsewhere = await aPayer();
  const stolen = await payer.admin.call(contract.beginCardSetup, { ...payer.on, body: {} });
  const theirs = { ...elsewhere.on, body: { setupIntentId: stolen.setupIntentId } };
  expect((await elsewhere.admin.ask(contract.addPaymentMethod, theirs)).status).toBe(404);
});

test("a card is replaced, made the default, and removed, but not another organization's", async () => {
  const payer = await aSubscriber();
  const [first] = payer.methods;
  if (!first) throw new Error("there is a card");
  // A second card doesn't take the first one's place by itself.
  const { methods } = await addCard(payer, "5555555555554444");
  expect(methods.map((one) => [one.brand, one.isDefault])).toEqual([
    ["visa", true],
    ["mastercard", false],
  ]);
  const { methods: more } = await addCard(payer, "6011111111111117", { makeDefault: true });
  expect(more[0]).toMatchObject({ brand: "discover", isDefault: true });
  const card = (paymentMethodId: string) => ({ params: { id: payer.id, paymentMethodId } });
  const back = await payer.admin.call(contract.makeDefaultPaymentMethod, card(first.paymentMethodId));
  expect(back[0]).toMatchObject({ brand: "visa", isDefault: true });
  expect((await payer.admin.ask(contract.removePaymentMethod, card(first.paymentMethodId))).body).toMatchObject({
    reason: "isDefault",
  });
  const { methods: replaced } = await addCard(payer, "378282246310005", { replaces: first.paymentMethodId });
  expect(replaced.map((one) => [one.brand, one.isDefault]).sort()).toEqual([
    ["amex", true],
    ["discover", false],
    ["mastercard", false],
  ]);
  const elsewhere = await aSubscriber();
  const foreign = card(String(elsewhere.methods[0]?.paymentMethodId));
  expect((await payer.admin.ask(contract.makeDefaultPaymentMethod, foreign)).status).toBe(404);
  expect((await payer.admin.ask(contract.removePaymentMethod, foreign)).status).toBe(404);
});

test("an organization subscribes once, for the price that was shown", async () => {
  const payer = await aPayer();
  const asking = (unitAmount: number) =>
    payer.admin.ask(contract.subscribe, { ...payer.on, body: { interval: "month", unitAmount } });
  expect((await asking(4_900)).body).toMatchObject({ status: 409, reason: "paymentMethodMissing" });
  await addCard(payer);
  expect((await asking(4_800)).body).toMatchObject({ status: 409, reason: "priceChanged" });
  const answers = await Promise.all([asking(4_900), asking(4_900), asking(4_900)]);
  expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409]);
  expect(await planOf(payer)).toMatchObject({
    ...{ productName: "Basic", monthUnitAmount: 4_900, yearUnitAmount: 46_800, simulated: true },
    subscription: { state: "active", interval: "month", unitAmount: 4_900, cancelAtPeriodEnd: false },
  });
  const { data, pagination } = await payer.admin.call(contract.listFirstInvoices, payer.on);
  expect(data).toMatchObject([{ state: "paid", total: 4_900, hasPdf: true }]);
  expect(pagination).toEqual({ startingAfterId: null, limit: 20 });
});

test("a plan that was agreed when the organization was created is told apart from the standard plan", async () => {
  const { org, admin, id } = await aPayer();
  expect(await planOf({ admin, id })).toMatchObject({ agreed: false, productName: "Basic" });
  const agreed = { productName: "League", monthUnitAmount: 9_900, yearUnitAmount: 99_000, currency: "USD" as const };
  await org.asSystem((call) => recordPlan(call, { ...agreed, billingEmail: null, priceIdStripe: null }));
  expect(await planOf({ admin, id })).toMatchObject({ agreed: true, ...agreed, subscription: null });
});

test("a subscription that has ended is told apart from none and from one that was never paid, and can be taken out again", async () => {
  const payer = await aSubscriber();
  await payer.admin.call(contract.cancelSubscription, payer.on);
  await stripe.sendWebhooksTo(`${world.it.base}/api/webhooks/stripe`);
  await stripe.simulator.advance(32 * day);
  await settle();
  expect((await planOf(payer)).subscription).toMatchObject({ state: "canceled", interval: "month" });

  const neverPaid = await aSubscriber("4000000000000341");
  const rowOf = eq(subscription.organizationId, neverPaid.id);
  await neverPaid.org.asSystem(async (call) => {
    const [row] = await call.db.select().from(subscription).where(rowOf);
    const refused = { kind: "subscription", subscription: null, actionUrl: null, refused: true, booked: null } as const;
    await recordSubscription(call, String(row?.subscriptionId), refused);
  });
  expect((await planOf(neverPaid)).subscription).toBeNull();
  // An earlier version left the period of such a subscription.
  await neverPaid.org.asSystem((call) => call.db.update(subscription).set({ periodEnd: call.now }).where(rowOf));
  expect((await planOf(neverPaid)).subscription).toMatchObject({ state: "canceled" });
  const admin = new pg.Client({ connectionString: world.it.clone.adminUrl });
  await admin.connect();
  await admin.query(
    await readFile(new URL("../../../../migrations/0157_unpaid_subscriptions.sql", import.meta.url), "utf8"),
  );
  await admin.end();
  expect((await planOf(neverPaid)).subscription).toBeNull();
  expect((await planOf(payer)).subscription).toMatchObject({ state: "canceled", interval: "month" });

  const body = { interval: "year" as const, unitAmount: 46_800 };
  await payer.admin.call(contract.subscribe, { ...payer.on, body });
  expect((await planOf(payer)).subscription).toMatchObject({ state: "active", interval: "year" });
});

test("an invoice below the least charge is added to the next one, and both say so", async () => {
  const payer = await aPayer();
  const low = { productName: "Trial", monthUnitAmount: 30, yearUnitAmount: 300, currency: "USD" as const };
  await payer.org.asSystem((call) => recordPlan(call, { ...low, billingEmail: null, priceIdStripe: null }));
  await addCard(payer);
  await payer.admin.call(contract.subscribe, { ...payer.on, body: { interval: "month", unitAmount: 30 } });
  await stripe.simulator.advance(32 * day);
  expect((await payer.admin.call(contract.listFirstInvoices, payer.on)).data).toMatchObject([
    { state: "paid", total: 30, amountDue: 60, broughtForward: 30, carriedOver: 0, fromCredit: 0 },
    { state: "paid", total: 30, amountDue: 0, broughtForward: 0, carriedOver: 30, fromCredit: 0 },
  ]);
});

test("a subscription whose answer is lost is taken out once", async () => {
  const payer = await aPayer();
  await addCard(payer);
  // The one before it is about the price.
  await stripe.failAt("timeout-after", 1);
  await payer.admin.call(contract.subscribe, { ...payer.on, body: { interval: "month", unitAmount: 4_900 } });
  expect((await planOf(payer)).subscription).toBeNull();
  world.it.clock.shift = 10 * 60_000;
  await world.it.runSchedule("billing.subscriptions");
  await world.it.drainJobs();
  world.it.clock.shift = 0;
  expect((await planOf(payer)).subscription).toMatchObject({ state: "active" });
  expect((await payer.admin.call(contract.listFirstInvoices, payer.on)).data).toHaveLength(1);
});

test("a change of plan costs what was shown before, and is refused where that has changed", async () => {
  const payer = await aSubscriber();
  const { dueNow, lines, prorationAt } = await payer.admin.call(contract.previewPlanChange, {
    ...payer.on,
    body: { interval: "year" },
  });
  expect(lines).toHaveLength(2);
  expect(dueNow).toBeLessThanOrEqual(46_800 - 4_800);
  const change = (due: number) =>
    payer.admin.ask(contract.changePlan, { ...payer.on, body: { interval: "year", prorationAt, dueNow: due } });
  expect((await change(dueNow - 1)).body).toMatchObject({ status: 409, reason: "priceChanged" });
  expect((await change(dueNow)).body).toMatchObject({ subscription: { interval: "year", unitAmount: 46_800 } });
  const { data } = await payer.admin.call(contract.listFirstInvoices, payer.on);
  expect(data.map((one) => one.total)).toEqual([dueNow, 4_900]);
  expect(await payer.admin.call(contract.cancelSubscription, payer.on)).toMatchObject({
    subscription: { cancelAtPeriodEnd: true },
  });
  expect(await payer.admin.call(contract.resumeSubscription, payer.on)).toMatchObject({
    subscription: { cancelAtPeriodEnd: false },
  });
});

test("invoices are read twenty at a time after the last, with PDFs, and those of others aren't there", async () => {
  const payer = await aSubscriber();
  await stripe.simulator.advance(31 * 22 * day);
  const first = await payer.admin.call(contract.listFirstInvoices, payer.on);
  expect(first.data).toHaveLength(20);
  const after = String(first.pagination.startingAfterId);
  expect(after).toBe(first.data.at(-1)?.invoiceId);
  const list = (startingAfterId: string) => ({ params: { id: payer.id, startingAfterId } });
  const rest = await payer.admin.call(contract.listInvoices, list(after));
  expect(rest.pagination.startingAfterId).toBeNull();
  expect(rest.data.length).toBeGreaterThan(0);
  expect(await payer.admin.call(contract.listInvoices, list("0"))).toEqual(first);
  const pdf = await payer.admin.ask(contract.downloadInvoice, { params: { id: payer.id, invoiceId: after } });
  expect(pdf.status).toBe(200);

  const elsewhere = await aSubscriber();
  const foreign = { id: elsewhere.id, invoiceId: after };
  expect((await elsewhere.admin.ask(contract.downloadInvoice, { params: foreign })).status).toBe(404);
  expect(
    (await elsewhere.admin.ask(contract.listInvoices, { params: { id: elsewhere.id, startingAfterId: after } })).status,
  ).toBe(404);
});

test("people who manage billing are emailed once a month about a card that expires soon", async () => {
  // Their card expires in December 2034.
  const payer = await aSubscriber();
  const later = await aSubscriber();
  await addCard(later, "5555555555554444", { expiry: "12/40", makeDefault: true });
  for (const date of ["2034-12-10", "2034-12-11"]) {
    world.it.clock.shift = Date.parse(date) - Date.now();
    await world.it.runSchedule("billing.expiringCards");
    await world.it.drainJobs();
  }
  world.it.clock.shift = 0;
  const mailsAboutCard = async ({ id }: { id: string }) => {
    const tenant = world.it.tenancy.found(id);
    const mails = await world.it.tenancy.run(tenant, (db) =>
      newestMails({ db, organizationId: tenant, adapters: world.it.adapters }, 20),
    );
    return mails.filter((one) => one.subject === "Your card expires soon").length;
  };
  expect([await mailsAboutCard(payer), await mailsAboutCard(later)]).toEqual([1, 0]);
});

test("a credit note is shown with its invoice, and stands in the PDF", async () => {
  const payer = await aSubscriber();
  const [invoice] = (await payer.admin.call(contract.listFirstInvoices, payer.on)).data;
  const invoiceId = String(invoice?.invoiceId);
  await stripe.atStripe("POST", "credit_notes", { invoice: invoiceId, amount: "1000" });
  expect((await payer.admin.call(contract.listFirstInvoices, payer.on)).data).toMatchObject([
    { state: "paid", total: 4_900, credited: 1_000 },
  ]);
  const path = contract.downloadInvoice.path.replace("{id}", payer.id).replace("{invoiceId}", invoiceId);
  const pdf = await fetch(`${world.it.base}${path}`, {
    headers: { authorization: `Bearer ${await world.it.signIn(payer.admin.email)}` },
  });
  expect(await textOf(await openPdf(new Uint8Array(await pdf.arrayBuffer())))).toContain("Credit notes: -10.00 USD");
});

test("an unreachable provider is reported, and nothing changes", async () => {
  const payer = await aSubscriber();
  await stripe.fail("drop");
  const answer = await payer.admin.ask(contract.listFirstInvoices, payer.on);
  expect(answer.body).toMatchObject({ status: 503, reason: "provider.unreachable" });
  await stripe.fail("schema-drift");
  expect((await payer.admin.ask(contract.listPaymentMethods, payer.on)).body).toMatchObject({ status: 502 });
});

test("an unpaid subscription is reported to people who manage billing, and no one's clearance changes", async () => {
  const payer = await aSubscriber("4000000000000341");
  expect(payer.plan.subscription).toMatchObject({ state: "incomplete" });
  const paid = await aSubscriber();
  const owed = await paid.org.aMember("northTeam", "Head Coach");
  const before = await owed.call(selectOrganization, paid.on);
  await addCard(paid, "4000000000000341", { makeDefault: true });
  await stripe.sendWebhooksTo(`${world.it.base}/api/webhooks/stripe`);
  await stripe.simulator.advance(32 * day);
  await settle();
  expect((await planOf(paid)).subscription).toMatchObject({ state: "pastDue", pastDue: { attempts: 1 } });
  const tenant = world.it.tenancy.found(paid.id);
  const mails = await world.it.tenancy.run(tenant, (db) =>
    newestMails({ db, organizationId: tenant, adapters: world.it.adapters }, 20),
  );
  expect(mails.map((one) => one.subject)).toContain("Your subscription couldn't be charged");
  expect((await owed.call(selectOrganization, paid.on)).requirementState).toEqual(before.requirementState);
  await stripe.simulator.advance(20 * day);
  await settle();
  expect((await planOf(paid)).subscription).toMatchObject({ state: "unpaid" });
  // A card that is added beside it pays nothing yet; once it is charged instead, it pays what is open.
  const { methods } = await addCard(paid, "5555555555554444");
  await settle();
  expect((await planOf(paid)).subscription).toMatchObject({ state: "unpaid" });
  const good = methods.find((one) => one.brand === "mastercard")?.paymentMethodId ?? "";
  await paid.admin.call(contract.makeDefaultPaymentMethod, { params: { id: paid.id, paymentMethodId: good } });
  await settle();
  expect((await planOf(paid)).subscription).toMatchObject({ state: "active", pastDue: null });
  const { data } = await paid.admin.call(contract.listFirstInvoices, paid.on);
  expect(new Set(data.map((one) => one.state))).toEqual(new Set(["paid"]));
});
