/** The tree of levels as preorder numbers, and which memberships an assignment reaches. */

/** The facts that decide whether an assignment applies to a membership. */
export type AssignmentScope = {
  /** The assignment's level: its preorder number, and the last one of the levels below it. */
  levelPre: number;
  levelLast: number;
  /** Whether all levels below are included. */
  includeBelow: boolean;
  /** The labels it applies to. Empty for none. */
  labelIds: readonly string[];
};

/**
 * Tests whether an assignment reaches a membership, by its level (or one above it that includes the levels below) and its
 * label.
 */
export function assignmentReaches(
  assignment: AssignmentScope,
  membership: { levelPre: number; labelId: string },
): boolean {
  const { levelPre } = membership;
  const atLevel = assignment.includeBelow
    ? assignment.levelPre <= levelPre && levelPre <= assignment.levelLast
    : assignment.levelPre === levelPre;
  return atLevel && assignment.labelIds.includes(membership.labelId);
}

export type TreeNode = {
  id: string;
  /** Null for the root, which is the organization itself. */
  parentId: string | null;
  /** The sort name. Siblings are sorted by it, by code points, and then by ID. */
  name: string;
};

/** `pre` counts from 0 at the root, and the levels below are those from `pre + 1` to `last`. The root's depth is 0. */
export type NumberedLevel = { id: string; pre: number; last: number; depth: number };

export type TreeRefusal = {
  /** A duplicate ID, a missing parent, no root or several, or levels below themselves. */
  refused: "duplicate" | "orphan" | "root" | "cycle";
  levelIds: string[];
};

/** Where a level moves with everything below it: before the level with the number `at`, as a child of `parent`. */
export type Relocation = {
  block: { pre: number; last: number; depth: number };
  parent: { pre: number; last: number; depth: number };
  at: number;
};

/**
 * The effect of a relocation on numbers: those of the moved levels shift by one amount, and those that they pass shift the
 * other way. For the levels above the old and the new place, `last` changes.
 */
export function shiftsOf({ block, parent, at }: Relocation) {
  const size = block.last - block.pre + 1;
  const forward = at > block.last;
  return {
    size,
    blockBy: forward ? at - 1 - block.last : at - block.pre,
    depthBy: parent.depth + 1 - block.depth,
    passed: forward ? { from: block.last + 1, to: at - 1, by: -size } : { from: at, to: block.pre - 1, by: size },
  };
}

/** Returns the position of a child among its siblings (without itself), so that they stay sorted. */
export function placeAmong(
  parent: { pre: number },
  siblings: readonly { id: string; name: string; last: number }[],
  child: { id: string; name: string },
): number {
  return siblings
    .filter((sibling) => bySortName(sibling, child) < 0)
    .reduce((at, { last }) => Math.max(at, last + 1), parent.pre + 1);
}

/** Numbers a tree of levels in preorder, without recursion, so that depth has no limit. Returns the levels in preorder. */
export function numberTree(nodes: readonly TreeNode[]): { levels: NumberedLevel[] } | TreeRefusal {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  if (byId.size !== nodes.length) return { refused: "duplicate", levelIds: repeated(nodes) };
  const orphans = nodes.filter((node) => node.parentId !== null && !byId.has(node.parentId));
  if (orphans.length > 0) return { refused: "orphan", levelIds: orphans.map((node) => node.id) };
  const children = Map.groupBy(nodes, (node) => node.parentId);
  const roots = children.get(null) ?? [];
  const [root] = roots;
  if (nodes.length > 0 && roots.length === 0) return { refused: "cycle", levelIds: nodes.map((node) => node.id) };
  if (root === undefined || roots.length > 1) return { refused: "root", levelIds: roots.map((node) => node.id) };

  const levels = preorder(root, children);
  if (levels.length < nodes.length) {
    const reached = new Set(levels.map((level) => level.id));
    return { refused: "cycle", levelIds: nodes.map((node) => node.id).filter((id) => !reached.has(id)) };
  }
  return { levels };
}

function preorder(root: TreeNode, children: Map<string | null, TreeNode[]>): NumberedLevel[] {
  const levels: NumberedLevel[] = [];
  const path: NumberedLevel[] = [];
  const waiting = [{ node: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    for (const finished of path.splice(depth)) finished.last = levels.length - 1;
    const level = { id: node.id, pre: levels.length, last: levels.length, depth };
    levels.push(level);
    path.push(level);
    const below = [...(children.get(node.id) ?? [])].sort(bySortName);
    for (const child of below.reverse()) waiting.push({ node: child, depth: depth + 1 });
  }
  for (const level of path) level.last = levels.length - 1;
  return levels;
}

function bySortName(a: Pick<TreeNode, "id" | "name">, b: Pick<TreeNode, "id" | "name">): number {
  return compareCodePoints(a.name, b.name) || compareCodePoints(a.id, b.id);
}

/** Compares like the database's C collation over UTF-8. `<` on strings differs from it beyond U+FFFF. */
function compareCodePoints(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}

function repeated(nodes: readonly TreeNode[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of nodes) (seen.has(id) ? twice : seen).add(id);
  return [...twice];
}
