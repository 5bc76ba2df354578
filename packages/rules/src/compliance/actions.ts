/**
 * Decides which actions are permitted on a requirement, and why not the rest, by type, state and actor. Sent with each
 * requirement, so that the page shows exactly what the server will accept. Source: specification 1, section 6.
 */
import { type RequirementAction, RequirementStatus, RequirementType, requirementActions } from "@touchline/contract";
import type { DenialReason, Verdict } from "../security/permissions.ts";
import type { OpenAttemptState } from "./attempt.ts";
import { signingRefusal } from "./signing.ts";
import { done } from "./status.ts";

export type ActionFacts = {
  type: RequirementType;
  status: RequirementStatus;
  openAttempt: OpenAttemptState | null;
  /** A completion exists that wasn't voided, valid or expired. */
  completed: boolean;
  /** Files of the submission that is shown (the open attempt's, else the last one's). */
  files: number;
  /** The open review is about a provider's finding, or a disqualification is proposed; the member can't end it. */
  findingOpen?: boolean;
  /** It is pending the external reviewer, so the organization doesn't decide on it. */
  externallyReviewed?: boolean;
  /** A Completed one can be renewed already: the early window of its validity is open (see validity.ts). */
  renewable?: boolean;
  /** It is valid until the person comes of age and signs it themselves: repeating it before changes nothing. */
  endsAtEighteen?: boolean;
  /** No membership demands it anymore: nothing new can begin, what is in progress is still decided. */
  archived?: boolean;
  /** The subject is under 18. */
  minor?: boolean;
  /** The content has a link for the member, or a blank form. */
  hasLink?: boolean;
  hasBlank?: boolean;
  /** False: nothing can be uploaded for this content, although its type can have files. */
  takesFiles?: boolean;
  /** A check is ordered at a provider for this content. */
  ordered?: boolean;
  birthDateKnown?: boolean;
  ussfIdKnown?: boolean;
  /** The required share of seconds was really watched. */
  watchedEnough?: boolean;
};

/** The actor. The verdicts are those of permissions.ts for this requirement. */
export type ActionActor = {
  /** Permission "own": the member themselves, or a guardian on behalf of the child. */
  as: "self" | "guardian" | null;
  /** "requirements.review". */
  review: Verdict;
  /** "requirements.reinstate". */
  reinstate: Verdict;
  /** "files.see" or "confidential.see", by the type. */
  see: Verdict;
};

/** Reasons for refusing an action, apart from the actor's role. */
export const actionRefusals = [
  "notForThisType",
  "archived",
  "rejected",
  "alreadyDone",
  "notDone",
  "inReview",
  "beingDecided",
  "decideFirst",
  "externalReview",
  "withProvider",
  "nothingBegun",
  "nothingToReview",
  "noFile",
  "noLink",
  "noBlank",
  "nothingToUpload",
  "neverCompleted",
  "notRejected",
  "alreadyKnown",
  "idMissing",
  "notWatchedEnough",
  "guardianSigns",
  "adultSigns",
  "outcomeOnly",
  "notYours",
] as const;
export type ActionRefusal = (typeof actionRefusals)[number] | DenialReason;
export type ActionVerdict = { allowed: true } | { allowed: false; reason: ActionRefusal };

/** The member's actions for each type, besides viewing. */
const memberDoes: Record<RequirementType, readonly RequirementAction[]> = {
  0: ["openDocumentLink", "begin", "upload", "complete", "delete"],
  1: ["downloadContentForm", "begin", "upload", "complete", "delete"],
  2: ["begin", "acceptWaiver"],
  3: ["begin", "upload", "delete"],
  4: ["begin", "watchVideo", "complete"],
  5: ["begin", "upload", "complete", "delete"],
  6: ["setBirthDate"],
  7: ["setBirthDate", "begin", "upload", "complete", "delete"],
  8: ["openDocumentLink", "begin", "upload", "complete", "delete"],
  9: ["begin", "upload", "complete", "delete"],
  10: ["downloadContentForm", "begin", "upload", "complete", "delete"],
  11: ["setUSSoccerId", "viewLicences"],
};

