import type { LevelNode } from "./shell.ts";

/** A flat list in tree order, parents before children, as a tree. Whoever's parent is not in the list is a root. */
export function treeOf(levels: readonly { levelId: string; parentId: string | null; name: string }[]): LevelNode[] {
  const roots: LevelNode[] = [];
  const below = new Map<string, LevelNode[]>();
  for (const { levelId, parentId, name } of levels) {
    const children: LevelNode[] = [];
    below.set(levelId, children);
    const siblings = (parentId === null ? undefined : below.get(parentId)) ?? roots;
    siblings.push({ id: levelId, name, children });
  }
  return roots;
}

/** Whether there are more levels than `most`; counts no further. */
export function moreThan(most: number, levels: readonly LevelNode[]): boolean {
  let left = most;
  const stack = [...levels];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (left-- === 0) return true;
    for (const child of node.children) stack.push(child);
  }
  return false;
}

/** The ids of the levels above one, outermost first; empty for a root and for what is not in the tree. */
export function above(levels: readonly LevelNode[], id: string): string[] {
  for (const level of levels) {
    if (level.id === id) return [];
    const inner = above(level.children, id);
    if (inner.length > 0 || level.children.some((child) => child.id === id)) return [level.id, ...inner];
  }
  return [];
}

export interface FoundLevel {
  id: string;
  name: string;
  /** The names of the levels above it, outermost first, without the one root that all have in common. */
  path: string[];
}

/** Letters without accents and case: "Málaga" is found by "malaga". */
const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

/**
 * Finds levels in whose name or path every word occurs. The last word must be in the name itself, so that a search for
 * a club doesn't
 * find all its teams. In tree order, at most `most`, with whether there are more.
 */
export function findLevels(
  levels: readonly LevelNode[],
  wanted: string,
  most: number,
): { found: FoundLevel[]; more: boolean } {
  const texts = folded(wanted).split(/\s+/).filter(Boolean);
  const last = texts.at(-1);
  const found: FoundLevel[] = [];
  if (last === undefined) return { found, more: false };
  let more = false;
  const visit = (nodes: readonly LevelNode[], path: string[], foldedPath: string) => {
    for (const { id, name, children } of nodes) {
      if (more) return;
      const own = folded(name);
      const all = `${foldedPath} ${own}`;
      if (own.includes(last) && texts.every((word) => all.includes(word))) {
        if (found.length === most) more = true;
        else found.push({ id, name, path: levels.length === 1 ? path.slice(1) : path });
      }
      visit(children, [...path, name], all);
    }
  };
  visit(levels, [], "");
  return { found, more };
}
