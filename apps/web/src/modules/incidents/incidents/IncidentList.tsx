import { useQuery } from "@tanstack/react-query";
import { type IncidentState, incidentStates } from "@touchline/contract/incidents/incidents";
import {
  Badge,
  Chips,
  type Column,
  DataTable,
  EmptyState,
  IconClipboardCheck,
  LoadingState,
  Pager,
} from "@touchline/ui";
import type { ReactNode } from "react";
import { momentText } from "../../../dates.ts";
import { isWithdrawn, LoadFailed } from "../../../ErrorScreens.tsx";
import { pageIn, type RawSearch, someIn, useUrlState } from "../../../url-state.ts";
import classes from "./Incidents.module.css";
import { type Incident, incidentsQuery } from "./queries.ts";
import { clockIcons, clockLabels, clockTones, incidentKindLabels, incidentStateLabels, words } from "./words.ts";

const isState = (one: string): one is IncidentState => incidentStates.some((state) => state === one);
const readFilter = (search: RawSearch) => ({ states: someIn(search.states, isState), page: pageIn(search.page) });

interface IncidentListProps {
  /** The list is about one person only. */
  profileId?: string;
  zone: string;
  empty: ReactNode;
}

/** Incidents that the reader may see, newest first. */
export function IncidentList({ profileId, zone, empty }: IncidentListProps) {
  const [{ states, page }, change] = useUrlState(readFilter);
  const query = useQuery(incidentsQuery({ profileId, states, page }));
  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed title={words.incidentsNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className={classes.page}>
      <Chips
        label={words.showOnly}
        options={incidentStates.map((state) => ({ value: state, label: incidentStateLabels[state] }))}
        selected={states}
        onChange={(chosen) => change({ states: chosen, page: undefined })}
      />
      {query.isPending && <LoadingState label={words.loadingTheIncidents} />}
      {query.data && (
        <>
          <DataTable
            caption={words.incidents}
            columns={columnsIn(zone, profileId === undefined)}
            rows={query.data.data}
            rowKey={(row) => row.incidentId}
            rowHref={(row) => `/incidents/${row.incidentId}`}
            bare
            empty={
              <EmptyState icon={IconClipboardCheck} title={words.noIncidents}>
                {empty}
              </EmptyState>
            }
          />
          {query.data.pagination.totalRecords > query.data.pagination.perPage && (
            <Pager {...query.data.pagination} onPage={(to) => change({ page: to }, { back: true })} />
          )}
        </>
      )}
    </div>
  );
}

function columnsIn(zone: string, people: boolean): [Column<Incident, never>, ...Column<Incident, never>[]] {
  const who: Column<Incident, never>[] = people
    ? [{ key: "person", header: words.person, cell: (row) => `${row.personName}, ${row.levelName}` }]
    : [];
  return [
    { key: "kind", header: words.what, cell: (row) => incidentKindLabels[row.kind] },
    ...who,
    { key: "happened", header: words.happened, cell: (row) => momentText(row.happenedAt, zone) },
    {
      key: "reported",
      header: words.reported,
      cell: (row) => words.reportedBy({ moment: momentText(row.reportedAt, zone), reporter: row.reporterName }),
    },
    {
      key: "clock",
      header: words.authority,
      card: "beside",
      cell: (row) => (
        <Badge tone={clockTones[row.clock]} icon={clockIcons[row.clock]}>
          {clockLabels[row.clock]}
        </Badge>
      ),
    },
    { key: "state", header: words.state, cell: (row) => incidentStateLabels[row.state] },
  ];
}
