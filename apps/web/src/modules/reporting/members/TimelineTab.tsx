import { useInfiniteQuery } from "@tanstack/react-query";
import type { AttemptState } from "@touchline/contract";
import { type TimelineKind, timelineKinds } from "@touchline/contract/reporting/timeline";
import {
  Chips,
  EmptyState,
  IconAlertTriangle,
  IconClipboardCheck,
  IconClock,
  IconEye,
  IconFile,
  IconMailQuestion,
  IconUser,
  IconUsers,
  LoadingState,
  Panel,
  requirementTones,
  TextLink,
  Timeline,
  type Tone,
} from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import { isWithdrawn, LoadFailed } from "../../../ErrorScreens.tsx";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import { type RawSearch, someIn, useUrlState } from "../../../url-state.ts";
import classes from "./MemberPage.module.css";
import type { PersonBehind } from "./Memberships.tsx";
import { timelineQuery } from "./queries.ts";
import { describeTimeline, type TimelineEntry, timelineKindLabels } from "./timeline-words.ts";
import { words } from "./words.ts";

const pictures: Record<TimelineKind, typeof IconClock> = {
  requirements: IconClipboardCheck,
  exceptions: IconClipboardCheck,
  memberships: IconUsers,
  details: IconUser,
  mails: IconMailQuestion,
  notes: IconFile,
  incidents: IconAlertTriangle,
  log: IconEye,
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

const isKind = (one: string): one is TimelineKind => timelineKinds.some((kind) => kind === one);
const readKinds = (search: RawSearch) => someIn(search.kinds, isKind);

/** Lists everything that happened to a person, newest first. */
export function TimelineTab({ member, zone }: { member: PersonBehind; zone: string }) {
  const [kinds, change] = useUrlState(readKinds);
  const query = useInfiniteQuery(timelineQuery(member.membership.profileLevelAccessId, kinds));
  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed title={words.timelineNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  const offered = query.data?.pages[0]?.kinds ?? timelineKinds.slice(0, 5);
  const lines = query.data?.pages.flatMap((page) => page.data) ?? [];
  const events = describeTimeline(lines, `${member.firstName} ${member.lastName}`, zone).map((entry) =>
    eventOf(entry, zone),
  );
  return (
    <Panel title={words.timeline}>
      <div className={classes.filter}>
        <Chips
          label={words.showOnly}
          options={offered.map((kind) => ({ value: kind, label: timelineKindLabels[kind] }))}
          selected={kinds}
          onChange={(chosen) => change({ kinds: chosen })}
        />
      </div>
      {query.isPending && <LoadingState label={words.loadingTimeline} />}
      {query.data && events.length === 0 && (
        <EmptyState icon={IconClock} title={words.noHistory}>
          {words.noHistoryHint}
        </EmptyState>
      )}
      <Timeline events={events} />
      <ShowMore query={query} label={words.showOlder} />
    </Panel>
  );
}

function eventOf(entry: TimelineEntry, zone: string) {
  const { id, at, kind, text, more, href } = entry;
  return {
    key: id,
    tone: toneOf(entry),
    icon: pictures[kind],
    text: href === null ? text : <TextLink href={href}>{text}</TextLink>,
    note: (
      <>
        <time dateTime={at}>{momentText(at, zone)}</time>
        {more.map((one) => (
          <span key={one} className={classes.because}>
            {one}
          </span>
        ))}
      </>
    ),
  };
}

function toneOf({ kind, toState, toStatus }: TimelineEntry): Tone {
  if (kind === "incidents") return "needs";
  if (toState !== null) return attemptTones[toState];
  if (toStatus !== null) return requirementTones[toStatus];
  return "none";
}
