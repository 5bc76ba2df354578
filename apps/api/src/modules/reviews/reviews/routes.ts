import { Readable } from "node:stream";
import { getReviewSettings, saveReviewSettings } from "@touchline/contract/reviews/review-settings";
import { getReviewStatistics, getReviewStatisticsFile } from "@touchline/contract/reviews/review-statistics";
import * as contract from "@touchline/contract/reviews/reviews";
import { actingProfile, type Call } from "../../../call.ts";
import { csvOf } from "../../../documents/csv.ts";
import { notFound, unauthenticated } from "../../../errors.ts";
import { on, onReading, onReadOnly, onVisit, type Route } from "../../../http/mount.ts";
import { authorizeSight, memberTarget, namesOf } from "../../people/index.ts";
import { requirementOn } from "../../requirements/index.ts";
import * as claims from "./actions/claim.ts";
import { completeWithoutUpload } from "./actions/complete-without-upload.ts";
import { editCompletedDate } from "./actions/edit-completed-date.ts";
import { markIncomplete } from "./actions/mark-incomplete.ts";
import { declineDisqualification } from "./actions/propose.ts";
import { reinstate } from "./actions/reinstate.ts";
import { bulkReview, reviewRequirement } from "./actions/review.ts";
import * as settings from "./actions/settings.ts";
import type { LiveCounts } from "./queries/live-count.ts";
import { readReview, reviewShown } from "./queries/page.ts";
import { adjacentReview, awaitingReview, reviewPage, sourceCounts } from "./queries/queue.ts";
import { authorizeReviewing } from "./queries/queue-filter.ts";
import { reviewSettings } from "./queries/settings.ts";
import { reviewStatistics, statisticsRows } from "./queries/statistics.ts";
import { submissionsOn } from "./queries/submissions.ts";

/** The organization named in the path must be the caller's own; another's does not exist. */
const ownOrganization = (call: Call, id: string) => {
  if (id !== call.organizationId) throw notFound("organization");
};

export const routes = [
  onReadOnly(contract.getPendingReviewCount, async (call, { params }) => {
    ownOrganization(call, params.orgId);
    return awaitingReview(call);
  }),

  onReadOnly(contract.listReviewRequirements, async (call, { params, query }) => {
    ownOrganization(call, params.orgId);
    const { rows, count, more, next } = await reviewPage(call, query);
    return {
      data: rows,
      pagination: { page: query.page, perPage: query.perPage, totalRecords: count, more, next },
    };
  }),

  onReadOnly(contract.countReviewSources, async (call, { params, query }) => {
    ownOrganization(call, params.orgId);
    return sourceCounts(call, query);
  }),

  onReadOnly(contract.getAdjacentReview, (call, { query }) => adjacentReview(call, query)),

  onReading(
    contract.getReview,
    (call, { query }) => readReview(call, query),
    (call, { query }, read) => reviewShown(call, query, read),
    { records: true },
  ),

  on(contract.reviewRequirement, (call, { params, body }) =>
    reviewRequirement(call, { profileLevelAccessId: params.plaId, ...body }),
  ),

  on(contract.bulkReview, async (call, { body }) => ({ results: await bulkReview(call, body) })),

  on(contract.declineDisqualification, (call, { params, body }) =>
    declineDisqualification(call, { profileLevelAccessId: params.plaId, ...body }),
  ),

  on(contract.claimReview, async (call, { params, body }) => {
    const claimed = await claims.claimReview(call, { profileLevelAccessId: params.plaId, ...body });
    if (claimed === null) return { claim: null };
    const { profileId, until } = claimed;
    const name = (await namesOf(call, [profileId])).get(profileId) ?? "Unknown";
    return { claim: { profileId, name, mine: profileId === actingProfile(call), until: until.toISOString() } };
  }),

  on(contract.releaseReview, async (call, { params, query }) => {
    await claims.releaseReview(call, { profileLevelAccessId: params.plaId, ...query });
    return undefined;
  }),

  on(getReviewSettings, async (call) => {
    authorizeReviewing(call);
    return reviewSettings(call);
  }),
  on(saveReviewSettings, (call, { body }) => settings.saveReviewSettings(call, body)),

  on(getReviewStatistics, async (call, { params }) => {
    ownOrganization(call, params.orgId);
    return reviewStatistics(call);
  }),
  on(getReviewStatisticsFile, async (call, { params }) => {
    ownOrganization(call, params.orgId);
    const csv = Buffer.from(csvOf(statisticsRows(await reviewStatistics(call)), { bom: true }));
    return { name: "reviews.csv", mediaType: "text/csv", bytes: csv.length, stream: Readable.from([csv]) };
  }),

  on(contract.completeWithoutUpload, (call, { params, body }) =>
    completeWithoutUpload(call, { profileLevelAccessId: params.plaId, ...body }),
  ),

  on(contract.markIncomplete, (call, { params, body }) =>
    markIncomplete(call, { profileLevelAccessId: params.plaId, ...body }),
  ),

  on(contract.editCompletedDate, (call, { params, body }) =>
    editCompletedDate(call, { profileLevelAccessId: params.plaId, ...body }),
  ),

  on(contract.reinstate, (call, { params, body }) => reinstate(call, { profileLevelAccessId: params.plaId, ...body })),

  on(contract.listSubmissions, async (call, { params, query }) => {
    const target = await memberTarget(call, query.profileLevelAccessId);
    authorizeSight(call, target);
    return submissionsOn(call, target, await requirementOn(call, target, params.id));
  }),
];

/** Outlasts the call that opens it, so it holds no transaction. */
export const streamRoutes = (live: LiveCounts): Route[] => [
  onVisit(contract.streamPendingReviewCount, ({ identified, now }, { params, query }) => {
    if (!identified) throw unauthenticated();
    return live.open(identified, { organizationId: params.orgId, seconds: query.seconds }, now);
  }),
];
