import { useInfiniteQuery } from "@tanstack/react-query";
import {
  type Payment,
  type PaymentMethod,
  type PaymentState,
  paymentMethods,
  paymentStates,
} from "@touchline/contract/billing/individual-payments";
import { cardText } from "@touchline/rules/billing/cards";
import { Badge, Button, type Column, DataTable, EmptyState, IconReceipt, LoadingState, Select } from "@touchline/ui";
import { moneyText } from "../../../billing/money.ts";
import { dayOfInstant } from "../../../dates.ts";
import { isWithdrawn, LoadFailed } from "../../../ErrorScreens.tsx";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { methodTexts, stateLooks } from "../payments/words.ts";
import classes from "./Fees.module.css";
import { memberPaymentsQuery, type PaymentFilter } from "./queries.ts";
import { stateFilterTexts, words } from "./words.ts";

const readFilter = (search: RawSearch): PaymentFilter => ({
  state: paymentStates.find((one) => one === textIn(search.state)) ?? null,
  method: paymentMethods.find((one) => one === textIn(search.method)) ?? null,
});

const states = paymentStates.map((value: PaymentState) => ({ value, label: stateFilterTexts[value] }));
const methods = paymentMethods.map((value: PaymentMethod) => ({ value, label: methodTexts[value] }));

/** The payments of an organization's members, the latest first. */
export function PaymentsTab({ zone }: { zone: string }) {
  const [filter, change] = useUrlState(readFilter);
  const query = useInfiniteQuery(memberPaymentsQuery(filter));
  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed title={words.paymentsNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  const isFiltered = filter.state !== null || filter.method !== null;
  const showAll = () => change({ state: undefined, method: undefined });
  return (
    <div className={classes.tab}>
      <div className={classes.filters}>
        <Select
          label={words.status}
          placeholder={words.any}
          data={states}
          clearable
          value={filter.state}
          onChange={(state) => change({ state: state ?? undefined })}
        />
        <Select
          label={words.method}
          placeholder={words.any}
          data={methods}
          clearable
          value={filter.method}
          onChange={(method) => change({ method: method ?? undefined })}
        />
      </div>
      {query.isPending ? (
        <LoadingState label={words.loadingPayments} lines={6} />
      ) : (
        <DataTable
          caption={words.payments}
          columns={columnsIn(zone)}
          rows={query.data.pages.flatMap((page) => page.data)}
          rowKey={(payment) => payment.paymentId}
          rowHref={(payment) => `/account/billing/members?payment=${payment.paymentId}`}
          empty={
            <EmptyState
              icon={IconReceipt}
              title={isFiltered ? words.noPaymentsFound : words.noPayments}
              action={isFiltered && <Button variant="secondary" label={words.showAll} onClick={showAll} />}
            >
              {isFiltered ? words.noPaymentsFoundHelp : words.noPaymentsHelp}
            </EmptyState>
          }
        />
      )}
      <ShowMore query={query} />
    </div>
  );
}

/** "Ana Ruiz and 2 more". */
function listed(names: readonly string[]): string {
  const [first = "", ...more] = [...new Set(names)];
  return more.length === 0 ? first : words.names({ first, more: more.length });
}

function columnsIn(zone: string): [Column<Payment, never>, ...Column<Payment, never>[]] {
  return [
    { key: "person", header: words.person, cell: ({ items }) => listed(items.map((item) => item.personName)) },
    { key: "what", header: words.what, cell: ({ items }) => listed(items.map((item) => item.name)) },
    {
      key: "state",
      header: words.status,
      card: "beside",
      cell: ({ state }) => (
        <Badge tone={stateLooks[state].tone} icon={stateLooks[state].icon}>
          {stateLooks[state].label}
        </Badge>
      ),
    },
    {
      key: "paidBy",
      header: words.paidBy,
      spare: true,
      cell: ({ paidBy }) => paidBy.name,
      note: ({ card, method }) => (card ? cardText(card) : methodTexts[method]),
    },
    { key: "date", header: words.date, width: "8rem", cell: ({ createdAt }) => dayOfInstant(createdAt, zone) },
    {
      key: "amount",
      header: words.amount,
      align: "end",
      cell: ({ amount, currency }) => moneyText(amount, currency),
      note: ({ refunded, currency }) =>
        refunded > 0 ? words.refundedPart({ amount: moneyText(refunded, currency) }) : null,
    },
  ];
}
