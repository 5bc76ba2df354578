import { words } from "./words.ts";

/** Describes what a membership change did to requirements, in a sentence for each direction. */
export function outcomeText(requirements: readonly { outcome: "kept" | "dropped" | "added" }[]): string {
  const added = requirements.filter((one) => one.outcome === "added").length;
  const dropped = requirements.filter((one) => one.outcome === "dropped").length;
  if (added === 0 && dropped === 0) return words.requirementsUnchanged;
  return [
    ...(added > 0 ? [words.requirementsAdded({ count: added })] : []),
    ...(dropped > 0 ? [words.requirementsRemoved({ count: dropped })] : []),
  ].join(" ");
}
