export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

const longestPath = 8;

/**
 * Parses the forms that Stripe's libraries send: names with brackets (`items[0][price]`, `expand[]`) and text values. Names
 * of built-in object properties are ignored.
 */
export function readForm(flat: Readonly<Record<string, unknown>>): Form {
  const root: Form = Object.create(null) as Form;
  for (const [name, value] of Object.entries(flat)) {
    const path = [...name.matchAll(/^[^[\]]+|(?<=\[)[^[\]]*(?=\])/g)].map(([part]) => part);
    if (path.length === 0 || path.length > longestPath) continue;
    put(root, path, Array.isArray(value) ? value.map(String) : String(value));
  }
  return withLists(root) as Form;
}

function put(root: Form, path: readonly string[], value: FormValue): void {
  let at = root;
  for (const part of path.slice(0, -1)) {
    const next = at[part];
    if (typeof next !== "object" || Array.isArray(next)) at[part] = Object.create(null) as Form;
    at = at[part] as Form;
  }
  at[path.at(-1) as string] = value;
}

/** Objects whose keys are empty or the numbers from 0 become lists. */
function withLists(value: FormValue): FormValue {
  if (typeof value !== "object" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name]) => name === "" || /^\d{1,3}$/.test(name));
  if (!isList) return Object.fromEntries(entries);
  return entries.flatMap(([name, inner]) => (name === "" && Array.isArray(inner) ? inner : [inner]));
}

/** Returns the text at a name; undefined if it is missing or not text. */
export function textAt(form: Form, ...path: string[]): string | undefined {
  let at: FormValue | undefined = form;
  for (const part of path) at = typeof at === "object" && !Array.isArray(at) ? at[part] : undefined;
  return typeof at === "string" ? at : undefined;
}

/** Returns the values below a name as text, such as metadata. */
export function textsAt(form: Form, name: string): Record<string, string> {
  const at = form[name];
  if (typeof at !== "object" || Array.isArray(at)) return {};
  return Object.fromEntries(
    Object.entries(at).flatMap(([key, value]) => (typeof value === "string" ? [[key, value] as const] : [])),
  );
}

export const flagAt = (form: Form, ...path: string[]) => textAt(form, ...path) === "true";
