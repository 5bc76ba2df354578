import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BodyInput, ResponseOf, ReviewList } from "@touchline/contract";
import { getReview, listReviewRequirements, reviewRequirement } from "@touchline/contract/reviews";
import { call } from "../../client.ts";

export const reviewsPerPage = 25;
/** How far the review page looks ahead in the queue. */
const queueAhead = 100;

export type ReviewRow = ResponseOf<typeof listReviewRequirements>["data"][number];
export type Review = ResponseOf<typeof getReview>;

/** One page of what waits, or of what was decided. */
export const reviewListQuery = (organizationId: string, type: ReviewList, page: number, perPage = reviewsPerPage) =>
  queryOptions({
    queryKey: ["reviewList", organizationId, type, page, perPage],
    queryFn: ({ signal }) =>
      call(listReviewRequirements, { params: { orgId: organizationId }, query: { type, page, perPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The head of the queue, for going from one submission to the next. */
export const queueQuery = (organizationId: string) => reviewListQuery(organizationId, "Pending", 1, queueAhead);

/** The facts and the submission that a reviewer judges. */
export const reviewQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["review", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) => call(getReview, { query: { requirementId, profileLevelAccessId } }, { signal }),
  });

export type Decision = BodyInput<typeof reviewRequirement>;

export const decide = (profileLevelAccessId: string, body: Decision) =>
  call(reviewRequirement, { params: { plaId: profileLevelAccessId }, body });
