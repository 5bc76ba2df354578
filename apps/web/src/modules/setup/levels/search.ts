import { type RawSearch, textIn } from "../../../url-state.ts";

export const acts = ["add", "edit", "move", "delete"] as const;
/** The open dialog of the selected level. */
export type LevelAct = (typeof acts)[number];

/** The state in the address: the selected level, the open dialog, and where the level is about to move. */
export interface LevelsSearch {
  levelId: string | null;
  act: LevelAct | null;
  to: string | null;
}

const isId = (one: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(one);
const idIn = (value: unknown) => (isId(textIn(value)) ? textIn(value) : null);

export function readLevelsSearch(search: RawSearch): LevelsSearch {
  return {
    levelId: idIn(search.level),
    act: acts.find((one) => one === search.do) ?? null,
    to: idIn(search.to),
  };
}
