import { useQuery } from "@tanstack/react-query";
import type { Currency } from "@touchline/contract/currencies";
import { type Column, DataTable, LoadingState, Notice, Panel } from "@touchline/ui";
import { moneyText } from "../../../billing/money.ts";
import { dayOfInstant, momentText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import classes from "./Fees.module.css";
import { type Reconciliation, reconciliationQuery } from "./queries.ts";
import { differenceTexts, words } from "./words.ts";

type Difference = Reconciliation["differences"][number];
type Totals = Reconciliation["totals"][number];

/** Whether the ledger here and the card provider's books agree. */
export function ReconciliationTab({ zone }: { zone: string }) {
  const { data, error, refetch } = useQuery(reconciliationQuery);
  if (error && !data)
    return <LoadFailed title={words.reconciliationNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.loadingReconciliation} lines={4} />;
  const { comparedAt, compared, differences, totals } = data;
  return (
    <div className={classes.tab}>
      <p className={classes.quiet}>{words.reconciliationAbout}</p>
      <Outcome comparedAt={comparedAt && momentText(comparedAt, zone)} compared={compared} count={differences.length} />
      {differences.length > 0 && (
        <Panel title={words.differences}>
          <DataTable
            caption={words.differences}
            columns={differenceColumns(zone)}
            rows={differences}
            rowKey={(one) => `${one.kind} ${one.reference}`}
            bare
            empty={null}
          />
        </Panel>
      )}
      {totals.length > 0 && (
        <Panel title={words.totals}>
          <DataTable
            caption={words.totals}
            columns={totalColumns}
            rows={totals}
            rowKey={({ currency }) => currency}
            bare
            empty={null}
          />
        </Panel>
      )}
    </div>
  );
}

function Outcome({
  comparedAt: when,
  compared,
  count,
}: {
  comparedAt: string | null;
  compared: number;
  count: number;
}) {
  if (when === null) {
    return (
      <Notice tone="none" title={words.notCompared}>
        {words.notComparedHelp}
      </Notice>
    );
  }
  if (count > 0) {
    return (
      <Notice tone="needs" title={words.differTitle({ count })}>
        {words.differHelp({ when })}
      </Notice>
    );
  }
  return (
    <Notice tone="done" title={words.agreeTitle}>
      {words.agree({ when, count: compared })}
    </Notice>
  );
}

function differenceColumns(zone: string): [Column<Difference, never>, ...Column<Difference, never>[]] {
  const money = (amount: number | null, currency: Currency) => (amount === null ? null : moneyText(amount, currency));
  return [
    { key: "kind", header: words.difference, cell: ({ kind }) => differenceTexts[kind] },
    { key: "reference", header: words.reference, cell: ({ reference }) => reference },
    {
      key: "here",
      header: words.here,
      align: "end",
      cell: ({ amountHere, currency }) => money(amountHere, currency),
    },
    {
      key: "there",
      header: words.there,
      align: "end",
      cell: ({ amountThere, currency }) => money(amountThere, currency),
    },
    { key: "found", header: words.found, cell: ({ foundAt }) => dayOfInstant(foundAt, zone) },
  ];
}

const totalColumns: [Column<Totals, never>, ...Column<Totals, never>[]] = [
  { key: "currency", header: words.currency, cell: ({ currency }) => currency },
  {
    key: "charged",
    header: words.charged,
    align: "end",
    cell: ({ charged, currency }) => moneyText(charged, currency),
  },
  { key: "fees", header: words.cardFees, align: "end", cell: ({ fees, currency }) => moneyText(fees, currency) },
  {
    key: "refunded",
    header: words.refundedTotal,
    align: "end",
    cell: ({ refunded, currency }) => moneyText(refunded, currency),
  },
  {
    key: "disputed",
    header: words.disputed,
    align: "end",
    cell: ({ disputed, currency }) => moneyText(disputed, currency),
  },
  {
    key: "paidOut",
    header: words.paidOut,
    align: "end",
    cell: ({ paidOut, currency }) => moneyText(paidOut, currency),
  },
];
