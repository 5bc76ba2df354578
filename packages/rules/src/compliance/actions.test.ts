import { type RequirementAction, RequirementStatus, RequirementType, requirementActions } from "@touchline/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ActionActor, type ActionFacts, actionVerdicts, permittedActions, phaseOf } from "./actions.ts";
import { type AttemptEvent, nextAttemptState } from "./attempt.ts";
import { done, statusAt } from "./status.ts";

const yes = { allowed: true } as const;
const no = { allowed: false, reason: "role" } as const;
const own = { allowed: false, reason: "ownRequirement" } as const;
const member: ActionActor = { as: "self", review: own, reinstate: own, see: yes };
const child = { allowed: false, reason: "guardedChild" } as const;
const guardian: ActionActor = { as: "guardian", review: child, reinstate: child, see: yes };
const reviewer: ActionActor = { as: null, review: yes, reinstate: no, see: yes };
const admin: ActionActor = { ...reviewer, reinstate: yes };
const outcomeOnly: ActionActor = { as: null, review: no, reinstate: no, see: { allowed: true, outcomeOnly: true } };
const viewer: ActionActor = { as: null, review: no, reinstate: no, see: yes };
const nobody: ActionActor = { as: null, review: no, reinstate: no, see: { allowed: false, reason: "outOfReach" } };

const { Incomplete, Overdue, Expired, ExpiringSoon, Completed, PendingReview, Rejected } = RequirementStatus;
const { WaitingOnApplicant, WaitingOnProvider } = RequirementStatus;
const base: ActionFacts = { type: 0, status: Incomplete, openAttempt: null, completed: false, files: 0 };
const sorted = (actions: readonly RequirementAction[]) => actions.toSorted().join(" ");
const words = (text: string) => text.split(" ").filter(Boolean).toSorted().join(" ");

describe("a document", () => {
  const rows: [name: string, facts: Partial<ActionFacts>, member: string, reviewer: string][] = [
    ["incomplete", { status: Incomplete }, "begin upload complete", "markComplete"],
    ["overdue", { status: Overdue }, "begin upload complete", "markComplete"],
    ["begun", { openAttempt: "draft" }, "begin upload complete", "markComplete"],
    [
      "begun, with a file",
      { openAttempt: "draft", files: 1 },
      "begin upload complete view download delete",
      "view download markComplete",
    ],
    [
      "in review",
      { status: PendingReview, openAttempt: "pendingReview", files: 1 },
      "view download delete",
      "view download review markComplete",
    ],
    [
      "completed",
      { status: Completed, completed: true, files: 1 },
      "view download viewCompletion",
      "view download viewCompletion markIncomplete editCompletedDate",
    ],
    [
      "completed, the early window of the next period open",
      { status: Completed, completed: true, files: 1, renewable: true },
      "begin upload complete view download viewCompletion",
      "view download viewCompletion markComplete markIncomplete editCompletedDate",
    ],
    [
      "expiring soon",
      { status: ExpiringSoon, completed: true, files: 1 },
      "begin upload complete view download viewCompletion",
      "view download viewCompletion markComplete markIncomplete editCompletedDate",
    ],
    [
      "expiring soon, its renewal in review",
      { status: ExpiringSoon, completed: true, files: 1, openAttempt: "pendingReview" },
      "view download delete viewCompletion",
      "view download viewCompletion review markComplete markIncomplete editCompletedDate",
    ],
    [
      "expired",
      { status: Expired, completed: true, files: 1 },
      "begin upload complete view download viewCompletion",
      "view download viewCompletion markComplete editCompletedDate",
    ],
    ["rejected", { status: Rejected, files: 1 }, "view download", "view download"],
    ["with a link", { hasLink: true }, "openDocumentLink begin upload complete", "openDocumentLink markComplete"],
    ["no longer demanded", { archived: true }, "", "markComplete"],
  ];
  test.each(rows)("%s", (_name, facts, forMember, forReviewer) => {
    const sample = { ...base, ...facts };
    expect(sorted(permittedActions(sample, member))).toBe(words(forMember));
    expect(sorted(permittedActions(sample, guardian))).toBe(words(forMember));
    expect(sorted(permittedActions(sample, reviewer))).toBe(words(forReviewer));
    const without = (text: string, gone: string[]) =>
      words(text)
        .split(" ")
        .filter((word) => !gone.includes(word))
        .join(" ");
    const seen = without(forReviewer, ["review", "markComplete", "markIncomplete", "editCompletedDate"]);
    expect(sorted(permittedActions(sample, viewer))).toBe(words(seen));
    expect(sorted(permittedActions(sample, outcomeOnly))).toBe(without(seen, ["view", "download"]));
    expect(permittedActions(sample, nobody)).toEqual([]);
  });
});

