import {
  addOrganizationFile,
  openOrganizationFile,
  removeOrganizationFile,
} from "@touchline/contract/accounts/organization-settings";
import { addFirstCard, beginFirstCard } from "@touchline/contract/billing/first-card";
import * as contract from "@touchline/contract/billing/organization-billing";
import {
  decideTaxCertificate,
  listTaxCertificates,
  openTaxCertificate,
} from "@touchline/contract/billing/tax-exemptions";
import { listAudit } from "@touchline/contract/reporting/audit";
import { lookAtOrganization } from "@touchline/contract/setup/organization-creation";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { type SimulatedPayments, simulatePayments } from "../../../../test/simulated-payments.ts";
import { aPdf, aWorld, operatorAddress, password } from "../../../../test/world.ts";
import { billingAccount } from "../../../schema/billing.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";
import { informationShown } from "./queries/account.ts";

const world = aWorld();
let stripe: SimulatedPayments;
let operator: string;
beforeAll(async () => {
  stripe = await simulatePayments(world.it);
  await world.it.accounts.create({ email: operatorAddress, password });
  operator = await world.it.signIn(operatorAddress);
});
afterEach(() => {
  world.it.clock.shift = 0;
});
afterAll(() => stripe.simulator.close());

const day = 86_400_000;
const asOperator = <E extends Parameters<typeof ask>[2]>(endpoint: E, request: Parameters<typeof ask<E>>[3]) =>
  ask(world.it.base, operator, endpoint, request);
const information = {
  ...{ name: "North League", email: "treasurer@example.org", taxId: null },
  address: { line1: "1 Main St", line2: null, city: "Springfield", state: "IL", postalCode: "62701", country: "US" },
};

async function waiting() {
  const { status, body } = await asOperator(listTaxCertificates, {});
  expect(status).toBe(200);
  return body.data;
}

/** An organization that the card provider knows, with a certificate that waits. */
async function aClaim() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const on = { params: { id: org.organizationId } };
  const about = { ...on, query: { purpose: "TaxDocument" as const } };
  await admin.call(contract.addBillingInformation, { ...on, body: information });
  await admin.call(contract.beginCardSetup, { ...on, body: {} });
  const upload = async (name = "exempt.pdf") => {
    await admin.ask(addOrganizationFile, { ...about, body: {}, files: [aPdf(name)] });
    const found = (await waiting()).find((one) => one.organizationId === org.organizationId);
    if (!found) throw new Error("the certificate waits");
    return found.certificateId;
  };
  return {
    ...{ org, admin, on, upload, certificateId: await upload() },
    decide: (certificateId: string, body: Decision) =>
      asOperator(decideTaxCertificate, { params: { id: org.organizationId, certificateId }, body }),
    open: (certificateId: string) =>
      asOperator(openTaxCertificate, { params: { id: org.organizationId, certificateId } }),
    remove: () => admin.ask(removeOrganizationFile, about),
    shown: () => admin.call(contract.getBillingInformation, on),
    async atProvider() {
      await world.it.drainJobs();
      const [row] = await org.asSystem(({ db }) => db.select().from(billingAccount));
      const customer = (await stripe.atStripe("GET", `customers/${row?.customerId}`)) as { tax_exempt: string };
      return [row?.taxExempt, customer.tax_exempt];
    },
    mails: async () => (await org.asSystem((call) => newestMails(call, 20))).map((one) => one.subject),
  };
}
type Decision = { outcome: "accepted"; lastDay: string | null } | { outcome: "declined"; reason: string };
const inDays = (days: number) => new Date(world.it.clock.now().getTime() + days * day).toISOString().slice(0, 10);

test("an operator opens a certificate and accepts it: no tax is charged, until its last day is over", async () => {
  const claim = await aClaim();
  expect(await claim.shown()).toMatchObject({ taxExemption: "pending", taxExempt: false, taxExemptThrough: null });
  const { body: link } = await claim.open(claim.certificateId);
  const token = new URL(link.url).searchParams.get("token") ?? "";
  expect((await ask(world.it.base, null, openOrganizationFile, { query: { token } })).status).toBe(200);

  const lastDay = inDays(10);
  expect((await claim.decide(claim.certificateId, { outcome: "accepted", lastDay })).status).toBe(204);
  expect(await claim.shown()).toMatchObject({ taxExemption: "exempt", taxExempt: true, taxExemptThrough: lastDay });
  expect(await claim.atProvider()).toEqual([true, "exempt"]);
  expect((await waiting()).some((one) => one.organizationId === claim.org.organizationId)).toBe(false);
  const again = await claim.decide(claim.certificateId, { outcome: "declined", reason: "No." });
  expect(again.body).toMatchObject({ status: 409, reason: "certificateDecided" });

  world.it.clock.shift = 9 * day;
  await world.it.runSchedule("billing.exemptions");
  expect(await claim.atProvider()).toEqual([true, "exempt"]);
  world.it.clock.shift = 12 * day;
  await world.it.runSchedule("billing.exemptions");
  expect(await claim.atProvider()).toEqual([false, "none"]);
  // Whoever was logged in then is not anymore.
  const ended = await claim.org.asSystem((call) => informationShown(call));
  expect(ended).toMatchObject({ taxExemption: "ended", taxExempt: false, taxExemptThrough: lastDay });
  expect(await claim.mails()).toEqual(
    expect.arrayContaining(["Your exemption certificate was accepted", "Your tax exemption has ended"]),
  );
});

