import { useQueryClient } from "@tanstack/react-query";
import { type Column, LongTable, type Sort } from "@touchline/ui";
import { type ReactNode, useCallback, useMemo } from "react";
import { agoText } from "../../dates.ts";
import { serverNow } from "../../session/clock.ts";
import { memberQuery } from "../members/queries.ts";
import classes from "./MembersTable.module.css";
import { type MemberRow, membersPerPage } from "./queries.ts";
import type { MemberChoice } from "./search.ts";
import type { useMembers } from "./useMembers.ts";
import { WhyStatus } from "./WhyStatus.tsx";

type SortKey = MemberChoice["sortCol"];
type Columns = [Column<MemberRow, SortKey>, ...Column<MemberRow, SortKey>[]];

function columnsOf(zone: string, withLevel: boolean): Columns {
  return [
    {
      key: "name",
      header: "Name",
      sortKey: "FullName",
      cell: (row) => row.fullName,
      note: (row) => row.email,
    },
    { key: "role", header: "Role", sortKey: "Role", card: "words", width: "14%", cell: (row) => row.labelName },
    ...(withLevel
      ? [
          {
            key: "level",
            header: "Level",
            card: "words",
            width: "16%",
            cell: (row) => row.levelName,
          } satisfies Columns[1],
        ]
      : []),
    {
      key: "status",
      header: "Status",
      sortKey: "OverallStatus",
      card: "beside",
      width: "11.75rem",
      cell: (row) => <WhyStatus key={row.profileLevelAccessId} member={row} zone={zone} />,
    },
    {
      key: "done",
      header: "Done",
      align: "end",
      width: "5rem",
      card: "line",
      cell: (row) => (row.owed === 0 ? null : <Done owed={row.owed} done={row.done} />),
    },
    {
      key: "since",
      header: "Since",
      align: "end",
      width: "7.75rem",
      spare: true,
      card: "none",
      cell: (row) => agoText(row.overallStatusSince, serverNow(), zone),
    },
  ];
}

function Done({ owed, done }: { owed: number; done: number }) {
  return (
    <>
      {done} of {owed}
      <span className={classes.doneWord}> done</span>
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
  empty: ReactNode;
}

/** The members of a level, however many. */
export function MembersTable({ list, page, onPage, onSort, zone, withLevel, empty }: MembersTableProps) {
  const queryClient = useQueryClient();
  const columns = useMemo(() => columnsOf(zone, withLevel), [zone, withLevel]);
  const onRowIntent = useCallback(
    (row: MemberRow) => void queryClient.prefetchQuery(memberQuery(row.profileLevelAccessId)),
    [queryClient],
  );
  return (
    <div className={classes.frame} data-stale={list.stale || undefined}>
      <LongTable
        caption="Members"
        columns={columns}
        total={list.total}
        more={list.more}
        rowAt={list.rowAt}
        rowKey={idOf}
        rowHref={hrefOf}
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
