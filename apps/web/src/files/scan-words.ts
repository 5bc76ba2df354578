import type { AttemptFile } from "./queries.ts";
import { words } from "./words.ts";

type Looked = Pick<AttemptFile, "scan" | "opens">;

/** Why a file does not open, and what follows for whoever wants to look at it; null where it does. */
export function closedText({ scan, opens }: Looked, email: string): string | null {
  if (scan === "infected") return words.infectedHelp;
  if (opens) return null;
  if (scan === "failed") {
    return words.scanFailedHelp({ email });
  }
  return words.scanningHelp;
}

/** What whoever sent files is told of those that could not be checked; null where all were. */
export function uncheckedText(files: readonly Looked[]): string | null {
  const failed = files.filter(({ scan }) => scan === "failed");
  const [first] = failed;
  if (!first) return null;
  const count = failed.length;
  return first.opens ? words.notScannedOwn({ count }) : words.notScannedOthers({ count });
}
