import { describe, expect, test } from "vitest";
import {
  type Activity,
  availableChildren,
  completedOf,
  copyOf,
  hasChance,
  localOf,
  openTree,
  primaryOf,
  readSequencingState,
  type SequencingRule,
  satisfiedOf,
  stateOf,
} from "./activity-tree.ts";
import { type Ending, followRequest, type NavigationRequest } from "./sequencing-requests.ts";

const silent: Ending = { saysCompletion: false, saysSuccess: false, suspends: false };
const rule = (action: string, condition: string, operator = "noOp"): SequencingRule => ({
  ...{ action, conditionCombination: "all", conditions: [{ condition, operator }] },
});
const pre = (...preConditionRules: SequencingRule[]) => ({
  sequencingRules: { preConditionRules, exitConditionRules: [], postConditionRules: [] },
});
const post = (...postConditionRules: SequencingRule[]) => ({
  sequencingRules: { preConditionRules: [], exitConditionRules: [], postConditionRules },
});
const part = (id: string, more: Partial<Activity> = {}): Activity => ({ id, title: id, ...more });
const chapter = (id: string, children: Activity[], more: Partial<Activity> = {}): Activity =>
  part(id, { children, ...more, sequencingControls: { flow: true, ...more.sequencingControls } });

type Said = { satisfied?: boolean; completed?: boolean; measure?: number; suspends?: boolean };

/** Simulates a learner in a tree of activities. */
function learner(root: Activity) {
  let tree = openTree(root, null, "seed");
  return {
    go(by: NavigationRequest, to?: string, said: Said = {}): string | null {
      const { current } = tree;
      if (current?.state.isActive) {
        const local = localOf(current, primaryOf(current));
        if (said.satisfied !== undefined) local.satisfied = said.satisfied;
        if (said.measure !== undefined) local.measure = said.measure;
        if (said.completed !== undefined) current.state.completed = said.completed;
      }
      const ending = { ...silent, suspends: said.suspends === true };
      return followRequest(tree, by, tree.nodes.get(to ?? "") ?? null, ending)?.activity.id ?? null;
    },
    /** Stores the state as text and reads it back. */
    resume() {
      tree = openTree(root, readSequencingState(JSON.stringify(stateOf(tree))), "other");
    },
    of(id: string) {
      const node = tree.nodes.get(id);
      if (!node) throw new Error(id);
      const objective = primaryOf(node);
      return {
        satisfied: satisfiedOf(tree, node, objective),
        completed: completedOf(tree, node, objective),
        measure: localOf(node, objective).measure,
      };
    },
  };
}

describe("what is not known is neither yes nor no", () => {
  test('a part that is skipped unless "satisfied" is not skipped before anything is known of it', () => {
    const course = chapter("r", [part("a"), part("b", pre(rule("skip", "satisfied", "not"))), part("c")]);
    const one = learner(course);
    expect([one.go("start"), one.go("continue")]).toEqual(["a", "b"]);
  });

  test.each([
    ["none", "satisfied", null],
    ["any", "satisfied", null],
    ["all", "objectiveStatusKnown", null],
    ["any", "objectiveStatusKnown", true],
  ])("a chapter with one failed part and one not opened: %s %s gives %s", (consideration, condition, satisfied) => {
    const rollup = { ...rule("satisfied", condition), consideration };
    const course = chapter("r", [part("a"), part("b")], { rollupRules: { rules: [rollup] } });
    const one = learner(course);
    one.go("start");
    one.go("continue", undefined, { satisfied: false });
    expect(one.of("r").satisfied).toBe(satisfied);
  });
});

test("scores are weighed, and a part without one counts as nothing", () => {
  const weighed = (id: string, objectiveMeasureWeight: number) =>
    part(id, { sequencingControls: { objectiveMeasureWeight } });
  const one = learner(chapter("r", [weighed("a", 3), weighed("b", 1), part("c")]));
  one.go("start");
  one.go("continue", undefined, { measure: 1 });
  expect(one.of("r").measure).toBeCloseTo(3 / 5);
});

test("a part that is left in silence is completed and satisfied, but for one that says so itself, or is suspended", () => {
  const own = part("b", { deliveryControls: { completionSetByContent: true, objectiveSetByContent: true } });
  const one = learner(chapter("r", [part("a"), own, part("c")]));
  one.go("start");
  one.go("continue");
  one.go("continue");
  one.go("exit", undefined, { suspends: true });
  expect(["a", "b", "c"].map((id) => one.of(id))).toMatchObject([
    { completed: true, satisfied: true },
    { completed: null, satisfied: null },
    { completed: null, satisfied: null },
  ]);
});

