import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BodyInput } from "@touchline/contract";
import { listMembers } from "@touchline/contract/hierarchy";
import { addMember } from "@touchline/contract/profiles";
import { call } from "../../client.ts";
import type { DashboardSearch } from "./search.ts";

export const membersPerPage = 25;

/** One page of the people at a level and below it. The rows of the page before stay until the next ones are there. */
export const membersQuery = (levelId: string, state: DashboardSearch) =>
  queryOptions({
    queryKey: ["members", levelId, state],
    queryFn: ({ signal }) =>
      call(
        listMembers,
        {
          params: { id: levelId },
          query: { ...state, sortCol: "FullName", perPage: membersPerPage },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export type NewMember = BodyInput<typeof addMember>;

export const addPerson = (body: NewMember) => call(addMember, { body });
