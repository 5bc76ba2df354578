import { type AttemptState, attemptStates, RequirementType } from "@touchline/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AttemptEvent,
  type AttemptOutcome,
  attemptIsOpen,
  isOpen,
  nextAttemptState,
  noteIsMailed,
  uploadWantsReview,
  type WithdrawalReason,
} from "./attempt.ts";

const fromStates: (AttemptState | null)[] = [null, ...attemptStates];
const finished: AttemptState[] = ["approved", "reset", "canceled", "withdrawn"];
const open: AttemptState[] = ["draft", "waitingApplicant", "waitingProvider", "pendingReview"];
const type = RequirementType.BackgroundCheck;

/** Describes the outcome in words. */
function said(outcome: AttemptOutcome): string {
  if ("to" in outcome) return `${outcome.newAttempt ? "new " : ""}${outcome.to}`;
  return "refused" in outcome ? "conflict" : "recorded";
}

/**
 * The specification's table, cell by cell. Columns: no attempt, draft, waitingApplicant, waitingProvider, pendingReview,
 * a finished one (approved, reset, canceled, withdrawn), disqualified. "." conflict, "-" recorded only, "+" a new one.
 */
const cells: [event: AttemptEvent, row: string][] = [
  [{ kind: "begin" }, "+draft . . . . +draft ."],
  [{ kind: "sentToApplicant" }, "+wA wA . wA . +wA ."],
  [{ kind: "providerAskedApplicant" }, "- wA - wA - - -"],
  [{ kind: "applicantFinished" }, "+wP wP wP - - - -"],
  [{ kind: "searchStarted" }, "+wP wP wP . . +wP ."],
  [{ kind: "submitted", reviewWanted: true, type }, "+review review review . . +review ."],
  [{ kind: "submitted", reviewWanted: false, type }, "+approved approved approved approved . +approved ."],
  [{ kind: "providerClear" }, "+approved approved approved approved - - -"],
  [{ kind: "machineMatch" }, "+approved approved approved approved - - -"],
  [{ kind: "machineUndecided" }, "- - review review - - -"],
  [{ kind: "providerFlagged", type }, "+review review review review review +review -"],
  [{ kind: "finalAdverse", type }, "+review review review review review +review -"],
  [{ kind: "externalReviewFailed", type }, "+review review review review review +review -"],
  [{ kind: "providerFlagged", type, sameFinding: true }, "- - - - - - -"],
  [{ kind: "providerCanceled" }, "- - canceled canceled - - -"],
  [{ kind: "providerExpired" }, "- - canceled canceled - - -"],
  [{ kind: "withdrawn", reason: "byMember" }, ". withdrawn withdrawn withdrawn withdrawn . ."],
  [{ kind: "withdrawn", reason: "fileDeleted" }, ". withdrawn withdrawn withdrawn withdrawn . ."],
  [{ kind: "withdrawn", reason: "superseded" }, ". withdrawn withdrawn withdrawn withdrawn . ."],
  [{ kind: "withdrawn", reason: "cameOfAge" }, ". withdrawn withdrawn withdrawn withdrawn . ."],
  [{ kind: "withdrawn", reason: "demandDropped" }, ". withdrawn withdrawn withdrawn withdrawn . ."],
  [{ kind: "withdrawn", reason: "demandDropped", orderRunning: true }, ". - - - - - -"],
  [{ kind: "withdrawn", reason: "demandDropped", findingOpen: true }, ". - - - - - -"],
  [{ kind: "withdrawn", reason: "cameOfAge", findingOpen: true }, ". - - - - - -"],
  [{ kind: "withdrawn", reason: "byMember", findingOpen: true }, ". . . . . . ."],
  [{ kind: "withdrawn", reason: "fileDeleted", findingOpen: true }, ". . . . . . ."],
  [{ kind: "withdrawn", reason: "superseded", findingOpen: true }, ". withdrawn withdrawn withdrawn withdrawn . ."],
  [{ kind: "reviewed", decision: "Approved" }, ". . . . approved . ."],
  [{ kind: "reviewed", decision: "RejectedReset" }, ". . . . reset . ."],
  [{ kind: "reviewed", decision: "RejectedDisqualified" }, ". . . . disqualified . ."],
  [{ kind: "externalReviewPassed" }, "- - - - approved - -"],
  [{ kind: "completedWithoutUpload" }, "+approved +approved +approved +approved +approved +approved ."],
];