describe("what the member does for each type", () => {
  const rows: [type: keyof typeof RequirementType, does: string][] = [
    ["Document", "openDocumentLink begin upload complete"],
    ["Form", "downloadContentForm begin upload complete"],
    ["Waiver", "begin acceptWaiver"],
    ["BackgroundCheck", "begin upload"],
    ["Video", "begin watchVideo complete"],
    ["AbusePreventionTraining", "begin upload complete"],
    ["SexOffenderSearch", "setBirthDate"],
    ["AgeVerification", "setBirthDate begin upload complete"],
    ["CustomTraining", "openDocumentLink begin upload complete"],
    ["IdentityVerification", "begin upload complete"],
    ["LiveScan", "downloadContentForm begin upload complete"],
    ["USSoccer", "setUSSoccerId viewLicences"],
  ];
  test.each(rows)("%s", (name, does) => {
    const facts = {
      ...base,
      type: RequirementType[name],
      hasLink: true,
      hasBlank: true,
      ussfIdKnown: true,
      watchedEnough: true,
    };
    expect(sorted(permittedActions(facts, member))).toBe(words(does));
  });
  test("is told for every type", () => {
    expect(rows.length).toBe(Object.keys(RequirementType).length);
  });
});

describe("the reason", () => {
  const reason = (facts: Partial<ActionFacts>, actor: ActionActor, action: RequirementAction) => {
    const verdict = actionVerdicts({ ...base, ...facts }, actor)[action];
    return verdict.allowed ? "allowed" : verdict.reason;
  };
  const rows: [expected: string, facts: Partial<ActionFacts>, actor: ActionActor, action: RequirementAction][] = [
    ["notForThisType", {}, member, "watchVideo"],
    ["alreadyDone", { status: Completed, completed: true }, member, "upload"],
    ["alreadyDone", { status: Completed, completed: true }, reviewer, "markComplete"],
    ["allowed", { status: ExpiringSoon, completed: true }, reviewer, "markComplete"],
    ["allowed", { status: Completed, completed: true, renewable: true }, reviewer, "markComplete"],
    ["notDone", {}, reviewer, "markIncomplete"],
    ["notDone", { status: Expired, completed: true }, reviewer, "markIncomplete"],
    ["inReview", { status: PendingReview, openAttempt: "pendingReview" }, member, "upload"],
    [
      "beingDecided",
      { status: PendingReview, openAttempt: "pendingReview", files: 1, findingOpen: true },
      member,
      "delete",
    ],
    ["decideFirst", { openAttempt: "pendingReview", findingOpen: true }, reviewer, "markComplete"],
    [
      "decideFirst",
      { status: Completed, completed: true, openAttempt: "pendingReview", findingOpen: true },
      reviewer,
      "markComplete",
    ],
    ["allowed", { openAttempt: "pendingReview" }, reviewer, "markComplete"],
    ["withProvider", { type: 3, status: WaitingOnProvider, openAttempt: "waitingProvider" }, member, "begin"],
    ["allowed", { type: 3, status: WaitingOnApplicant, openAttempt: "waitingApplicant" }, member, "begin"],
    ["rejected", { status: Rejected }, member, "begin"],
    ["rejected", { status: Rejected }, reviewer, "markComplete"],
    ["nothingBegun", {}, member, "delete"],
    ["nothingToReview", {}, reviewer, "review"],
    ["noFile", {}, member, "view"],
    ["noLink", {}, member, "openDocumentLink"],
    ["noBlank", { type: 1 }, member, "downloadContentForm"],
    ["neverCompleted", {}, reviewer, "viewCompletion"],
    ["archived", { archived: true }, member, "begin"],
    ["alreadyKnown", { type: 6, birthDateKnown: true }, member, "setBirthDate"],
    ["allowed", { type: 6, birthDateKnown: true }, reviewer, "setBirthDate"],
    ["idMissing", { type: 11 }, member, "viewLicences"],
    ["notWatchedEnough", { type: 4 }, member, "complete"],
    ["allowed", { type: 4, watchedEnough: true }, member, "complete"],
    ["guardianSigns", { type: 2, minor: true }, member, "acceptWaiver"],
    ["allowed", { type: 2, minor: true }, guardian, "acceptWaiver"],
    ["allowed", { type: 2 }, member, "acceptWaiver"],
    ["alreadyDone", { type: 2, minor: true, status: ExpiringSoon, endsAtEighteen: true }, guardian, "acceptWaiver"],
    ["alreadyDone", { type: 2, minor: true, status: ExpiringSoon, endsAtEighteen: true }, guardian, "begin"],
    ["allowed", { type: 2, minor: true, status: ExpiringSoon }, guardian, "acceptWaiver"],
    ["outcomeOnly", { type: 3, files: 1 }, outcomeOnly, "view"],
    ["notYours", {}, reviewer, "upload"],
    ["outOfReach", { files: 1 }, nobody, "view"],
    ["role", { openAttempt: "pendingReview" }, viewer, "review"],
    ["ownRequirement", { openAttempt: "pendingReview" }, member, "review"],
    ["guardedChild", { openAttempt: "pendingReview" }, guardian, "review"],
    ["allowed", { status: Rejected }, admin, "reinstate"],
    ["role", { status: Rejected }, reviewer, "reinstate"],
    ["guardedChild", { status: Rejected }, guardian, "reinstate"],
    ["notRejected", { status: Completed, completed: true }, admin, "reinstate"],
    ["allowed", { status: Expired, completed: true }, reviewer, "editCompletedDate"],
    ["neverCompleted", {}, reviewer, "editCompletedDate"],
    ["rejected", { status: Rejected, completed: true }, reviewer, "editCompletedDate"],
    ["ownRequirement", { status: Completed, completed: true }, member, "editCompletedDate"],
  ];
  test.each(rows)("%s for %j", (expected, facts, actor, action) => {
    expect(reason(facts, actor, action)).toBe(expected);
  });
});

