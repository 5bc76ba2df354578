import type { Selection } from "@touchline/ui";
import { useState } from "react";
import type { ReviewSearch } from "./place.ts";
import type { ReviewRow } from "./queries.ts";

export const rowKeyOf = (row: ReviewRow) => `${row.requirementId} ${row.profileLevelAccessId} ${row.decidedAt}`;

interface Chosen {
  /** The filter of the list when the rows were selected. Another filter starts a new selection. */
  of: string;
  rows: ReadonlyMap<string, ReviewRow>;
  everything: boolean;
}

/**
 * Returns the selected rows, across the pages of one list.
 *
 * @param listed the rows of the page.
 * @param total how many rows can be selected at most.
 */
export function useChosen(filter: ReviewSearch, listed: readonly ReviewRow[], total: number) {
  const of = JSON.stringify(filter);
  const none: Chosen = { of, rows: new Map(), everything: false };
  const [state, setChosen] = useState(none);
  const chosen = state.of === of ? state : none;
  const toggle = (keys: readonly string[], select: boolean) => {
    const rows = new Map(chosen.everything ? listed.map((row) => [rowKeyOf(row), row]) : chosen.rows);
    for (const key of keys) {
      const row = listed.find((one) => rowKeyOf(one) === key);
      if (select && row) rows.set(key, row);
      else rows.delete(key);
    }
    setChosen({ of, rows, everything: false });
  };
  const selected: ReadonlySet<string> = new Set(chosen.everything ? listed.map(rowKeyOf) : chosen.rows.keys());
  const selection: Omit<Selection, "actions"> = {
    selected,
    total,
    everything: chosen.everything,
    onToggle: toggle,
    onClear: () => setChosen(none),
    onSelectEverything: () => setChosen({ of, rows: new Map(), everything: true }),
  };
  return {
    selection,
    rows: [...chosen.rows.values()],
    everything: chosen.everything,
    count: chosen.everything ? total : chosen.rows.size,
    clear: selection.onClear,
    toggleRow: (row: ReviewRow | undefined) => row && toggle([rowKeyOf(row)], !selected.has(rowKeyOf(row))),
  };
}