const words: Record<string, string> = { ".": "conflict", "-": "recorded" };
const states: Record<string, string> = { wA: "waitingApplicant", wP: "waitingProvider", review: "pendingReview" };
function expected(cell: string): string {
  const word = words[cell];
  if (word !== undefined) return word;
  const state = cell.replace("+", "");
  return `${cell.startsWith("+") ? "new " : ""}${states[state] ?? state}`;
}

describe("the attempt machine", () => {
  for (const [event, row] of cells) {
    test(`${JSON.stringify(event)} leads where the table says, from every state`, () => {
      const [none, draft, waitingApplicant, waitingProvider, pendingReview, done, disqualified] = row.split(" ");
      const byState: Record<AttemptState | "none", string | undefined> = {
        none,
        draft,
        waitingApplicant,
        waitingProvider,
        pendingReview,
        approved: done,
        reset: done,
        canceled: done,
        withdrawn: done,
        disqualified,
      };
      for (const from of fromStates) {
        expect(`${from} → ${said(nextAttemptState(from, event))}`).toBe(
          `${from} → ${expected(byState[from ?? "none"] ?? "")}`,
        );
      }
    });
  }

  test("a conflict names the state that stands in the way", () => {
    expect(nextAttemptState("pendingReview", { kind: "begin" })).toEqual({
      refused: "conflict",
      state: "pendingReview",
    });
    expect(nextAttemptState(null, { kind: "reviewed", decision: "Approved" })).toEqual({
      refused: "conflict",
      state: "none",
    });
  });

  test("an upload is reviewed as LiveScan for a Live Scan and as a manual upload for every other type", () => {
    for (const each of Object.values(RequirementType)) {
      expect(nextAttemptState("draft", { kind: "submitted", reviewWanted: true, type: each })).toEqual({
        to: "pendingReview",
        source: each === RequirementType.LiveScan ? "LiveScan" : "ManualUpload",
      });
    }
  });

  test("a finding is reviewed under the source of its type", () => {
    const sources = { 3: "FlaggedBackgroundCheck", 6: "SexOffenderSearch", 10: "LiveScan" } as const;
    for (const each of Object.values(RequirementType)) {
      const source = each === 3 || each === 6 || each === 10 ? sources[each] : "ManualUpload";
      const flagged = nextAttemptState("waitingProvider", { kind: "providerFlagged", type: each });
      expect(flagged).toEqual({ to: "pendingReview", source });
      for (const kind of ["finalAdverse", "externalReviewFailed"] as const) {
        expect(nextAttemptState("waitingProvider", { kind, type: each })).toEqual({
          to: "pendingReview",
          source,
          preDecided: "RejectedDisqualified",
        });
      }
    }
  });

  test("a finding that comes while an upload is reviewed takes over the source of the review", () => {
    expect(nextAttemptState("pendingReview", { kind: "providerFlagged", type })).toEqual({
      to: "pendingReview",
      source: "FlaggedBackgroundCheck",
    });
  });

  test("what the machine cannot decide is reviewed as a manual upload", () => {
    expect(nextAttemptState("waitingProvider", { kind: "machineUndecided" })).toEqual({
      to: "pendingReview",
      source: "ManualUpload",
    });
  });

  test("completing without upload supersedes what is open, and only that", () => {
    for (const from of fromStates) {
      const outcome = nextAttemptState(from, { kind: "completedWithoutUpload" });
      if (!("to" in outcome)) continue;
      expect(outcome.supersedes === true).toBe(from !== null && isOpen(from));
      expect(outcome).not.toHaveProperty("source");
    }
  });

  test("a later finding on the order of a superseded attempt still opens a review", () => {
    expect(nextAttemptState("withdrawn", { kind: "providerFlagged", type })).toEqual({
      to: "pendingReview",
      source: "FlaggedBackgroundCheck",
      newAttempt: true,
    });
  });

  test("exactly draft, the two waiting states and pendingReview are open", () => {
    expect(attemptStates.filter((state) => attemptIsOpen[state])).toEqual(open);
  });

  test("only a reset's note is mailed", () => {
    expect(noteIsMailed).toEqual({ Approved: false, RejectedReset: true, RejectedDisqualified: false });
  });

  test("uploads of screenings, proofs and certificates are always reviewed; documents and forms as the content says", () => {
    const always = [3, 5, 7, 8, 9, 10];
    for (const each of Object.values(RequirementType)) {
      expect(uploadWantsReview(each, false)).toBe(always.includes(each));
      expect(uploadWantsReview(each, true)).toBe(always.includes(each) || each === 0 || each === 1);
    }
  });
});

