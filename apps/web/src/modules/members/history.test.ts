import { expect, test } from "vitest";
import { type HistoryEvent, tellHistory } from "./history.ts";

const event = (change: Partial<HistoryEvent>): HistoryEvent => ({
  at: "2026-05-03T12:00:00Z",
  kind: "status",
  toState: null,
  toStatus: null,
  contentName: "Concussion training",
  actorName: null,
  reason: null,
  formerCompletedAt: null,
  ...change,
});
const told = (...events: HistoryEvent[]) => tellHistory(events, "Maya Lopez").map(({ happened }) => happened);

test("an approval and the status it brings are one event, told with its reviewer", () => {
  const [one, ...more] = tellHistory(
    [event({ toStatus: 3 }), event({ kind: "attempt", toState: "approved", actorName: "Dana Reed" })],
    "Maya Lopez",
  );
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
  expect(tellHistory([event({ toStatus: 4 })], "")).toMatchObject([{ happened: "became Overdue" }]);
});

test("what needed no review was not approved by anybody", () => {
  expect(told(event({ kind: "attempt", toState: "approved", toStatus: 3, actorName: "Maya Lopez" }))).toEqual([
    "was sent in and counts at once",
  ]);
});

test("what is asked for and what is dropped is told", () => {
  expect(told(event({ kind: "demanded", toStatus: 0 }))).toEqual(["asked for"]);
  expect(told(event({ kind: "demanded", toStatus: 3 }))).toEqual(["asked for and is now Completed"]);
  expect(told(event({ kind: "dropped" }))).toEqual(["no longer asked for"]);
});

test("what one act asked for is told together, by name", () => {
  const names = ["Waiver", "Concussion training"].map((contentName) => event({ kind: "demanded", contentName }));
  expect(tellHistory(names, "")).toMatchObject([{ contentNames: ["Concussion training", "Waiver"] }]);
});

test("what a reviewer did beside the usual way is told by its own name, once, with the reason", () => {
  const reason = "Saw the card.";
  const complete = tellHistory(
    [
      event({ toStatus: 3 }),
      event({ kind: "markedComplete", actorName: "Dana Reed", reason }),
      event({ kind: "attempt", toState: "approved", actorName: "Dana Reed" }),
      event({ kind: "attempt", toState: "withdrawn", actorName: "Dana Reed" }),
    ],
    "Maya Lopez",
  );
  expect(complete).toMatchObject([{ happened: "was marked complete and is now Completed", reason }]);
  expect(told(event({ kind: "markedIncomplete", toStatus: 0 }))).toEqual([
    "was marked incomplete and is now Incomplete",
  ]);
  expect(told(event({ kind: "dateEdited", toStatus: 5 }))).toEqual([
    "had its completed date corrected and is now Expired",
  ]);
  expect(told(event({ kind: "reinstated" }))).toEqual(["was reinstated"]);
});

test("two submissions at one moment stay two, and the order is kept", () => {
  const sent = { kind: "attempt" as const, toState: "pendingReview" as const };
  const history = [event({ ...sent, contentName: "Waiver" }), event(sent), event({ at: "2026-05-01T12:00:00Z" })];
  expect(tellHistory(history, "").map(({ contentNames }) => contentNames)).toEqual([
    ["Waiver"],
    ["Concussion training"],
    ["Concussion training"],
  ]);
});
