import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import {
  dismissDuplicate,
  listDuplicates,
  mergeProfiles,
  previewMerge,
} from "@touchline/contract/reporting/duplicates";
import { call } from "../../../client.ts";

export type LikelyPair = ResponseOf<typeof listDuplicates>["data"][number];
export type MergePreview = ResponseOf<typeof previewMerge>;

/** The milliseconds between refetches while people are being compared. */
const look = 5_000;

/** Fetches pairs of profiles that may be one person, the most likely first. */
export const duplicatesQuery = infiniteQueryOptions({
  queryKey: ["duplicates"],
  queryFn: ({ pageParam, signal }) =>
    call(listDuplicates, { query: pageParam === null ? {} : { after: pageParam } }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
  refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.inProgress) ? look : false),
});

export const previewQuery = (keep: string, merge: string) =>
  queryOptions({
    queryKey: ["mergePreview", keep, merge],
    queryFn: ({ signal }) => call(previewMerge, { query: { keep, merge } }, { signal }),
  });

export const dismissPair = (id: string) => call(dismissDuplicate, { params: { id } });
export const mergeTwo = (body: BodyInput<typeof mergeProfiles>) => call(mergeProfiles, { body });
