import { words } from "./words.ts";
/** What a change of membership did to what is asked for, in a sentence. */
export function outcomeText(requirements: readonly { outcome: "kept" | "dropped" | "added" }[]): string {
  const added = requirements.filter((one) => one.outcome === "added").length;
  const dropped = requirements.filter((one) => one.outcome === "dropped").length;
  const more = `${added} more ${added === 1 ? words.requirementIs : words.requirementsAre} asked for`;
  if (added > 0) return dropped > 0 ? words.noLonger({ more, dropped }) : `${more}.`;
  if (dropped > 0)
    return `${dropped} ${dropped === 1 ? words.requirementIs : words.requirementsAre} no longer asked for.`;
  return words.requirementsStayTheSame;
}
