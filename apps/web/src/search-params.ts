/** A page's query: plain words, a name repeated for a list. */
export type Search = Record<string, string | string[] | undefined>;

/** `?label=a&label=b&page=2` → `{ label: ["a", "b"], page: "2" }`. */
export function parseSearch(text: string): Search {
  const params = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const [value, ...more] = params.getAll(name);
      return [name, more.length === 0 ? value : params.getAll(name)];
    }),
  );
}

/** The reverse; what is undefined or an empty list is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) params.append(name, String(one));
  }
  return params.size > 0 ? `?${params}` : "";
}
