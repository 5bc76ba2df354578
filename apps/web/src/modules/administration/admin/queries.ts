import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import type { OrganizationState } from "@touchline/contract/accounts/organization-states";
import { getBackgroundJobs, listFailedJobs } from "@touchline/contract/administration/background-jobs";
import { getOrganizationState } from "@touchline/contract/administration/closing";
import {
  getUsage,
  type HealthProblem,
  listOrganizationHealth,
  type OversightOrder,
} from "@touchline/contract/administration/oversight";
import { findSupportedPeople, getSupport } from "@touchline/contract/administration/support";
import { listSwitches } from "@touchline/contract/administration/switches";
import { call } from "../../../client.ts";

export interface OversightFilter {
  search: string;
  problems: readonly HealthProblem[];
  states: readonly OrganizationState[];
  order: OversightOrder;
}

/** Organizations with their health, a page at a time. */
export const oversightQuery = ({ search, problems, states, order }: OversightFilter) =>
  infiniteQueryOptions({
    queryKey: ["organizations", "health", search, problems, states, order],
    queryFn: ({ signal, pageParam }) =>
      call(
        listOrganizationHealth,
        { query: { problems, states, order, ...(search && { search }), ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** What all organizations use together. */
export const usageQuery = queryOptions({
  queryKey: ["organizations", "usage"],
  queryFn: ({ signal }) => call(getUsage, {}, { signal }),
});

export type Support = ResponseOf<typeof getSupport>;

/** Who had support access to an organization; it is refetched often, because people answer requests at any time. */
export const supportQuery = (id: string) =>
  queryOptions({
    queryKey: ["organization", id, "support"],
    queryFn: ({ signal }) => call(getSupport, { params: { id } }, { signal }),
    refetchInterval: 10_000,
  });

/** People with a login. Each search is recorded, so it isn't repeated by itself. */
export const supportedPeopleQuery = (id: string, search: string) =>
  queryOptions({
    queryKey: ["organization", id, "people", search],
    queryFn: ({ signal }) => call(findSupportedPeople, { params: { id }, query: { search } }, { signal }),
    enabled: search !== "",
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

export type StateOfOrganization = ResponseOf<typeof getOrganizationState>;

/** Whether an organization can be used; read again while an export is created. */
export const organizationStateQuery = (id: string) =>
  queryOptions({
    queryKey: ["organization", id, "state"],
    queryFn: ({ signal }) => call(getOrganizationState, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.exports.some((one) => one.readyAt === null) ? 3_000 : false),
  });

/** How many jobs wait, run and failed, and when each schedule last ran. */
export const backgroundJobsQuery = queryOptions({
  queryKey: ["backgroundJobs"],
  queryFn: ({ signal }) => call(getBackgroundJobs, {}, { signal }),
  refetchInterval: 10_000,
});

export type ListedFailedJob = ResponseOf<typeof listFailedJobs>["data"][number];

/** Jobs that failed for good, the latest first, a page at a time. */
export const failedJobsQuery = infiniteQueryOptions({
  queryKey: ["backgroundJobs", "failed"],
  queryFn: ({ signal, pageParam }) =>
    call(listFailedJobs, { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
});

/** What is paused. */
export const switchesQuery = queryOptions({
  queryKey: ["featureSwitches"],
  queryFn: ({ signal }) => call(listSwitches, {}, { signal }),
});
