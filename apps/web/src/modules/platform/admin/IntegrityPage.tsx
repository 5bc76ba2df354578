import { useQuery } from "@tanstack/react-query";
import type { integrityAlarmKinds } from "@touchline/contract/platform/integrity";
import {
  Badge,
  type Column,
  DataTable,
  EmptyState,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  Notice,
  PageHeader,
  Panel,
} from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Admin.module.css";
import { type Integrity, integrityQuery } from "./queries.ts";
import { words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Alarm = Integrity["alarms"][number];
type Checked = Integrity["organizations"][number];

const alarmWords: Record<(typeof integrityAlarmKinds)[number], string> = {
  chainRewritten: words.logRewritten,
  chainCutOff: words.logEndMissing,
  chainAltered: words.logRecentChanged,
  memoryVanished: words.recordLost,
  memoryDamaged: words.recordChanged,
  memoryNew: words.recordNew,
  checkFailed: words.checkFoundProblems,
};

const alarmColumns: [Column<Alarm, never>, ...Column<Alarm, never>[]] = [
  { key: "what", header: words.alarm, cell: (row) => alarmWords[row.kind] },
  { key: "organization", header: words.organization, cell: (row) => row.organizationName, card: "line" },
  { key: "entry", header: words.entry, cell: (row) => row.entry, width: "6rem" },
  { key: "at", header: words.time, cell: (row) => momentText(row.at, zone), width: "14rem" },
];

const checkedColumns: [Column<Checked, never>, ...Column<Checked, never>[]] = [
  { key: "name", header: words.organization, cell: (row) => row.name },
  { key: "state", header: words.result, cell: stateOf, card: "beside", width: "12rem" },
  {
    key: "checked",
    header: words.lastCheck,
    cell: (row) => {
      if (row.checkedAt !== null) return momentText(row.checkedAt, zone);
      return row.firstCheckBy === null
        ? words.never
        : words.firstCheckBy({ moment: momentText(row.firstCheckBy, zone) });
    },
    width: "16rem",
  },
  {
    key: "size",
    header: words.size,
    cell: (row) => (row.checkedAt === null ? null : words.checkedSize({ entries: row.entries, people: row.people })),
    card: "line",
  },
];

function stateOf(row: Checked) {
  if (row.problems > 0) {
    return (
      <Badge tone="stop" icon={IconAlertTriangle}>
        {words.problemCount({ count: row.problems })}
      </Badge>
    );
  }
  if (row.overdue || row.checkedAt === null) {
    return (
      <Badge tone={row.overdue ? "needs" : "none"} icon={IconClock}>
        {row.overdue ? words.overdue : words.notCheckedYet}
      </Badge>
    );
  }
  return (
    <Badge tone="done" icon={IconCircleCheck}>
      {words.noProblems}
    </Badge>
  );
}

/** Alarms about the audit log, and what the daily checks found. */
export function IntegrityPage() {
  useTitle(words.dataIntegrity);
  const { data, error, isPending, refetch } = useQuery(integrityQuery);
  if (error && !data)
    return <LoadFailed title={words.dailyChecksNotLoaded} error={error} onRetry={() => void refetch()} />;
  const organizations = data?.organizations ?? [];
  const failed = organizations.filter((one) => one.problems > 0);
  return (
    <>
      <PageHeader title={words.dataIntegrity} path={[{ label: "Administration", href: "/admin" }]}>
        {words.integrityIntro}
      </PageHeader>
      {data && data.alarms.length > 0 && (
        <Notice tone="stop" title={words.alarmTitle}>
          {words.alarmHint}
        </Notice>
      )}
      {data?.backupFailedAt && (
        <Notice tone="stop" title={words.backupFailed}>
          {words.backupFailedOn({ moment: momentText(data.backupFailedAt, zone) })}
        </Notice>
      )}
      <Panel title={words.alarms}>
        <DataTable
          caption={words.alarms}
          columns={alarmColumns}
          rows={data?.alarms ?? []}
          rowKey={(row) => row.alarmId}
          loading={isPending}
          expectedRows={1}
          empty={
            <EmptyState icon={IconCircleCheck} title={words.noAlarms}>
              {words.noAlarmsHint}
            </EmptyState>
          }
        />
      </Panel>
      <Panel title={words.dailyChecks}>
        {data && data.total > organizations.length && (
          <p className={classes.note}>{words.checksShown({ count: organizations.length, total: data.total })}</p>
        )}
        <DataTable
          caption={words.dailyChecks}
          columns={checkedColumns}
          rows={organizations}
          rowKey={(row) => row.organizationId}
          loading={isPending}
          expectedRows={3}
          empty={
            <EmptyState icon={IconClock} title={words.noOrganizations}>
              {words.noOrganizationsHint}
            </EmptyState>
          }
        />
      </Panel>
      {failed.map((one) => (
        <Panel key={one.organizationId} title={words.problemsAt({ name: one.name })}>
          <ul className={classes.list}>
            {one.findings.map((finding, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
              <li key={index}>
                {finding.what} <code>{finding.id}</code>
              </li>
            ))}
          </ul>
          {one.problems > one.findings.length && (
            <p className={classes.note}>
              {words.problemsShown({ count: one.findings.length, problems: one.problems })}
            </p>
          )}
        </Panel>
      ))}
    </>
  );
}
