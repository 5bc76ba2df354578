import { type ReasonVariable, reasonVariables } from "@touchline/contract/reviews/reviewing";

const isKnown = (name: string): name is ReasonVariable => reasonVariables.some((one) => one === name);

/** Fills in the placeholders of a saved reply. Unknown placeholders stay as they were typed. */
export function fillReason(text: string, facts: Readonly<Record<ReasonVariable, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (typed, name: string) => (isKnown(name) ? facts[name] : typed));
}

/** Lists unknown placeholders, which would be emailed unchanged. */
export function unknownVariables(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w*)\}/g)].map(([, name]) => name as string))].filter(
    (name) => !isKnown(name),
  );
}
