import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconClipboardCheck,
  IconSearch,
  PageHeader,
  TextLink,
} from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, type SearchChange, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Audit.module.css";
import { AuditFilters } from "./AuditFilters.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { isNarrowed, readFilter } from "./filter.ts";
import { type AuditRow, auditQuery } from "./queries.ts";

/** For whoever looks after the organization itself; everybody else is sent home. */
export function AuditPage() {
  const { roles } = useActiveProfile();
  return roles.includes("Admin") || roles.includes("AnkoredAdmin") ? <AuditLog /> : <Navigate to="/" replace />;
}

const readPlace = (search: RawSearch) => ({ filter: readFilter(search), cursor: textIn(search.cursor).slice(0, 300) });

/** Who changed what, and who looked at confidential files, the newest first. */
function AuditLog() {
  useTitle("Audit log");
  const { organizationId, organization } = useActiveProfile();
  const [{ filter, cursor }, change] = useUrlState(readPlace);
  const log = useQuery(auditQuery(organizationId, filter, cursor));
  const narrow = (next: SearchChange) => change({ ...next, cursor: undefined }, { back: true });
  const next = log.data?.next ?? null;
  if (log.isError && !log.data)
    return <LoadFailed what="The audit log" error={log.error} onRetry={() => void log.refetch()} />;
  return (
    <>
      <PageHeader title="Audit log" actions={<ExportMenu filter={filter} />}>
        Changes to people, roles, levels and settings, and every time a confidential file was viewed. Tamper-evident.
      </PageHeader>
      <AuditFilters filter={filter} names={log.data?.narrowedTo} narrow={narrow} />
      <DataTable
        caption="Audit log"
        columns={columnsFor(organization.timeZone)}
        rows={log.isPlaceholderData ? [] : (log.data?.data ?? [])}
        rowKey={(row) => row.auditEventId}
        loading={log.isPending || log.isPlaceholderData}
        expectedRows={12}
        empty={<NothingThere narrowed={isNarrowed(filter)} />}
      />
      {(cursor !== "" || next !== null) && (
        <nav className={classes.pages} aria-label="Pages of the log">
          {cursor !== "" && (
            <Button variant="secondary" label="Newest" onClick={() => change({ cursor: undefined }, { back: true })} />
          )}
          {next !== null && (
            <Button variant="secondary" label="Older" onClick={() => change({ cursor: next }, { back: true })} />
          )}
        </nav>
      )}
    </>
  );
}

type Columns = [Column<AuditRow, never>, ...Column<AuditRow, never>[]];

function columnsFor(zone: string): Columns {
  return [
    {
      key: "what",
      header: "What happened",
      cell: (row) => (
        <span className={classes.sentence}>
          <Who row={row} /> {row.sentence}
        </span>
      ),
      note: (row) => (row.details.length === 0 ? null : <Details row={row} />),
    },
    {
      key: "whom",
      header: "Person concerned",
      width: "13rem",
      card: "words",
      cell: (row) =>
        row.whom === null ? null : row.whom.profileId === null ? (
          row.whom.name
        ) : (
          <TextLink href={`/audit?whom=${row.whom.profileId}`}>{row.whom.name}</TextLink>
        ),
    },
    {
      key: "when",
      header: "When",
      width: "13.5rem",
      card: "line",
      cell: (row) => <time dateTime={row.at}>{momentText(row.at, zone)}</time>,
      note: (row) => (row.sequence === null ? "Sealed within a minute" : `Sealed as no. ${count.format(row.sequence)}`),
    },
  ];
}

const count = new Intl.NumberFormat();

function Who({ row: { who } }: { row: AuditRow }) {
  if (who.profileId === null) return <b>{who.name}</b>;
  return <TextLink href={`/audit?who=${who.profileId}`}>{who.name}</TextLink>;
}

function Details({ row }: { row: AuditRow }) {
  return (
    <span className={classes.details}>
      {row.details.map(({ name, text }) => (name === "" ? text : `${name}: ${text}`)).join(" · ")}
    </span>
  );
}

function NothingThere({ narrowed }: { narrowed: boolean }) {
  return narrowed ? (
    <EmptyState icon={IconSearch} title="Nothing matches">
      Remove a filter, or choose a longer period.
    </EmptyState>
  ) : (
    <EmptyState icon={IconClipboardCheck} title="Nothing recorded yet">
      Changes to people, roles, levels and settings appear here.
    </EmptyState>
  );
}
