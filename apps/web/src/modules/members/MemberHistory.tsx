import {
  EmptyState,
  IconCalendarDue,
  IconCircleMinus,
  IconClipboardCheck,
  IconClock,
  Panel,
  Timeline,
} from "@touchline/ui";
import { momentText } from "../../dates.ts";
import { type HistoryEvent, tellHistory } from "./history.ts";

const pictures: Record<HistoryEvent["kind"], typeof IconClock> = {
  demanded: IconCalendarDue,
  dropped: IconCircleMinus,
  attempt: IconClipboardCheck,
  status: IconClock,
};

/** The server tells the latest of them. */
const mostTold = 50;

/** What happened with a person's requirements, newest first. */
export function MemberHistory({ history, zone }: { history: readonly HistoryEvent[]; zone: string }) {
  const events = tellHistory(history).map(({ at, contentName, kind, tone, happened, actorName }) => ({
    key: `${at} ${contentName}`,
    tone,
    icon: pictures[kind],
    text: (
      <>
        <b>{contentName}</b> {happened}.
      </>
    ),
    note: (
      <>
        <time dateTime={at}>{momentText(at, zone)}</time>
        {actorName !== null && `, by ${actorName}`}
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
