import { type RequirementType, type ReviewList, reviewSources } from "@touchline/contract";
import { mostCounted, type reviewRow } from "@touchline/contract/reviews/reviews";
import { and, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { actingProfile, type Call } from "../../../../call.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { review } from "../../../../schema/reviews.ts";
import { authorizeSomewhere } from "../../../../security/authorize.ts";
import { attemptsReviewedOutside } from "../../../compliance/index.ts";
import {
  isOfAll,
  lists,
  type Narrowed,
  narrowed,
  notOthers,
  ownRequirements,
  queueSlice,
  type ReviewFilter,
} from "./queue-filter.ts";
import { readRows } from "./rows.ts";
import { noReviewer } from "./submissions.ts";

type Row = z.output<typeof reviewRow>;

const spots = cursors(z.strictObject({ at: z.int().min(0).max(99_999_999_999_999), id: z.uuid() }));

/** Reads a page of the queue (oldest first) or of the decisions (newest first), and counts them. @throws Forbidden */
export async function reviewPage(
  call: Call,
  { page, perPage, cursor, ...query }: ReviewFilter & { page: number; perPage: number; cursor?: string | undefined },
): Promise<{ rows: Row[]; count: number; more: boolean; next: string | null }> {
  const filter = await narrowed(call, query);
  const me = actingProfile(call);
  const start = cursor === undefined ? { offset: (page - 1) * perPage } : { offset: 0, from: spots.read(cursor) };
  const [counted, rows] = await Promise.all([
    countOf(call, filter),
    readRows(call, filter, { ...start, limit: perPage + 1 }),
  ]);
  const pageRows = rows.slice(0, perPage);
  const last = pageRows.at(-1);
  return {
    ...counted,
    next: last && rows.length > perPage ? spots.write({ at: last.at, id: last.id }) : null,
    rows: pageRows.map((row) => ({
      requirementId: row.requirement_id,
      profileLevelAccessId: row.profile_level_access_id,
      fullName: row.full_name,
      levelName: row.level_name ?? "a deleted level",
      labelName: row.label_name ?? "Member",
      type: row.type,
      contentName: row.content_name,
      source: row.source ?? "ManualUpload",
      decision: row.decision ?? "Pending",
      submittedAt: new Date(row.submitted).toISOString(),
      decidedAt: row.decided === null ? null : new Date(row.decided).toISOString(),
      reviewerName: row.decided === null ? null : (row.reviewer_name ?? noReviewer),
      membershipEnded: row.ended,
      claim:
        row.claimed_by === null
          ? null
          : {
              profileId: row.claimed_by,
              name: row.claimer_name ?? "Unknown",
              mine: row.claimed_by === me,
              until: new Date(row.claimed_until as number).toISOString(),
            },
      proposed: row.proposed,
    })),
  };
}

/**
 * Counts a list, up to 1000. It reads at most that many entries of the list's index, so that no stored count has to be
 * updated with each submission and decision.
 *
 * @throws Forbidden
 */
export async function countOf(call: Call, filter: Narrowed, also?: SQL): Promise<{ count: number; more: boolean }> {
  const { rows } = await prepared<{ found: number }>(
    call.db,
    "review.count",
    also === undefined && filter.type === "Pending" && isOfAll(call, filter)
      ? countedWithoutOwn(call)
      : sql`SELECT count(*)::int AS found FROM (
          ${queueSlice(call, filter, { limit: mostCounted + 1, unordered: true, also })}) AS counted`,
  );
  const found = rows[0]?.found ?? 0;
  return { count: Math.min(found, mostCounted), more: found > mostCounted };
}

/**
 * Counts all pending submissions, minus those that an external reviewer decides on first and the few of the actor's own, so
 * that only the index is read.
 */
function countedWithoutOwn(call: Call): SQL {
  const waits = sql`${ours(attempt, call)} AND ${attempt.state} = 'pendingReview'`;
  return sql`
    WITH own AS MATERIALIZED (
      SELECT ${attempt.attemptId} AS attempt_id FROM ${attempt}
      WHERE ${waits} AND ${attempt.requirementId} = ANY(ARRAY(${ownRequirements(call)}))
    ), others AS MATERIALIZED (
      SELECT (SELECT count(*)::int FROM own) + (
        SELECT count(*)::int FROM (${attemptsReviewedOutside(call)}) AS listed WHERE listed.attempt_id NOT IN (SELECT attempt_id FROM own)
      ) AS waiting
    )
    SELECT (
      SELECT count(*)::int FROM (
        SELECT FROM ${attempt} WHERE ${waits} LIMIT ${sql.raw(String(mostCounted + 1))} + (SELECT waiting FROM others)
      ) AS all_waiting
    ) - (SELECT waiting FROM others) AS found`;
}

/** Counts a list by source, up to 1000 for each. @throws Forbidden */
export async function sourceCounts(call: Call, query: ReviewFilter) {
  const filter = await narrowed(call, query);
  return Promise.all(
    reviewSources.map(async (source) => ({ source, ...(await countOf(call, { ...filter, source: [source] })) })),
  );
}

/** Counts the submissions that this actor can review, up to 1000. @throws Forbidden */
export const awaitingReview = (call: Call): Promise<{ count: number; more: boolean }> =>
  countOf(call, { type: "Pending", source: [], requirementType: [], search: "" });

/** Counts the disqualifications that this actor can confirm: those proposed by others. @throws Forbidden */
export async function awaitingConfirmation(call: Call): Promise<{ count: number; more: boolean }> {
  authorizeSomewhere(call, "requirements.disqualify");
  const own = call.actor.kind === "person" ? call.actor.entries : [];
  return countOf(
    call,
    { type: "Pending", source: [], requirementType: [], search: "", proposed: true },
    sql`NOT EXISTS (SELECT FROM review_proposal AS mine WHERE mine.organization_id = ${call.organizationId}
      AND mine.attempt_id = ${attempt.attemptId} AND mine.profile_id = ANY(${sql.param([...own])}::uuid[]))`,
  );
}

/**
 * Finds the submission before or after one in a list, even if that one was just decided and left the queue: its place is
 * when it was submitted. Submissions that other reviewers have claimed are skipped. In the list of decisions each
 * requirement appears once, with its latest decision.
 *
 * @returns null at the end.
 * @throws Forbidden; NotFound when this was never submitted.
 */
export async function adjacentReview(
  call: Call,
  { requirementId, dir, ...query }: ReviewFilter & { requirementId: string; dir: "previous" | "next" },
): Promise<{ requirementId: string; profileLevelAccessId: string; requirementType: RequirementType } | null> {
  const { table } = lists[query.type];
  const filter = await narrowed(call, query);
  const other = and(
    sql`${table.requirementId} <> ${requirementId}`,
    sql`EXISTS (SELECT FROM profile_level_access AS open WHERE open.organization_id = ${table.organizationId}
      AND open.profile_level_access_id = ${table.profileLevelAccessId})`,
    filter.type === "Historical"
      ? sql`NOT EXISTS (SELECT FROM review AS later WHERE later.organization_id = ${review.organizationId}
          AND later.requirement_id = ${review.requirementId}
          AND (later.decided_at, later.review_id) > (${review.decidedAt}, ${review.reviewId}))`
      : notOthers(call),
  );
  const { rows } = await prepared<{
    requirement_id: string | null;
    profile_level_access_id: string;
    type: RequirementType;
  }>(
    call.db,
    "review.adjacent",
    sql`
    WITH spot AS MATERIALIZED (${spotOf(call, filter.type, requirementId)})
    SELECT beside.requirement_id, beside.profile_level_access_id, (
      SELECT content.type FROM requirement JOIN content
        ON content.organization_id = requirement.organization_id AND content.content_id = requirement.content_id
      WHERE requirement.organization_id = ${call.organizationId} AND requirement.requirement_id = beside.requirement_id
    ) AS type FROM spot LEFT JOIN LATERAL (
      ${queueSlice(call, filter, { from: "spot", backwards: dir === "previous", limit: 1, also: other })}
    ) AS beside ON true`,
  );
  const [row] = rows;
  if (!row) throw notFound("submission");
  const { requirement_id: beside, profile_level_access_id: profileLevelAccessId, type: requirementType } = row;
  return beside === null ? null : { requirementId: beside, profileLevelAccessId, requirementType };
}

/** Selects the place of a requirement in a list or, for the queue, its place before it was decided. */
function spotOf(call: Call, type: ReviewList, requirementId: string): SQL {
  const { table, at, id } = lists[type];
  const waiting = type === "Pending" ? sql`${attempt.state} = 'pendingReview' DESC, ` : sql``;
  return sql`SELECT ${at} AS at, ${id} AS id FROM ${table}
    WHERE ${ours(table, call)} AND ${table.requirementId} = ${requirementId} AND ${at} IS NOT NULL
    ORDER BY ${waiting}${at} DESC, ${id} DESC LIMIT 1`;
}
