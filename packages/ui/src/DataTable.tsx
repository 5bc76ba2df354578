import type { ReactNode } from "react";
import { BulkBar, type Selection } from "./BulkBar.tsx";
import classes from "./DataTable.module.css";
import { type Sort, SortHeader, SortSelect } from "./SortHeader.tsx";
import { BodyRow, moveAmongRows, SkeletonRow } from "./TableRow.tsx";
import { words } from "./words.ts";

export interface Column<Row, SortKey extends string> {
  key: string;
  header: string;
  /** Null if the row has no value: a dash in the table, and nothing on a card. */
  cell: (row: Row) => ReactNode;
  /** A second, quieter line under the content, outside its link. */
  note?: (row: Row) => ReactNode;
  /**
   * The position on a card: `beside` the title, a `line` without a label, `words` that share a line with their neighbors, or
   * hidden. By default a line with its label.
   */
  card?: "beside" | "line" | "words" | "none";
  /** The name by which the server sorts. A column without one can't be sorted. */
  sortKey?: SortKey;
  align?: "end";
  /** CSS width, for example `12rem`. */
  width?: string;
  /** Only shown if the table has room for it. */
  spare?: boolean;
}

export interface DataTableProps<Row, SortKey extends string> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly [Column<Row, SortKey>, ...Column<Row, SortKey>[]];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Describes the row, for its checkbox. */
  rowLabel?: (row: Row) => string;
  /** Where a click on the row leads, if anywhere. The first column's content becomes the link. */
  rowHref?: (row: Row) => string | undefined;
  /** Called when the pointer or the focus rests on a row, so that its page can be prefetched. */
  onRowIntent?: (row: Row) => void;
  sort?: Sort<SortKey>;
  onSort?: (sort: Sort<SortKey>) => void;
  selection?: Selection;
  /** Rows are loading: the expected number of skeleton rows is drawn, with the same height. */
  loading?: boolean;
  expectedRows?: number;
  empty: ReactNode;
  /** Without its own frame, because an element around it has one. */
  bare?: boolean;
}

/**
 * A table: sorted by its headers, opened by a click on a row or by Enter on its link, with arrow keys from row to row. On
 * narrow screens, rows become cards and sorting becomes a select.
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
            : rows.map((row) => <BodyRow key={props.rowKey(row)} row={row} id={props.rowKey(row)} table={props} />)}
        </tbody>
      </table>
    </div>
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
          aria-label={words.selectPage}
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