/** What everyone with access to a requirement of the type can view; types without files have only the completion. */
const everyoneSees: Record<RequirementType, readonly RequirementAction[]> = {
  0: ["view", "download", "viewCompletion", "openDocumentLink"],
  1: ["view", "download", "viewCompletion", "downloadContentForm"],
  2: ["view", "download", "viewCompletion"],
  3: ["view", "download", "viewCompletion"],
  4: ["viewCompletion"],
  5: ["view", "download", "viewCompletion"],
  6: ["view", "download", "viewCompletion"],
  7: ["view", "download", "viewCompletion"],
  8: ["view", "download", "viewCompletion", "openDocumentLink"],
  9: ["view", "download", "viewCompletion"],
  10: ["view", "download", "viewCompletion", "downloadContentForm"],
  11: ["viewCompletion", "viewLicences"],
};

const onEveryType = ["review", "markComplete", "markIncomplete", "editCompletedDate", "reinstate"] as const;

/** The reviewer's actions, besides viewing. */
const reviewerDoes: Record<RequirementType, readonly RequirementAction[]> = {
  0: onEveryType,
  1: onEveryType,
  2: onEveryType,
  3: onEveryType,
  4: onEveryType,
  5: onEveryType,
  6: [...onEveryType, "setBirthDate"],
  7: [...onEveryType, "setBirthDate"],
  8: onEveryType,
  9: onEveryType,
  10: onEveryType,
  11: [...onEveryType, "setUSSoccerId"],
};

/** The phase of the work: an open attempt decides, because a renewal can run while a completion is still valid. */
export type Phase = "todo" | OpenAttemptState | "done" | "rejected";

/**
 * Returns the phase of a requirement: ExpiringSoon must be repeated, unless it ends at 18 and not before; Completed only once
 * it can be renewed.
 */
export function phaseOf(facts: Pick<ActionFacts, "status" | "openAttempt" | "renewable" | "endsAtEighteen">): Phase {
  if (facts.status === RequirementStatus.Rejected) return "rejected";
  if (facts.openAttempt !== null) return facts.openAttempt;
  const staysDone = facts.status === RequirementStatus.ExpiringSoon && facts.endsAtEighteen === true;
  return (facts.status === RequirementStatus.Completed || staysDone) && !facts.renewable ? "done" : "todo";
}

type Answer = ActionRefusal | "yes";
type PhaseRow = readonly [
  todo: Answer,
  draft: Answer,
  waitingApplicant: Answer,
  waitingProvider: Answer,
  pendingReview: Answer,
  done: Answer,
  rejected: Answer,
];
const columnOf = {
  todo: 0,
  draft: 1,
  waitingApplicant: 2,
  waitingProvider: 3,
  pendingReview: 4,
  done: 5,
  rejected: 6,
} as const satisfies Record<Phase, number>;

const always: PhaseRow = ["yes", "yes", "yes", "yes", "yes", "yes", "yes"];
const work: PhaseRow = ["yes", "yes", "yes", "withProvider", "inReview", "alreadyDone", "rejected"];
const idle = "nothingToReview";
const barred = "notRejected";
const byPhase: Record<RequirementAction, PhaseRow> = {
  // phase: todo, draft, waitingApplicant, waitingProvider, pendingReview, done, rejected
  begin: work,
  upload: work,
  complete: work,
  acceptWaiver: work,
  watchVideo: work,
  setBirthDate: work,
  setUSSoccerId: work,
  delete: ["nothingBegun", "yes", "yes", "withProvider", "yes", "alreadyDone", "rejected"],
  review: [idle, idle, idle, idle, "yes", idle, idle],
  // A renewal that was proven in another way is recorded while the present completion is still valid.
  markComplete: ["yes", "yes", "yes", "yes", "yes", "alreadyDone", "rejected"],
  markIncomplete: ["yes", "yes", "yes", "yes", "yes", "yes", "rejected"],
  editCompletedDate: ["yes", "yes", "yes", "yes", "yes", "yes", "rejected"],
  reinstate: [barred, barred, barred, barred, barred, barred, "yes"],
  view: always,
  download: always,
  viewCompletion: always,
  viewLicences: always,
  openDocumentLink: always,
  downloadContentForm: always,
};

const beginsSomething: ReadonlySet<RequirementAction> = new Set([
  "begin",
  "upload",
  "complete",
  "acceptWaiver",
  "watchVideo",
  "setBirthDate",
  "setUSSoccerId",
]);

