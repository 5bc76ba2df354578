import type { MemberSelection } from "@touchline/contract/reporting/members";
import type { Selection } from "@touchline/ui";
import { useMemo, useState } from "react";
import type { MemberChoice } from "./search.ts";

/** The selection: some members, or everyone who matches the filter except some. `of` names the list it belongs to. */
interface Chosen {
  of: string;
  everything: boolean;
  ids: ReadonlySet<string>;
}

/** Up to this many members are selected by id; beyond, by filter. */
export const mostNamed = 1000;

/** The filter as the server expects it. */
export const filterOf = ({ requirementStatuses, ...choice }: MemberChoice) => ({
  ...choice,
  requirementStatuses: requirementStatuses.map(Number) as never[],
});

/**
 * The selected memberships in a list of any length: by id or, if all are selected, by the list's filters.
 *
 * @param key identifies the list.
 * @param total the number of rows.
 * @param more whether there are more rows, so that all can't be selected because their number is unknown.
 */
export function useSelection(key: string, choice: MemberChoice, { total, more }: { total: number; more: boolean }) {
  const [state, setChosen] = useState<Chosen>({ of: key, everything: false, ids: new Set() });
  const { everything, ids } = state.of === key ? state : nobody;
  const count = everything ? Math.max(0, total - ids.size) : ids.size;
  const selection = useMemo((): Omit<Selection, "actions"> => {
    const set = (next: Omit<Chosen, "of">) => setChosen({ of: key, ...next });
    return {
      selected: { has: (id) => ids.has(id) !== everything, size: count },
      total: everything ? count : total,
      everything,
      onToggle: (keys, select) => {
        const next = new Set(ids);
        for (const id of keys) {
          if (select === everything) next.delete(id);
          else next.add(id);
        }
        if (next.size <= mostNamed) set({ everything, ids: next });
      },
      onClear: () => set({ everything: false, ids: new Set() }),
      onSelectEverything: more ? null : () => set({ everything: true, ids: new Set() }),
    };
  }, [key, everything, ids, count, total, more]);
  /** The selection as the server expects it. */
  const memberSelection: MemberSelection = everything
    ? { filter: filterOf(choice), except: [...ids] }
    : { profileLevelAccessIds: [...ids] };
  return { selection, memberSelection, count, clear: selection.onClear };
}

const nobody: Omit<Chosen, "of"> = { everything: false, ids: new Set() };
