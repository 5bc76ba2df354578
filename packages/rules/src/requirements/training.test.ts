import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  durationText,
  isKept,
  itemOutcome,
  mostReportedNames,
  outcomeInSitting,
  packageOutcome,
  partBefore,
  reportedProblem,
  reportedScore,
  reportedSeconds,
  requestedPart,
  type SequencedWhole,
  secondsCounted,
  sequencedOutcome,
  sharedDataOf,
  sharedValues,
  sittingSlack,
  type TrainingOutcome,
} from "./training.ts";

test.each([
  [{}, null, null, "open"],
  [{ "cmi.core.lesson_status": "incomplete" }, null, null, "open"],
  [{ "cmi.core.lesson_status": "browsed" }, null, null, "open"],
  [{ "cmi.core.lesson_status": "completed" }, null, null, "passed"],
  [{ "cmi.core.lesson_status": "passed" }, null, null, "passed"],
  [{ "cmi.core.lesson_status": "failed", "cmi.core.score.raw": "100" }, null, null, "failed"],
  [{ "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "79" }, null, 80, "failed"],
  [{ "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "80" }, null, 80, "passed"],
  [{ "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "60" }, 70, null, "failed"],
  // If the package requires a score, its own "passed" counts without one, and "completed" doesn't.
  [{ "cmi.core.lesson_status": "passed" }, 70, null, "passed"],
  [{ "cmi.core.lesson_status": "completed" }, 70, null, "open"],
  [{ "cmi.core.lesson_status": "completed", "cmi.core.score.raw": "0" }, 70, null, "failed"],
  [{ "cmi.core.lesson_status": "completed", "cmi.core.score.raw": "70" }, 70, null, "passed"],
  [{ "cmi.core.lesson_status": "incomplete", "cmi.core.score.raw": "90" }, 70, null, "open"],
  [{ "cmi.core.score.raw": "90" }, 70, null, "passed"],
  [{ "cmi.core.score.raw": "90" }, null, null, "open"],
  [{ "cmi.core.lesson_status": "passed" }, null, 80, "open"],
  [{ "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "75" }, 90, 70, "passed"],
] as const)("1.2: %j, mastery %j, asked %j: %s", (values, mastery, minimum, outcome) => {
  expect(itemOutcome("1.2", { tells: true, mastery }, values, minimum)).toBe(outcome);
});

test.each([
  [{ "cmi.completion_status": "completed" }, null, null, "passed"],
  [{ "cmi.completion_status": "completed", "cmi.success_status": "unknown" }, null, null, "passed"],
  [{ "cmi.completion_status": "completed", "cmi.success_status": "failed" }, null, null, "failed"],
  [{ "cmi.completion_status": "incomplete", "cmi.success_status": "passed" }, null, null, "open"],
  [{ "cmi.success_status": "passed" }, null, null, "passed"],
  [{ "cmi.completion_status": "completed", "cmi.score.scaled": "0.5" }, null, 60, "failed"],
  [{ "cmi.completion_status": "completed", "cmi.score.raw": "9", "cmi.score.max": "10" }, null, 90, "passed"],
  [{ "cmi.completion_status": "not attempted" }, null, null, "open"],
  // If a score is required, "completed" without one never counts.
  [{ "cmi.completion_status": "completed" }, 80, null, "open"],
  [{ "cmi.completion_status": "completed" }, null, 80, "open"],
  [{ "cmi.completion_status": "completed", "cmi.success_status": "unknown" }, 80, null, "open"],
  [{ "cmi.completion_status": "completed", "cmi.success_status": "passed" }, 80, null, "passed"],
  [{ "cmi.completion_status": "completed", "cmi.success_status": "passed" }, 80, 80, "open"],
  [{ "cmi.completion_status": "completed", "cmi.score.scaled": "0" }, 80, null, "failed"],
  [{ "cmi.completion_status": "completed", "cmi.score.scaled": "0.8" }, 80, null, "passed"],
  [{ "cmi.score.scaled": "0.8" }, 80, null, "passed"],
  [{ "cmi.score.scaled": "0.8" }, null, null, "open"],
] as const)("2004: %j, mastery %j, asked %j: %s", (values, mastery, minimum, outcome) => {
  expect(itemOutcome("2004", { tells: true, mastery }, values, minimum)).toBe(outcome);
});

test("within a sitting a later failure counts, and what an earlier sitting passed stays passed", () => {
  expect(outcomeInSitting("open", "passed", "failed")).toBe("failed");
  expect(outcomeInSitting("open", "failed", "passed")).toBe("passed");
  expect(outcomeInSitting("open", "passed", "open")).toBe("passed");
  expect(outcomeInSitting("open", "failed", "open")).toBe("open");
  expect(outcomeInSitting("passed", "passed", "failed")).toBe("passed");
});

test("pages that tell nothing count once they were opened", () => {
  expect(itemOutcome("1.2", { tells: false, mastery: 100 }, {}, 100)).toBe("passed");
});

test("a package is passed with its last part, and failed when nothing else is left", () => {
  expect(packageOutcome([])).toBe("open");
  expect(packageOutcome(["passed", "open"])).toBe("open");
  expect(packageOutcome(["failed", "open"])).toBe("open");
  expect(packageOutcome(["failed", "passed"])).toBe("failed");
  fc.assert(
    fc.property(fc.array(fc.constantFrom<TrainingOutcome>("open", "passed", "failed")), (outcomes) => {
      expect(packageOutcome(outcomes) === "passed").toBe(
        outcomes.length > 0 && outcomes.every((one) => one === "passed"),
      );
    }),
  );
});

test("a score is read in percent, whatever its bounds, and nothing else is one", () => {
  const raw = (of: Record<string, string>) =>
    reportedScore(
      "1.2",
      Object.fromEntries(Object.entries(of).map(([name, value]) => [`cmi.core.score.${name}`, value])),
    );
  expect(raw({ raw: "15", min: "10", max: "20" })).toBe(50);
  expect(raw({ raw: "" })).toBeNull();
  expect(raw({ raw: "many" })).toBeNull();
  expect(raw({ raw: "5", min: "9", max: "9" })).toBeNull();
  expect(raw({ raw: "900" })).toBe(100);
  expect(reportedScore("2004", { "cmi.score.scaled": "-0.5" })).toBe(0);
});

test("no more time counts than can have passed, and what is written is read again", () => {
  expect(secondsCounted(32_400, 60)).toBe(60 + sittingSlack);
  expect(secondsCounted(20, 60)).toBe(20);
  expect(secondsCounted(null, 60)).toBe(60);
  expect(reportedSeconds("1.2", { "cmi.core.session_time": "00:01:30.5" })).toBe(90.5);
  expect(reportedSeconds("1.2", { "cmi.core.session_time": "soon" })).toBeNull();
  expect(reportedSeconds("2004", { "cmi.session_time": "P1DT1M2.5S" })).toBe(86_462.5);
  expect(reportedSeconds("2004", {})).toBeNull();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000_000 }), (seconds) => {
      expect(reportedSeconds("2004", { "cmi.session_time": durationText("2004", seconds) })).toBe(seconds);
      expect(reportedSeconds("1.2", { "cmi.core.session_time": durationText("1.2", seconds) })).toBe(seconds);
    }),
  );
});

test("what a package is told is not kept as its own, and there is an end to what it may tell", () => {
  expect(isKept("cmi.suspend_data")).toBe(true);
  for (const name of [
    "cmi.core.student_name",
    "cmi.learner_id",
    "cmi.core.entry",
    "cmi.total_time",
    "adl.nav.request",
  ]) {
    expect(isKept(name)).toBe(false);
  }
  expect(reportedProblem({ "cmi.suspend_data": "x".repeat(64_000) })).toBeNull();
  expect(reportedProblem({ "cmi.suspend_data": "x".repeat(100_001) })).not.toBeNull();
  expect(reportedProblem({ "cmi.<script>": "" })).not.toBeNull();
  expect(reportedProblem({ __proto__x: "" })).not.toBeNull();
  const many = (count: number, length: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`cmi.a.${index}`, "x".repeat(length)]));
  expect(reportedProblem(many(mostReportedNames + 1, 0))).not.toBeNull();
  expect(reportedProblem(many(5, 99_000))).not.toBeNull();
});

test("a part waits for the first one that is missing, and parts of old packages for none", () => {
  const parts = [
    { outcome: "failed" as const, tries: 1 },
    { outcome: "open" as const, tries: 0 },
    { outcome: "passed" as const, tries: 1 },
  ];
  const waits = (passed: number[], begun: number[]) => partBefore({ after: { passed, begun } }, parts);
  expect([waits([], []), waits([0], []), waits([], [0]), waits([2], [1, 2]), waits([2], [2]), waits([0], [1])]).toEqual(
    [...[null, 0, null, 1, null, 0]],
  );
  expect(partBefore({}, parts)).toBeNull();
});

test.each([
  ["continue", 0, 1],
  ["continue", 2, null],
  ["previous", 1, 0],
  ["previous", 0, null],
  ["{target=b}choice", 2, 1],
  ["{target=nobody}choice", 0, null],
  ["exitAll", 0, null],
  ["", 0, null],
])("a course that asks for %j from part %i is led to %j", (wish, from, to) => {
  expect(requestedPart(wish, from, ["a", "b", "c"])).toBe(to);
});

describe("a package whose own sequencing says what its parts add up to", () => {
  const whole = (
    completion: SequencedWhole["completion"],
    success: SequencedWhole["success"],
    measure: number | null = null,
    hasNext = false,
  ) => ({ completion, success, measure, hasNext });

  test.each([
    [whole("incomplete", "passed"), null, "passed"],
    [whole("incomplete", "passed", null, true), null, "open"],
    [whole("completed", "passed", null, true), null, "passed"],
    [whole("incomplete", "unknown"), null, "open"],
    [whole("unknown", "unknown"), null, "open"],
    [whole("completed", "unknown"), null, "passed"],
    [whole("completed", "passed"), null, "passed"],
    [whole("unknown", "passed"), null, "passed"],
    [whole("unknown", "failed"), null, "open"],
    [whole("completed", "failed"), null, "failed"],
    [whole("completed", "passed"), 80, "open"],
    [whole("completed", "passed", 0.8), 80, "passed"],
    [whole("completed", "passed", 0.79), 80, "failed"],
  ] as const)("%o with a score of %s to reach is %s", (is, minimumScore, outcome) => {
    expect(sequencedOutcome(is, minimumScore)).toBe(outcome);
  });
});

test("of data that parts share the latest word of one that may write it counts", () => {
  const notes = { id: "notes", reads: true, writes: true };
  const parts: Parameters<typeof sharedDataOf>[0] = [
    { data: [notes], values: { "adl.data.0.store": "first" } },
    { data: [{ ...notes, id: "other" }, notes], values: { "adl.data.0.store": "else", "adl.data.1.store": "second" } },
    { data: [{ ...notes, writes: false }], values: { "adl.data.0.store": "third" } },
    { data: undefined, values: { "adl.data.0.store": "fourth" } },
  ];
  const stores = sharedDataOf(parts);
  expect(stores).toEqual({ notes: "second", other: "else" });
  expect(sharedValues({ data: [notes] }, stores)).toEqual({ "adl.data.0.store": "second" });
});

test.each([
  ["0.7", "incomplete", "passed"],
  ["0.69", "completed", "open"],
  ["", "completed", "passed"],
])("a part that is completed from 0.7 on, at %j and by its own word %s, is %s", (progress, word, outcome) => {
  const values = { "cmi.completion_status": word, "cmi.progress_measure": progress };
  expect(itemOutcome("2004", { tells: true, mastery: null, completionThreshold: 0.7 }, values, null)).toBe(outcome);
});
