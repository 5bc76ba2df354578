import * as plans from "@touchline/contract/billing/organization-billing";
import type { SimulatedPayments } from "./simulated-payments.ts";
import type { World } from "./world.ts";

/** Creates an organization that pays for the product by card each month. */
export async function aSubscriber(world: World, stripe: SimulatedPayments) {
  const org = await world.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const on = { params: { id: org.organizationId } };
  const address = { line1: "1 Main St", line2: null, city: "Springfield", state: "IL", postalCode: "62701" };
  await admin.call(plans.addBillingInformation, {
    ...on,
    body: {
      ...{ name: "North League", email: "treasurer@example.org", taxId: null },
      address: { ...address, country: "US" },
    },
  });
  const { setupIntentId, form } = await admin.call(plans.beginCardSetup, { ...on, body: {} });
  if (form.kind !== "hosted") throw new Error("the simulator has a page of its own");
  await stripe.fillIn(form.url, { number: "4242424242424242", expiry: "12/34", cvc: "123", name: "T" });
  await admin.call(plans.addPaymentMethod, { ...on, body: { setupIntentId } });
  await admin.call(plans.subscribe, { ...on, body: { interval: "month", unitAmount: 4_900 } });
  return { org, admin, on };
}
