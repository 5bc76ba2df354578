import type { Role } from "@touchline/contract";
import { type Grant, type PermissionAction, permits } from "@touchline/rules/security/permissions";
import type { TreeRow } from "@touchline/ui";
import type { ListedLevel } from "../../../levels/tree.ts";

/** A row of the tree with its level. */
export interface LevelTreeRow extends TreeRow {
  kind: string;
}

/** Each level's position among its siblings and its number of children, for screen readers. */
export interface TreeFacts {
  place: ReadonlyMap<string, number>;
  children: ReadonlyMap<string, number>;
}

const outermost = "";

/** @param levels in tree order. */
export function factsOf(levels: readonly ListedLevel[]): TreeFacts {
  const place = new Map<string, number>();
  const children = new Map<string, number>();
  const known = new Set(levels.map((level) => level.levelId));
  for (const { levelId, parentId } of levels) {
    const above = parentId !== null && known.has(parentId) ? parentId : outermost;
    const number = (children.get(above) ?? 0) + 1;
    children.set(above, number);
    place.set(levelId, number);
  }
  return { place, children };
}

/** Returns the rows that are visible while these levels are expanded. */
export function visibleRows(
  levels: readonly ListedLevel[],
  { place, children }: TreeFacts,
  open: ReadonlySet<string>,
): LevelTreeRow[] {
  const rows: LevelTreeRow[] = [];
  const top = levels[0]?.depth ?? 0;
  let closedAt = Number.POSITIVE_INFINITY;
  for (const { levelId, parentId, name, kind, depth } of levels) {
    if (depth > closedAt) continue;
    const opens = children.has(levelId) ? open.has(levelId) : null;
    closedAt = opens === false ? depth : Number.POSITIVE_INFINITY;
    const siblings = children.get(parentId ?? outermost) ?? children.get(outermost) ?? 1;
    const level = Math.max(1, depth - top + 1);
    rows.push({ id: levelId, name, kind, parentId, level, open: opens, place: place.get(levelId) ?? 1, siblings });
  }
  return rows;
}

/** Returns the IDs of a level and of everything below it. */
export function blockOf(levels: readonly ListedLevel[], levelId: string): Set<string> {
  const start = levels.findIndex((level) => level.levelId === levelId);
  const top = levels[start];
  if (!top) return new Set();
  const after = levels.findIndex((level, index) => index > start && level.depth <= top.depth);
  return new Set(levels.slice(start, after === -1 ? undefined : after).map((level) => level.levelId));
}

/** Returns the IDs of all levels where the acting profile may do something, in one pass. */
export function reachOf(
  levelRoles: readonly { role: Role; levelId: string }[],
  levels: readonly ListedLevel[],
  action: PermissionAction,
): Set<string> {
  const last = levels.map((_, index) => index);
  const path: number[] = [];
  const close = (depth: number, end: number) => {
    for (let at = path.at(-1); at !== undefined && (levels[at]?.depth ?? 0) >= depth; at = path.at(-1)) {
      last[at] = end;
      path.pop();
    }
  };
  for (const [index, { depth }] of levels.entries()) {
    close(depth, index - 1);
    path.push(index);
  }
  close(-1, levels.length - 1);
  const places = new Map(levels.map((level, index) => [level.levelId, index]));
  const grants = levelRoles.flatMap<Grant>(({ role, levelId }) => {
    const pre = places.get(levelId);
    return pre === undefined ? [] : [{ role, levelId, pre, last: last[pre] ?? pre }];
  });
  return new Set(
    levels.filter((_, levelPre) => permits(grants, action, { levelPre }).allowed).map((level) => level.levelId),
  );
}

/** Returns the kinds in use: those at this depth first, then the most frequent. */
export function kindsInUse(levels: readonly ListedLevel[], depth: number): string[] {
  const weight = new Map<string, number>();
  for (const level of levels) {
    weight.set(level.kind, (weight.get(level.kind) ?? 0) + (level.depth === depth ? levels.length : 1));
  }
  return [...weight].sort(([, a], [, b]) => b - a).map(([kind]) => kind);
}
