import type { AttemptState } from "@touchline/contract";
import {
  EmptyState,
  IconCalendarDue,
  IconCircleMinus,
  IconClipboardCheck,
  IconClock,
  Panel,
  requirementTones,
  Timeline,
  type Tone,
} from "@touchline/ui";
import { momentText } from "../../dates.ts";
import { type HistoryEvent, type ToldEvent, tellHistory } from "./history.ts";

const pictures: Record<HistoryEvent["kind"], typeof IconClock> = {
  demanded: IconCalendarDue,
  dropped: IconCircleMinus,
  attempt: IconClipboardCheck,
  status: IconClock,
};

const attemptTones: Record<AttemptState, Tone> = {
  draft: "none",
  waitingApplicant: "needs",
  waitingProvider: "waits",
  pendingReview: "waits",
  approved: "done",
  reset: "needs",
  disqualified: "stop",
  canceled: "none",
  withdrawn: "none",
};

/** The server tells the latest of them. */
const mostTold = 50;

/** What happened with a person's requirements, newest first. */
export function MemberHistory({ history, zone }: { history: readonly HistoryEvent[]; zone: string }) {
  const events = tellHistory(history).map((event) => ({
    key: `${event.at} ${event.contentName}`,
    tone: toneOf(event),
    icon: pictures[event.kind],
    text: (
      <>
        <b>{event.contentName}</b> {event.happened}.
      </>
    ),
    note: (
      <>
        <time dateTime={event.at}>{momentText(event.at, zone)}</time>
        {event.actorName !== null && `, by ${event.actorName}`}
      </>
    ),
  }));
  return (
    <Panel title="History">
      {events.length === 0 ? (
        <EmptyState icon={IconClock} title="Nothing has happened yet">
          Everything that is asked for, submitted and decided will be listed here.
        </EmptyState>
      ) : (
        <Timeline events={events} />
      )}
      {history.length >= mostTold && <p>Earlier events are not shown.</p>}
    </Panel>
  );
}

function toneOf({ kind, toState, toStatus }: ToldEvent): Tone {
  if (kind === "attempt" && toState !== null) return attemptTones[toState];
  if (kind === "status" && toStatus !== null) return requirementTones[toStatus];
  return "none";
}
