import { queryOptions } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import {
  changeIncident,
  exportIncident,
  getIncident,
  getIncidentDocument,
  handleIncident,
  type IncidentState,
  listIncidents,
  reportIncident,
} from "@touchline/contract/incidents/incidents";
import { call, download } from "../../../client.ts";

export type Incident = ResponseOf<typeof reportIncident>;

export interface IncidentSearch {
  /** Narrows the list to one person. */
  profileId?: string | undefined;
  states: readonly IncidentState[];
  page: number;
}

export const incidentsQuery = ({ profileId, states, page }: IncidentSearch) =>
  queryOptions({
    queryKey: ["incidents", profileId, states, page],
    queryFn: ({ signal }) =>
      call(listIncidents, { query: { ...(profileId && { ProfileId: profileId }), states, page } }, { signal }),
  });

export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: ["incident", id],
    queryFn: ({ signal }) => call(getIncident, { params: { id } }, { signal }),
  });

export const report = (body: BodyInput<typeof reportIncident>, files: readonly File[]) =>
  call(reportIncident, { body, files });

export const change = (id: string, body: BodyInput<typeof changeIncident>, files: readonly File[]) =>
  call(changeIncident, { params: { id }, body, files });

export const fetchDocument = (id: string, docId: string) => download(getIncidentDocument, { params: { id, docId } });

export const handle = (id: string, body: BodyInput<typeof handleIncident>) =>
  call(handleIncident, { params: { id }, body });

export const fetchReport = (id: string) => download(exportIncident, { params: { id } });
