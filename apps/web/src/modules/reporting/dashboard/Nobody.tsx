import { Button, EmptyState, IconSearch, IconUsers } from "@touchline/ui";
import type { ReactNode } from "react";
import { words } from "./words.ts";

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
    const clear = <Button variant="secondary" label={words.clearAllFilters} onClick={onClear} />;
    return (
      <EmptyState icon={IconSearch} title={words.noMatch} action={clear}>
        {words.noMatchHint}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconUsers} title={words.noMembersTitle} action={action}>
      {words.noMembersHint}
    </EmptyState>
  );
}
