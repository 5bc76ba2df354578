/**
 * Unsaved form input, stored in this tab so that a reload restores it. It is deleted when it is saved or discarded, and with
 * the session or the tab.
 */
const prefix = "touchline.typed.";

/** @returns the stored input, if it has the expected shape. */
export function typedAt<Typed>(place: string, fits: (found: Partial<Typed>) => boolean): Typed | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(prefix + place) ?? "null") as Typed | null;
    return found !== null && typeof found === "object" && fits(found) ? found : null;
  } catch {
    return null;
  }
}

/** Stores the input; null deletes it. If storage isn't available, nothing is stored. */
export function keepTyped(place: string, typed: object | null): void {
  try {
    if (typed === null) sessionStorage.removeItem(prefix + place);
    else sessionStorage.setItem(prefix + place, JSON.stringify(typed));
  } catch {
    // The storage is full or disabled.
  }
}

/** The key of the typed email address, for the pages between login and a new password. */
const addressPlace = "login";
const hasAddress = ({ email }: { email?: unknown }) => typeof email === "string";

export const typedAddress = () => typedAt<{ email: string }>(addressPlace, hasAddress)?.email ?? "";
export const keepTypedAddress = (email: string) => keepTyped(addressPlace, email.trim() === "" ? null : { email });

/** Forgets all input, because another account may log in in this tab next. */
export function forgetTyped(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // The storage is disabled.
  }
}
