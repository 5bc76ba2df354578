import { useInfiniteQuery } from "@tanstack/react-query";
import type { Payment } from "@touchline/contract/billing/individual-payments";
import { Badge, type Column, DataTable, EmptyState, IconReceipt, LoadingState, Panel } from "@touchline/ui";
import { paymentHref } from "../../../billing/addresses.ts";
import { moneyText } from "../../../billing/money.ts";
import { dayOfInstant } from "../../../dates.ts";
import { isWithdrawn, LoadFailed } from "../../../ErrorScreens.tsx";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import classes from "./Payments.module.css";
import { ownPaymentsQuery } from "./queries.ts";
import { ReceiptButton } from "./ReceiptButton.tsx";
import { stateLooks, words } from "./words.ts";

/** Lists payments, newest first, with receipts and refunds. */
export function HistoryPanel({ zone }: { zone: string }) {
  const query = useInfiniteQuery(ownPaymentsQuery);
  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed title={words.historyNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  const payments = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Panel title={words.history} flush>
      {query.isPending ? (
        <div className={classes.foot}>
          <LoadingState label={words.loadingHistory} lines={3} />
        </div>
      ) : (
        <DataTable
          caption={words.history}
          columns={columnsIn(zone)}
          rows={payments}
          rowKey={(payment) => payment.paymentId}
          rowHref={(payment) => paymentHref(payment.paymentId)}
          bare
          empty={
            <EmptyState icon={IconReceipt} title={words.noHistory}>
              {words.noHistoryHelp}
            </EmptyState>
          }
        />
      )}
      {query.hasNextPage && (
        <div className={classes.foot}>
          <ShowMore query={query} />
        </div>
      )}
    </Panel>
  );
}

/** "Background check, Ana Ruiz and 2 more". */
function whatText({ items }: Payment): string {
  const [first, ...more] = items.map(({ name, personName }) => words.confirmItem({ name, person: personName }));
  if (first === undefined) return words.payment;
  return more.length === 0 ? first : words.andMore({ first, more: more.length });
}

function columnsIn(zone: string): [Column<Payment, never>, ...Column<Payment, never>[]] {
  return [
    {
      key: "what",
      header: words.what,
      cell: whatText,
      note: ({ createdAt }) => dayOfInstant(createdAt, zone),
    },
    {
      key: "state",
      header: words.state,
      card: "beside",
      cell: ({ state }) => (
        <Badge tone={stateLooks[state].tone} icon={stateLooks[state].icon}>
          {stateLooks[state].label}
        </Badge>
      ),
    },
    {
      key: "amount",
      header: words.amount,
      align: "end",
      cell: ({ amount, currency }) => moneyText(amount, currency),
      note: ({ refunded, currency }) =>
        refunded > 0 ? words.refundedPart({ amount: moneyText(refunded, currency) }) : null,
    },
    {
      key: "receipt",
      header: words.receipt,
      card: "line",
      cell: (payment) =>
        payment.hasReceipt ? (
          <ReceiptButton short payment={payment} day={dayOfInstant(payment.createdAt, zone)} />
        ) : null,
    },
  ];
}