const day = 86_400_000;
const facts: fc.Arbitrary<ActionFacts> = fc
  .record({
    type: fc.constantFrom(...Object.values(RequirementType)),
    disqualified: fc.boolean(),
    expiry: fc.option(fc.option(fc.constantFrom(-1, 10, 100))),
    openAttempt: fc.option(fc.constantFrom("draft", "waitingApplicant", "waitingProvider", "pendingReview")),
    files: fc.nat(2),
    flags: fc.record({
      renewable: fc.boolean(),
      archived: fc.boolean(),
      minor: fc.boolean(),
      hasLink: fc.boolean(),
      hasBlank: fc.boolean(),
      birthDateKnown: fc.boolean(),
      ussfIdKnown: fc.boolean(),
      watchedEnough: fc.boolean(),
      findingOpen: fc.boolean(),
    }),
    dueAt: fc.option(fc.constantFrom(-day, day)),
  })
  .map(({ expiry, disqualified, dueAt, openAttempt, type, files, flags }) => {
    const completion = expiry === null ? null : { completedAt: -500 * day, expiresAt: expiry && expiry * day };
    // A disqualification closes the attempt that it decides.
    const open = disqualified ? null : openAttempt;
    const demand = { mandatory: true, dueAt };
    const status = statusAt({ disqualified, completion, openAttempt: open, demand, zone: "UTC" }, 0);
    return { type, status, openAttempt: open, completed: completion !== null, files, ...flags };
  });
