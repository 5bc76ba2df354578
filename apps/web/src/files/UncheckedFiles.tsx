import { Notice } from "@touchline/ui";
import type { AttemptFile } from "./queries.ts";
import { uncheckedText } from "./scan-words.ts";

/** What follows where files could not be checked; fetched only then. */
export function UncheckedFiles({ files }: { files: readonly AttemptFile[] }) {
  const text = uncheckedText(files);
  return text === null ? null : <Notice tone="waits">{text}</Notice>;
}
