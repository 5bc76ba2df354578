import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import { getDashboardInfo, listMembers } from "@touchline/contract/people/hierarchy";
import {
  createMemberView,
  deleteMemberView,
  keepMemberList,
  listMemberViews,
  type MemberAct,
  type MemberColumn,
  type MemberSelection,
  previewMemberMessage,
  startMemberTask,
  updateMemberView,
} from "@touchline/contract/reporting/members";
import { listByExternalIdInQuery } from "@touchline/contract/requirements/profile-details";
import { CallFailed, call, NotYet } from "../../../client.ts";
import { type MemberChoice, readDashboardSearch } from "./search.ts";

export type MembersPage = ResponseOf<typeof listMembers>;
export type MemberRow = MembersPage["data"][number];

export const membersPerPage = 50;

const pageKey = (levelId: string, choice: MemberChoice, page: number) => ["members", levelId, choice, page] as const;

/**
 * Reads one page of the people at a level and below it. After a loaded page it continues from its last row; elsewhere the
 * server counts rows.
 */
export const membersQuery = (levelId: string, choice: MemberChoice, page: number) =>
  queryOptions({
    queryKey: pageKey(levelId, choice, page),
    queryFn: ({ signal, client }) => {
      const before = client.getQueryData<MembersPage>(pageKey(levelId, choice, page - 1));
      const cursor = before?.pagination.next ?? undefined;
      const query = { ...choice, page, perPage: membersPerPage, cursor };
      return call(listMembers, { params: { id: levelId }, query }, { signal });
    },
  });

/** Reads the memberships of the person whom a partner knows by an id. Source of the words: specification 2, section 8. */
export const membershipsByIdQuery = (externalId: string) =>
  queryOptions({
    queryKey: ["membershipsByExternalId", externalId],
    queryFn: async ({ signal }) => {
      try {
        return await call(listByExternalIdInQuery, { query: { externalId } }, { signal });
      } catch (error) {
        if (!(error instanceof CallFailed) || error.status < 400) throw error;
        throw new NotYet("Unable to fetch PLAs for siteId", { cause: error });
      }
    },
  });

/** Counts the clearance of the level and everything below it. */
export const dashboardQuery = (levelId: string) =>
  queryOptions({
    queryKey: ["members", levelId, "counts"],
    queryFn: ({ signal }) => call(getDashboardInfo, { params: { id: levelId } }, { signal }),
  });

/** Prefetches the first data of a level's dashboard. */
export function prefetchLevel(queryClient: QueryClient, levelId: string): void {
  const { members } = readDashboardSearch({});
  void queryClient.prefetchQuery(dashboardQuery(levelId));
  void queryClient.prefetchQuery(membersQuery(levelId, members, 1));
}

export const startForMembers = (levelId: string, selection: MemberSelection, act: MemberAct) =>
  call(startMemberTask, { params: { id: levelId }, body: { selection, act } });

export const previewMessage = (levelId: string, body: { subject: string; text: string }) =>
  call(previewMemberMessage, { params: { id: levelId }, body });

/** Saved views, and how the list opens for this person; changed by this person alone. */
export const viewsQuery = queryOptions({
  queryKey: ["memberViews"],
  queryFn: ({ signal }) => call(listMemberViews, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export type MemberView = ResponseOf<typeof listMemberViews>["views"][number];
export type NewView = BodyInput<typeof createMemberView>;

export const createView = (body: NewView) => call(createMemberView, { body });
export const changeView = (id: string, body: NewView) => call(updateMemberView, { params: { id }, body });
export const removeView = (id: string) => call(deleteMemberView, { params: { id } });
export const keepList = (body: { defaultViewId: string | null; columns: MemberColumn[] | null }) =>
  call(keepMemberList, { body });
