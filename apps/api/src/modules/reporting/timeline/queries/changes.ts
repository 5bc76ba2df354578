/** A changed field with its values, as people read it. */
type Change = { field: string; before: string; after: string };

/** Puts a value into words: null is empty, a list its items, an object its values. */
function inWords(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(inWords).join("; ");
  if (typeof value === "object") return Object.values(value).map(inWords).filter(Boolean).join(" ");
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return String(value);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Lists the fields of a change that differ; a change of a single value is named by its kind. */
export function changesOf(kind: string, { before, after }: { before?: unknown; after?: unknown }): Change[] {
  if (!isRecord(before) && !isRecord(after)) return [{ field: kind, before: inWords(before), after: inWords(after) }];
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({ field, before: inWords(was[field]), after: inWords(is[field]) }))
    .filter((one) => one.before !== one.after);
}
