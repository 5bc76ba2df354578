import classes from "./DataTable.module.css";
import type { Column } from "./DataTable.tsx";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "./icons.ts";
import { words } from "./words.ts";

export interface Sort<SortKey extends string> {
  key: SortKey;
  direction: "ASC" | "DESC";
}

interface SortHeaderProps<Row, SortKey extends string> {
  column: Column<Row, SortKey>;
  sort: Sort<SortKey> | undefined;
  onSort: ((sort: Sort<SortKey>) => void) | undefined;
}

/** A column's header. If the column can be sorted, it is a button, and the direction is announced. */
export function SortHeader<Row, SortKey extends string>({ column, sort, onSort }: SortHeaderProps<Row, SortKey>) {
  const { sortKey } = column;
  if (sortKey === undefined || !onSort) {
    return (
      <th scope="col" data-align={column.align} data-spare={column.spare} style={{ width: column.width }}>
        {column.header}
      </th>
    );
  }
  const direction = sort?.key === sortKey ? sort.direction : null;
  const Arrow = direction === null ? IconArrowsSort : direction === "ASC" ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      data-align={column.align}
      data-spare={column.spare}
      style={{ width: column.width }}
      aria-sort={direction === null ? undefined : direction === "ASC" ? "ascending" : "descending"}
    >
      <button
        type="button"
        className={classes.sort}
        data-active={direction !== null || undefined}
        onClick={() => onSort({ key: sortKey, direction: direction === "ASC" ? "DESC" : "ASC" })}
      >
        {column.header}
        <Arrow aria-hidden="true" />
      </button>
    </th>
  );
}

interface SortSelectProps<Row, SortKey extends string> {
  columns: readonly Column<Row, SortKey>[];
  sort: Sort<SortKey> | undefined;
  onSort: ((sort: Sort<SortKey>) => void) | undefined;
}

/** Selects the order for cards, which have no headers to click. */
export function SortSelect<Row, SortKey extends string>({ columns, sort, onSort }: SortSelectProps<Row, SortKey>) {
  const choices = columns.flatMap(({ header, sortKey }) =>
    sortKey === undefined
      ? []
      : (["ASC", "DESC"] as const).map((direction) => ({
          value: `${sortKey} ${direction}`,
          label: direction === "ASC" ? words.ascending({ column: header }) : words.descending({ column: header }),
          sort: { key: sortKey, direction },
        })),
  );
  if (!onSort || choices.length === 0) return null;
  return (
    <label className={classes.sortSelect}>
      {words.sortBy}
      <select
        value={sort ? `${sort.key} ${sort.direction}` : ""}
        onChange={(event) => {
          const choice = choices.find(({ value }) => value === event.target.value);
          if (choice) onSort(choice.sort);
        }}
      >
        {!sort && <option value="">{words.chooseOrder}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}
