import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import {
  discardFailedJob,
  type getBackgroundJobs,
  retryFailedJob,
  retryFailedJobs,
} from "@touchline/contract/administration/background-jobs";
import {
  Badge,
  Button,
  type Column,
  DataTable,
  Dialog,
  EmptyState,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  PageHeader,
  Panel,
  useNotify,
} from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../client.ts";
import { momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Administration.module.css";
import { backgroundJobsQuery, failedJobsQuery, type ListedFailedJob } from "./queries.ts";
import { words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
type Jobs = ResponseOf<typeof getBackgroundJobs>;

const jobColumns: [Column<Jobs["jobs"][number], never>, ...Column<Jobs["jobs"][number], never>[]] = [
  { key: "job", header: words.job, cell: (row) => <code className={classes.code}>{row.job}</code> },
  { key: "waiting", header: words.waiting, cell: (row) => row.waiting.toLocaleString(), width: "8rem" },
  { key: "running", header: words.running, cell: (row) => row.running.toLocaleString(), width: "8rem" },
  { key: "retrying", header: words.retrying, cell: (row) => row.retrying.toLocaleString(), width: "8rem" },
];

const scheduleColumns: [Column<Jobs["schedules"][number], never>, ...Column<Jobs["schedules"][number], never>[]] = [
  { key: "name", header: words.schedule, cell: (row) => <code className={classes.code}>{row.name}</code> },
  { key: "started", header: words.lastRun, cell: (row) => momentText(row.startedAt, zone), width: "14rem" },
  { key: "result", header: words.ranAt, cell: runBadge, card: "beside", width: "9rem" },
];

function runBadge({ finishedAt, failed }: Jobs["schedules"][number]) {
  const [tone, icon, text] =
    finishedAt === null
      ? (["waits", IconClock, words.running] as const)
      : failed
        ? (["stop", IconAlertTriangle, words.ranBadly] as const)
        : (["done", IconCircleCheck, words.ranWell] as const);
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  );
}

/** Background jobs that wait, run or failed, and the schedules. */
export function BackgroundJobsPage() {
  useTitle(words.backgroundJobs);
  const jobs = useQuery(backgroundJobsQuery);
  const failed = useInfiniteQuery(failedJobsQuery);
  const error = jobs.error ?? failed.error;
  if (error && !(jobs.data && failed.data)) {
    const retry = () => void Promise.all([jobs.refetch(), failed.refetch()]);
    return <LoadFailed title={words.jobsNotLoaded} error={error} onRetry={retry} />;
  }
  const live = jobs.data?.jobs.filter((one) => one.waiting + one.running + one.retrying > 0) ?? [];
  return (
    <>
      <PageHeader title={words.backgroundJobs} path={[{ label: words.administration, href: "/admin" }]}>
        {words.backgroundJobsIntro}
      </PageHeader>
      <Panel title={words.failedJobs}>
        <FailedJobs
          rows={failed.data?.pages.flatMap((page) => page.data) ?? []}
          counts={jobs.data?.jobs.filter((one) => one.failed > 1) ?? []}
        />
        {failed.hasNextPage && (
          <Button
            variant="secondary"
            label={words.showMore}
            loading={failed.isFetchingNextPage}
            onClick={() => void failed.fetchNextPage()}
          />
        )}
      </Panel>
      <Panel title={words.waitingJobs}>
        <DataTable
          caption={words.waitingJobs}
          columns={jobColumns}
          rows={live}
          rowKey={(row) => row.job}
          loading={jobs.isPending}
          expectedRows={2}
          bare
          empty={
            <EmptyState icon={IconCircleCheck} title={words.noWaitingJobs}>
              {words.noWaitingJobsHint}
            </EmptyState>
          }
        />
      </Panel>
      <Panel title={words.schedules}>
        <DataTable
          caption={words.schedules}
          columns={scheduleColumns}
          rows={jobs.data?.schedules ?? []}
          rowKey={(row) => row.name}
          loading={jobs.isPending}
          expectedRows={6}
          bare
          empty={null}
        />
      </Panel>
    </>
  );
}

function FailedJobs({ rows, counts }: { rows: readonly ListedFailedJob[]; counts: Jobs["jobs"] }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [discarding, setDiscarding] = useState<ListedFailedJob | null>(null);
  const readAgain = () => queryClient.invalidateQueries({ queryKey: backgroundJobsQuery.queryKey });
  const retrying = useMutation({
    mutationFn: (which: { jobId: string } | { job: string }) =>
      "jobId" in which ? call(retryFailedJob, { params: { id: which.jobId } }) : call(retryFailedJobs, { body: which }),
    onSuccess: ({ retried }) => notify("done", words.retried({ retried })),
    onError: (error) => notify("stop", messageOf(error)),
    onSettled: readAgain,
  });
  if (rows.length === 0) {
    return (
      <EmptyState icon={IconCircleCheck} title={words.noFailedJobs}>
        {words.noFailedJobsHint}
      </EmptyState>
    );
  }
  return (
    <>
      <p className={classes.note}>{words.failedJobsHint}</p>
      <div className={classes.acts}>
        {counts.map(({ job }) => (
          <Button
            key={job}
            small
            variant="secondary"
            label={words.retryAll({ job })}
            loading={retrying.isPending && "job" in retrying.variables && retrying.variables.job === job}
            onClick={() => retrying.mutate({ job })}
          />
        ))}
      </div>
      <ul className={classes.list}>
        {rows.map((row) => (
          <li key={row.jobId} className={classes.row}>
            <FailedFacts row={row} />
            <Button
              small
              variant="secondary"
              label={words.retry}
              aria-label={words.retryNamed({ job: row.job, moment: momentText(row.failedAt, zone) })}
              loading={retrying.isPending && "jobId" in retrying.variables && retrying.variables.jobId === row.jobId}
              onClick={() => retrying.mutate({ jobId: row.jobId })}
            />
            <Button
              small
              variant="quaternary"
              label={words.discard}
              aria-label={words.discardNamed({ job: row.job, moment: momentText(row.failedAt, zone) })}
              onClick={() => setDiscarding(row)}
            />
          </li>
        ))}
      </ul>
      {discarding && (
        <DiscardDialog
          row={discarding}
          onClose={async () => {
            await readAgain();
            setDiscarding(null);
          }}
        />
      )}
    </>
  );
}

function FailedFacts({ row: { job, organization, failedAt, tries, error } }: { row: ListedFailedJob }) {
  const about = [organization?.name, momentText(failedAt, zone), words.triesCount({ tries })].filter(Boolean);
  return (
    <div>
      <code className={classes.code}>{job}</code>
      <span className={classes.under}>{about.join(", ")}</span>
      <span className={classes.under}>
        {words.error}: {error ? [error.name, error.code].filter(Boolean).join(" ") : words.unknownError}
        {error?.place[0] !== undefined && (
          <>
            {" "}
            <code className={classes.code}>{error.place[0]}</code>
          </>
        )}
      </span>
    </div>
  );
}

function DiscardDialog({ row, onClose }: { row: ListedFailedJob; onClose: () => Promise<void> }) {
  const notify = useNotify();
  const discarding = useMutation({
    mutationFn: () => call(discardFailedJob, { params: { id: row.jobId } }),
    onSuccess: () => notify("done", words.discarded),
    onError: (error) => notify("stop", messageOf(error)),
    onSettled: onClose,
  });
  return (
    <Dialog
      opened
      onClose={() => void onClose()}
      title={words.discardTitle({ job: row.job })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={() => void onClose()} />
          <Button label={words.discard} loading={discarding.isPending} onClick={() => discarding.mutate()} />
        </>
      }
    >
      <p>{words.discardEffect}</p>
    </Dialog>
  );
}
