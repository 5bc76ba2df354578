import { Button } from "./Button.tsx";
import classes from "./Pager.module.css";
import { words } from "./words.ts";

export interface PagerProps {
  /** From 1. */
  page: number;
  perPage: number;
  totalRecords: number;
  /** There are more than `totalRecords`, on further pages. */
  more?: boolean;
  onPage: (page: number) => void;
}

/** The position in a list of pages, with links to the next and the previous one. */
export function Pager({ page, perPage, totalRecords, more = false, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(totalRecords / perPage));
  const from = (page - 1) * perPage + 1;
  const to = more ? page * perPage : Math.min(page * perPage, totalRecords);
  const rows = { first: from, last: to, total: totalRecords };
  const rowsText = more ? words.rowsOfMore(rows) : words.rowsShown(rows);
  return (
    <nav className={classes.pager} aria-label={words.pages}>
      <span role="status">{totalRecords === 0 ? words.none : rowsText}</span>
      <Button
        small
        variant="secondary"
        label={words.previousPage}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <Button
        small
        variant="secondary"
        label={words.nextPage}
        disabled={page >= last && !more}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
