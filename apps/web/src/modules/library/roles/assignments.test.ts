import { describe, expect, test } from "vitest";
import { type Assignment, withLabel, withoutLabel } from "./assignments.ts";

const one = (labelIds: string[], more: Partial<Assignment> = {}): Assignment => ({
  assignmentId: "first",
  levelId: "club",
  includeBelow: true,
  labelIds,
  mandatory: true,
  dueDate: null,
  payer: "Organization",
  ...more,
});
const where = { levelId: "club", includeBelow: true, mandatory: true };

describe("asking a requirement of one more role", () => {
  test("joins the assignment that says the same, and leaves the others alone", () => {
    const others = [
      one(["player"], { assignmentId: "due", dueDate: "2026-01-15" }),
      one(["player"], { levelId: "team" }),
    ];
    expect(withLabel([...others, one(["coach"])], "referee", where)).toEqual([...others, one(["coach", "referee"])]);
  });

  test.each([
    ["another level", { levelId: "team" }],
    ["without the levels below", { includeBelow: false }],
    ["optional", { mandatory: false }],
    ["a due date", { dueDate: "2026-01-15" }],
    ["another due day", { due: { type: "AfterJoining" as const, days: 7 } }],
    ["an age", { ages: { from: 18, to: null, by: "Birthday" as const } }],
    ["paid by the member", { payer: "Individual" as const }],
  ])("begins an assignment of its own beside one with %s", (_, more) => {
    const present = one(["coach"], more);
    const { assignmentId: _id, ...own } = one(["referee"]);
    expect(withLabel([present], "referee", where)).toEqual([present, own]);
  });

  test("twice changes nothing", () => {
    expect(withLabel([one(["coach"])], "coach", where)).toEqual([one(["coach"])]);
  });
});

describe("asking it of one role less", () => {
  test("keeps what the assignment says of other roles, and ends one that names no other", () => {
    const other = one(["coach"], { assignmentId: "second" });
    expect(withoutLabel([one(["coach", "player"]), other], "first", "coach")).toEqual([one(["player"]), other]);
    expect(withoutLabel([one(["coach"]), other], "first", "coach")).toEqual([other]);
  });
});
