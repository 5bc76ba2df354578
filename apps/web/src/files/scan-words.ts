import type { AttemptFile } from "./queries.ts";
import { words } from "./words.ts";

type Looked = Pick<AttemptFile, "scan" | "opens">;

/** Why a file does not open, and what follows for whoever wants to look at it; null where it does. */
export function closedText({ scan, opens }: Looked, email: string): string | null {
  if (scan === "infected") return words.thisFileCarriesSomethingHarmful;
  if (opens) return null;
  if (scan === "failed") {
    return [words.thisFileCouldNotBe, words.andTheFileShowsHere({ email })].join(" ");
  }
  return words.thisFileIsBeingChecked;
}

/** What whoever sent files is told of those that could not be checked; null where all were. */
export function uncheckedText(files: readonly Looked[]): string | null {
  const failed = files.filter(({ scan }) => scan === "failed");
  const [first] = failed;
  if (!first) return null;
  const what =
    files.length === 1 ? words.theFile : failed.length === 1 ? words.oneFile : words.files({ count: failed.length });
  const them = failed.length === 1 ? "it" : "them";
  return [
    words.couldNotBeCheckedFor({ what }),
    words.itIsTriedAgainEvery,
    first.opens ? words.youNeedNotDoAnything({ them }) : words.untilItWorksOnlyWhoever({ them, them2: them }),
  ].join(" ");
}
