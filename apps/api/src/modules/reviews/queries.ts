import type { ReviewList } from "@touchline/contract";
import type { reviewRow } from "@touchline/contract/reviews";
import { and, asc, desc, eq, notInArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Call } from "../../kernel/call.ts";
import { forbidden } from "../../kernel/errors.ts";
import { rowsWithinReach } from "../../kernel/reach.ts";
import { onKey, ours } from "../../kernel/tenancy.ts";
import { content } from "../content/tables.ts";
import { level } from "../hierarchy/tables.ts";
import { label } from "../labels/tables.ts";
import { organization } from "../organizations/tables.ts";
import { profile, profileLevelAccess } from "../profiles/tables.ts";
import { openNotes } from "../requirements/queries.ts";
import { attempt, requirement } from "../standing/tables.ts";
import { review } from "./tables.ts";

type Row = z.output<typeof reviewRow>;

/** Which submissions this actor reviews: within reach, never one's own or a guarded child's. @throws Forbidden */
function mine(call: Call): SQL {
  const within = rowsWithinReach(call, "requirements.review", { pre: level.pre, type: content.type });
  if (!within || call.actor.kind === "system") {
    throw forbidden("Reviews are for Managers, Directors and Admins.", "role");
  }
  return and(within, notInArray(requirement.profileId, [call.actor.profileId, ...call.actor.children])) as SQL;
}

/** Attempts joined with what a reviewer sees and may reach; memberships that ended since leave the queue. */
function submissions(call: Call) {
  return call.db
    .select({
      requirementId: attempt.requirementId,
      profileLevelAccessId: attempt.profileLevelAccessId,
      firstName: profile.firstName,
      lastName: profile.lastName,
      levelName: level.name,
      labelName: label.name,
      type: content.type,
      contentName: content.name,
      source: attempt.source,
      submittedAt: attempt.submittedAt,
      decision: review.decision,
      decidedAt: review.decidedAt,
      reviewerProfileId: review.reviewerProfileId,
      total: sql<number>`(count(*) OVER ())::int`,
    })
    .from(attempt)
    .innerJoin(requirement, onKey(requirement.requirementId, attempt.requirementId))
    .innerJoin(content, onKey(content.contentId, requirement.contentId))
    .innerJoin(profile, onKey(profile.profileId, requirement.profileId))
    .innerJoin(profileLevelAccess, onKey(profileLevelAccess.profileLevelAccessId, attempt.profileLevelAccessId))
    .innerJoin(level, onKey(level.levelId, profileLevelAccess.levelId))
    .innerJoin(label, onKey(label.labelId, profileLevelAccess.labelId))
    .leftJoin(review, onKey(review.attemptId, attempt.attemptId))
    .$dynamic();
}

/** One page of the queue (oldest first) or of what was decided (newest first), and the total. @throws Forbidden */
export async function reviewPage(
  call: Call,
  { type, page, perPage }: { type: ReviewList; page: number; perPage: number },
): Promise<{ rows: (Omit<Row, "reviewerName"> & { reviewerProfileId: string | null })[]; total: number }> {
  const pending = type === "Pending";
  const rows = await submissions(call)
    .where(
      and(
        ours(attempt, call),
        pending ? eq(attempt.state, "pendingReview") : sql`${review.reviewId} IS NOT NULL`,
        mine(call),
      ),
    )
    .orderBy(...(pending ? [asc(attempt.submittedAt)] : [desc(review.decidedAt)]), asc(attempt.attemptId))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const [first] = rows;
  return {
    // Beyond the last page no row carries the total; then the first page does.
    total: first?.total ?? (page > 1 ? (await reviewPage(call, { type, page: 1, perPage: 1 })).total : 0),
    rows: rows.map(({ firstName, lastName, total, source, submittedAt, decision, decidedAt, ...row }) => ({
      ...row,
      fullName: `${firstName} ${lastName}`,
      source: source ?? "ManualUpload",
      decision: decision ?? "Pending",
      submittedAt: (submittedAt ?? call.now).toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
  };
}

/** How many submissions await this actor's review. @throws Forbidden */
export async function pendingCount(call: Call): Promise<number> {
  return (await reviewPage(call, { type: "Pending", page: 1, perPage: 1 })).total;
}

/** What was decided on a requirement before, newest first, with the reviewers' words. The caller authorizes. */
export async function decisionsOn(call: Call, requirementId: string) {
  const rows = await call.db
    .select({
      reviewId: review.reviewId,
      decision: review.decision,
      sealedNotes: review.sealedNotes,
      wrappedKey: organization.wrappedKey,
      reviewerProfileId: review.reviewerProfileId,
      decidedAt: review.decidedAt,
    })
    .from(review)
    .innerJoin(organization, eq(organization.organizationId, review.organizationId))
    .where(and(ours(review, call), eq(review.requirementId, requirementId)))
    .orderBy(desc(review.decidedAt))
    .limit(50);
  return rows.map((row) => ({
    decision: row.decision,
    notes: openNotes(call, row),
    reviewerProfileId: row.reviewerProfileId,
    decidedAt: row.decidedAt.toISOString(),
  }));
}
