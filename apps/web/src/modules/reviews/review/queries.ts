import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { BodyInput, RequirementType, ResponseOf } from "@touchline/contract";
import {
  bulkReview,
  countReviewSources,
  getAdjacentReview,
  getPendingReviewCount,
  getReview,
  listReviewRequirements,
  reviewRequirement,
} from "@touchline/contract/reviews/reviews";
import { getBackgroundCheck } from "@touchline/contract/screening/orders";
import { getRegistryMatches } from "@touchline/contract/screening/registry";
import { compareDocument } from "@touchline/contract/verification/documents";
import { compareIdentity, getIdentityImage } from "@touchline/contract/verification/identity";
import { isConfidential } from "@touchline/rules/security/permissions";
import { call, download } from "../../../client.ts";
import { fileQuery, whileChecked } from "../../../files/queries.ts";
import type { QueuePosition, ReviewSearch } from "./place.ts";

export const reviewsPerPage = 25;

export type ReviewRow = ResponseOf<typeof listReviewRequirements>["data"][number];
export type Review = ResponseOf<typeof getReview>;

/** One page of the pending submissions, or of the decisions. */
export const reviewListQuery = (organizationId: string, filter: ReviewSearch, page: number) =>
  queryOptions({
    queryKey: ["reviewList", organizationId, filter, page],
    queryFn: ({ signal }) =>
      call(
        listReviewRequirements,
        { params: { orgId: organizationId }, query: { ...filter, page, perPage: reviewsPerPage } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** Counts the submissions by source. Refetched together with the list. */
export const sourceCountsQuery = (organizationId: string, { source: _, ...filter }: ReviewSearch) =>
  queryOptions({
    queryKey: ["reviewList", organizationId, "sources", filter],
    queryFn: ({ signal }) => call(countReviewSources, { params: { orgId: organizationId }, query: filter }, { signal }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });

/** Fetches the first `most` rows of a list, page by page. */
export async function firstOf(organizationId: string, filter: ReviewSearch, most: number): Promise<ReviewRow[]> {
  const rows: ReviewRow[] = [];
  let cursor: string | null = null;
  do {
    const { data, pagination }: ResponseOf<typeof listReviewRequirements> = await call(listReviewRequirements, {
      params: { orgId: organizationId },
      query: { ...filter, perPage: 100, ...(cursor === null ? {} : { cursor }) },
    });
    rows.push(...data);
    cursor = pagination.next;
  } while (cursor !== null && rows.length < most);
  return rows.slice(0, most);
}

/** Counts the submissions that this reviewer can review; the navigation shows the same number. */
export const pendingCountQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["pendingReviewCount", organizationId],
    queryFn: ({ signal }) => call(getPendingReviewCount, { params: { orgId: organizationId } }, { signal }),
    staleTime: 30_000,
  });

/** A submission that the reviewer can move to. */
export type Ahead = QueuePosition & { requirementType: RequirementType };

/** The submission before or after one in its list; null at the end. A decided submission keeps its place. */
export const adjacentQuery = (requirementId: string, filter: ReviewSearch, dir: "previous" | "next") =>
  queryOptions({
    queryKey: ["adjacentReview", requirementId, filter, dir],
    queryFn: async ({ signal }): Promise<Ahead | null> =>
      (await call(getAdjacentReview, { query: { requirementId, ...filter, dir } }, { signal })) ?? null,
  });

/** Fetches a submission and the facts that a reviewer needs. */
export const reviewQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["review", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) => call(getReview, { query: { requirementId, profileLevelAccessId } }, { signal }),
    refetchInterval: whileChecked(({ attempt }: Review) => attempt.files),
  });

export type RegistryMatches = ResponseOf<typeof getRegistryMatches>;

/** Fetches what the registry search found. Not refetched, because each view of a confidential result is recorded. */
export const registryMatchesQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["registryMatches", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(getRegistryMatches, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
    refetchOnWindowFocus: false,
  });

/** Fetches the comparison of a document with the profile. */
export const documentComparisonQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["documentComparison", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(compareDocument, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
    refetchOnWindowFocus: false,
  });

/** Fetches the pictures and data of an identity verification. */
export const identityComparisonQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["identityComparison", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(compareIdentity, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
    refetchOnWindowFocus: false,
  });

/** Fetches a picture's bytes. Not refetched, because each view is recorded, and not kept after it is closed. */
export const identityImageQuery = (requirementId: string, profileLevelAccessId: string, imageId: string) =>
  queryOptions({
    queryKey: ["identityImage", requirementId, profileLevelAccessId, imageId],
    queryFn: ({ signal }) =>
      download(
        getIdentityImage,
        { params: { id: requirementId }, query: { profileLevelAccessId, imageId } },
        { signal },
      ),
    staleTime: Infinity,
    gcTime: 0,
  });

export type BackgroundCheck = ResponseOf<typeof getBackgroundCheck>;

/** Fetches the state of a background check at its provider. */
export const backgroundCheckQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["backgroundCheck", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(getBackgroundCheck, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
  });

/** Prefetches a submission and its first file. Confidential ones are left out, because each view of them is recorded. */
export async function fetchAhead(queryClient: QueryClient, place: Ahead, { files = true } = {}): Promise<void> {
  if (isConfidential[place.requirementType]) return;
  const query = reviewQuery(place.requirementId, place.profileLevelAccessId);
  await queryClient.prefetchQuery(query);
  const [file] = queryClient.getQueryData(query.queryKey)?.attempt.files ?? [];
  if (files && file?.viewable && file.opens) await queryClient.prefetchQuery(fileQuery(place, file));
}

export type Decision = BodyInput<typeof reviewRequirement>;

export const decide = (profileLevelAccessId: string, body: Decision) =>
  call(reviewRequirement, { params: { plaId: profileLevelAccessId }, body });

export type BulkDecision = BodyInput<typeof bulkReview>["review"];
export type BulkResult = ResponseOf<typeof bulkReview>["results"][number];

export const decideMany = async (places: readonly QueuePosition[], review: BulkDecision): Promise<BulkResult[]> => {
  const requirements = places.map(({ requirementId, profileLevelAccessId }) => ({
    requirementId,
    profileLevelAccessId,
  }));
  return (await call(bulkReview, { body: { requirements, review } })).results;
};

/** The queries that are out of date after a decision. */
export const staleAfterDecision = [
  "review",
  "registryMatches",
  "backgroundCheck",
  "reviewList",
  "adjacentReview",
  "pendingReviewCount",
  "requirement",
  "requirements",
  "submissions",
  "member",
  "members",
  "reviewStatistics",
] as const;
