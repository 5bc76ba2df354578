import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { countUnreadNotices, listNotices, readNotices } from "@touchline/contract/messages/notices";
import { call } from "../../../client.ts";

export type NoticeItem = ResponseOf<typeof listNotices>["data"][number];

/** Counts a profile's unread notifications, every minute. */
export const unreadQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["unreadNotices", profileId],
    queryFn: ({ signal }) => call(countUnreadNotices, {}, { signal }),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });

export const noticesQuery = (profileId: string) =>
  infiniteQueryOptions({
    queryKey: ["notices", profileId],
    queryFn: ({ pageParam, signal }) =>
      call(listNotices, { query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** Marks the shown notifications as read, not those that arrived since. */
export async function haveRead(queryClient: QueryClient, profileId: string, upTo: string): Promise<void> {
  queryClient.setQueryData(unreadQuery(profileId).queryKey, await call(readNotices, { body: { upTo } }));
}