test("a declined certificate says why, and another one waits again", async () => {
  const claim = await aClaim();
  const reason = "This is a W-9. Upload the certificate of your state.";
  expect((await claim.decide(claim.certificateId, { outcome: "declined", reason })).status).toBe(204);
  expect(await claim.shown()).toMatchObject({ taxExemption: "declined", taxExempt: false, taxExemptionReason: reason });
  await world.it.drainJobs();
  expect(await claim.mails()).toContain("Your exemption certificate wasn't accepted");

  const second = await claim.upload("certificate.pdf");
  expect(await claim.shown()).toMatchObject({ taxExemption: "pending", taxExemptionReason: null });
  // What was replaced is not decided on anymore, nor opened.
  expect((await claim.decide(claim.certificateId, { outcome: "accepted", lastDay: null })).status).toBe(404);
  expect((await claim.open(claim.certificateId)).status).toBe(404);
  await claim.decide(second, { outcome: "accepted", lastDay: null });
  expect(await claim.shown()).toMatchObject({ taxExemption: "exempt", taxExemptThrough: null });
});

test("an accepted certificate counts while a new one is checked, and not once it is removed", async () => {
  const claim = await aClaim();
  const lastDay = inDays(30);
  await claim.decide(claim.certificateId, { outcome: "accepted", lastDay });
  const second = await claim.upload("renewed.pdf");
  await world.it.runSchedule("billing.exemptions");
  expect(await claim.shown()).toMatchObject({ taxExemption: "pending", taxExempt: true, taxExemptThrough: lastDay });
  expect(await claim.atProvider()).toEqual([true, "exempt"]);
  await claim.decide(second, { outcome: "declined", reason: "It is not signed." });
  expect(await claim.atProvider()).toEqual([false, "none"]);

  await claim.decide(await claim.upload("signed.pdf"), { outcome: "accepted", lastDay: null });
  await claim.remove();
  expect(await claim.shown()).toMatchObject({ taxExemption: "none", taxExempt: false });
  await world.it.runSchedule("billing.exemptions");
  expect(await claim.atProvider()).toEqual([false, "none"]);
});

test("nobody but an operator decides, and not in another organization, nor with a day that is over", async () => {
  const claim = await aClaim();
  const other = await aClaim();
  const of = { params: { id: claim.org.organizationId, certificateId: claim.certificateId } };
  const accepted = { outcome: "accepted" as const, lastDay: null };
  expect((await claim.admin.ask(decideTaxCertificate, { ...of, body: accepted })).status).toBe(403);
  expect((await claim.admin.ask(openTaxCertificate, of)).status).toBe(403);
  expect((await claim.admin.ask(listTaxCertificates, {})).status).toBe(403);
  expect((await other.decide(claim.certificateId, accepted)).status).toBe(404);
  expect((await claim.decide(claim.certificateId, { outcome: "accepted", lastDay: inDays(-3) })).status).toBe(400);
  const both = await Promise.all([
    claim.decide(claim.certificateId, accepted),
    claim.decide(claim.certificateId, { outcome: "declined", reason: "It is not signed." }),
  ]);
  expect(both.map((one) => one.status).sort()).toEqual([204, 409]);
  expect((await asOperator(listTaxCertificates, { query: { cursor: "elsewhere" } })).status).toBe(400);
});

test("what proves the EIN for background screening doesn't wait as a certificate", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const on = { params: { id: org.organizationId } };
  await admin.call(contract.addBillingInformation, { ...on, body: information });
  await admin.ask(addOrganizationFile, { ...on, query: { purpose: "EinProof" }, body: {}, files: [aPdf("w9.pdf")] });
  expect((await waiting()).filter((one) => one.organizationId === org.organizationId)).toEqual([]);
  expect(await admin.call(contract.getBillingInformation, on)).toMatchObject({ taxExemption: "none" });
});

test("an operator adds a new organization's first card, and no other one", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const on = { params: { id: org.organizationId } };
  const look = async () => (await asOperator(lookAtOrganization, on)).body.hasCard;
  expect(await look()).toBe(false);
  const returnPath = `/admin/organizations/${org.organizationId}/payment`;
  const begin = () => asOperator(beginFirstCard, { ...on, body: { information, returnPath } });
  const { body: begun } = await begin();
  if (begun.form.kind !== "hosted") throw new Error("the simulator has a page of its own");
  const card = { number: "4242424242424242", expiry: "12/34", cvc: "123", name: "T" };
  const back = await stripe.fillIn(begun.form.url, card);
  expect(back.pathname).toBe(returnPath);
  const add = () => asOperator(addFirstCard, { ...on, body: { setupIntentId: begun.setupIntentId } });
  const answers = await Promise.all([add(), add()]);
  expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
  expect(answers.find((one) => one.status === 200)?.body).toMatchObject({ brand: "visa", last4: "4242" });
  expect(await look()).toBe(true);
  // From here on it is the organization's own, as is what was entered about it.
  expect((await admin.call(contract.listPaymentMethods, on))[0]).toMatchObject({ last4: "4242", isDefault: true });
  expect(await admin.call(contract.getBillingInformation, on)).toMatchObject({ name: "North League" });
  expect(await begin()).toMatchObject({ status: 409, body: { reason: "cardPresent" } });
  const { data } = await admin.call(listAudit, { query: { actions: ["organization.cardAdded"] } });
  expect(data).toHaveLength(1);
});
