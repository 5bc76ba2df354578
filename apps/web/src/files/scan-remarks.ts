import type { AttemptFile } from "./queries.ts";
import { words } from "./words.ts";

/** Kinds that are never opened here: only a scanner looks inside them. */
const closedKinds: ReadonlySet<string> = new Set(["zip", "rar", "7z", "tar", "xls"]);

/** A file's size in words, with the result of its scan where that says more than that all is well. */
export function fileDetails({ scan, extension }: Pick<AttemptFile, "scan" | "extension">, size: string): string {
  const remark = scan === "checked" && closedKinds.has(extension) ? words.archiveNotScanned : scanRemarks[scan];
  return remark === null ? size : words.sizeAndScan({ size, scan: remark });
}

const scanRemarks: Record<AttemptFile["scan"], string | null> = {
  clean: null,
  checked: null,
  unscanned: words.scanning,
  failed: words.notScanned,
  infected: words.infected,
};
