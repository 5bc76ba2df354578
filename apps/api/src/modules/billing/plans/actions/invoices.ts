import { type Invoice, invoicesPerPage } from "@touchline/contract/billing/organization-billing";
import type { ProviderInvoice } from "../../../../adapters/payments/port.ts";
import type { Adapters, Call } from "../../../../call.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { accountOf, authorizeBilling, cardProvider } from "../queries/account.ts";
import { withProviderErrors } from "./provider-errors.ts";

/** Returns the customer whose invoices are read; null: there are none yet. */
export async function beginInvoices(call: Call, organizationId: string, startingAfterId: string | null) {
  authorizeBilling(call, organizationId);
  const customerId = (await accountOf(call))?.customerId ?? null;
  return { customerId, startingAfterId };
}

export async function actInvoices(
  { customerId, startingAfterId }: Awaited<ReturnType<typeof beginInvoices>>,
  adapters: Adapters,
) {
  if (customerId === null) {
    if (startingAfterId !== null) throw notFound("invoice");
    return { invoices: [], hasMore: false };
  }
  const provider = cardProvider({ adapters });
  return withProviderErrors(async () => {
    if (startingAfterId !== null) await requireOwn(customerId, provider.readInvoice(startingAfterId));
    return provider.invoicesOf(customerId, startingAfterId, invoicesPerPage);
  }, notFound("invoice"));
}

/** Checks that an invoice is this organization's. @throws NotFound */
async function requireOwn(customerId: string, reading: Promise<ProviderInvoice>): Promise<ProviderInvoice> {
  const invoice = await reading;
  if (invoice.customerId !== customerId) throw notFound("invoice");
  return invoice;
}

/** Returns a page of invoices as they are shown. */
export function invoicesShown({ invoices, hasMore }: { invoices: readonly ProviderInvoice[]; hasMore: boolean }) {
  const last = invoices.at(-1);
  return {
    data: invoices.map(
      (one): Invoice => ({
        invoiceId: one.invoiceId,
        number: one.number,
        state: one.state,
        createdAt: one.createdAt.toISOString(),
        dueAt: one.dueAt?.toISOString() ?? null,
        paidAt: one.paidAt?.toISOString() ?? null,
        total: one.total,
        amountDue: one.amountDue,
        amountPaid: one.amountPaid,
        fromCredit: Math.min(Math.max(0, -one.startingBalance), Math.max(0, one.total)),
        broughtForward: Math.max(0, one.startingBalance),
        carriedOver: Math.max(0, one.endingBalance),
        credited: one.credited,
        currency: one.currency,
        description: one.description,
        nextTryAt: one.nextTryAt?.toISOString() ?? null,
        hasPdf: one.pdfUrl !== null,
      }),
    ),
    pagination: { startingAfterId: hasMore && last ? last.invoiceId : null, limit: invoicesPerPage as 20 },
  };
}

export async function beginInvoice(call: Call, organizationId: string, invoiceId: string) {
  authorizeBilling(call, organizationId);
  const customerId = (await accountOf(call))?.customerId ?? null;
  if (customerId === null) throw notFound("invoice");
  return { customerId, invoiceId };
}

export const actInvoice = ({ customerId, invoiceId }: Awaited<ReturnType<typeof beginInvoice>>, adapters: Adapters) => {
  const provider = cardProvider({ adapters });
  return withProviderErrors(async () => {
    const invoice = await requireOwn(customerId, provider.readInvoice(invoiceId));
    if (invoice.pdfUrl === null) throw conflict("This invoice has no PDF yet.", invoice.state);
    return { invoice, pdf: await provider.invoicePdf(invoice) };
  }, notFound("invoice"));
};
