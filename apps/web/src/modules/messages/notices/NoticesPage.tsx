import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import {
  Badge,
  EmptyState,
  IconBell,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconRefresh,
  LoadingState,
  PageHeader,
  Panel,
  TextLink,
  Timeline,
  type Tone,
} from "@touchline/ui";
import { useEffect } from "react";
import { momentText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { haveRead, noticesQuery } from "./queries.ts";
import { words, wordsOf } from "./words.ts";

const pictures: Record<Tone, typeof IconBell> = {
  done: IconCircleCheck,
  needs: IconRefresh,
  waits: IconClock,
  stop: IconCircleX,
  none: IconCircleMinus,
};

/** Lists recent notifications, newest first. Shown notifications count as read. */
export function NoticesPage() {
  const { profileId, organization } = useActiveProfile();
  const queryClient = useQueryClient();
  const notices = useInfiniteQuery(noticesQuery(profileId));
  const items = notices.data?.pages.flatMap((page) => page.data) ?? [];
  const newest = items[0]?.noticeId;
  useTitle(words.notifications);
  useEffect(() => {
    // A failure isn't reported: they stay unread and are marked with the next visit.
    if (newest) void haveRead(queryClient, profileId, newest).catch(() => undefined);
  }, [queryClient, profileId, newest]);
  if (notices.isPending) return <LoadingState label={words.loadingNotifications} />;
  if (notices.isError && !notices.data) {
    return (
      <LoadFailed title={words.notificationsNotLoaded} error={notices.error} onRetry={() => void notices.refetch()} />
    );
  }
  return (
    <>
      <PageHeader title={words.notifications}>{words.pageHint}</PageHeader>
      {items.length === 0 ? (
        <EmptyState icon={IconBell} title={words.nothingNew}>
          {words.nothingNewHint}
        </EmptyState>
      ) : (
        <Panel title={words.recent}>
          <Timeline
            events={items.map((one) => {
              const { tone, text, href } = wordsOf(one);
              return {
                key: one.noticeId,
                tone,
                icon: pictures[tone],
                text: <TextLink href={href}>{text}</TextLink>,
                note: (
                  <>
                    <time dateTime={one.at}>{momentText(one.at, organization.timeZone)}</time>
                    {!one.read && (
                      <>
                        {" "}
                        <Badge tone="waits" icon={IconBell}>
                          {words.new}
                        </Badge>
                      </>
                    )}
                  </>
                ),
              };
            })}
          />
          <ShowMore query={notices} label={words.showOlder} />
        </Panel>
      )}
    </>
  );
}
