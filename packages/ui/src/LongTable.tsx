import { useMemo } from "react";
import { BulkBar, type Selection } from "./BulkBar.tsx";
import { Button } from "./Button.tsx";
import classes from "./DataTable.module.css";
import type { DataTableProps } from "./DataTable.tsx";
import { IconArrowUp } from "./icons.ts";
import longClasses from "./LongTable.module.css";
import { SortHeader, SortSelect } from "./SortHeader.tsx";
import { BodyRow, SkeletonRow } from "./TableRow.tsx";
import { type LongListPlace, useLongList } from "./useLongList.ts";
import { words } from "./words.ts";

type Shared =
  | "caption"
  | "columns"
  | "rowHref"
  | "rowLabel"
  | "selection"
  | "onRowIntent"
  | "sort"
  | "onSort"
  | "empty"
  | "bare";

export interface LongTableProps<Row, SortKey extends string>
  extends Pick<DataTableProps<Row, SortKey>, Shared>,
    LongListPlace {
  /** The number of all rows. Undefined until it is known. */
  total: number | undefined;
  /** There are more than `total`, but only these can be shown. */
  more?: boolean;
  /** Returns the row at an index, or undefined while it is loading. */
  rowAt: (index: number) => Row | undefined;
  rowKey: (row: Row) => string;
  /** Some of the visible rows couldn't be loaded. */
  onRetry?: (() => void) | undefined;
}

/**
 * A table of any length that scrolls with the page: only visible rows are rendered and fetched. Arrow keys, Page Up and Page
 * Down, Home, and End move from row to row. The focused row is kept, however far the page is scrolled.
 */
export function LongTable<Row, SortKey extends string>(props: LongTableProps<Row, SortKey>) {
  return props.total === 0 ? props.empty : <Rows {...props} />;
}

/** One screen of rows, until the number is known. */
const expectedRows = 12;

function Rows<Row, SortKey extends string>(props: LongTableProps<Row, SortKey>) {
  const {
    caption,
    columns,
    selection,
    rowLabel,
    total,
    more = false,
    rowAt,
    rowKey,
    rowHref,
    onRowIntent,
    sort,
    onSort,
    onRetry,
    bare,
  } = props;
  const list = useLongList(total ?? expectedRows, total !== undefined, props);
  const { scrolls } = list;
  const table = useMemo(() => {
    const onIntent = onRowIntent && ((row: Row) => void (scrolls() || onRowIntent(row)));
    return { columns, rowHref, rowLabel, selection, onRowIntent: onIntent };
  }, [columns, rowHref, rowLabel, selection, onRowIntent, scrolls]);
  const width = columns.length + (selection ? 1 : 0);
  let end = 0;
  return (
    <div className={classes.frame} data-bare={bare || undefined} ref={list.frame} aria-busy={total === undefined}>
      <SortSelect columns={columns} sort={sort} onSort={onSort} />
      <table className={`${classes.table} ${longClasses.table}`} aria-rowcount={total === undefined ? -1 : total + 1}>
        <caption className={classes.caption}>{caption}</caption>
        <thead className={classes.head}>
          <tr aria-rowindex={1}>
            {selection && <SelectAll selection={selection} />}
            {columns.map((column) => (
              <SortHeader key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={list.body} className={longClasses.body} {...list.handlers}>
          {list.items.flatMap(({ index, start, size }) => {
            const gap = start - end;
            end = start + size;
            const row = rowAt(index);
            const place = { index, measure: list.measure };
            return [
              gap > 0 && <Gap key={`before ${index}`} height={gap} columns={width} />,
              row === undefined ? (
                <SkeletonRow key={index} columns={columns} selectable={selection !== undefined} {...place} />
              ) : (
                <BodyRow key={index} row={row} id={rowKey(row)} table={table} {...place} />
              ),
            ];
          })}
          {list.height > end && <Gap height={list.height - end} columns={width} />}
        </tbody>
      </table>
      <div className={longClasses.bottom}>
        {selection && selection.selected.size > 0 && <BulkBar selection={selection} />}
        <div className={longClasses.foot}>
          {onRetry ? (
            <>
              <span role="alert">{words.rowsNotLoaded}</span>
              <Button small variant="secondary" label={words.tryAgain} onClick={onRetry} />
            </>
          ) : (
            total !== undefined && <span>{shownText(list.first + 1, list.last + 1, total, more === true)}</span>
          )}
          {list.first > 0 && (
            <Button
              small
              variant="quaternary"
              label={words.backToTop}
              leftIcon={<IconArrowUp aria-hidden />}
              onClick={list.toTop}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** The visible rows, and the number of all. */
function shownText(first: number, last: number, total: number, more: boolean): string {
  return more ? words.firstRowsShown({ first, last, total }) : words.rowsShown({ first, last, total });
}

/** All rows of the list, rendered or not. */
function SelectAll({ selection }: { selection: Selection }) {
  const { selected, total, everything, onSelectEverything, onClear } = selection;
  const all = selected.size > 0 && selected.size >= total;
  return (
    <th className={classes.check} scope="col">
      <label className={classes.checkTarget}>
        <input
          type="checkbox"
          aria-label={words.selectAllRows({ count: total })}
          checked={all}
          ref={(element) => {
            if (element) element.indeterminate = selected.size > 0 && !all;
          }}
          disabled={selected.size === 0 && onSelectEverything === null}
          onChange={all || everything || onSelectEverything === null ? onClear : onSelectEverything}
        />
      </label>
    </th>
  );
}

/** The space of the rows that aren't rendered. */
function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can be focused
    <tr aria-hidden="true" className={longClasses.gap}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
