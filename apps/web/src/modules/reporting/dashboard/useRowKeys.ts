import type { RefObject } from "react";
import { useKeys } from "../../../useKeys.ts";

/** Keys along the rows of a list within a frame: j and k move, x selects, ? says what there is. */
export function useRowKeys(frame: RefObject<HTMLElement | null>, onHelp: () => void): void {
  const rowHere = () => document.activeElement?.closest("tr[data-index]") ?? null;
  const move = (key: "ArrowDown" | "ArrowUp") => {
    const here = rowHere();
    const link = (here ?? frame.current)?.querySelector<HTMLElement>("[data-row-link]");
    // The list itself moves to rows that aren't rendered yet; controls within a row move by rows.
    link?.focus();
    if (here) link?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  };
  useKeys({
    plain: {
      j: () => move("ArrowDown"),
      k: () => move("ArrowUp"),
      x: () => rowHere()?.querySelector<HTMLElement>("input[type=checkbox]")?.click(),
      "?": onHelp,
    },
  });
}
