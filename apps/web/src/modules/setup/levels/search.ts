import { type RawSearch, textIn } from "../../../url-state.ts";

export const acts = ["add", "edit", "move", "delete"] as const;
/** What is about to be done with the chosen level. */
export type LevelAct = (typeof acts)[number];

/** What the address says: the chosen level, the open dialog, and where to the level is about to move. */
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
