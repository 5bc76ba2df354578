import type { AttemptFile } from "./queries.ts";

/** Kinds that are never opened here: only a scanner looks inside them. */
const closedKinds: ReadonlySet<string> = new Set(["zip", "rar", "7z", "tar", "xls"]);

/** What is said of a file beside its size; nothing for most. */
export function scanRemark({ scan, extension }: Pick<AttemptFile, "scan" | "extension">): string {
  return scan === "checked" && closedKinds.has(extension) ? ", not checked inside" : scanRemarks[scan];
}

const scanRemarks: Record<AttemptFile["scan"], string> = {
  clean: "",
  checked: "",
  unscanned: ", being checked for what could harm",
  failed: ", not checked yet",
  infected: ", locked: it carries something harmful",
};
