import type { RequirementType, ReviewDecision, ReviewList, ReviewSource } from "@touchline/contract";
import { mostCounted, type reviewRow } from "@touchline/contract/reviews";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { actingProfile, type Call } from "../../../kernel/call.ts";
import { cursors } from "../../../kernel/cursors.ts";
import { notFound } from "../../../kernel/errors.ts";
import { ours, planKept, plansKept, readsLast } from "../../../kernel/tenancy.ts";
import { attempt } from "../../standing/tables.ts";
import { review } from "../tables.ts";
import {
  isAscending,
  lists,
  type Narrowed,
  narrowed,
  notOthers,
  type ReviewFilter,
  type Spot,
  stretchOf,
} from "./stretch.ts";

type Row = z.output<typeof reviewRow>;

const spots = cursors(z.strictObject({ at: z.int().min(0).max(99_999_999_999_999), id: z.uuid() }));

/** One page of the queue (oldest first) or of what was decided (newest first), and how many there are. @throws Forbidden */
export async function reviewPage(
  call: Call,
  { page, perPage, cursor, ...asked }: ReviewFilter & { page: number; perPage: number; cursor?: string | undefined },
): Promise<{ rows: Row[]; count: number; more: boolean; next: string | null }> {
  const filter = await narrowed(call, asked);
  const me = actingProfile(call);
  const start = cursor === undefined ? { offset: (page - 1) * perPage } : { from: spots.read(cursor) };
  const stretch = stretchOf(call, filter, { ...start, limit: perPage + 1 });
  const direction = isAscending(filter) ? sql`ASC` : sql`DESC`;
  readsLast(call);
  const [counted, { rows }] = await Promise.all([
    countOf(call, filter),
    call.db.execute<{
      at: number;
      id: string;
      requirement_id: string;
      profile_level_access_id: string;
      full_name: string;
      level_name: string | null;
      label_name: string | null;
      type: RequirementType;
      content_name: string;
      source: ReviewSource | null;
      decision: ReviewDecision | null;
      submitted: number;
      decided: number | null;
      reviewer_name: string | null;
      ended: boolean;
      claimed_by: string | null;
      claimer_name: string | null;
      claimed_until: number | null;
      proposed: boolean;
    }>(sql`${planKept}
    WITH page AS MATERIALIZED (${stretch})
    SELECT (extract(epoch FROM page.at) * 1000)::float8 AS at, page.id, page.requirement_id,
           page.profile_level_access_id, person.first_name || ' ' || person.last_name AS full_name,
           level.name AS level_name, label.name AS label_name, content.type, content.name AS content_name,
           coalesce(review.source, attempt.source) AS source, review.decision,
           (extract(epoch FROM coalesce(attempt.submitted_at, attempt.created_at)) * 1000)::float8 AS submitted,
           (extract(epoch FROM review.decided_at) * 1000)::float8 AS decided,
           reviewer.first_name || ' ' || reviewer.last_name AS reviewer_name, membership.level_id IS NULL AS ended,
           held.profile_id AS claimed_by, claimer.first_name || ' ' || claimer.last_name AS claimer_name,
           (extract(epoch FROM held.claimed_until) * 1000)::float8 AS claimed_until,
           review.decision IS NULL AND waits.attempt_id IS NOT NULL AS proposed
    FROM page
    JOIN attempt ON attempt.organization_id = ${call.organizationId} AND attempt.attempt_id = page.attempt_id
    JOIN requirement ON requirement.organization_id = attempt.organization_id
      AND requirement.requirement_id = attempt.requirement_id
    JOIN content ON content.organization_id = attempt.organization_id AND content.content_id = requirement.content_id
    JOIN profile AS person ON person.organization_id = attempt.organization_id
      AND person.profile_id = requirement.profile_id
    LEFT JOIN review ON review.organization_id = attempt.organization_id AND review.attempt_id = attempt.attempt_id
    LEFT JOIN profile AS reviewer ON reviewer.organization_id = attempt.organization_id
      AND reviewer.profile_id = review.reviewer_profile_id
    LEFT JOIN profile_level_access AS membership ON membership.organization_id = attempt.organization_id
      AND membership.profile_level_access_id = page.profile_level_access_id
    LEFT JOIN level ON level.organization_id = attempt.organization_id
      AND level.level_id = coalesce(review.level_id, membership.level_id)
    LEFT JOIN label ON label.organization_id = attempt.organization_id
      AND label.label_id = coalesce(review.label_id, membership.label_id)
    LEFT JOIN review_claim AS held ON held.organization_id = attempt.organization_id
      AND held.attempt_id = attempt.attempt_id AND attempt.state = 'pendingReview'
      AND held.claimed_until > ${call.now.toISOString()}::timestamptz
    LEFT JOIN profile AS claimer ON claimer.organization_id = attempt.organization_id
      AND claimer.profile_id = held.profile_id
    LEFT JOIN review_proposal AS waits ON waits.organization_id = attempt.organization_id
      AND waits.attempt_id = attempt.attempt_id
    ORDER BY page.at ${direction}, page.id ${direction}`),
  ]);
  const shown = rows.slice(0, perPage);
  const last = shown.at(-1);
  return {
    ...counted,
    next: last && rows.length > perPage ? spots.write({ at: last.at, id: last.id }) : null,
    rows: shown.map((row) => ({
      requirementId: row.requirement_id,
      profileLevelAccessId: row.profile_level_access_id,
      fullName: row.full_name,
      levelName: row.level_name ?? "a level that is gone",
      labelName: row.label_name ?? "Member",
      type: row.type,
      contentName: row.content_name,
      source: row.source ?? "ManualUpload",
      decision: row.decision ?? "Pending",
      submittedAt: new Date(row.submitted).toISOString(),
      decidedAt: row.decided === null ? null : new Date(row.decided).toISOString(),
      reviewerName: row.decided === null ? null : (row.reviewer_name ?? "Unknown"),
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

/** How many a list has, up to 1000. @throws Forbidden */
export async function countOf(call: Call, filter: Narrowed, also?: SQL): Promise<{ count: number; more: boolean }> {
  const counted = stretchOf(call, filter, { limit: mostCounted + 1, unordered: true, also });
  const { rows } = await call.db.execute<{ found: number }>(
    sql`${planKept}SELECT count(*)::int AS found FROM (${counted}) AS counted`,
  );
  const found = rows[0]?.found ?? 0;
  return { count: Math.min(found, mostCounted), more: found > mostCounted };
}

/** How many submissions await this actor's review, up to 1000. @throws Forbidden */
export const awaitingReview = (call: Call): Promise<{ count: number; more: boolean }> =>
  countOf(call, { type: "Pending", source: [], requirementType: [], search: "" });

/** The same as the last that a call asks. @throws Forbidden */
export function pendingCount(call: Call): Promise<{ count: number; more: boolean }> {
  readsLast(call);
  return awaitingReview(call);
}

/**
 * The neighbour of a submission in a list, also when it has left the queue by a decision just made: its place is kept by
 * when it was sent in. What others have open is passed over. Of what was decided, each requirement comes once, with its
 * latest decision.
 *
 * @returns null at the end. @throws Forbidden; NotFound when nothing of the kind was ever sent in.
 */
export async function adjacentReview(
  call: Call,
  { requirementId, dir, ...asked }: ReviewFilter & { requirementId: string; dir: "previous" | "next" },
): Promise<{ requirementId: string; profileLevelAccessId: string } | null> {
  const { table } = lists[asked.type];
  const filter = await narrowed(call, asked);
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
  const from = await spotOf(call, filter.type, requirementId);
  readsLast(call);
  const { rows } = await call.db.execute<{ requirement_id: string; profile_level_access_id: string }>(
    sql`${planKept}${stretchOf(call, filter, { from, backwards: dir === "previous", limit: 1, also: other })}`,
  );
  const [row] = rows;
  return row ? { requirementId: row.requirement_id, profileLevelAccessId: row.profile_level_access_id } : null;
}

/** Where a requirement stands in a list or, for the queue, where it stood before it was decided. @throws NotFound */
async function spotOf(call: Call, type: ReviewList, requirementId: string): Promise<Spot> {
  const { table, at, id } = lists[type];
  const [row] = await plansKept(call)
    .db.select({ at, id })
    .from(table)
    .where(and(ours(table, call), eq(table.requirementId, requirementId), sql`${at} IS NOT NULL`))
    .orderBy(...(type === "Pending" ? [sql`${attempt.state} = 'pendingReview' DESC`] : []), desc(at), desc(id))
    .limit(1);
  if (!row?.at) throw notFound("The submission");
  return { at: row.at.getTime(), id: row.id };
}
