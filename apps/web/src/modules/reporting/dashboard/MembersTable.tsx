import { useQueryClient } from "@tanstack/react-query";
import type { MemberColumn } from "@touchline/contract/reporting/members";
import { type Column, IconAlertTriangle, LongTable, type Selection, type Sort } from "@touchline/ui";
import { type ReactNode, useCallback, useMemo } from "react";
import { agoText } from "../../../dates.ts";
import { serverNow } from "../../../session/clock.ts";
import { memberQuery } from "../members/queries.ts";
import classes from "./MembersTable.module.css";
import { type MemberRow, membersPerPage } from "./queries.ts";
import type { MemberChoice } from "./search.ts";
import type { useMembers } from "./useMembers.ts";
import { WhyStatus } from "./WhyStatus.tsx";
import { words } from "./words.ts";

type SortKey = MemberChoice["sortCol"];
type Columns = [Column<MemberRow, SortKey>, ...Column<MemberRow, SortKey>[]];

/** The name, and of the others those that are wanted; the level only where there are several. */
function columnsOf(zone: string, withLevel: boolean, wanted: readonly MemberColumn[]): Columns {
  const others: Record<MemberColumn, Columns[1] | null> = {
    // Under the name, where there is room for it.
    email: null,
    role: {
      key: "role",
      header: words.role,
      sortKey: "Role",
      card: "words",
      width: "14%",
      cell: (row) => row.labelName,
    },
    level: withLevel
      ? { key: "level", header: words.level, card: "words", width: "16%", cell: (row) => row.levelName }
      : null,
    status: {
      key: "status",
      header: words.status,
      sortKey: "OverallStatus",
      card: "beside",
      width: "11.75rem",
      cell: (row) => <WhyStatus key={row.profileLevelAccessId} member={row} zone={zone} />,
    },
    done: {
      key: "done",
      header: words.done,
      align: "end",
      width: "5rem",
      card: "line",
      cell: (row) => (row.owed === 0 ? null : <Done owed={row.owed} done={row.done} />),
    },
    since: {
      key: "since",
      header: words.since,
      align: "end",
      width: "7.75rem",
      spare: true,
      card: "none",
      cell: (row) => agoText(row.overallStatusSince, serverNow(), zone),
    },
  };
  return [
    {
      key: "name",
      header: words.name,
      sortKey: "FullName",
      cell: (row) => row.fullName,
      note: (row) => {
        const email = wanted.includes("email") ? row.email : null;
        return row.emailRefused ? <EmailRefused email={email} /> : email;
      },
    },
    ...wanted.flatMap((one) => others[one] ?? []),
  ];
}

/** Under the name of who doesn't get their emails. */
function EmailRefused({ email }: { email: string | null }) {
  return (
    <>
      <span className={classes.refused} title={words.notDeliveredHint}>
        <IconAlertTriangle aria-hidden="true" size={14} />
        {words.notDelivered}
      </span>
      {email !== null && ` ${email}`}
    </>
  );
}

function Done({ owed, done }: { owed: number; done: number }) {
  return (
    <>
      <span className={classes.inColumn}>{words.doneOf({ done, total: owed })}</span>
      <span className={classes.onCard}>{words.doneOfLong({ done, total: owed })}</span>
    </>
  );
}

interface MembersTableProps {
  list: ReturnType<typeof useMembers>;
  page: number;
  onPage: (page: number) => void;
  onSort: (sort: Sort<SortKey>) => void;
  zone: string;
  /** There are levels below, and so several in the list. */
  withLevel: boolean;
  wanted: readonly MemberColumn[];
  selection: Selection;
  empty: ReactNode;
}

/** The members of a level, however many. */
export function MembersTable(props: MembersTableProps) {
  const { list, page, onPage, onSort, zone, withLevel, wanted, selection, empty } = props;
  const queryClient = useQueryClient();
  const named = wanted.join(" ");
  const columns = useMemo(
    () => columnsOf(zone, withLevel, named.split(" ") as MemberColumn[]),
    [zone, withLevel, named],
  );
  const onRowIntent = useCallback(
    (row: MemberRow) => void queryClient.prefetchQuery(memberQuery(row.profileLevelAccessId)),
    [queryClient],
  );
  return (
    <div className={classes.frame} data-stale={list.stale || undefined}>
      <LongTable
        caption={words.members}
        columns={columns}
        total={list.total}
        more={list.more}
        rowAt={list.rowAt}
        rowKey={idOf}
        rowHref={hrefOf}
        rowLabel={labelOf}
        selection={selection}
        onRowIntent={onRowIntent}
        sort={{ key: list.choice.sortCol, direction: list.choice.sortDir }}
        onSort={onSort}
        perPage={membersPerPage}
        page={page}
        onPage={onPage}
        onRange={list.onRange}
        memory={list.key}
        onRetry={list.incomplete ? list.retry : undefined}
        empty={empty}
      />
    </div>
  );
}

const idOf = (row: MemberRow) => row.profileLevelAccessId;
const hrefOf = (row: MemberRow) => `/members/${row.profileLevelAccessId}`;
const labelOf = (row: MemberRow) => words.memberAt({ name: row.fullName, role: row.labelName, level: row.levelName });
