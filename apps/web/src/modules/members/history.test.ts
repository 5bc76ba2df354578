import { expect, test } from "vitest";
import { type HistoryEvent, tellHistory } from "./history.ts";

const event = (change: Partial<HistoryEvent>): HistoryEvent => ({
  at: "2026-05-03T12:00:00Z",
  kind: "status",
  toState: null,
  toStatus: null,
  contentName: "Concussion training",
  actorName: null,
  ...change,
});
const told = (...events: HistoryEvent[]) => tellHistory(events).map(({ happened }) => happened);

test("an approval and the status it brings are one event, told with its reviewer", () => {
  const [one, ...more] = tellHistory([
    event({ toStatus: 3 }),
    event({ kind: "attempt", toState: "approved", actorName: "Dana Reed" }),
  ]);
  expect(more).toEqual([]);
  expect(one).toMatchObject({
    happened: "was approved and is now Completed",
    actorName: "Dana Reed",
    toState: "approved",
  });
});

test("a submission is not told twice", () => {
  expect(told(event({ toStatus: 7 }), event({ kind: "attempt", toState: "pendingReview" }))).toEqual([
    "was submitted for review",
  ]);
});

test("time alone changes a status too", () => {
  expect(tellHistory([event({ toStatus: 4 })])).toMatchObject([{ happened: "became Overdue" }]);
});

test("what is asked for and what is dropped is told", () => {
  expect(told(event({ kind: "demanded", toStatus: 0 }))).toEqual(["is asked for from now on"]);
  expect(told(event({ kind: "demanded", toStatus: 3 }))).toEqual(["is asked for from now on and is now Completed"]);
  expect(told(event({ kind: "dropped" }))).toEqual(["is not asked for any more"]);
});

test("events of two requirements at one moment stay two, and the order is kept", () => {
  expect(
    tellHistory([
      event({ kind: "demanded", contentName: "Waiver" }),
      event({ kind: "demanded" }),
      event({ at: "2026-05-01T12:00:00Z", toStatus: 4 }),
    ]).map(({ contentName }) => contentName),
  ).toEqual(["Waiver", "Concussion training", "Concussion training"]);
});
