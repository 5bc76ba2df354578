import { Button, EmptyState, IconSearch, IconUsers } from "@touchline/ui";
import type { ReactNode } from "react";
import { words } from "./words.ts";

interface NobodyProps {
  /** Whether filters, which can be removed, cause it. */
  narrowed: boolean;
  onClear: () => void;
  /** The suggestion for a level without people. */
  action: ReactNode;
}

/** Shown instead of an empty list: the reason, and what to do. */
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