test("rules after a part lead back, repeat the whole, and leave the chapter", () => {
  const back = chapter("r", [part("a"), part("b", post(rule("previous", "always")))]);
  const again = chapter("r", [part("a"), part("b", post(rule("retryAll", "satisfied", "not")))]);
  const out = chapter("r", [chapter("s", [part("a", post(rule("exitParent", "always"))), part("b")]), part("c")]);
  const led = (course: Activity, said: Said = {}) => {
    const one = learner(course);
    const first = one.go("start");
    return [first, one.go("continue"), one.go("continue", undefined, said)];
  };
  expect(led(back)).toEqual(["a", "b", "a"]);
  expect(led(again, { satisfied: false })).toEqual(["a", "b", "a"]);
  expect(led(again, { satisfied: true })).toEqual(["a", "b", null]);
  expect(led(out)).toEqual(["a", "c", null]);
});

test("choosing a chapter opens its first part; what is closed, hidden, or behind a stop can't be chosen", () => {
  const course = chapter("r", [
    part("a"),
    chapter("s", [part("b"), part("c")]),
    part("d", pre(rule("disabled", "always"))),
    part("e", pre(rule("hiddenFromChoice", "always"))),
    part("f", pre(rule("stopForwardTraversal", "satisfied", "not"))),
    part("g"),
  ]);
  const choose = (id: string) => {
    const one = learner(course);
    one.go("start");
    return one.go("choice", id);
  };
  expect(["s", "c", "d", "e", "g"].map(choose)).toEqual(["b", "c", null, null, "g"]);
  const closed = learner(chapter("r", [part("a"), part("b")], { sequencingControls: { choice: false } }));
  expect([closed.go("start"), closed.go("choice", "b")]).toEqual(["a", null]);
});

test("one goes back only where the package lets one, and no further than its attempts", () => {
  const forward = learner(chapter("r", [part("a"), part("b")], { sequencingControls: { forwardOnly: true } }));
  expect([forward.go("start"), forward.go("continue"), forward.go("previous")]).toEqual(["a", "b", null]);
  const once = learner(chapter("r", [part("a", { attemptLimit: 1 }), part("b")]));
  expect([once.go("start"), once.go("continue"), once.go("previous")]).toEqual(["a", "b", null]);
});

test("what was suspended is opened again where it was, also after it was kept as text", () => {
  const one = learner(chapter("r", [part("a"), part("b")]));
  one.go("start");
  one.go("continue");
  expect(one.go("suspendAll", undefined, { suspends: true })).toBeNull();
  one.resume();
  expect(one.go("resumeAll")).toBe("b");
});

test("objectives that parts share are read in place of their own, and last as long as the package says", () => {
  const map = (way: "read" | "write") => ({
    primaryObjective: {
      objectiveID: "o",
      satisfiedByMeasure: false,
      mapInfo: [
        { targetObjectiveID: "shared", readSatisfiedStatus: way === "read", writeSatisfiedStatus: way === "write" },
      ],
    },
  });
  const reader = { ...map("read"), ...pre(rule("skip", "satisfied")) };
  const course = (forgetsShared: boolean) =>
    chapter("r", [part("a", reader), part("b", map("write")), part("c", post(rule("retryAll", "always")))], {
      forgetsShared,
    });
  const walk = (forgetsShared: boolean) => {
    const one = learner(course(forgetsShared));
    return [
      one.go("start"),
      one.go("continue"),
      one.go("continue", undefined, { satisfied: true }),
      one.go("continue"),
    ];
  };
  expect(walk(false)).toEqual(["a", "b", "c", "b"]);
  expect(walk(true)).toEqual(["a", "b", "c", "a"]);
});

test("what is left to chance is the same for the same learner, and another for others", () => {
  const by = { selectionTiming: "once", selectCount: 5, randomizationTiming: "once", reorderChildren: true };
  const course = chapter(
    "r",
    Array.from({ length: 20 }, (_, place) => part(`p${place}`)),
    { sequencingControls: by },
  );
  expect([hasChance(course), hasChance(chapter("r", [part("a")]))]).toEqual([true, false]);
  const order = (seed: string) =>
    availableChildren(openTree(course, null, seed).root).map(({ activity }) => activity.id);
  expect(order("one")).toEqual(order("one"));
  expect(order("one")).not.toEqual(order("other"));
  expect(new Set(order("one")).size).toBe(5);
});

test("looking ahead changes nothing", () => {
  const tree = openTree(chapter("r", [part("a"), part("b")]), null, "seed");
  followRequest(tree, "start", null, silent);
  const before = JSON.stringify(stateOf(tree));
  followRequest(copyOf(tree), "continue", null, { ...silent, isTrial: true });
  expect(JSON.stringify(stateOf(tree))).toBe(before);
});

test("a state of another format is none", () => {
  expect([null, "", '{"version":"1.0"}'].map(readSequencingState)).toEqual([null, null, null]);
});
