import { expect, test } from "vitest";
import { above, findLevels, moreThan, treeOf } from "./level-tree.ts";

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

test("a person who sees only some branches has each as a root", () => {
  expect(treeOf([level("club a", "hidden"), level("club b", "hidden")]).map(({ id }) => id)).toEqual([
    "club a",
    "club b",
  ]);
});

const tree = treeOf([
  level("State", null),
  level("Málaga FC", "State"),
  level("Málaga U12", "Málaga FC"),
  level("Lakeside", "State"),
  level("Lakeside U12", "Lakeside"),
]);
const names = (wanted: string, most = 50) => findLevels(tree, wanted, most).found.map(({ name }) => name);

test("levels are found without accents and case, in tree order", () => {
  expect(names("malaga")).toEqual(["Málaga FC", "Málaga U12"]);
  expect(names("U12")).toEqual(["Málaga U12", "Lakeside U12"]);
  expect(names("  ")).toEqual([]);
});

test("a word of the path narrows down equal names, but does not find all that lies below it", () => {
  expect(names("lakeside u12")).toEqual(["Lakeside U12"]);
  expect(names("u12 lakeside")).toEqual(["Lakeside U12"]);
  expect(names("state lakeside")).toEqual(["Lakeside", "Lakeside U12"]);
  expect(findLevels(tree, "malaga u12", 9).found[0]?.path).toEqual(["Málaga FC"]);
});

test("of more than can be shown the first are, and it is known that there are more", () => {
  expect(findLevels(tree, "a", 2)).toMatchObject({ found: [{ name: "State" }, { name: "Málaga FC" }], more: true });
  expect(findLevels(tree, "a", 5).more).toBe(false);
});

test("the way down to a level is known, and none to a level that is not there", () => {
  expect(above(tree, "Lakeside U12")).toEqual(["State", "Lakeside"]);
  expect(above(tree, "State")).toEqual([]);
  expect(above(tree, "elsewhere")).toEqual([]);
});

test("levels are counted no further than needed", () => {
  expect(moreThan(4, tree)).toBe(true);
  expect(moreThan(5, tree)).toBe(false);
});
