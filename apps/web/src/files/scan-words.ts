import type { AttemptFile } from "./queries.ts";
import { words } from "./words.ts";

type Looked = Pick<AttemptFile, "scan" | "opens">;

/** Explains to a viewer why a file can't be opened; null if it can. */
export function closedText({ scan, opens }: Looked, email: string): string | null {
  if (scan === "infected") return words.infectedHelp;
  if (opens) return null;
  if (scan === "failed") {
    return words.scanFailedHelp({ email });
  }
  return words.scanningHelp;
}

/** Explains to the sender which files couldn't be scanned; null if all were. */
export function uncheckedText(files: readonly Looked[]): string | null {
  const failed = files.filter(({ scan }) => scan === "failed");
  const [first] = failed;
  if (!first) return null;
  const count = failed.length;
  return first.opens ? words.notScannedOwn({ count }) : words.notScannedOthers({ count });
}
