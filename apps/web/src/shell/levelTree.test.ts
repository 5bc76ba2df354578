import { expect, test } from "vitest";
import { treeOf } from "./levelTree.ts";

const level = (levelId: string, parentId: string | null) => ({ levelId, parentId, name: levelId });

test("a list in tree order becomes the tree", () => {
  expect(
    treeOf([level("state", null), level("north", "state"), level("u9", "north"), level("south", "state")]),
  ).toEqual([
    {
      id: "state",
      name: "state",
      children: [
        { id: "north", name: "north", children: [{ id: "u9", name: "u9", children: [] }] },
        { id: "south", name: "south", children: [] },
      ],
    },
  ]);
});

test("whoever sees only some branches has each as a root", () => {
  expect(treeOf([level("club a", "hidden"), level("club b", "hidden")]).map(({ id }) => id)).toEqual([
    "club a",
    "club b",
  ]);
});
