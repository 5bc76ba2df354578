import type { BillingInformation, BillingInformationBody } from "@touchline/contract/billing/organization-billing";
import { eq } from "drizzle-orm";
import type { CustomerDetails } from "../../../../adapters/payments/port.ts";
import { ProviderError } from "../../../../adapters/provider-http.ts";
import { type Adapters, type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { billingAccount } from "../../../../schema/billing.ts";
import { recordBillingEvent } from "../../ledger/actions/record.ts";
import { updateProviderCustomer } from "../jobs.ts";
import { accountOf, detailsPlace, informationShown, openDetails } from "../queries/account.ts";

/** Enters billing information. @throws Conflict when it exists already */
export async function addInformation(call: Call, body: BillingInformationBody): Promise<BillingInformation> {
  const rows = await call.db
    .insert(billingAccount)
    .values({ organizationId: call.organizationId, sealedDetails: await sealed(call, body), updatedAt: call.now })
    .onConflictDoNothing()
    .returning({ id: billingAccount.organizationId });
  if (rows.length === 0)
    throw conflict("There's billing information already. Reload the page and change it.", "billingInformationExists");
  await recordBillingEvent(call, { subjectId: call.organizationId, event: "billingInformation", to: "entered" });
  return informationShown(call);
}

/** Changes billing information; a job tells the card provider. @throws NotFound */
export async function changeInformation(call: Call, body: BillingInformationBody): Promise<BillingInformation> {
  const rows = await call.db
    .update(billingAccount)
    .set({ sealedDetails: await sealed(call, body), updatedAt: call.now })
    .where(ours(billingAccount, call))
    .returning({ customerId: billingAccount.customerId });
  const [row] = rows;
  if (!row) throw notFound("billingInformation");
  await recordBillingEvent(call, { subjectId: call.organizationId, event: "billingInformation", to: "changed" });
  if (row.customerId !== null) await enqueue(call, updateProviderCustomer, {}, { singletonKey: "customer" });
  return informationShown(call);
}

async function sealed(call: Call, body: BillingInformationBody): Promise<Buffer> {
  const { wrappedKey } = await organizationFacts(call);
  return call.adapters.vault.seal(wrappedKey, detailsPlace(call), JSON.stringify(body));
}

/** Returns the billing information that the card provider gets. */
export async function customerDetails(call: Call, row: NonNullable<Awaited<ReturnType<typeof accountOf>>>) {
  const { name, email, address, taxId } = await openDetails(call, row);
  const details: CustomerDetails = { name, email, address, taxExempt: row.taxExempt };
  return { details, taxId };
}

type ProviderUpdate = Awaited<ReturnType<typeof customerDetails>> & { customerId: string; updatedAt: Date };

export async function beginProviderUpdate(call: Call): Promise<ProviderUpdate | null> {
  const row = await accountOf(call);
  if (!row?.customerId) return null;
  return { ...(await customerDetails(call, row)), customerId: row.customerId, updatedAt: row.updatedAt };
}

export async function sendProviderUpdate(
  { customerId, details, taxId, updatedAt }: ProviderUpdate,
  { payments }: Adapters,
): Promise<Date | null> {
  if (payments === null) return null;
  try {
    await payments.changeCustomer(customerId, details, taxId);
    return updatedAt;
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
}

export async function finishProviderUpdate(
  call: Call,
  _payload: object,
  updatedAt: Date | null,
): Promise<undefined | "retry"> {
  if (updatedAt === null) return "retry";
  await call.db
    .update(billingAccount)
    .set({ toldAt: updatedAt })
    .where(eq(billingAccount.organizationId, call.organizationId));
  return undefined;
}
