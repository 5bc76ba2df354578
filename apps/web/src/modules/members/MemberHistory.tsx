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

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** The server tells the latest of them. */
const mostTold = 50;

interface MemberHistoryProps {
  history: readonly HistoryEvent[];
  memberName: string;
  zone: string;
}

/** What happened with a person's requirements, newest first. */
export function MemberHistory({ history, memberName, zone }: MemberHistoryProps) {
  const events = tellHistory(history, memberName).map((event) => ({
    key: `${event.at} ${event.kind} ${event.contentNames[0]}`,
    tone: toneOf(event),
    icon: pictures[event.kind],
    text: (
      <>
        <b>{list.format(event.contentNames)}</b>
        {event.kind === "attempt" || event.kind === "status" ? " " : ": "}
        {event.happened}.
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
