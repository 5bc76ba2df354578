import { Notice } from "@touchline/ui";
import type { RosterImport } from "./queries.ts";
import { resultText, words } from "./words.ts";

const titles = { done: words.imported2, canceled: "Canceled", failed: words.importStopped } as const;

/** Shows the result of a finished import. */
export function Result({ roster }: { roster: RosterImport }) {
  const { state } = roster;
  if (state !== "done" && state !== "canceled" && state !== "failed") return null;
  return (
    <Notice tone={state === "done" ? "done" : state === "failed" ? "stop" : "needs"} title={titles[state]}>
      {resultText(roster)}
    </Notice>
  );
}
