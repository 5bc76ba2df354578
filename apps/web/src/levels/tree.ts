import type { Role } from "@touchline/contract";
import {
  type Grant,
  type PermissionAction,
  type PermissionTarget,
  permits,
} from "@touchline/rules/security/permissions";

/** A level as the navigation lists it, in tree order. */
export interface ListedLevel {
  levelId: string;
  parentId: string | null;
  name: string;
  kind: string;
  depth: number;
  /** The id of its logo; null without one. */
  logoId: string | null;
}

/** The levels above one, outermost first, as far as the list has them. */
export function pathTo(levels: readonly ListedLevel[], levelId: string): ListedLevel[] {
  const known = new Map(levels.map((level) => [level.levelId, level]));
  const path: ListedLevel[] = [];
  let above = known.get(known.get(levelId)?.parentId ?? "");
  // A list that is no tree must not hang the page.
  while (above && path.length < levels.length) {
    path.unshift(above);
    above = known.get(above.parentId ?? "");
  }
  return path;
}

type Held = readonly { role: Role; levelId: string }[];

/**
 * Checks the permission table for the acting profile at a level, so that the page offers what the server accepts.
 * Positions in the
 * list serve as preorder numbers. Levels that aren't in the list are out of reach.
 */
export function mayDo(
  levelRoles: Held,
  levels: readonly ListedLevel[],
  action: PermissionAction,
  levelId: string,
  target: Omit<PermissionTarget, "levelPre"> = {},
): boolean {
  const place = levels.findIndex((level) => level.levelId === levelId);
  return place >= 0 && permits(grantsIn(levelRoles, levels), action, { ...target, levelPre: place }).allowed;
}

/** Returns all levels where an action is permitted; fast enough for thousands. */
export function levelsWhere(
  levelRoles: Held,
  levels: readonly ListedLevel[],
  action: PermissionAction,
  target: Omit<PermissionTarget, "levelPre"> = {},
): ListedLevel[] {
  const grants = grantsIn(levelRoles, levels);
  return levels.filter((_, place) => permits(grants, action, { ...target, levelPre: place }).allowed);
}

/** Returns the levels that are below no other one in the list. */
export function topmost(levels: readonly ListedLevel[]): ListedLevel[] {
  const among = new Set(levels.map(({ levelId }) => levelId));
  return levels.filter(({ parentId }) => parentId === null || !among.has(parentId));
}

function grantsIn(levelRoles: Held, levels: readonly ListedLevel[]): Grant[] {
  const places = new Map(levels.map((level, place) => [level.levelId, place]));
  return levelRoles.flatMap<Grant>(({ role, levelId: at }) => {
    const pre = places.get(at);
    return pre === undefined ? [] : [{ role, levelId: at, pre, last: lastBelow(levels, pre) }];
  });
}

/** Returns the position of the last level below the one at `place`. */
function lastBelow(levels: readonly ListedLevel[], place: number): number {
  const depth = levels[place]?.depth ?? 0;
  const after = levels.findIndex((level, index) => index > place && level.depth <= depth);
  return after === -1 ? levels.length - 1 : after - 1;
}
