import {
  type AttemptState,
  type RequirementEventKind,
  type RequirementStatus,
  requirementStatusLabels,
} from "@touchline/contract";

/** One thing that happened to a requirement of a person, as the server tells it. */
export interface HistoryEvent {
  at: string;
  kind: RequirementEventKind;
  toState: AttemptState | null;
  toStatus: RequirementStatus | null;
  contentName: string;
  actorName: string | null;
  /** Why a reviewer did it, where the reader may know. */
  reason: string | null;
  /** What the completion was dated before it was corrected. */
  formerCompletedAt: string | null;
}

/** What is told of it: "Coach background check" "was approved and is now Completed". */
export interface ToldEvent {
  at: string;
  /** One requirement; several when one act asked for them, or dropped them, together. */
  contentNames: string[];
  kind: HistoryEvent["kind"];
  toState: AttemptState | null;
  toStatus: RequirementStatus | null;
  /** What happened, to be read after the names. */
  happened: string;
  actorName: string | null;
  reason: string | null;
  formerCompletedAt: string | null;
}

const attemptWords: Record<AttemptState, string> = {
  draft: "was begun",
  waitingApplicant: "waits for the member",
  waitingProvider: "went to the provider",
  pendingReview: "was submitted for review",
  approved: "was approved",
  reset: "was sent back to be done again",
  disqualified: "led to disqualification",
  canceled: "was canceled",
  withdrawn: "was withdrawn",
};

/** What reviewers do beside the usual way. */
const actWords: Partial<Record<RequirementEventKind, string>> = {
  markedComplete: "was marked complete",
  markedIncomplete: "was marked incomplete",
  dateEdited: "had its completed date corrected",
  reinstated: "was reinstated",
};

/** Statuses that only repeat what the submission itself says. */
const impliedBy: Partial<Record<AttemptState, RequirementStatus>> = {
  waitingApplicant: 1,
  waitingProvider: 2,
  pendingReview: 7,
  disqualified: 8,
};

/**
 * A history as people tell it: what one act did at one moment is one event. The order is kept, newest first as the
 * server lists it.
 *
 * @param memberName whose history it is: an approval by the member is a submission that needed no review.
 */
export function tellHistory(events: readonly HistoryEvent[], memberName: string): ToldEvent[] {
  const moments = Map.groupBy(events, (event) => `${event.at} ${event.contentName}`);
  const told = [...moments.values()].map((together) => tell(together, memberName));
  const acts = Map.groupBy(told, (one) => {
    const many = one.kind === "demanded" || one.kind === "dropped";
    return [one.at, one.happened, one.actorName, many ? "" : one.contentNames].join(" ");
  });
  return [...acts.values()].map((same) => ({
    ...(same[0] as ToldEvent),
    contentNames: same.flatMap((one) => one.contentNames).sort((a, b) => a.localeCompare(b)),
  }));
}

/** What happened to one requirement at one moment; within it the server lists what came last first. */
function tell(together: HistoryEvent[], memberName: string): ToldEvent {
  const main =
    together.find((event) => event.kind in actWords) ??
    together.find((event) => event.kind !== "status") ??
    (together[0] as HistoryEvent);
  const toStatus = together.find((event) => event.toStatus !== null)?.toStatus ?? null;
  const actorName = main.actorName ?? together.find((event) => event.actorName !== null)?.actorName ?? null;
  const { at, contentName, kind, toState, reason, formerCompletedAt } = main;
  const happened = wordsOf(main, toStatus, actorName === memberName);
  return {
    at,
    contentNames: [contentName],
    kind,
    toState,
    toStatus,
    happened,
    actorName,
    reason,
    formerCompletedAt,
  };
}

function wordsOf(event: HistoryEvent, status: RequirementStatus | null, byMember: boolean): string {
  const now = status === null ? "" : requirementStatusLabels[status];
  if (event.kind === "status") return `became ${now}`;
  if (event.kind === "dropped") return "no longer asked for";
  const obvious = event.toState !== null && impliedBy[event.toState] === status;
  const then = status === null || status === 0 || obvious ? "" : ` and is now ${now}`;
  const act = actWords[event.kind];
  if (act) return `${act}${status === null ? "" : ` and is now ${now}`}`;
  if (event.kind === "demanded") return `asked for${then}`;
  if (event.toState === "approved" && byMember) return "was sent in and counts at once";
  return `${event.toState === null ? "was changed" : attemptWords[event.toState]}${then}`;
}
