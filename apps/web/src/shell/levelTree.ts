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
