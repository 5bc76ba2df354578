import { type KeyboardEvent, useRef } from "react";
import type { TreeProps, TreeRow } from "./Tree.tsx";

/** How long typing must pause until it begins another name, in milliseconds. */
const pause = 700;
const pageStep = 10;

/** The keys in a tree by the W3C's pattern for trees, in addition to the caller's own. */
export function useTreeKeys<Row extends TreeRow>(props: TreeProps<Row>) {
  const { rows, chosen, onChoose, onToggle, onKey } = props;
  const typed = useRef({ text: "", at: 0 });
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === chosen),
  );

  const targetOf = (key: string): number | null => {
    if (key === "ArrowDown") return Math.min(at + 1, rows.length - 1);
    if (key === "ArrowUp") return Math.max(at - 1, 0);
    if (key === "PageDown") return Math.min(at + pageStep, rows.length - 1);
    if (key === "PageUp") return Math.max(at - pageStep, 0);
    if (key === "Home") return 0;
    if (key === "End") return rows.length - 1;
    return null;
  };

  /** Right opens, then goes in; Left closes, then goes out. @returns whether it was one of them. */
  const across = (key: string, row: Row): boolean => {
    if (key === "ArrowRight") {
      if (row.open === false) onToggle(row.id, true);
      else if (row.open) choose(at + 1);
      return true;
    }
    if (key !== "ArrowLeft") return false;
    if (row.open) onToggle(row.id, false);
    else choose(rows.findIndex((other) => other.id === row.parentId));
    return true;
  };

  const choose = (index: number) => {
    const row = rows[index];
    if (row) onChoose(row.id);
  };

  /** Goes to the next row whose name begins with what was typed without a pause. */
  const find = (letter: string, now: number) => {
    const continuesWord = now - typed.current.at < pause;
    const text = (continuesWord ? typed.current.text : "") + letter.toLocaleLowerCase();
    typed.current = { text, at: now };
    const from = text.length > 1 ? at : at + 1;
    const order = [...rows.slice(from), ...rows.slice(0, from)];
    const found = order.find(({ name }) => name.toLocaleLowerCase().startsWith(text));
    if (found) onChoose(found.id);
  };

  return (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const now = event.timeStamp;
    const typing = typed.current.text !== "" && now - typed.current.at < pause;
    const target = targetOf(event.key);
    if (target !== null) choose(target);
    else if (across(event.key, row)) typed.current.at = 0;
    else if (!typing && onKey(event.key, row.id)) typed.current.at = 0;
    else if (event.key.length === 1 && event.key !== " ") find(event.key, now);
    else return;
    event.preventDefault();
  };
}
