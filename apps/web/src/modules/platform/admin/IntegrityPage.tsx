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

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Alarm = Integrity["alarms"][number];
type Checked = Integrity["organizations"][number];

const alarmWords: Record<(typeof integrityAlarmKinds)[number], string> = {
  chainRewritten: "The audit log was rewritten.",
  chainCutOff: "The end of the audit log is missing.",
  chainAltered: "Recent entries of the audit log were changed.",
  memoryVanished: "A server lost its record of the audit log.",
  memoryDamaged: "A server's record of the audit log was changed, or was written with another secret.",
  memoryNew: "A server without a record of the audit log started.",
  checkFailed: "The daily check found problems.",
};

const alarmColumns: [Column<Alarm, never>, ...Column<Alarm, never>[]] = [
  { key: "what", header: "Alarm", cell: (row) => alarmWords[row.kind] },
  { key: "organization", header: "Organization", cell: (row) => row.organizationName, card: "line" },
  { key: "entry", header: "Entry", cell: (row) => row.entry, width: "6rem" },
  { key: "at", header: "Time", cell: (row) => momentText(row.at, zone), width: "14rem" },
];

const checkedColumns: [Column<Checked, never>, ...Column<Checked, never>[]] = [
  { key: "name", header: "Organization", cell: (row) => row.name },
  { key: "state", header: "Result", cell: stateOf, card: "beside", width: "12rem" },
  {
    key: "checked",
    header: "Last check",
    cell: (row) => {
      if (row.checkedAt !== null) return momentText(row.checkedAt, zone);
      return row.firstCheckBy === null ? "Never" : `First check by ${momentText(row.firstCheckBy, zone)}`;
    },
    width: "16rem",
  },
  {
    key: "size",
    header: "Size",
    cell: (row) =>
      row.checkedAt === null
        ? null
        : `${counted(row.entries, "entry", "entries")}, ${counted(row.people, "person", "people")}`,
    card: "line",
  },
];

const counted = (count: number, one: string, several: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;

function stateOf(row: Checked) {
  if (row.problems > 0) {
    return (
      <Badge tone="stop" icon={IconAlertTriangle}>
        {counted(row.problems, "problem", "problems")}
      </Badge>
    );
  }
  if (row.overdue || row.checkedAt === null) {
    return (
      <Badge tone={row.overdue ? "needs" : "none"} icon={IconClock}>
        {row.overdue ? "Overdue" : "Not checked yet"}
      </Badge>
    );
  }
  return (
    <Badge tone="done" icon={IconCircleCheck}>
      No problems
    </Badge>
  );
}

/** Alarms about the audit log, and what the daily checks found. */
export function IntegrityPage() {
  useTitle("Data integrity");
  const { data, error, isPending, refetch } = useQuery(integrityQuery);
  if (error && !data) return <LoadFailed what="The checks" error={error} onRetry={() => void refetch()} />;
  const organizations = data?.organizations ?? [];
  const failed = organizations.filter((one) => one.problems > 0);
  return (
    <>
      <PageHeader title="Data integrity" path={[{ label: "Administration", href: "/admin" }]}>
        The audit log and all statuses are checked once a day. Alarms are stored outside the database.
      </PageHeader>
      {data && data.alarms.length > 0 && (
        <Notice tone="stop" title="The data may have been changed outside Touchline">
          If you restored a backup or added a server, this is expected. Otherwise, compare the audit log with a
          checkpoint that was stored elsewhere.
        </Notice>
      )}
      {data?.backupFailedAt && (
        <Notice tone="stop" title="The last backup failed">
          It failed on {momentText(data.backupFailedAt, zone)} and is tried again every hour. The server's log says why.
        </Notice>
      )}
      <Panel title="Alarms">
        <DataTable
          caption="Alarms"
          columns={alarmColumns}
          rows={data?.alarms ?? []}
          rowKey={(row) => row.alarmId}
          loading={isPending}
          expectedRows={1}
          empty={
            <EmptyState icon={IconCircleCheck} title="No alarms">
              The audit log matches the record that this server keeps outside the database.
            </EmptyState>
          }
        />
      </Panel>
      <Panel title="Daily checks">
        {data && data.total > organizations.length && (
          <p className={classes.note}>
            {organizations.length} of {data.total} organizations are shown, those with problems first.
          </p>
        )}
        <DataTable
          caption="Daily checks"
          columns={checkedColumns}
          rows={organizations}
          rowKey={(row) => row.organizationId}
          loading={isPending}
          expectedRows={3}
          empty={
            <EmptyState icon={IconClock} title="No organizations">
              Create an organization first.
            </EmptyState>
          }
        />
      </Panel>
      {failed.map((one) => (
        <Panel key={one.organizationId} title={`Problems at ${one.name}`}>
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
              The first {one.findings.length} of {one.problems} problems are shown.
            </p>
          )}
        </Panel>
      ))}
    </>
  );
}
