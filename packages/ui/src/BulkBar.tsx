import type { ReactNode } from "react";
import classes from "./BulkBar.module.css";
import { Button } from "./Button.tsx";
import { words } from "./words.ts";

export interface Selection {
  /** Keys of the chosen rows, also of those on other pages. */
  selected: Pick<ReadonlySet<string>, "has" | "size">;
  onToggle: (keys: string[], select: boolean) => void;
  onClear: () => void;
  /** How many rows the list has on all pages. */
  total: number;
  /** Everything the filter finds is chosen, not only what is on the screen. */
  everything: boolean;
  /** Null where nobody knows how many that are. */
  onSelectEverything: (() => void) | null;
  /** What can be done with the chosen rows. */
  actions: ReactNode;
}

/** What is chosen and what can be done with it. Keeps its place when nothing is chosen, so that rows do not jump. */
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
