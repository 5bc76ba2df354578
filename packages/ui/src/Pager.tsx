import { Button } from "./Button.tsx";
import classes from "./Pager.module.css";

export interface PagerProps {
  /** From 1. */
  page: number;
  perPage: number;
  totalRecords: number;
  /** There are more than `totalRecords`, on further pages. */
  more?: boolean;
  onPage: (page: number) => void;
}

const count = new Intl.NumberFormat();

/** Where one is in a list of pages, and the way to the next and the previous one. */
export function Pager({ page, perPage, totalRecords, more = false, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(totalRecords / perPage));
  const from = (page - 1) * perPage + 1;
  const to = more ? page * perPage : Math.min(page * perPage, totalRecords);
  const range = `${count.format(from)}–${count.format(to)}`;
  const total = count.format(totalRecords);
  const shown = more ? `${range} of more than ${total}` : `${range} of ${total}`;
  return (
    <nav className={classes.pager} aria-label="Pages">
      <span role="status">{totalRecords === 0 ? "None" : shown}</span>
      <Button small variant="secondary" label="Previous" disabled={page <= 1} onClick={() => onPage(page - 1)} />
      <Button
        small
        variant="secondary"
        label="Next"
        disabled={page >= last && !more}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
