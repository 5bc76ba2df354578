import type { AttemptState } from "@touchline/contract";
import {
  EmptyState,
  IconCalendarDue,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClipboardCheck,
  IconClock,
  IconRefresh,
  Panel,
  requirementTones,
  Timeline,
  type Tone,
} from "@touchline/ui";
import { dayOfInstant, momentText } from "../../dates.ts";
import { type HistoryEvent, type ToldEvent, tellHistory } from "./history.ts";
import classes from "./MemberPage.module.css";

const pictures: Record<HistoryEvent["kind"], typeof IconClock> = {
  demanded: IconCalendarDue,
  dropped: IconCircleMinus,
  attempt: IconClipboardCheck,
  status: IconClock,
  markedComplete: IconCircleCheck,
  markedIncomplete: IconCircleX,
  dateEdited: IconCalendarDue,
  reinstated: IconRefresh,
};

const actTones: Partial<Record<HistoryEvent["kind"], Tone>> = {
  markedComplete: "done",
  markedIncomplete: "needs",
  dateEdited: "none",
  reinstated: "waits",
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
        {event.kind === "demanded" || event.kind === "dropped" ? ": " : " "}
        {event.happened}.
      </>
    ),
    note: (
      <>
        <time dateTime={event.at}>{momentText(event.at, zone)}</time>
        {event.actorName !== null && `, by ${event.actorName}`}
        {event.formerCompletedAt !== null && `; completed on ${dayOfInstant(event.formerCompletedAt, zone)} before`}
        {event.reason !== null && <span className={classes.because}>{event.reason}</span>}
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
  const act = actTones[kind];
  if (act) return act;
  if (kind === "attempt" && toState !== null) return attemptTones[toState];
  if (kind === "status" && toStatus !== null) return requirementTones[toStatus];
  return "none";
}
