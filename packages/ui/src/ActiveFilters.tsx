import classes from "./ActiveFilters.module.css";
import { Button } from "./Button.tsx";
import { IconX } from "./icons.ts";

export interface ActiveFilter {
  key: string;
  /** What is filtered by: "Role". */
  kind: string;
  label: string;
  onRemove: () => void;
}

/** What a list is narrowed to, each to be taken away. Nothing where it is not narrowed. */
export function ActiveFilters({ filters, onClear }: { filters: readonly ActiveFilter[]; onClear: () => void }) {
  if (filters.length === 0) return null;
  return (
    <ul className={classes.filters} aria-label="Active filters">
      {filters.map((filter) => (
        <li key={filter.key}>
          <button
            type="button"
            className={classes.filter}
            aria-label={`Remove filter ${filter.kind}: ${filter.label}`}
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
        <Button small variant="quaternary" label="Clear all" onClick={onClear} />
      </li>
    </ul>
  );
}
