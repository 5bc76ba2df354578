import { type AttemptState, type RequirementStatus, requirementStatusLabels } from "@touchline/contract";

/** One thing that happened to a requirement of a person, as the server tells it. */
export interface HistoryEvent {
  at: string;
  kind: "demanded" | "dropped" | "attempt" | "status";
  toState: AttemptState | null;
  toStatus: RequirementStatus | null;
  contentName: string;
  actorName: string | null;
}

/** What is told of it: "Coach background check was approved; it is now Completed." */
export interface ToldEvent {
  at: string;
  contentName: string;
  kind: HistoryEvent["kind"];
  toState: AttemptState | null;
  toStatus: RequirementStatus | null;
  /** What happened, to be read after the requirement's name. */
  happened: string;
  actorName: string | null;
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

/** Statuses that only repeat what the submission itself says. */
const impliedBy: Partial<Record<AttemptState, RequirementStatus>> = {
  waitingApplicant: 1,
  waitingProvider: 2,
  pendingReview: 7,
  disqualified: 8,
};

/**
 * A history as people tell it: what one act did to a requirement at one moment is one event. The order is kept, newest
 * first as the server lists it.
 */
export function tellHistory(events: readonly HistoryEvent[]): ToldEvent[] {
  const moments = Map.groupBy(events, (event) => `${event.at} ${event.contentName}`);
  return [...moments.values()].map((together) => {
    // Within a moment the server lists what came last first.
    const acts = together.filter((event) => event.kind !== "status");
    const main = acts.at(0) ?? (together[0] as HistoryEvent);
    const status = together.find((event) => event.toStatus !== null)?.toStatus ?? null;
    return {
      at: main.at,
      contentName: main.contentName,
      kind: main.kind,
      toState: main.toState,
      toStatus: status,
      happened: wordsOf(main, status),
      actorName: main.actorName ?? together.find((event) => event.actorName !== null)?.actorName ?? null,
    };
  });
}

function wordsOf(event: HistoryEvent, status: RequirementStatus | null): string {
  const now = status === null ? "" : requirementStatusLabels[status];
  if (event.kind === "status") return `became ${now}`;
  const obvious = event.toState !== null && impliedBy[event.toState] === status;
  const then = status === null || status === 0 || obvious ? "" : ` and is now ${now}`;
  if (event.kind === "demanded") return `is asked for from now on${then}`;
  if (event.kind === "dropped") return "is not asked for any more";
  return `${event.toState === null ? "was changed" : attemptWords[event.toState]}${then}`;
}
