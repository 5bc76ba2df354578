import { invalid } from "../errors.ts";

/** The depth that no body of an endpoint exceeds. */
const deepest = 20;

/** PostgreSQL refuses NUL, and alters lone surrogates silently: neither passes the gate. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** @throws 400 naming the first text within that cannot be stored */
export function refuseUnstorable(value: unknown, path = "", depth = 0): void {
  if (depth > deepest) throw invalid(path.slice(0, 100), "This is nested too deeply.");
  if (typeof value === "string") {
    if (!isStorable(value)) {
      throw invalid(path, "This contains a character that can't be stored. Type it again.");
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) refuseUnstorable(inner, path ? `${path}.${key}` : key, depth + 1);
  }
}
