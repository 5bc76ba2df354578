import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import type { listMembers } from "@touchline/contract/hierarchy";
import { Button, type Column, DataTable, EmptyState, IconSearch, IconUsers, OverallStatusBadge } from "@touchline/ui";
import type { ReactNode } from "react";
import type { ChangeSearch } from "../../urlState.ts";
import { memberQuery } from "../members/queries.ts";
import { nothing } from "./MemberFilters.tsx";
import classes from "./MembersTable.module.css";
import { membersPerPage } from "./queries.ts";
import { type DashboardSearch, isNarrowed } from "./search.ts";

type MembersPage = ResponseOf<typeof listMembers>;
type Row = MembersPage["data"][number];

const columns: [Column<Row, "FullName">, ...Column<Row, "FullName">[]] = [
  { key: "name", header: "Name", sortKey: "FullName", cell: (row) => row.fullName },
  {
    key: "email",
    header: "E-mail",
    card: "line",
    cell: (row) => row.email && <span className={classes.email}>{row.email}</span>,
  },
  { key: "role", header: "Role", card: "line", cell: (row) => row.labelName },
  { key: "level", header: "Level", card: "line", cell: (row) => row.levelName },
  { key: "status", header: "Status", card: "beside", cell: (row) => <OverallStatusBadge status={row.overallStatus} /> },
];

interface MembersTableProps {
  state: DashboardSearch;
  change: ChangeSearch;
  page: Pick<UseQueryResult<MembersPage>, "data" | "isPending" | "isPlaceholderData">;
  /** What to do at a level where nobody is. */
  emptyAction: ReactNode;
}

export function MembersTable({ state, change, page, emptyAction }: MembersTableProps) {
  const queryClient = useQueryClient();
  const total = page.data?.pagination.totalRecords ?? 0;
  return (
    <div className={classes.frame} data-stale={page.isPlaceholderData || undefined}>
      <DataTable
        caption="Members"
        columns={columns}
        rows={page.data?.data ?? []}
        rowKey={(row) => row.profileLevelAccessId}
        rowHref={(row) => `/members/${row.profileLevelAccessId}`}
        onRowIntent={(row) => void queryClient.prefetchQuery(memberQuery(row.profileLevelAccessId))}
        sort={{ key: "FullName", direction: state.sortDir }}
        onSort={({ direction }) => change({ sortCol: "FullName", sortDir: direction, page: undefined }, { back: true })}
        loading={page.isPending}
        expectedRows={membersPerPage}
        empty={<Nobody narrowed={isNarrowed(state)} beyond={total > 0} change={change} action={emptyAction} />}
      />
    </div>
  );
}

interface NobodyProps {
  narrowed: boolean;
  /** There are people, on pages before this one. */
  beyond: boolean;
  change: ChangeSearch;
  action: ReactNode;
}

function Nobody({ narrowed, beyond, change, action }: NobodyProps) {
  if (beyond) {
    const first = <Button variant="secondary" label="First page" onClick={() => change({ page: undefined })} />;
    return (
      <EmptyState icon={IconUsers} title="This page is past the end" action={first}>
        The list became shorter than it was. Everybody is on an earlier page.
      </EmptyState>
    );
  }
  if (narrowed) {
    const clear = <Button variant="secondary" label="Clear all filters" onClick={() => change(nothing)} />;
    return (
      <EmptyState icon={IconSearch} title="Nobody matches" action={clear}>
        Take away a filter, or search for the beginning of a name.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconUsers} title="Nobody is here yet" action={action}>
      Add the people of this level; each sees at once what they need to be cleared.
    </EmptyState>
  );
}
