import { type KeyboardEvent, type MouseEvent, memo, type Ref } from "react";
import classes from "./DataTable.module.css";
import type { Column, DataTableProps } from "./DataTable.tsx";
import { useIntent } from "./intent.ts";
import { useFollow } from "./navigation.tsx";
import { Skeleton } from "./Skeletons.tsx";
import { words } from "./words.ts";

/** The additional props of a row in a long list, which is rendered only partly. */
interface RowPlace {
  /** The index of the row. */
  index?: number;
  /** Measures the height of the row. */
  measure?: Ref<HTMLTableRowElement>;
}

interface BodyRowProps<Row, SortKey extends string> extends RowPlace {
  row: Row;
  id: string;
  table: Pick<DataTableProps<Row, SortKey>, "columns" | "rowLabel" | "rowHref" | "onRowIntent" | "selection">;
}

/** A row of a table. A click anywhere on it opens the link of its first cell. */
function PlainRow<Row, SortKey extends string>(props: BodyRowProps<Row, SortKey>) {
  const { row, id, table } = props;
  const { columns, rowLabel, rowHref, onRowIntent, selection } = table;
  const follow = useFollow();
  const href = rowHref?.(row);
  const selected = selection?.selected.has(id) ?? false;
  const intent = useIntent(onRowIntent && (() => onRowIntent(row)));
  const openRow = (event: MouseEvent<HTMLTableRowElement>) => {
    if (href === undefined || isInteractive(event)) return;
    event.currentTarget.querySelector<HTMLAnchorElement>("[data-row-link]")?.click();
  };
  return (
    <tr
      className={classes.row}
      {...placeProps(props)}
      data-opens={href !== undefined || undefined}
      data-selected={selected || undefined}
      onClick={openRow}
      {...intent}
    >
      {selection && (
        <td className={classes.check}>
          <label className={classes.checkTarget}>
            <input
              type="checkbox"
              checked={selected}
              aria-label={words.selectRow({ row: rowLabel?.(row) ?? id })}
              onChange={() => selection.onToggle([id], !selected)}
            />
          </label>
        </td>
      )}
      {columns.map((column, index) => {
        const content = column.cell(row);
        const note = column.note?.(row) ?? null;
        return (
          <td
            key={column.key}
            className={classes.cell}
            data-align={column.align}
            data-spare={column.spare}
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
            {note !== null && <span className={classes.note}>{note}</span>}
          </td>
        );
      })}
    </tr>
  );
}

/** Renders again only if something about the row has changed, so that scrolling renders only the new rows. */
export const BodyRow = memo(PlainRow) as typeof PlainRow;

interface SkeletonRowProps<Row, SortKey extends string> extends RowPlace {
  columns: readonly Column<Row, SortKey>[];
  selectable?: boolean;
}

/** A placeholder for a loading row, with its height. */
export function SkeletonRow<Row, SortKey extends string>(props: SkeletonRowProps<Row, SortKey>) {
  return (
    <tr className={classes.row} {...placeProps(props)}>
      {props.selectable && <td className={classes.check} />}
      {props.columns.map((column, index) => (
        <td
          key={column.key}
          className={classes.cell}
          data-align={column.align}
          data-spare={column.spare}
          data-first={index === 0 || undefined}
          data-card={column.card}
        >
          <Skeleton width={index === 0 ? "70%" : "5rem"} />
          {column.note && (
            <span className={classes.note}>
              <Skeleton width="45%" />
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}

/** The header is row 1 for screen readers. */
function placeProps({ index, measure }: RowPlace) {
  return index === undefined ? {} : { ref: measure, "data-index": index, "aria-rowindex": index + 2 };
}

function isInteractive(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest("a, button, input, label, select, [popover]") !== null;
}

/** Moves between the rows' links with the arrow keys. */
export function moveAmongRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !(event.target instanceof Element) || !event.target.matches("[data-row-link]")) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>("[data-row-link]")];
  const here = links.findIndex((link) => link.contains(document.activeElement));
  const next = links[here + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
