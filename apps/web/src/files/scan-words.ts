import type { AttemptFile } from "./queries.ts";

type Looked = Pick<AttemptFile, "scan" | "opens">;

/** Why a file does not open, and what follows for whoever wants to look at it; null where it does. */
export function closedText({ scan, opens }: Looked, email: string): string | null {
  if (scan === "infected") return "This file carries something harmful. It is kept locked, and nobody can open it.";
  if (opens) return null;
  if (scan === "failed") {
    return [
      "This file could not be checked for what could harm: the check gave no answer. It is tried again every ten minutes,",
      `and the file shows here as soon as that works. If it stays like this, ask for the document as another file, or write to ${email}.`,
    ].join(" ");
  }
  return "This file is being checked for what could harm. It shows here as soon as that is done.";
}

/** What whoever sent files is told of those that could not be checked; null where all were. */
export function uncheckedText(files: readonly Looked[]): string | null {
  const failed = files.filter(({ scan }) => scan === "failed");
  const [first] = failed;
  if (!first) return null;
  const what = files.length === 1 ? "The file" : failed.length === 1 ? "One file" : `${failed.length} files`;
  const them = failed.length === 1 ? "it" : "them";
  return [
    `${what} could not be checked for what could harm so far: the check gave no answer.`,
    "It is tried again every ten minutes; nothing is lost.",
    first.opens
      ? `You need not do anything. Until it works only you can open ${them}, and your organization decides after that.`
      : `Until it works only whoever sent ${them} can open ${them}.`,
  ].join(" ");
}
