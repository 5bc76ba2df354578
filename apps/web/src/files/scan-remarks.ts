import type { AttemptFile } from "./queries.ts";
import { words } from "./words.ts";

/** Kinds that are never opened here: only a scanner looks inside them. */
const closedKinds: ReadonlySet<string> = new Set(["zip", "rar", "7z", "tar", "xls"]);

/** What is said of a file beside its size; nothing for most. */
export function scanRemark({ scan, extension }: Pick<AttemptFile, "scan" | "extension">): string {
  return scan === "checked" && closedKinds.has(extension) ? words.notCheckedInside : scanRemarks[scan];
}

const scanRemarks: Record<AttemptFile["scan"], string> = {
  clean: "",
  checked: "",
  unscanned: words.beingCheckedForWhatCould,
  failed: words.notCheckedYet,
  infected: words.lockedItCarriesSomethingHarmful,
};