const actor = fc.constantFrom(member, guardian, reviewer, admin, viewer, outcomeOnly, nobody);

/** Returns the attempt event of each action, if it has one. */
function eventOf(action: RequirementAction, sample: ActionFacts): AttemptEvent | null {
  const { type, findingOpen = false } = sample;
  switch (action) {
    case "begin":
      // With a draft or a pending invitation, beginning continues it.
      return sample.openAttempt === null ? { kind: "begin" } : null;
    case "upload":
    case "complete":
    case "acceptWaiver":
      return { kind: "submitted", reviewWanted: true, type };
    case "delete":
      return { kind: "withdrawn", reason: "fileDeleted", findingOpen };
    case "review":
      return { kind: "reviewed", decision: "Approved" };
    case "markComplete":
      return { kind: "completedWithoutUpload" };
    default:
      return null;
  }
}

describe("for any facts and any actor", () => {
  test("what is offered, the attempt machine accepts", () => {
    fc.assert(
      fc.property(facts, actor, (sample, who) => {
        for (const action of permittedActions(sample, who)) {
          const event = eventOf(action, sample);
          const from = sample.status === Rejected ? "disqualified" : sample.openAttempt;
          if (event !== null) expect(nextAttemptState(from, event)).not.toHaveProperty("refused");
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("every action has a verdict, and the list holds exactly the allowed ones", () => {
    fc.assert(
      fc.property(facts, actor, (sample, who) => {
        const verdicts = actionVerdicts(sample, who);
        expect(Object.keys(verdicts)).toEqual([...requirementActions]);
        expect(requirementActions.filter((action) => verdicts[action].allowed)).toEqual(permittedActions(sample, who));
      }),
    );
  });

  test("members and guardians never review or mark, strangers get nothing, viewers only look", () => {
    const decisions: RequirementAction[] = [
      "review",
      "markComplete",
      "markIncomplete",
      "editCompletedDate",
      "reinstate",
    ];
    const looks: RequirementAction[] = [
      "view",
      "download",
      "viewCompletion",
      "viewLicences",
      "openDocumentLink",
      "downloadContentForm",
    ];
    fc.assert(
      fc.property(facts, (sample) => {
        for (const who of [member, guardian]) {
          expect(permittedActions(sample, who).filter((action) => decisions.includes(action))).toEqual([]);
        }
        expect(permittedActions(sample, nobody)).toEqual([]);
        expect(permittedActions(sample, viewer).filter((action) => !looks.includes(action))).toEqual([]);
        const files = permittedActions(sample, outcomeOnly).filter(
          (action) => action === "view" || action === "download",
        );
        expect(files).toEqual([]);
      }),
    );
  });

  test("whoever is member and reviewer at once may do what either may", () => {
    fc.assert(
      fc.property(facts, (sample) => {
        const both = permittedActions(sample, { ...reviewer, as: "guardian" });
        const each = new Set([...permittedActions(sample, guardian), ...permittedActions(sample, reviewer)]);
        expect(new Set(both)).toEqual(each);
      }),
    );
  });

  test("what is done is marked incomplete, and marked complete anew once it may be renewed; the rest is marked complete unless a finding waits", () => {
    fc.assert(
      fc.property(facts, (sample) => {
        const actions = permittedActions(sample, reviewer);
        expect(actions.includes("markIncomplete")).toBe(done(sample.status));
        const markable = phaseOf(sample) !== "done" && sample.status !== Rejected && !sample.findingOpen;
        expect(actions.includes("markComplete")).toBe(markable);
        expect(actions.includes("review")).toBe(phaseOf(sample) === "pendingReview");
        expect(permittedActions(sample, admin).includes("reinstate")).toBe(sample.status === Rejected);
        expect(actions.includes("editCompletedDate")).toBe(sample.completed && sample.status !== Rejected);
      }),
    );
  });
});
