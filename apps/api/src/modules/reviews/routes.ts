import * as contract from "@touchline/contract/reviews";
import { authorize, denialText, verdictOn } from "../../kernel/authorize.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import { on } from "../../kernel/mount.ts";
import { authorizeSight, memberTarget, namesOf } from "../profiles/queries.ts";
import { auditView } from "../requirements/actions/look.ts";
import { shownAttempt } from "../requirements/queries/attempt.ts";
import { factsOf } from "../requirements/queries/facts.ts";
import { requirementOn } from "../requirements/queries/owed.ts";
import { completeWithoutUpload } from "./actions/complete-without-upload.ts";
import { editCompletedDate } from "./actions/edit-completed-date.ts";
import { markIncomplete } from "./actions/mark-incomplete.ts";
import { reinstate } from "./actions/reinstate.ts";
import { bulkReview, reviewRequirement } from "./actions/review.ts";
import { adjacentReview, pendingCount, reviewPage } from "./queries/queue.ts";
import { decisionsOn, submissionsOn } from "./queries/submissions.ts";

/** The organization named in the path must be the caller's own; another's does not exist. */
const ownOrganization = (call: Call, id: string) => {
  if (id !== call.organizationId) throw notFound("The organization");
};

export const routes = [
  on(contract.getPendingReviewCount, async (call, { params }) => {
    ownOrganization(call, params.orgId);
    return pendingCount(call);
  }),

  on(contract.listReviewRequirements, async (call, { params, query }) => {
    ownOrganization(call, params.orgId);
    const { rows, count, more, next } = await reviewPage(call, query);
    return {
      data: rows,
      pagination: { page: query.page, perPage: query.perPage, totalRecords: count, more, next },
    };
  }),

  on(contract.getAdjacentReview, (call, { query }) => adjacentReview(call, query)),

  on(contract.getReview, async (call, { query }) => {
    const target = await memberTarget(call, query.profileLevelAccessId);
    const one = await requirementOn(call, target, query.requirementId);
    const about = { ...target, requirementType: one.asked.type };
    authorize(call, "requirements.review", about);
    const attempt = await shownAttempt(call, one.attempt, one.files);
    if (!attempt) throw conflict("Nothing has been submitted yet.", "none");
    await auditView(
      call,
      { target, on: one },
      "reviewed",
      one.files.map((file) => file.fileId),
    );
    const decisions = await decisionsOn(call, query.requirementId);
    const submitter = one.attempt?.createdBy === target.profileId ? null : (one.attempt?.createdBy ?? null);
    const names = await namesOf(call, [
      ...decisions.map((row) => row.reviewerProfileId),
      ...(submitter === null ? [] : [submitter]),
    ]);
    const disqualify = verdictOn(call, "requirements.disqualify", about);
    const open = attempt.state === "pendingReview";
    return {
      requirementId: query.requirementId,
      profileLevelAccessId: target.profileLevelAccessId,
      profileId: target.profileId,
      fullName: `${target.firstName} ${target.lastName}`,
      email: target.email,
      dateOfBirth: target.dateOfBirth,
      levelName: target.levelName,
      labelName: target.labelName,
      type: one.asked.type,
      contentName: one.asked.name,
      instructions: one.asked.settings.instructions,
      status: one.owed.status,
      overallStatus: target.overallStatus,
      reasons: one.reasons,
      dueAt: one.owed.dueAt?.toISOString() ?? null,
      attempt,
      facts: attempt.submittedAt === null ? {} : await factsOf(call, attempt.attemptId),
      submittedByName: submitter === null ? null : (names.get(submitter) ?? "Unknown"),
      source: one.attempt?.source ?? null,
      decisions: decisions.map(({ reviewerProfileId, attemptId: _, ...row }) => ({
        ...row,
        reviewerName: names.get(reviewerProfileId) ?? "Unknown",
      })),
      permittedDecisions: open
        ? [
            "Approved" as const,
            "RejectedReset" as const,
            ...(disqualify.allowed ? ["RejectedDisqualified" as const] : []),
          ]
        : [],
      refusal: !open ? "This submission has been decided." : disqualify.allowed ? null : denialText(disqualify.reason),
    };
  }),

  on(contract.reviewRequirement, (call, { params, body }) =>
    reviewRequirement(call, { profileLevelAccessId: params.plaId, ...body }),
  ),

  on(contract.bulkReview, async (call, { body }) => ({ results: await bulkReview(call, body) })),

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
