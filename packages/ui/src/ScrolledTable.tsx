import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";
import classes from "./ScrolledTable.module.css";

export interface ScrolledColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
}

export interface ScrolledTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly ScrolledColumn<Row>[];
  /** As many as have come so far, from the first. */
  rows: readonly Row[];
  /** How many there are in all. */
  total: number;
  rowKey: (row: Row) => string | number;
  /** The columns' widths, as CSS grid tracks; where it is narrow, cells stand one below the other. */
  tracks: string;
  /** The end of what has come is near. */
  onNearEnd: () => void;
}

/** How high a row is before it is measured, in pixels. */
const guess = 48;
const near = 40;

/** A table of thousands of rows that scrolls in its own frame: only those in sight are drawn. */
export function ScrolledTable<Row>({
  caption,
  columns,
  rows,
  total,
  rowKey,
  tracks,
  onNearEnd,
}: ScrolledTableProps<Row>) {
  const frame = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => guess,
    overscan: 12,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
  });
  const shape = { "--tl-tracks": tracks } as CSSProperties;
  const drawn = virtual.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length < total && last >= rows.length - near) onNearEnd();
  }, [rows.length, total, last, onNearEnd]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.frame} ref={frame} tabIndex={0} aria-label={caption} style={shape}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows that are placed one by one are no rows of a table element */}
      <div className={classes.table} role="table" aria-label={caption} aria-rowcount={total + 1}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: a heading row is nothing to act on */}
        <div className={classes.head} role="row" aria-rowindex={1}>
          {columns.map((column) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <span key={column.key} role="columnheader">
              {column.header}
            </span>
          ))}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div className={classes.body} role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {drawn.map((item) => {
            const row = rows[item.index];
            return row === undefined ? null : (
              // biome-ignore lint/a11y/useSemanticElements: as above
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={classes.row}
                role="row"
                aria-rowindex={item.index + 2}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {columns.map((column) => (
                  // biome-ignore lint/a11y/useSemanticElements: as above
                  <div key={column.key} role="cell" className={classes.cell}>
                    {column.cell(row)}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}
