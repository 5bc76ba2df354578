import type { ReactNode } from "react";
import classes from "./BulkBar.module.css";
import { Button } from "./Button.tsx";
import { words } from "./words.ts";

export interface Selection {
  /** The keys of the selected rows, also of those on other pages. */
  selected: Pick<ReadonlySet<string>, "has" | "size">;
  onToggle: (keys: string[], select: boolean) => void;
  onClear: () => void;
  /** The number of rows on all pages. */
  total: number;
  /** Everything that the filter finds is selected, not only what is visible. */
  everything: boolean;
  /** Null if the number isn't known. */
  onSelectEverything: (() => void) | null;
  /** The actions on the selected rows. */
  actions: ReactNode;
}

/** Shows the selection and its actions. It keeps its space when nothing is selected, so that rows don't jump. */
export function BulkBar({ selection }: { selection: Selection }) {
  const { selected, total, everything, onSelectEverything, onClear, actions } = selection;
  const chosen = everything ? total : selected.size;
  return (
    <div className={classes.bar} data-active={chosen > 0 || undefined}>
      <span role="status">{chosen === 0 ? words.noneSelected : words.selected({ count: chosen })}</span>
      {!everything && onSelectEverything && total > selected.size && (
        <Button small variant="quaternary" label={words.selectAllRows({ count: total })} onClick={onSelectEverything} />
      )}
      {chosen > 0 && (
        <>
          <Button small variant="quaternary" label={words.clear} onClick={onClear} />
          <span className={classes.actions}>{actions}</span>
        </>
      )}
    </div>
  );
}
