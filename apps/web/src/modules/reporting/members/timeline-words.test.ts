import type { TimelineLine } from "@touchline/contract/reporting/timeline";
import { expect, test } from "vitest";
import { changeText, describeTimeline } from "./timeline-words.ts";

type Requirement = Extract<TimelineLine, { kind: "requirements" }>;
let made = 0;
const event = (change: Partial<Requirement>): Requirement => ({
  id: `id ${made++}`,
  at: "2026-05-03T12:00:00Z",
  kind: "requirements",
  what: "status",
  toState: null,
  toStatus: null,
  contentName: "Coach code of conduct",
  actorName: null,
  reason: null,
  formerCompletedAt: null,
  formerValidUntil: null,
  redoBy: null,
  ...change,
});
const textsOf = (...lines: TimelineLine[]) => describeTimeline(lines, "Maya Lopez", "UTC").map(({ text }) => text);
const seat = { labelName: "Head Coach", levelName: "U12 Girls", toStatus: null };
type Loose<Line> = Line extends TimelineLine ? Omit<Line, "id" | "at"> : never;
const line = (rest: Loose<TimelineLine>): TimelineLine => ({
  id: `id ${made++}`,
  at: "2026-05-03T12:00:00Z",
  ...rest,
});

test("an approval and the status it brings are one sentence with its reviewer", () => {
  const lines = [event({ toStatus: 3 }), event({ what: "attempt", toState: "approved", actorName: "Dana Reyes" })];
  expect(textsOf(...lines)).toEqual(["Dana Reyes approved Coach code of conduct."]);
});

test("what needed no review was not approved by anybody", () => {
  expect(textsOf(event({ what: "attempt", toState: "approved", actorName: "Maya Lopez" }))).toEqual([
    "Maya Lopez submitted Coach code of conduct. No review was needed.",
  ]);
});

test("a requirement to be repeated by a day is shown with that day, and with the approval if there is one", () => {
  const redo = event({ what: "redoAsked", redoBy: "2027-01-31", actorName: "Dana Reyes" });
  const approved = event({ what: "attempt", toState: "approved", actorName: "Dana Reyes" });
  const [alone] = describeTimeline([redo], "Maya Lopez", "UTC");
  expect(alone).toMatchObject({
    text: "Required again: Coach code of conduct.",
    more: [expect.stringMatching(/Jan 31, 2027|31 January 2027|January 31, 2027/)],
  });
  const [both] = describeTimeline([redo, approved], "Maya Lopez", "UTC");
  expect(both).toMatchObject({
    text: "Dana Reyes approved Coach code of conduct.",
    more: [expect.stringContaining("2027")],
  });
});

test("time alone changes a status too", () => {
  expect(textsOf(event({ toStatus: 4 }))).toEqual(["Coach code of conduct changed to Overdue."]);
});

test("what one act asked for at once is one sentence, in the order of names", () => {
  const demanded = (contentName: string) => event({ what: "demanded", contentName, actorName: "Dana Reyes" });
  expect(textsOf(demanded("Waiver"), demanded("Agreement"))).toEqual(["Now required: Agreement and Waiver."]);
});

test("an act tells its reason and what was before", () => {
  const [one] = describeTimeline(
    [event({ what: "dateEdited", actorName: "Dana Reyes", formerCompletedAt: "2026-01-02T12:00:00Z" })],
    "Maya Lopez",
    "UTC",
  );
  expect(one?.text).toBe("Dana Reyes corrected the completed date of Coach code of conduct.");
  expect(one?.more[0]).toContain("2026");
});

test.each<[string, TimelineLine]>([
  [
    "Dana Reyes added Maya Lopez as Head Coach at U12 Girls.",
    line({ kind: "memberships", what: "joined", actorName: "Dana Reyes", ...seat }),
  ],
  [
    "Maya Lopez joined as Head Coach at U12 Girls.",
    line({ kind: "memberships", what: "joined", actorName: null, ...seat }),
  ],
  [
    "Dana Reyes moved Maya Lopez to U12 Girls as Head Coach.",
    line({ kind: "memberships", what: "moved", actorName: "Dana Reyes", ...seat }),
  ],
  [
    "Maya Lopez's status as Head Coach at U12 Girls is now Cleared.",
    line({ kind: "memberships", what: "status", actorName: null, ...seat, toStatus: "Cleared" }),
  ],
  [
    "Dana Reyes changed the date of birth.",
    line({ kind: "details", what: "dateOfBirth", actorName: "Dana Reyes", changes: null }),
  ],
  ["Email sent: Invitation.", line({ kind: "mails", what: "invitation", actorName: null, state: "Sent" })],
  ["Dana Reyes added a note.", line({ kind: "notes", actorName: "Dana Reyes", text: "Calls." })],
  [
    "Dana Reyes reported an incident.",
    line({ kind: "incidents", what: "reported", actorName: "Dana Reyes", incidentId: "1" }),
  ],
  ["Dana Reyes viewed a confidential file.", line({ kind: "log", what: "file.viewed", actorName: "Dana Reyes" })],
])("%s", (sentence, one) => {
  expect(textsOf(one)).toEqual([sentence]);
});

test("a change says what is and what was", () => {
  expect(changeText({ field: "city", before: "Seattle", after: "Tacoma" })).toBe("City: Tacoma, was Seattle");
  expect(changeText({ field: "firstName", before: "", after: "Dana" })).toBe("First name: Dana");
  expect(changeText({ field: "ussfId", before: "1", after: "" })).toBe("U.S. Soccer ID: none, was 1");
});

test("the order of the server is kept", () => {
  const note = line({ kind: "notes", actorName: "Dana Reyes", text: "Later." });
  expect(textsOf(note, event({ what: "attempt", toState: "pendingReview", actorName: "Maya Lopez" }))).toEqual([
    "Dana Reyes added a note.",
    "Maya Lopez submitted Coach code of conduct.",
  ]);
});

test("an exception is shown with its last day and who made it, one of a role with its level, and its end with the reason", () => {
  const spared = {
    kind: "exceptions",
    contentName: "CPR",
    levelName: null,
    labelName: null,
    reason: "Injured",
  } as const;
  const until = { ...spared, untilDay: "2027-01-31" };
  const events = describeTimeline(
    [
      line({ ...until, what: "exempted", actorName: "Dana Reyes" }),
      line({ ...spared, what: "ended", untilDay: null, reason: null, actorName: "Dana Reyes" }),
      line({ ...until, what: "over", reason: null, actorName: null }),
      line({ ...spared, what: "exempted", levelName: "U12", labelName: "Volunteer", untilDay: null, actorName: null }),
    ],
    "Maya Lopez",
    "UTC",
  );
  expect(events.map(({ text }) => text)).toEqual([
    "Dana Reyes added an exemption from CPR.",
    "Dana Reyes ended the exemption from CPR.",
    "The exemption from CPR expired.",
    "An exemption from CPR was added.",
  ]);
  expect(events.map(({ more }) => more)).toEqual([
    ["Valid through Jan 31, 2027.", "Injured"],
    [],
    [],
    ["Applies to every Volunteer at U12.", "Injured"],
  ]);
});

test("an extension tells through which day, and why", () => {
  const [entry] = describeTimeline(
    [event({ what: "extended", actorName: "Dana Reyes", reason: "2027-01-22: Offices are closed:\nall of them." })],
    "Maya Lopez",
    "UTC",
  );
  expect(entry?.text).toBe("Dana Reyes extended Coach code of conduct.");
  expect(entry?.more).toEqual(["Valid through Jan 22, 2027.", "Offices are closed:\nall of them."]);
});
