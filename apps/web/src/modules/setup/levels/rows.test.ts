import { expect, test } from "vitest";
import { type ListedLevel, mayDo } from "../../../levels/tree.ts";
import { blockOf, factsOf, kindsInUse, reachOf, visibleRows } from "./rows.ts";

const level = (levelId: string, parentId: string | null, depth: number, kind = "Level"): ListedLevel => ({
  levelId,
  parentId,
  name: levelId,
  kind,
  depth,
  logoId: null,
});
const levels = [
  level("state", null, 0, "Association"),
  level("north", "state", 1, "Region"),
  level("north-club", "north", 2, "Club"),
  level("north-u12", "north-club", 3, "Team"),
  level("north-u14", "north-club", 3, "Team"),
  level("south", "state", 1, "Region"),
];

test("only what lies in open levels is a row, with its place among its siblings", () => {
  const facts = factsOf(levels);
  const seen = (open: string[]) => visibleRows(levels, facts, new Set(open));
  expect(seen([]).map((row) => row.id)).toEqual(["state"]);
  expect(seen(["state", "north-club"]).map((row) => row.id)).toEqual(["state", "north", "south"]);
  expect(seen(["state", "north", "north-club"])).toMatchObject([
    { id: "state", level: 1, open: true, place: 1, siblings: 1 },
    { id: "north", level: 2, open: true, place: 1, siblings: 2 },
    { id: "north-club", level: 3, open: true, place: 1, siblings: 1 },
    { id: "north-u12", level: 4, open: null, place: 1, siblings: 2 },
    { id: "north-u14", level: 4, open: null, place: 2, siblings: 2 },
    { id: "south", level: 2, open: null, place: 2, siblings: 2 },
  ]);
});

test("the tree of somebody who sees a part begins where they look", () => {
  const part = levels.slice(2, 5);
  expect(visibleRows(part, factsOf(part), new Set(["north-club"]))).toMatchObject([
    { id: "north-club", level: 1, place: 1, siblings: 1 },
    { id: "north-u12", level: 2 },
    { id: "north-u14", level: 2, siblings: 2 },
  ]);
});

test("a level goes with everything below it, and nothing beside it", () => {
  expect([...blockOf(levels, "north")]).toEqual(["north", "north-club", "north-u12", "north-u14"]);
  expect([...blockOf(levels, "south")]).toEqual(["south"]);
  expect([...blockOf(levels, "nowhere")]).toEqual([]);
});

test("the reach found in one walk is what the table says of each level", () => {
  for (const role of ["Admin", "Account Manager", "Director", "Manager", "Individual"] as const) {
    for (const { levelId: at } of levels) {
      const roles = [{ role, levelId: at }];
      const expected = levels.filter(({ levelId }) => mayDo(roles, levels, "levels.edit", levelId));
      expect([...reachOf(roles, levels, "levels.edit")]).toEqual(expected.map(({ levelId }) => levelId));
    }
  }
});

test("kinds that are used beside it are offered first", () => {
  expect(kindsInUse(levels, 3)[0]).toBe("Team");
  expect(kindsInUse(levels, 1)[0]).toBe("Region");
});
