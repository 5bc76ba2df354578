/** What a change of membership did to what is asked for, in a sentence. */
export function outcomeText(requirements: readonly { outcome: "kept" | "dropped" | "added" }[]): string {
  const added = requirements.filter((one) => one.outcome === "added").length;
  const dropped = requirements.filter((one) => one.outcome === "dropped").length;
  const more = `${added} more ${added === 1 ? "requirement is" : "requirements are"} asked for`;
  if (added > 0) return dropped > 0 ? `${more}, ${dropped} no longer.` : `${more}.`;
  if (dropped > 0) return `${dropped} ${dropped === 1 ? "requirement is" : "requirements are"} no longer asked for.`;
  return "Requirements stay the same.";
}
