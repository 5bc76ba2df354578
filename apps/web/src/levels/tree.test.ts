import { expect, test } from "vitest";
import { type ListedLevel, levelsWhere, mayDo, pathTo, topmost } from "./tree.ts";

const level = (levelId: string, parentId: string | null, depth: number): ListedLevel => ({
  levelId,
  parentId,
  name: levelId,
  kind: "Level",
  depth,
  logoId: null,
});
const levels = [
  level("state", null, 0),
  level("north", "state", 1),
  level("north-u12", "north", 2),
  level("south", "state", 1),
  level("south-u12", "south", 2),
];

test("the path to a level begins with the outermost one", () => {
  expect(pathTo(levels, "north-u12").map((one) => one.levelId)).toEqual(["state", "north"]);
  expect(pathTo(levels, "state")).toEqual([]);
  expect(pathTo(levels, "nowhere")).toEqual([]);
});

test("a director of one branch adds people there and below, not in the next branch", () => {
  const director = [{ role: "Director" as const, levelId: "north" }];
  const adds = (levelId: string) => mayDo(director, levels, "members.add", levelId, { roles: ["Individual"] });
  expect(["state", "north", "north-u12", "south", "south-u12"].filter(adds)).toEqual(["north", "north-u12"]);
});

test("a manager gives the label of a member, not that of a director", () => {
  const manager = [{ role: "Manager" as const, levelId: "north" }];
  expect(mayDo(manager, levels, "members.add", "north-u12", { roles: ["Individual"] })).toBe(true);
  expect(mayDo(manager, levels, "labels.give", "north-u12", { roles: ["Director"] })).toBe(false);
});

test("an admin reaches every level, also beside the one they sit at", () => {
  expect(mayDo([{ role: "Admin", levelId: "north" }], levels, "memberships.change", "south-u12")).toBe(true);
});

test("of the levels that somebody looks after those are topmost that lie below no other, also where one between is not theirs", () => {
  const of = (...at: string[]) => {
    const roles = at.map((levelId) => ({ role: "Director" as const, levelId }));
    return topmost(levelsWhere(roles, levels, "content.assign")).map((one) => one.levelId);
  };
  expect(of("north", "north-u12", "south-u12")).toEqual(["north", "south-u12"]);
  expect(of("state", "north")).toEqual(["state"]);
  expect(of("south-u12")).toEqual(["south-u12"]);
  expect(of()).toEqual([]);
});
