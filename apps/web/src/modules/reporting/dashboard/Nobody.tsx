import { Button, EmptyState, IconSearch, IconUsers } from "@touchline/ui";
import type { ReactNode } from "react";

interface NobodyProps {
  /** By filters, that can be taken away. */
  narrowed: boolean;
  onClear: () => void;
  /** What to do at a level where nobody is. */
  action: ReactNode;
}

/** In place of a list without anybody: why, and what to do. */
export function Nobody({ narrowed, onClear, action }: NobodyProps) {
  if (narrowed) {
    const clear = <Button variant="secondary" label="Clear all filters" onClick={onClear} />;
    return (
      <EmptyState icon={IconSearch} title="No one matches" action={clear}>
        Remove a filter, or search for the beginning of a name.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconUsers} title="Add your first people" action={action}>
      Add the people of this level; each sees at once what they need to be cleared.
    </EmptyState>
  );
}
