import { useInfiniteQuery } from "@tanstack/react-query";
import { mostItems } from "@touchline/contract/billing/individual-payments";
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconCircleCheck,
  IconDots,
  LoadingState,
  Menu,
} from "@touchline/ui";
import { useState } from "react";
import { feeKey } from "../../../billing/addresses.ts";
import { moneyText } from "../../../billing/money.ts";
import { isWithdrawn, LoadFailed } from "../../../ErrorScreens.tsx";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import { AdjustDialog } from "./AdjustDialog.tsx";
import classes from "./Fees.module.css";
import { LevelTotals } from "./LevelTotals.tsx";
import { OfflineDialog } from "./OfflineDialog.tsx";
import { type OutstandingFee, outstandingQuery } from "./queries.ts";
import { type Reminder, ReminderTrouble, useReminder } from "./useReminder.tsx";
import { words } from "./words.ts";

type FeeDialog = { kind: "waiver" | "discount"; fee: OutstandingFee } | { kind: "record"; fees: OutstandingFee[] };

/** Lists the fees that members still owe, by person, with actions. */
export function OutstandingTab() {
  const query = useInfiniteQuery(outstandingQuery);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<FeeDialog | null>(null);
  const reminder = useReminder();
  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed title={words.outstandingNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingState label={words.loadingOutstanding} lines={6} />;
  const fees = query.data.pages.flatMap((page) => page.data);
  const chosen = fees.filter((fee) => selected.has(feeKey(fee))).slice(0, mostItems);
  const close = () => setDialog(null);
  return (
    <div className={classes.tab}>
      <LevelTotals fees={fees} isAll={!query.hasNextPage} />
      <ReminderTrouble reminder={reminder} />
      <DataTable
        caption={words.outstanding}
        columns={columnsWith(setDialog, reminder)}
        rows={fees}
        rowKey={feeKey}
        rowLabel={(fee) => words.feeOf({ name: fee.name, person: fee.personName })}
        selection={{
          selected: new Set(chosen.map(feeKey)),
          onToggle: (keys, isSelected) => {
            const next = new Set(selected);
            for (const key of keys) isSelected ? next.add(key) : next.delete(key);
            setSelected(next);
          },
          onClear: () => setSelected(new Set()),
          total: fees.length,
          everything: false,
          onSelectEverything: null,
          actions: (
            <>
              <Button
                small
                variant="secondary"
                label={words.remind}
                loading={reminder.isPending}
                onClick={() => reminder.mutate(chosen.map((fee) => fee.profileLevelAccessId))}
              />
              <Button small label={words.recordPayment} onClick={() => setDialog({ kind: "record", fees: chosen })} />
            </>
          ),
        }}
        empty={
          <EmptyState icon={IconCircleCheck} title={words.noneOutstanding}>
            {words.noneOutstandingHelp}
          </EmptyState>
        }
      />
      <ShowMore query={query} />
      {dialog?.kind === "record" && (
        <OfflineDialog fees={dialog.fees} onRecorded={() => setSelected(new Set())} onClose={close} />
      )}
      {dialog && dialog.kind !== "record" && <AdjustDialog kind={dialog.kind} fee={dialog.fee} onClose={close} />}
    </div>
  );
}

function columnsWith(
  open: (dialog: FeeDialog) => void,
  reminder: Reminder,
): [Column<OutstandingFee, never>, ...Column<OutstandingFee, never>[]] {
  return [
    { key: "person", header: words.member, cell: ({ personName }) => personName, note: ({ levelName }) => levelName },
    { key: "name", header: words.requirement, cell: ({ name }) => name },
    {
      key: "amount",
      header: words.outstanding,
      align: "end",
      cell: ({ amount, currency }) => moneyText(amount, currency),
      note: ({ amount, fullPrice, currency }) =>
        amount < fullPrice ? words.insteadOf({ price: moneyText(fullPrice, currency) }) : null,
    },
    {
      key: "acts",
      header: words.actions,
      card: "beside",
      width: "4rem",
      cell: (fee) => (
        <Menu
          label={words.actionsFor({ name: fee.name, person: fee.personName })}
          groups={[
            {
              items: [
                {
                  key: "record",
                  label: words.recordPayment,
                  onSelect: () => open({ kind: "record", fees: [fee] }),
                },
                {
                  key: "remind",
                  label: words.remind,
                  onSelect: () => reminder.mutate([fee.profileLevelAccessId]),
                },
                { key: "discount", label: words.discount, onSelect: () => open({ kind: "discount", fee }) },
                { key: "waive", label: words.waive, onSelect: () => open({ kind: "waiver", fee }) },
              ],
            },
            {
              items: [
                {
                  key: "adjustments",
                  label: words.seeAdjustments,
                  href: `/account/billing/members?person=${fee.profileLevelAccessId}`,
                },
                { key: "member", label: words.openMember, href: `/members/${fee.profileLevelAccessId}` },
              ],
            },
          ]}
        >
          <IconDots aria-hidden />
        </Menu>
      ),
    },
  ];
}
