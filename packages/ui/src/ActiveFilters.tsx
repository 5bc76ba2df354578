import classes from "./ActiveFilters.module.css";
import { Button } from "./Button.tsx";
import { IconX } from "./icons.ts";
import { words } from "./words.ts";

export interface ActiveFilter {
  key: string;
  /** The name of the filter: "Role". */
  kind: string;
  label: string;
  onRemove: () => void;
}

/** Lists a list's active filters, each with a button to remove it. Hidden without filters. */
export function ActiveFilters({ filters, onClear }: { filters: readonly ActiveFilter[]; onClear: () => void }) {
  if (filters.length === 0) return null;
  return (
    <ul className={classes.filters} aria-label={words.activeFilters}>
      {filters.map((filter) => (
        <li key={filter.key}>
          <button
            type="button"
            className={classes.filter}
            aria-label={words.removeFilter(filter)}
            onClick={filter.onRemove}
          >
            <span className={classes.words}>
              <span className={classes.kind}>{filter.kind}</span> {filter.label}
            </span>
            <IconX aria-hidden="true" size={16} />
          </button>
        </li>
      ))}
      <li>
        <Button small variant="quaternary" label={words.clearAllFilters} onClick={onClear} />
      </li>
    </ul>
  );
}
