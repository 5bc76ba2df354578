import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assignmentReaches, numberTree, placeAmong, shiftsOf, type TreeNode } from "./tree.ts";

function numbered(nodes: readonly TreeNode[]) {
  const result = numberTree(nodes);
  if (!("levels" in result)) throw new Error(`refused: ${result.refused}`);
  return result.levels;
}
const node = (id: string, parentId: string | null, name = id): TreeNode => ({ id, parentId, name });

/** Random trees, in which node i is below an earlier one, in shuffled order. */
const trees = fc
  .array(fc.tuple(fc.nat(), fc.string({ maxLength: 3 })), { maxLength: 60 })
  .map((choices) => [
    node("0", null, "root"),
    ...choices.map(([choice, name], index) => node(`${index + 1}`, `${choice % (index + 1)}`, name)),
  ])
  .chain((nodes) => fc.shuffledSubarray(nodes, { minLength: nodes.length }));

function isBelow(nodes: readonly TreeNode[], id: string, ancestor: string): boolean {
  for (let at = nodes.find((one) => one.id === id); at; at = nodes.find((one) => one.id === at?.parentId)) {
    if (at.id === ancestor) return true;
  }
  return false;
}

describe("the numbers of a tree", () => {
  test("contain exactly the levels below, as walking up the parents finds them", () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        const levels = numbered(nodes);
        expect(levels.map((level) => level.pre)).toEqual(nodes.map((_, index) => index));
        for (const a of levels)
          for (const b of levels) expect(a.pre <= b.pre && b.pre <= a.last).toBe(isBelow(nodes, b.id, a.id));
      }),
      { numRuns: 60 },
    );
  });

  test("do not depend on the order in which the levels are given", () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        expect(numbered(nodes.toReversed())).toEqual(numbered(nodes));
      }),
    );
  });

  test("give each level the depth of its parent and one", () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        const depths = new Map(numbered(nodes).map((level) => [level.id, level.depth]));
        for (const { id, parentId } of nodes) {
          expect(depths.get(id)).toBe(parentId === null ? 0 : (depths.get(parentId) ?? Number.NaN) + 1);
        }
      }),
    );
  });

  test("order siblings by name as UTF-8 bytes do, then by id", () => {
    const names = ["\u{1F600}", "\uFF21", "b", "B", "é", "", "ba", "b"];
    const nodes = [node("root", null), ...names.map((name, index) => node(`${index}`, "root", name))];
    const sorted = numbered(nodes).slice(1);
    expect(numbered(nodes.toReversed()).slice(1)).toEqual(sorted);
    const bytes = (text: string) => Buffer.from(text, "utf8");
    const nameOf = (id: string) => names[Number(id)] ?? "?";
    expect(sorted.map((level) => nameOf(level.id))).toEqual(
      names.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b))),
    );
    expect(sorted.filter((level) => nameOf(level.id) === "b").map((level) => level.id)).toEqual(["2", "7"]);
  });

  test("of 10,000 levels in one line or side by side are found without a stack overflow", () => {
    const line = Array.from({ length: 10_000 }, (_, index) => node(`${index}`, index === 0 ? null : `${index - 1}`));
    expect(numbered(line).at(-1)).toEqual({ id: "9999", pre: 9999, last: 9999, depth: 9999 });
    expect(numbered(line)[1]).toEqual({ id: "1", pre: 1, last: 9999, depth: 1 });
    const wide = Array.from({ length: 10_000 }, (_, index) => node(`${index}`, index === 0 ? null : "0"));
    expect(numbered(wide)[0]?.last).toBe(9999);
  });

  test("are refused for a circle, a missing parent, an id twice, and anything but one root", () => {
    const root = node("root", null);
    expect(numberTree([root, node("a", "b"), node("b", "a"), node("c", "root")])).toEqual({
      refused: "cycle",
      levelIds: ["a", "b"],
    });
    expect(numberTree([node("a", "a")])).toEqual({ refused: "cycle", levelIds: ["a"] });
    expect(numberTree([root, node("a", "gone")])).toEqual({ refused: "orphan", levelIds: ["a"] });
    expect(numberTree([root, node("a", "root"), node("a", "root")])).toEqual({ refused: "duplicate", levelIds: ["a"] });
    expect(numberTree([root, node("other", null)])).toEqual({ refused: "root", levelIds: ["root", "other"] });
    expect(numberTree([])).toEqual({ refused: "root", levelIds: [] });
  });
});

describe("a relocation", () => {
  test("comes to the numbers that the new tree has, wherever a level goes", () => {
    const moves = trees.chain((nodes) =>
      fc.tuple(fc.constant(nodes), fc.nat({ max: nodes.length - 1 }), fc.nat({ max: nodes.length - 1 })),
    );
    fc.assert(
      fc.property(moves, ([nodes, one, other]) => {
        const moving = nodes[one] as TreeNode;
        const target = nodes[other] as TreeNode;
        fc.pre(moving.parentId !== null && !isBelow(nodes, target.id, moving.id));
        const before = new Map(numbered(nodes).map((level) => [level.id, level]));
        const at = (id: string) => before.get(id) as NonNullable<ReturnType<typeof before.get>>;
        const block = at(moving.id);
        const parent = at(target.id);
        const siblings = nodes
          .filter((each) => each.parentId === target.id && each.id !== moving.id)
          .map(({ id, name }) => ({ id, name, last: at(id).last }));
        const relocation = { block, parent, at: placeAmong(parent, siblings, moving) };
        const { size, blockBy, depthBy, passed } = shiftsOf(relocation);
        const inBlock = (pre: number) => pre >= block.pre && pre <= block.last;
        const shifted = [...before.values()].map((level) => {
          const gained = level.pre <= parent.pre && level.last >= parent.last ? size : 0;
          const lost = level.pre < block.pre && level.last >= block.last ? size : 0;
          const by = inBlock(level.pre) ? blockBy : passed.from <= level.pre && level.pre <= passed.to ? passed.by : 0;
          const depth = level.depth + (inBlock(level.pre) ? depthBy : 0);
          return { id: level.id, pre: level.pre + by, last: level.last + by + gained - lost, depth };
        });
        const moved = nodes.map((each) => (each === moving ? { ...each, parentId: target.id } : each));
        expect(shifted.sort((a, b) => a.pre - b.pre)).toEqual(numbered(moved));
      }),
      { numRuns: 300 },
    );
  });
});

describe("an assignment", () => {
  const scope = { levelPre: 3, levelLast: 7, includeBelow: true, labelIds: ["coach", "referee"] };
  test("with the levels below reaches its level and those, and no other", () => {
    const reached = Array.from({ length: 12 }, (_, levelPre) => levelPre).filter((levelPre) =>
      assignmentReaches(scope, { levelPre, labelId: "coach" }),
    );
    expect(reached).toEqual([3, 4, 5, 6, 7]);
  });
  test("without the levels below reaches its level alone", () => {
    const reached = Array.from({ length: 12 }, (_, levelPre) => levelPre).filter((levelPre) =>
      assignmentReaches({ ...scope, includeBelow: false }, { levelPre, labelId: "coach" }),
    );
    expect(reached).toEqual([3]);
  });
  test("reaches only its labels, and nobody without any", () => {
    expect(assignmentReaches(scope, { levelPre: 4, labelId: "player" })).toBe(false);
    expect(assignmentReaches({ ...scope, labelIds: [] }, { levelPre: 4, labelId: "coach" })).toBe(false);
  });
});
