import { queryOptions } from "@tanstack/react-query";
import { listLabels } from "@touchline/contract/accounts/organizations";
import { getNavigation } from "@touchline/contract/people/hierarchy";
import { call } from "../client.ts";

/** Levels and roles rarely change, so they are refetched after a minute, in milliseconds. */
const seldom = 60_000;

/** The levels that the caller may see, from one level down, in tree order. */
export const navigationQuery = (rootLevelId: string) =>
  queryOptions({
    queryKey: ["navigation", rootLevelId],
    queryFn: ({ signal }) => call(getNavigation, { params: { id: rootLevelId } }, { signal }),
    staleTime: seldom,
  });

/** The organization's labels, each with the role it carries. */
export const labelsQuery = queryOptions({
  queryKey: ["labels"],
  queryFn: ({ signal }) => call(listLabels, {}, { signal }),
  staleTime: seldom,
});
