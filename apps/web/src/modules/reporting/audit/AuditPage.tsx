import { useQuery } from "@tanstack/react-query";
import { auditDetailText } from "@touchline/rules/reporting/audit";
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
import { NoAccess } from "../../../shell/NoAccess.tsx";
import { type RawSearch, type SearchChange, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Audit.module.css";
import { AuditFilters } from "./AuditFilters.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { isNarrowed, readFilter } from "./filter.ts";
import { type AuditRow, auditQuery } from "./queries.ts";
import { words } from "./words.ts";

/** For administrators of the organization. Everyone else is sent to the home page. */
export function AuditPage() {
  const { roles } = useActiveProfile();
  return roles.includes("Admin") || roles.includes("AnkoredAdmin") ? <AuditLog /> : <NoAccess />;
}

const readPlace = (search: RawSearch) => ({ filter: readFilter(search), cursor: textIn(search.cursor).slice(0, 300) });

/** Lists changes, and views of confidential files, newest first. */
function AuditLog() {
  useTitle(words.auditLog);
  const { organizationId, organization } = useActiveProfile();
  const [{ filter, cursor }, change] = useUrlState(readPlace);
  const log = useQuery(auditQuery(organizationId, filter, cursor));
  const narrow = (next: SearchChange) => change({ ...next, cursor: undefined }, { back: true });
  const next = log.data?.next ?? null;
  if (log.isError && !log.data)
    return <LoadFailed title={words.auditLogNotLoaded} error={log.error} onRetry={() => void log.refetch()} />;
  return (
    <>
      <PageHeader title={words.auditLog} actions={<ExportMenu filter={filter} />}>
        {words.pageHint}
      </PageHeader>
      <AuditFilters filter={filter} names={log.data?.narrowedTo} narrow={narrow} />
      <DataTable
        caption={words.auditLog}
        columns={columnsFor(organization.timeZone)}
        rows={log.isPlaceholderData ? [] : (log.data?.data ?? [])}
        rowKey={(row) => row.auditEventId}
        loading={log.isPending || log.isPlaceholderData}
        expectedRows={12}
        empty={<NothingThere narrowed={isNarrowed(filter)} />}
      />
      {(cursor !== "" || next !== null) && (
        <nav className={classes.pages} aria-label={words.pages}>
          {cursor !== "" && (
            <Button
              variant="secondary"
              label={words.newest}
              onClick={() => change({ cursor: undefined }, { back: true })}
            />
          )}
          {next !== null && (
            <Button variant="secondary" label={words.older} onClick={() => change({ cursor: next }, { back: true })} />
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
      header: words.whatHappened,
      cell: (row) => (
        <span className={classes.sentence}>
          <Who row={row} /> {row.sentence}
        </span>
      ),
      note: (row) => (row.details.length === 0 ? null : <Details row={row} />),
    },
    {
      key: "whom",
      header: words.person,
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
      header: words.when,
      width: "13.5rem",
      card: "line",
      cell: (row) => <time dateTime={row.at}>{momentText(row.at, zone)}</time>,
      note: (row) =>
        row.sequence === null ? words.notSealedYet : words.sealedAs({ number: count.format(row.sequence) }),
    },
  ];
}

const count = new Intl.NumberFormat();

function Who({ row: { who } }: { row: AuditRow }) {
  if (who.profileId === null) return <b>{who.name}</b>;
  return <TextLink href={`/audit?who=${who.profileId}`}>{who.name}</TextLink>;
}

function Details({ row }: { row: AuditRow }) {
  return <span className={classes.details}>{row.details.map(auditDetailText).join(" · ")}</span>;
}

function NothingThere({ narrowed }: { narrowed: boolean }) {
  return narrowed ? (
    <EmptyState icon={IconSearch} title={words.nothingMatches}>
      {words.nothingMatchesHint}
    </EmptyState>
  ) : (
    <EmptyState icon={IconClipboardCheck} title={words.nothingRecorded}>
      {words.nothingRecordedHint}
    </EmptyState>
  );
}
