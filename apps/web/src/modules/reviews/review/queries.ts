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

/** One page of what waits, or of what was decided. */
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

/** How many the list would have of each source; read anew with the list. */
export const sourceCountsQuery = (organizationId: string, { source: _, ...filter }: ReviewSearch) =>
  queryOptions({
    queryKey: ["reviewList", organizationId, "sources", filter],
    queryFn: ({ signal }) => call(countReviewSources, { params: { orgId: organizationId }, query: filter }, { signal }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });

/** The first of a list, page after page by its cursor, at most `most`. */
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

/** How many wait for this reviewer; the navigation shows the same. */
export const pendingCountQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["pendingReviewCount", organizationId],
    queryFn: ({ signal }) => call(getPendingReviewCount, { params: { orgId: organizationId } }, { signal }),
    staleTime: 30_000,
  });

/** A submission that may be gone to. */
export type Ahead = QueuePosition & { requirementType: RequirementType };

/** The neighbour of a submission in its list; null at the end. It stays where it was when it has been decided. */
export const adjacentQuery = (requirementId: string, filter: ReviewSearch, dir: "previous" | "next") =>
  queryOptions({
    queryKey: ["adjacentReview", requirementId, filter, dir],
    queryFn: async ({ signal }): Promise<Ahead | null> =>
      (await call(getAdjacentReview, { query: { requirementId, ...filter, dir } }, { signal })) ?? null,
  });

/** The facts and the submission that a reviewer judges. */
export const reviewQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["review", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) => call(getReview, { query: { requirementId, profileLevelAccessId } }, { signal }),
    refetchInterval: whileChecked(({ attempt }: Review) => attempt.files),
  });

export type RegistryMatches = ResponseOf<typeof getRegistryMatches>;

/** What the registry search found about a person. Asked for once, as a look at what is confidential is recorded. */
export const registryMatchesQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["registryMatches", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(getRegistryMatches, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
    refetchOnWindowFocus: false,
  });

/** How a document fits the profile. */
export const documentComparisonQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["documentComparison", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(compareDocument, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
    refetchOnWindowFocus: false,
  });

/** What an identity is verified by. */
export const identityComparisonQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["identityComparison", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(compareIdentity, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
    refetchOnWindowFocus: false,
  });

/** The bytes of a picture. Asked for once, as every look is recorded, and forgotten when nobody looks anymore. */
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

/** How the background check of a requirement stands at its provider. */
export const backgroundCheckQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["backgroundCheck", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(getBackgroundCheck, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
  });

/**
 * Fetches a submission, and its first file, before somebody goes there. Not what is confidential: every look at that is
 * recorded, so there is none before somebody looks.
 */
export async function fetchAhead(queryClient: QueryClient, place: Ahead, { files = true } = {}): Promise<void> {
  if (isConfidential[place.requirementType]) return;
  const asked = reviewQuery(place.requirementId, place.profileLevelAccessId);
  await queryClient.prefetchQuery(asked);
  const [file] = queryClient.getQueryData(asked.queryKey)?.attempt.files ?? [];
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

/** What a decision makes out of date, beside the submission itself. */
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
