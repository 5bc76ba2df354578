import { useInfiniteQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { listLiveScanNotices } from "@touchline/contract/screening/live-scan";
import {
  Button,
  EmptyState,
  Facts,
  IconClipboardCheck,
  LoadingState,
  Notice,
  PageHeader,
  Panel,
  Tabs,
  TextLink,
} from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import { call } from "../../../client.ts";
import { dayIn, dayText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Notices.module.css";
import { words } from "./words.ts";

const RecordDialog = lazy(() => import("./RecordDialog.tsx").then((file) => ({ default: file.RecordDialog })));

export type NoticeRow = ResponseOf<typeof listLiveScanNotices>["rows"][number];

const readTab = (search: RawSearch) => ({ recorded: search.recorded === "yes" });

/** Where the Department of Justice says what agencies have to do. */
const source = "https://oag.ca.gov/node/22195";

/** Whose fingerprints the state still has although no Live Scan is required of them anymore, and who was dealt with. */
export function NoticesPage() {
  useTitle(words.title);
  const { organization } = useActiveProfile();
  const [{ recorded }, change] = useUrlState(readTab);
  const [about, setAbout] = useState<NoticeRow | null>(null);
  const list = useInfiniteQuery({
    queryKey: ["liveScanNotices", recorded],
    queryFn: ({ pageParam, signal }) =>
      call(
        listLiveScanNotices,
        { query: { ...(recorded && { recorded: "true" as const }), ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  });
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const due = list.data?.pages[0]?.due;
  if (list.isError && !list.data) {
    return <LoadFailed title={words.failed} error={list.error} onRetry={() => void list.refetch()} />;
  }
  return (
    <>
      <PageHeader title={words.title} path={[{ label: words.review, href: "/review" }]}>
        {words.about}
      </PageHeader>
      <div className={classes.parts}>
        <Notice tone="waits" title={words.howTitle}>
          <p>
            {words.how} {words.notNeededHelp}
          </p>
          <TextLink href={source} target="_blank">
            {words.source}
          </TextLink>
        </Notice>
        <Tabs
          label={words.lists}
          tabs={[
            { key: "due", label: words.due, count: due },
            { key: "recorded", label: words.recorded },
          ]}
          current={recorded ? "recorded" : "due"}
          onChange={(next) => change({ recorded: next === "recorded" ? "yes" : undefined }, { back: true })}
        >
          <div className={classes.parts}>
            {list.isPending && <LoadingState label={words.loading} lines={6} />}
            {list.data && rows.length === 0 && (
              <EmptyState icon={IconClipboardCheck} title={recorded ? words.nothingRecorded : words.nothingDue}>
                {recorded ? words.nothingRecordedHelp : words.nothingDueHelp}
              </EmptyState>
            )}
            {rows.map((row) => (
              <Person key={row.attemptId} row={row} zone={organization.timeZone} onRecord={() => setAbout(row)} />
            ))}
            {list.hasNextPage && (
              <div>
                <Button
                  variant="secondary"
                  label={words.showMore}
                  loading={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                />
              </div>
            )}
          </div>
        </Tabs>
      </div>
      {about && (
        <Suspense>
          <RecordDialog row={about} zone={organization.timeZone} onClose={() => setAbout(null)} />
        </Suspense>
      )}
    </>
  );
}

/** One person with everything that the notification names. */
function Person({ row, zone, onRecord }: { row: NoticeRow; zone: string; onRecord: () => void }) {
  const { name, reason, since, recorded } = row;
  return (
    <Panel title={name}>
      <div className={classes.parts}>
        {recorded && (
          <p>
            {words.recordedAs[recorded.outcome]({ day: dayText(recorded.noticedOn), name: recorded.recordedByName })}
          </p>
        )}
        <Facts
          facts={[
            { label: words.why, value: reason && since && words.reason[reason]({ day: dayText(dayIn(since, zone)) }) },
            { label: words.dateOfBirth, value: row.dateOfBirth && dayText(row.dateOfBirth) },
            { label: words.atiNumber, value: row.atiNumber },
            { label: words.submitted, value: dayText(row.submittedOn) },
            { label: words.ori, value: row.ori || null },
            { label: words.agency, value: row.agency || null },
            { label: words.requirement, value: row.requirementName },
            { label: words.level, value: row.levelName },
          ]}
        />
        {!recorded && (
          <div>
            <Button
              small
              label={words.record}
              aria-label={words.recordFor({ name })}
              aria-haspopup="dialog"
              onClick={onRecord}
            />
          </div>
        )}
      </div>
    </Panel>
  );
}
