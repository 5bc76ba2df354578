import type { ReactNode } from "react";
import { BulkBar, type Selection } from "./BulkBar.tsx";
import classes from "./DataTable.module.css";
import { type Sort, SortHeader, SortSelect } from "./SortHeader.tsx";
import { BodyRow, moveAmongRows, SkeletonRow } from "./TableRow.tsx";
import { words } from "./words.ts";

export interface Column<Row, SortKey extends string> {
  key: string;
  header: string;
  /** Null where the row has nothing to say: a dash in the table, nothing on a card. */
  cell: (row: Row) => ReactNode;
  /** Under the content, outside its link: a second, quieter line. */
  note?: (row: Row) => ReactNode;
  /**
   * On a card: `beside` the title; a `line` that needs no label; `words` that share a line with their neighbors; or not
   * at all. Otherwise a line with its label.
   */
  card?: "beside" | "line" | "words" | "none";
  /** The name by which the server sorts; a column without one offers no sorting. */
  sortKey?: SortKey;
  align?: "end";
  /** CSS width, for example `12rem`. */
  width?: string;
  /** Only where the table has room for it. */
  spare?: boolean;
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
