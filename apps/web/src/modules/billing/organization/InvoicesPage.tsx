import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { Invoice } from "@touchline/contract/billing/organization-billing";
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconDownload,
  IconReceipt,
  LoadingState,
  Panel,
  useNotify,
} from "@touchline/ui";
import { moneyText } from "../../../billing/money.ts";
import { dayOfInstant } from "../../../dates.ts";
import { isWithdrawn, LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { BillingFrame } from "./BillingFrame.tsx";
import { fetchInvoice, invoicesQuery } from "./queries.ts";
import { creditLook, invoiceLooks, words } from "./words.ts";

/** Lists the organization's invoices for the product, twenty at a time. */
export function InvoicesPage() {
  return (
    <BillingFrame title={words.invoices} about={words.invoicesAbout} wide>
      <Invoices />
    </BillingFrame>
  );
}

function Invoices() {
  const { organizationId, organization } = useActiveProfile();
  const query = useInfiniteQuery(invoicesQuery(organizationId));
  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed title={words.invoicesNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingState label={words.loadingInvoices} lines={6} />;
  return (
    <Panel title={words.invoices}>
      <DataTable
        caption={words.invoices}
        columns={columnsIn(organization.timeZone, organizationId)}
        rows={query.data.pages.flatMap((page) => page.data)}
        rowKey={(invoice) => invoice.invoiceId}
        bare
        empty={
          <EmptyState icon={IconReceipt} title={words.noInvoices}>
            {words.noInvoicesHelp}
          </EmptyState>
        }
      />
      <ShowMore query={query} label={words.loadMore} />
    </Panel>
  );
}

/** When it was paid, is due, or is tried again. */
function noteOf({ state, total, paidAt, dueAt, nextTryAt }: Invoice, zone: string): string | null {
  if (total < 0) return null;
  if (paidAt !== null) return words.paidOn({ day: dayOfInstant(paidAt, zone) });
  if (state !== "open") return null;
  if (nextTryAt !== null) return words.triedOn({ day: dayOfInstant(nextTryAt, zone) });
  return dueAt === null ? null : words.dueOn({ day: dayOfInstant(dueAt, zone) });
}

function amountNote(invoice: Invoice): string | null {
  const { state, total, amountDue, credited, fromCredit, broughtForward, carriedOver, currency } = invoice;
  if (total < 0) return state === "paid" ? words.creditedTo : null;
  const money = (amount: number) => ({ amount: moneyText(amount, currency) });
  if (credited > 0) return words.credited(money(credited));
  if (carriedOver > 0) return words.carriedOver(money(carriedOver));
  if (state === "open" && amountDue !== total) return words.leftToPay(money(amountDue));
  if (broughtForward > 0) return words.broughtForward(money(broughtForward));
  if (state !== "paid" || fromCredit === 0) return null;
  if (fromCredit >= total) return words.allFromCredit;
  return words.fromCredit({ credit: money(fromCredit).amount, charged: money(total - fromCredit).amount });
}

function columnsIn(zone: string, organizationId: string): [Column<Invoice, never>, ...Column<Invoice, never>[]] {
  return [
    {
      key: "number",
      header: words.number,
      width: "8rem",
      cell: ({ number }) => number ?? words.unnumbered,
      note: ({ description }) => description,
    },
    {
      key: "date",
      header: words.date,
      cell: ({ createdAt }) => dayOfInstant(createdAt, zone),
      note: (invoice) => noteOf(invoice, zone),
    },
    {
      key: "state",
      header: words.status,
      card: "beside",
      cell: ({ state, total }) => {
        const { tone, icon, label } = total < 0 && state === "paid" ? creditLook : invoiceLooks[state];
        return (
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
        );
      },
    },
    {
      key: "total",
      header: words.total,
      align: "end",
      cell: ({ total, currency }) => moneyText(total, currency),
      note: amountNote,
    },
    {
      key: "pdf",
      header: words.pdf,
      card: "line",
      cell: (invoice) => (invoice.hasPdf ? <PdfButton invoice={invoice} organizationId={organizationId} /> : null),
    },
  ];
}

function PdfButton({ invoice, organizationId }: { invoice: Invoice; organizationId: string }) {
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: () => fetchInvoice(organizationId, invoice.invoiceId),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <Button
      small
      variant="secondary"
      label={words.download}
      aria-label={words.downloadInvoice({ number: invoice.number ?? words.unnumbered })}
      leftIcon={<IconDownload aria-hidden />}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    />
  );
}
