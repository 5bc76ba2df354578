import type { MemberSelection } from "@touchline/contract/reporting/members";
import type { Selection } from "@touchline/ui";
import { useMemo, useState } from "react";
import type { MemberChoice } from "./search.ts";

/** Who is chosen: some, or all that the filter finds but for some. `of`: another list has another choice. */
interface Chosen {
  of: string;
  everything: boolean;
  ids: ReadonlySet<string>;
}

/** So many are named one by one; beyond, the filter is chosen. */
export const mostNamed = 1000;

/** What a filter looks like to the server. */
export const filterOf = ({ requirementStatuses, ...choice }: MemberChoice) => ({
  ...choice,
  requirementStatuses: requirementStatuses.map(Number) as never[],
});

/**
 * The memberships that are chosen in a list of any length: by their ids or, when all are, by what the list is narrowed to.
 *
 * @param key names the list. @param total how many it has. @param more there are more than that: all are not chosen then, of
 *   whom nobody could say how many they are.
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
  /** As the server is told. */
  const asked: MemberSelection = everything
    ? { filter: filterOf(choice), except: [...ids] }
    : { profileLevelAccessIds: [...ids] };
  return { selection, asked, count, clear: selection.onClear };
}

const nobody: Omit<Chosen, "of"> = { everything: false, ids: new Set() };
