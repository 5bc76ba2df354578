import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from "react";
import { BulkBar, type Selection } from "./BulkBar.tsx";
import classes from "./DataTable.module.css";
import { useFollow } from "./navigation.tsx";
import { Skeleton } from "./Skeletons.tsx";
import { type Sort, SortHeader, SortSelect } from "./SortHeader.tsx";

export interface Column<Row, SortKey extends string> {
  key: string;
  header: string;
  /** Null where the row has nothing to say: a dash in the table, nothing on a card. */
  cell: (row: Row) => ReactNode;
  /** On a card: `beside` the title, as a `line` that needs no label, or not at all. Otherwise a line with its label. */
  card?: "beside" | "line" | "none";
  /** The name by which the server sorts; a column without one offers no sorting. */
  sortKey?: SortKey;
  align?: "end";
  /** CSS width, for example `12rem`. */
  width?: string;
}

export interface DataTableProps<Row, SortKey extends string> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly [Column<Row, SortKey>, ...Column<Row, SortKey>[]];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The row in words: the name of its checkbox. */
  rowLabel?: (row: Row) => string;
  /** Where a click on the row leads, if anywhere. The first column's content becomes the link. */
  rowHref?: (row: Row) => string | undefined;
  /** The pointer or the focus rests on a row: what lies behind may be fetched already. */
  onRowIntent?: (row: Row) => void;
  sort?: Sort<SortKey>;
  onSort?: (sort: Sort<SortKey>) => void;
  selection?: Selection;
  /** Rows are on their way: as many skeleton rows as will come are drawn, of the same height. */
  loading?: boolean;
  expectedRows?: number;
  empty: ReactNode;
  /** Without a frame of its own: something around it has one. */
  bare?: boolean;
}

/**
 * A list of things as a table: sorted by its headers, opened by a click on a row or by Enter on its link, arrows move from
 * row to row. Where it is narrow, rows become cards and the sort becomes a select.
 */
export function DataTable<Row, SortKey extends string>(props: DataTableProps<Row, SortKey>) {
  const { caption, columns, rows, loading = false, expectedRows = 8, empty, sort, onSort, selection, bare } = props;
  if (!loading && rows.length === 0) return <>{empty}</>;
  return (
    <div className={classes.frame} data-bare={bare || undefined} aria-busy={loading}>
      {selection && <BulkBar selection={selection} />}
      <SortSelect columns={columns} sort={sort} onSort={onSort} />
      <table className={classes.table}>
        <caption className={classes.caption}>{caption}</caption>
        <thead className={classes.head}>
          <tr>
            {selection && <SelectPage selection={selection} keys={rows.map(props.rowKey)} />}
            {columns.map((column) => (
              <SortHeader key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveAmongRows}>
          {loading
            ? Array.from({ length: expectedRows }, (_, index) => index).map((index) => (
                <SkeletonRow key={index} columns={columns} selectable={selection !== undefined} />
              ))
            : rows.map((row) => <BodyRow key={props.rowKey(row)} row={row} table={props} />)}
        </tbody>
      </table>
    </div>
  );
}

/** How long one rests on a row before that counts as an intent; sweeping over a list asks for nothing. */
const intentMilliseconds = 80;

function BodyRow<Row, SortKey extends string>({ row, table }: { row: Row; table: DataTableProps<Row, SortKey> }) {
  const { columns, rowKey, rowLabel, rowHref, onRowIntent, selection } = table;
  const follow = useFollow();
  const href = rowHref?.(row);
  const id = rowKey(row);
  const selected = selection?.selected.has(id) ?? false;
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rest = (here: boolean) => {
    clearTimeout(resting.current);
    if (here && onRowIntent) resting.current = setTimeout(() => onRowIntent(row), intentMilliseconds);
  };
  const openRow = (event: MouseEvent<HTMLTableRowElement>) => {
    if (href === undefined || isInteractive(event)) return;
    event.currentTarget.querySelector<HTMLAnchorElement>("[data-row-link]")?.click();
  };
  return (
    <tr
      className={classes.row}
      data-opens={href !== undefined || undefined}
      data-selected={selected || undefined}
      onClick={openRow}
      onPointerEnter={() => rest(true)}
      onFocus={() => rest(true)}
      onPointerLeave={() => rest(false)}
      onBlur={() => rest(false)}
    >
      {selection && (
        <td className={classes.check}>
          <label className={classes.checkTarget}>
            <input
              type="checkbox"
              checked={selected}
              aria-label={`Select ${rowLabel?.(row) ?? id}`}
              onChange={() => selection.onToggle([id], !selected)}
            />
          </label>
        </td>
      )}
      {columns.map((column, index) => {
        const content = column.cell(row);
        return (
          <td
            key={column.key}
            className={classes.cell}
            data-align={column.align}
            data-first={index === 0 || undefined}
            data-card={content === null ? "none" : column.card}
          >
            {index > 0 && <span className={classes.cardLabel}>{column.header}</span>}
            {index === 0 && href !== undefined ? (
              <a href={href} className={classes.rowLink} data-row-link onClick={(event) => follow(event, href)}>
                {content}
              </a>
            ) : (
              <span className={classes.value}>{content ?? "–"}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

function SelectPage({ selection, keys }: { selection: Selection; keys: string[] }) {
  const chosen = keys.filter((key) => selection.selected.has(key)).length;
  const all = keys.length > 0 && chosen === keys.length;
  return (
    <th className={classes.check} scope="col">
      <label className={classes.checkTarget}>
        <input
          type="checkbox"
          aria-label="Select all on this page"
          checked={all}
          ref={(element) => {
            if (element) element.indeterminate = chosen > 0 && !all;
          }}
          onChange={() => selection.onToggle(keys, !all)}
        />
      </label>
    </th>
  );
}

function SkeletonRow<Row, SortKey extends string>(props: {
  columns: readonly Column<Row, SortKey>[];
  selectable: boolean;
}) {
  return (
    <tr className={classes.row}>
      {props.selectable && <td className={classes.check} />}
      {props.columns.map((column, index) => (
        <td
          key={column.key}
          className={classes.cell}
          data-align={column.align}
          data-first={index === 0 || undefined}
          data-card={column.card}
        >
          <Skeleton width={index === 0 ? "70%" : "5rem"} />
        </td>
      ))}
    </tr>
  );
}

function isInteractive(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest("a, button, input, label, select") !== null;
}

function moveAmongRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !(event.target instanceof Element) || !event.target.matches("[data-row-link]")) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>("[data-row-link]")];
  const here = links.findIndex((link) => link.contains(document.activeElement));
  const next = links[here + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