const reason = fc.constantFrom<WithdrawalReason>("byMember", "fileDeleted", "superseded", "demandDropped", "cameOfAge");
const anyType = fc.constantFrom(...Object.values(RequirementType));
const ownEvent: fc.Arbitrary<AttemptEvent> = fc.oneof(
  fc.record({ kind: fc.constantFrom("begin", "sentToApplicant", "searchStarted", "completedWithoutUpload") }),
  fc.record({ kind: fc.constant("submitted" as const), reviewWanted: fc.boolean(), type: anyType }),
  fc.record({ kind: fc.constant("withdrawn" as const), reason, orderRunning: fc.boolean(), findingOpen: fc.boolean() }),
  fc.record({
    kind: fc.constant("reviewed" as const),
    decision: fc.constantFrom("Approved", "RejectedReset", "RejectedDisqualified"),
  }),
);
const finding: fc.Arbitrary<AttemptEvent> = fc.record({
  kind: fc.constantFrom("providerFlagged", "finalAdverse", "externalReviewFailed"),
  type: anyType,
});
const providerEvent: fc.Arbitrary<AttemptEvent> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      "providerAskedApplicant",
      "applicantFinished",
      "providerClear",
      "machineMatch",
      "machineUndecided",
      "providerCanceled",
      "providerExpired",
      "externalReviewPassed",
    ),
  }),
  finding,
);

/** Plays a requirement by the rules: its attempts, oldest first. */
function play(events: readonly AttemptEvent[]): AttemptState[] {
  const attempts: AttemptState[] = [];
  for (const event of events) {
    const last = attempts.at(-1) ?? null;
    const outcome = nextAttemptState(last, event);
    if (!("to" in outcome)) continue;
    if (outcome.supersedes) attempts[attempts.length - 1] = "withdrawn";
    if (outcome.newAttempt) attempts.push(outcome.to);
    else attempts[attempts.length - 1] = outcome.to;
  }
  return attempts;
}

describe("whatever happens, in whatever order", () => {
  test("at most one attempt is open, and it is the last", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(ownEvent, providerEvent), { maxLength: 30 }), (events) => {
        expect(play(events).slice(0, -1).filter(isOpen)).toEqual([]);
      }),
    );
  });

  test("a provider's event is never refused", () => {
    fc.assert(
      fc.property(fc.constantFrom(...fromStates), providerEvent, (from, event) => {
        expect(nextAttemptState(from, event)).not.toHaveProperty("refused");
      }),
    );
  });

  test("a finished attempt is never changed: what happens on it opens a new one or is recorded or refused", () => {
    fc.assert(
      fc.property(fc.constantFrom(...finished), fc.oneof(ownEvent, providerEvent), (from, event) => {
        const outcome = nextAttemptState(from, event);
        if ("to" in outcome) expect(outcome.newAttempt).toBe(true);
      }),
    );
  });

  test("a new finding always ends in a review, unless the requirement stands disqualified", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(ownEvent, providerEvent), { maxLength: 20 }), finding, (before, event) => {
        const attempts = play([...before, event]);
        if (play(before).at(-1) !== "disqualified") expect(attempts.at(-1)).toBe("pendingReview");
      }),
    );
  });

  test("a review that is open is always there with a source, and only a review has one", () => {
    fc.assert(
      fc.property(fc.constantFrom(...fromStates), fc.oneof(ownEvent, providerEvent), (from, event) => {
        const outcome = nextAttemptState(from, event);
        if ("to" in outcome) expect(outcome.source !== undefined).toBe(outcome.to === "pendingReview");
      }),
    );
  });

  test("nothing but reinstatement leads out of a disqualification", () => {
    fc.assert(
      fc.property(fc.oneof(ownEvent, providerEvent), (event) => {
        expect(nextAttemptState("disqualified", event)).not.toHaveProperty("to");
      }),
    );
  });
});
