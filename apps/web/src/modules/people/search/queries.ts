import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listMembers } from "@touchline/contract/people/hierarchy";
import { call } from "../../../client.ts";

/** The people whose name matches, at a level and its sublevels; the first 20. */
export const peopleNamed = (levelId: string, search: string) =>
  queryOptions({
    queryKey: ["peopleNamed", levelId, search],
    queryFn: ({ signal }) => call(listMembers, { params: { id: levelId }, query: { search, perPage: 20 } }, { signal }),
    enabled: search.trim().length > 1,
    placeholderData: keepPreviousData,
  });
