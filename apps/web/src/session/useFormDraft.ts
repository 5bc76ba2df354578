import { useCallback, useState } from "react";
import { keepTyped, typedAt } from "./form-draft.ts";

/**
 * What is typed into a form of texts, kept in this tab while it is typed, so that a reload or the back button finds it again.
 * Never for passwords.
 *
 * @param place unique among all forms. @param initial read once, when nothing was kept.
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
