import { Notice } from "@touchline/ui";
import type { AttemptFile } from "./queries.ts";
import { uncheckedText } from "./scan-words.ts";

/** Loaded only if files couldn't be scanned. */
export function UncheckedFiles({ files }: { files: readonly AttemptFile[] }) {
  const text = uncheckedText(files);
  return text === null ? null : <Notice tone="waits">{text}</Notice>;
}