/** Returns what the facts still lack, beyond type and phase. */
function missing(action: RequirementAction, facts: ActionFacts): ActionRefusal | null {
  switch (action) {
    case "delete":
      if (facts.findingOpen) return "beingDecided";
      return facts.files > 0 ? null : "noFile";
    case "review":
      return facts.externallyReviewed ? "externalReview" : null;
    case "markComplete":
      if (facts.externallyReviewed) return "externalReview";
      // It would discard a provider's finding, or a question to a second reviewer, without a decision.
      return facts.findingOpen ? "decideFirst" : null;
    case "view":
    case "download":
      return facts.files > 0 ? null : "noFile";
    case "viewCompletion":
    case "editCompletedDate":
      return facts.completed ? null : "neverCompleted";
    case "markIncomplete":
      return done(facts.status) ? null : "notDone";
    case "openDocumentLink":
      return facts.hasLink ? null : "noLink";
    case "begin":
      // Nothing is ordered or uploaded: the organization records it manually.
      return facts.type === RequirementType.BackgroundCheck && facts.takesFiles === false && facts.ordered === false
        ? "nothingToUpload"
        : null;
    case "upload":
      return facts.takesFiles === false ? "nothingToUpload" : null;
    case "downloadContentForm":
      return facts.hasBlank ? null : "noBlank";
    case "viewLicences":
      return facts.ussfIdKnown ? null : "idMissing";
    case "complete":
      return facts.type === RequirementType.Video && !facts.watchedEnough ? "notWatchedEnough" : null;
    default:
      return null;
  }
}

function stateOf(action: RequirementAction, facts: ActionFacts): ActionRefusal | null {
  const answer = byPhase[action][columnOf[phaseOf(facts)]];
  if (answer !== "yes") return answer;
  if (facts.archived && beginsSomething.has(action)) return "archived";
  return missing(action, facts);
}

/** Returns whether the actor may do it as a member: null yes, else why not. `undefined`: members don't do such things. */
function asMember(action: RequirementAction, facts: ActionFacts, actor: ActionActor): ActionRefusal | null | undefined {
  const does = memberDoes[facts.type].includes(action);
  if (!does && !everyoneSees[facts.type].includes(action)) return undefined;
  if (actor.as === null) return "notYours";
  if (action === "acceptWaiver") return signingRefusal({ minor: facts.minor ?? false }, actor.as);
  if (action === "setBirthDate" && facts.birthDateKnown) return "alreadyKnown";
  return null;
}

function asStaff(action: RequirementAction, facts: ActionFacts, actor: ActionActor): ActionRefusal | null | undefined {
  if (reviewerDoes[facts.type].includes(action)) {
    const verdict = action === "reinstate" ? actor.reinstate : actor.review;
    return verdict.allowed ? null : verdict.reason;
  }
  if (!everyoneSees[facts.type].includes(action)) return undefined;
  if (!actor.see.allowed) return actor.see.reason;
  const showsFiles = action === "view" || action === "download";
  return actor.see.outcomeOnly && showsFiles ? "outcomeOnly" : null;
}

function judge(action: RequirementAction, facts: ActionFacts, actor: ActionActor): ActionVerdict {
  const member = asMember(action, facts, actor);
  const staff = asStaff(action, facts, actor);
  if (member === undefined && staff === undefined) return { allowed: false, reason: "notForThisType" };
  if (member === null || staff === null) {
    const reason = stateOf(action, facts);
    return reason === null ? { allowed: true } : { allowed: false, reason };
  }
  // Members get the reason written for members; everyone else gets the one written for staff.
  const reason = actor.as === null ? (staff ?? member) : (member ?? staff);
  return { allowed: false, reason: reason ?? "notYours" };
}

/** Returns every action with its verdict, so that refused ones can be shown disabled with the reason. */
export function actionVerdicts(facts: ActionFacts, actor: ActionActor): Record<RequirementAction, ActionVerdict> {
  return Object.fromEntries(requirementActions.map((action) => [action, judge(action, facts, actor)])) as Record<
    RequirementAction,
    ActionVerdict
  >;
}

/** Returns the actions that the server accepts from this actor now, in the order of the contract. */
export function permittedActions(facts: ActionFacts, actor: ActionActor): RequirementAction[] {
  return requirementActions.filter((action) => judge(action, facts, actor).allowed);
}
