import type { ChangeKind } from "@touchline/contract/reporting/comparison";
import { words } from "./words.ts";

/** The change of a membership between two moments. Cleared: may be with children. */
export const changeWords: Record<ChangeKind, string> = {
  became: words.becameCleared,
  stopped: words.noLongerCleared,
  joined: words.joinedNotCleared,
  left: words.leftNotCleared,
  other: words.otherChanges,
};
