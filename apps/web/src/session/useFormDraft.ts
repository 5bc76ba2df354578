import { useCallback, useState } from "react";
import { keepTyped, typedAt } from "./form-draft.ts";

/**
 * Keeps the input of a text form in this tab, so that a reload or the back button restores it. Never use it for passwords.
 *
 * @param place a key that is unique among all forms.
 * @param initial read once, if nothing was stored.
 */
export function useFormDraft<Typed extends Record<string, string>>(place: string, initial: () => Typed) {
  const [typed, setTyped] = useState(() => {
    const blank = initial();
    const isLike = (found: Partial<Typed>) => Object.keys(blank).every((name) => typeof found[name] === "string");
    return typedAt<Typed>(place, isLike) ?? blank;
  });
  const change = useCallback(
    (some: Partial<Typed>) =>
      setTyped((before) => {
        const next = { ...before, ...some };
        keepTyped(place, next);
        return next;
      }),
    [place],
  );
  const forget = useCallback(() => keepTyped(place, null), [place]);
  return { typed, change, forget };
}
