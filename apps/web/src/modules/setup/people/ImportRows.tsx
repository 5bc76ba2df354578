import { useInfiniteQuery } from "@tanstack/react-query";
import { type ImportRowResult, importRowResults } from "@touchline/contract/setup/imports";
import {
  Badge,
  Chips,
  type Column,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconUserPlus,
  IconUsers,
  LongTable,
  Panel,
} from "@touchline/ui";
import { useCallback, useEffect, useMemo, useState } from "react";
import { dayText } from "../../../dates.ts";
import { type RawSearch, useUrlState } from "../../../url-state.ts";
import { RowAnswers } from "./AlikeRows.tsx";
import { ErrorRowsButton } from "./ErrorRowsButton.tsx";
import classes from "./People.module.css";
import { type ImportRow, importRowsPerPage, importRowsQuery, isUnderWay, type RosterImport } from "./queries.ts";
import { type KnownNames, RowFix } from "./RowFix.tsx";
import { doneResultNames, guardianText, rowResultNames, rowResultTones, rowsText, words } from "./words.ts";

const readSearch = (search: RawSearch) => ({ fate: importRowResults.find((fate) => fate === search.fate) });

const icons = {
  create: IconUserPlus,
  join: IconUserPlus,
  alike: IconUsers,
  present: IconCircleMinus,
  duplicate: IconCircleMinus,
  error: IconCircleX,
};

const nameOf = (row: ImportRow) => `${row.firstName} ${row.lastName}`.trim() || "–";

const noteOf = (row: ImportRow) =>
  [row.email, row.dateOfBirth && words.bornOn({ day: dayText(row.dateOfBirth) }), row.phone]
    .filter(Boolean)
    .join(" · ") || null;

const columnsOf = (
  roster: RosterImport,
  names: KnownNames,
): [Column<ImportRow, never>, ...Column<ImportRow, never>[]] => [
  { key: "name", header: words.name, width: "32%", cell: nameOf, note: noteOf },
  { key: "number", header: words.row, width: "4.5rem", align: "end", cell: (row) => row.number },
  {
    key: "place",
    header: words.levelAndRole,
    card: "line",
    cell: (row) => (
      <>
        {row.level || "–"}
        <span className={classes.under}>{row.label || "–"}</span>
      </>
    ),
  },
  {
    key: "fate",
    header: words.result,
    width: "34%",
    card: "line",
    cell: (row) => (
      <>
        <Badge
          tone={rowResultTones[row.fate]}
          icon={row.done && row.fate !== "error" ? IconCircleCheck : icons[row.fate]}
        >
          {(row.done && doneResultNames[row.fate]) || rowResultNames[row.fate]}
        </Badge>
        {row.message && <span className={classes.under}>{row.message}</span>}
        {row.guardians.map((guardian) => (
          <span key={guardian.email} className={classes.under}>
            {guardianText(guardian)}
          </span>
        ))}
        {row.like && !row.done && <RowAnswers row={row} like={row.like} />}
        {row.cells && !isUnderWay(roster) && <RowFix row={row} roster={roster} names={names} />}
      </>
    ),
  },
];

const keyOf = (row: ImportRow) => String(row.number);
const hrefOf = (row: ImportRow) => (row.profileLevelAccessId ? `/members/${row.profileLevelAccessId}` : undefined);

/** The next rows are fetched when this many are left. */
const near = 40;
/** Lists the rows in one continuous list, because no address leads into the middle. */
const nowhere = () => undefined;

/** Lists every row with its result and the reason, filtered by result or not. */
export function ImportRows({ roster, names }: { roster: RosterImport; names: KnownNames }) {
  const [{ fate: requestedFate }, change] = useUrlState(readSearch);
  const present = importRowResults.filter((one) => roster.fates[one] > 0);
  // When no row with the selected result is left, all rows are shown again.
  const fate = present.find((one) => one === requestedFate);
  const total = fate ? roster.fates[fate] : roster.judged;
  // Refetched after another check and at the end of the import, but not with each step while it runs.
  const version = isUnderWay(roster) ? roster.state : JSON.stringify([roster.state, roster.mapping, roster.fates]);
  const rows = useInfiniteQuery(importRowsQuery(roster.rosterImportId, fate, version));
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError, isError, refetch } = rows;
  const loaded = useMemo(() => rows.data?.pages.flatMap((page) => page.data) ?? [], [rows.data]);
  const columns = useMemo(() => columnsOf(roster, names), [roster, names]);
  const [seen, setSeen] = useState(0);
  const onRange = useCallback((_first: number, last: number) => setSeen(last), []);
  const wanted = seen + near >= loaded.length && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (wanted) void fetchNextPage();
  }, [wanted, fetchNextPage]);
  const choose = (chosen: ImportRowResult[]) => change({ fate: chosen.find((one) => one !== fate) });
  return (
    <Panel title={words.rowByRow} badge={<span className={classes.quiet}>{rowsText(total)}</span>} flush>
      <div className={classes.filter}>
        <Chips
          label={words.resultsTitle}
          hideLabel
          options={present.map((one) => ({
            value: one,
            label: `${rowResultNames[one]} ${roster.fates[one].toLocaleString()}`,
          }))}
          selected={fate ? [fate] : []}
          onChange={choose}
        />
        {roster.fates.error > 0 && !isUnderWay(roster) && <ErrorRowsButton importId={roster.rosterImportId} />}
      </div>
      <LongTable
        key={fate ?? "all"}
        bare
        caption={words.rowsCaption}
        columns={columns}
        total={rows.data ? total : undefined}
        rowAt={(index) => loaded[index]}
        rowKey={keyOf}
        rowHref={hrefOf}
        perPage={importRowsPerPage}
        page={1}
        onPage={nowhere}
        onRange={onRange}
        memory={`${roster.rosterImportId} ${fate ?? "all"}`}
        onRetry={isError ? () => void (isFetchNextPageError ? fetchNextPage() : refetch()) : undefined}
        empty={null}
      />
    </Panel>
  );
}
