import { useEffect, useRef, useSyncExternalStore } from "react";

export interface Keys {
  /** By the key as typed: `j`. Not while somebody types into a field, nor while a dialog is open. */
  plain?: Readonly<Record<string, () => void>>;
  /** Ctrl or Cmd with Enter, in fields too. */
  confirm?: () => void;
}

const storageKey = "touchline.keys";
const listeners = new Set<() => void>();

/** A browser that stores nothing has the keys on, as everybody has at first. */
function areOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether single letters act, and the way to switch that; remembered in this browser. Who speaks to the computer, or hits
 * keys unawares, needs them off (WCAG 2.1.4).
 */
export function useSingleKeys(): [on: boolean, turn: (on: boolean) => void] {
  const on = useSyncExternalStore(watch, areOn);
  const turn = (next: boolean) => {
    try {
      localStorage.setItem(storageKey, next ? "on" : "off");
    } catch {
      return;
    }
    for (const listener of listeners) listener();
  };
  return [on, turn];
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
          : event.ctrlKey || event.metaKey || event.altKey || isTypedInto(event.target) || ownsArrows(event) || !areOn()
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

/** Where arrows move within something: among radios, tabs, rows; over a picture; through a film. */
const arrowsMoveIn =
  "input, [role=tablist], [role=radiogroup], [role=menu], [role=slider], [role=tree], table, figure, video, iframe";

function ownsArrows({ key, target }: KeyboardEvent): boolean {
  return key.startsWith("Arrow") && target instanceof HTMLElement && target.closest(arrowsMoveIn) !== null;
}

function isTypedInto(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["radio", "checkbox", "button", "submit"].includes(target.type);
  return target.isContentEditable || target.matches("textarea, select");
}
