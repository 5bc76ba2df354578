import { useInfiniteQuery } from "@tanstack/react-query";
import { type RowFate, rowFates } from "@touchline/contract/imports";
import {
  Badge,
  Chips,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconUserPlus,
  LoadingState,
  Panel,
  type ScrolledColumn,
  ScrolledTable,
  TextLink,
} from "@touchline/ui";
import { useCallback } from "react";
import { type RawSearch, useUrlState } from "../../urlState.ts";
import { ErrorRowsButton } from "./ErrorRowsButton.tsx";
import classes from "./People.module.css";
import { type ImportRow, importRowsQuery, isUnderWay, type RosterImport } from "./queries.ts";
import { countOf, doneNames, fateNames, fateTones } from "./words.ts";

const readSearch = (search: RawSearch) => ({ fate: rowFates.find((fate) => fate === search.fate) });

const icons = {
  create: IconUserPlus,
  join: IconUserPlus,
  present: IconCircleMinus,
  duplicate: IconCircleMinus,
  error: IconCircleX,
};

const columns: ScrolledColumn<ImportRow>[] = [
  {
    key: "number",
    header: "Row",
    cell: (row) => (
      <span className={classes.quiet}>
        <span className={classes.rowWord}>Row </span>
        {row.number}
      </span>
    ),
  },
  {
    key: "name",
    header: "Name",
    cell: (row) => {
      const name = `${row.firstName} ${row.lastName}`.trim() || "–";
      return (
        <>
          {row.profileLevelAccessId ? <TextLink href={`/members/${row.profileLevelAccessId}`}>{name}</TextLink> : name}
          {row.email && <span className={classes.under}>{row.email}</span>}
        </>
      );
    },
  },
  {
    key: "place",
    header: "Level and role",
    cell: (row) => (
      <>
        {row.level || "–"}
        <span className={classes.under}>{row.label || "–"}</span>
      </>
    ),
  },
  {
    key: "fate",
    header: "What becomes of it",
    cell: (row) => (
      <>
        <Badge tone={fateTones[row.fate]} icon={row.done && row.fate !== "error" ? IconCircleCheck : icons[row.fate]}>
          {(row.done && doneNames[row.fate]) || fateNames[row.fate]}
        </Badge>
        {row.message && <span className={classes.under}>{row.message}</span>}
      </>
    ),
  },
];

/** Every row with its fate and the reason, one kind of fate or all. */
export function Fates({ roster }: { roster: RosterImport }) {
  const [{ fate }, change] = useUrlState(readSearch);
  const present = rowFates.filter((one) => roster.fates[one] > 0);
  const total = fate ? roster.fates[fate] : roster.judged;
  // Read anew when judged anew and when the import is over; not with each step while it runs.
  const version = isUnderWay(roster) ? roster.state : JSON.stringify([roster.state, roster.mapping, roster.fates]);
  const rows = useInfiniteQuery(importRowsQuery(roster.rosterImportId, fate, version));
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = rows;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  const choose = (chosen: RowFate[]) => change({ fate: chosen.find((one) => one !== fate) });
  return (
    <Panel title="Row by row" badge={<span className={classes.quiet}>{countOf(total, "row", "rows")}</span>} flush>
      <div className={classes.filter}>
        <Chips
          label="What becomes of the rows"
          hideLabel
          options={present.map((one) => ({
            value: one,
            label: `${fateNames[one]} ${roster.fates[one].toLocaleString()}`,
          }))}
          selected={fate ? [fate] : []}
          onChange={choose}
        />
        {roster.fates.error > 0 && !isUnderWay(roster) && <ErrorRowsButton importId={roster.rosterImportId} />}
      </div>
      {rows.data ? (
        <ScrolledTable
          key={fate ?? "all"}
          caption="Rows of the file and what becomes of them"
          columns={columns}
          rows={rows.data.pages.flatMap((page) => page.data)}
          total={total}
          rowKey={(row) => row.number}
          tracks="3.5rem minmax(0, 3fr) minmax(0, 2fr) minmax(0, 4fr)"
          onNearEnd={more}
        />
      ) : (
        <LoadingState label="Loading the rows" lines={4} />
      )}
    </Panel>
  );
}
