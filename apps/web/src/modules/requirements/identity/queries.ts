import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import {
  getIdentityProgress,
  getIdentityVerification,
  type IdentityProgress,
} from "@touchline/contract/verification/identity";
import { call } from "../../../client.ts";
import type { FilePlace } from "../../../files/queries.ts";

/** Reads the ways of identity verification here, and its progress. */
export type IdentityPage = ResponseOf<typeof getIdentityVerification>;

const pageKey = ({ requirementId, profileLevelAccessId }: FilePlace) => [
  "identity",
  requirementId,
  profileLevelAccessId,
];

export const identityQuery = (place: FilePlace) =>
  queryOptions({
    queryKey: pageKey(place),
    queryFn: ({ signal }) =>
      call(
        getIdentityVerification,
        { params: { id: place.requirementId }, query: { profileLevelAccessId: place.profileLevelAccessId } },
        { signal },
      ),
  });

/** Milliseconds between two looks at photos that are being checked, which takes seconds. */
const checkedEvery = 2_000;

/** Reads the progress; polled while a photo is being checked. */
export const identityProgressQuery = (place: FilePlace, begun: IdentityProgress) =>
  queryOptions({
    queryKey: [...pageKey(place), "progress"],
    queryFn: ({ signal }) =>
      call(
        getIdentityProgress,
        { params: { id: place.requirementId }, query: { profileLevelAccessId: place.profileLevelAccessId } },
        { signal },
      ),
    initialData: begun,
    // Data that came with the page is as new as the page.
    staleTime: checkedEvery,
    refetchInterval: ({ state }) => (isChecking(state.data) ? checkedEvery : false),
  });

export const isChecking = (progress: IdentityProgress | undefined): boolean =>
  progress?.submittedAt === null && progress.images.some(({ state }) => state === "checking");

/** Stores the progress from another call's answer. */
export function seeProgress(queryClient: QueryClient, place: FilePlace, progress: IdentityProgress): void {
  queryClient.setQueryData(identityProgressQuery(place, progress).queryKey, progress);
  const isKept = progress.images.some(({ state }) => state !== "refused");
  queryClient.setQueryData(
    identityQuery(place).queryKey,
    (page) => page && { ...page, progress, erasable: page.erasable || isKept },
  );
}
