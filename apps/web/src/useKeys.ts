import { useEffect, useRef } from "react";

export interface Keys {
  /** By the key as typed: `j`. Not while somebody types into a field, nor while a dialog is open. */
  plain?: Readonly<Record<string, () => void>>;
  /** Ctrl or Cmd with Enter, in fields too. */
  confirm?: () => void;
}

/** Keys that work wherever the focus is on a page. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("[role=dialog], dialog[open]")) return;
      const { plain = {}, confirm } = latest.current;
      const act =
        event.key === "Enter" && (event.ctrlKey || event.metaKey)
          ? confirm
          : event.ctrlKey || event.metaKey || event.altKey || isTypedInto(event.target)
            ? undefined
            : plain[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isTypedInto(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["radio", "checkbox", "button", "submit"].includes(target.type);
  return target.isContentEditable || target.matches("textarea, select");
}
