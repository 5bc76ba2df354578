import { invalid } from "../errors.ts";

/** The nesting depth of any endpoint's body, at most. */
const deepest = 20;

/** Returns whether PostgreSQL can store a text: it refuses NUL, and silently changes lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** @throws 400 with the path of the first text that can't be stored */
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
