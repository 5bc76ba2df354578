import type { RequirementType, ReviewDecision, ReviewList, ReviewSource } from "@touchline/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { isAscending, type Narrowed, type QueueCursor, queueSlice } from "./queue-filter.ts";

/** A row of either list as it is read; times in milliseconds. */
type RowRead = {
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
};

/** A page of a list with all that its rows show, in one statement. */
export async function readRows(
  call: Call,
  filter: Narrowed,
  part: { from?: QueueCursor; offset: number; limit: number },
): Promise<RowRead[]> {
  const direction = isAscending(filter) ? sql`ASC` : sql`DESC`;
  const { columns, joins, levelId, labelId } = shownIn[filter.type](call);
  const { rows } = await prepared<RowRead>(
    call.db,
    "review.rows",
    sql`
    WITH page AS MATERIALIZED (${queueSlice(call, filter, part)})
    SELECT ${inMilliseconds(sql`page.at`)} AS at, page.id, page.requirement_id, page.profile_level_access_id, page.source,
           person.first_name || ' ' || person.last_name AS full_name, level.name AS level_name, label.name AS label_name,
           content.type, content.name AS content_name, membership.level_id IS NULL AS ended, ${columns}
    FROM page
    JOIN requirement ON requirement.organization_id = ${call.organizationId}
      AND requirement.requirement_id = page.requirement_id
    JOIN content ON content.organization_id = requirement.organization_id
      AND content.content_id = requirement.content_id
    JOIN profile AS person ON person.organization_id = requirement.organization_id
      AND person.profile_id = requirement.profile_id
    LEFT JOIN profile_level_access AS membership ON membership.organization_id = requirement.organization_id
      AND membership.profile_level_access_id = page.profile_level_access_id
    ${joins}
    LEFT JOIN level ON level.organization_id = requirement.organization_id AND level.level_id = ${levelId}
    LEFT JOIN label ON label.organization_id = requirement.organization_id AND label.label_id = ${labelId}
    ORDER BY page.at ${direction}, page.id ${direction}`,
  );
  return rows;
}

const inMilliseconds = (instant: SQL) => sql`(extract(epoch FROM ${instant}) * 1000)::float8`;

/** What the rows of one list show beside what those of both do: what waits has no decision, and nobody opens what has one. */
const shownIn: Record<ReviewList, (call: Call) => { columns: SQL; joins: SQL; levelId: SQL; labelId: SQL }> = {
  Pending: (call) => ({
    columns: sql`${inMilliseconds(sql`page.at`)} AS submitted, NULL AS decision, NULL::float8 AS decided, NULL AS reviewer_name,
           held.profile_id AS claimed_by, claimer.first_name || ' ' || claimer.last_name AS claimer_name,
           ${inMilliseconds(sql`held.claimed_until`)} AS claimed_until, waits.attempt_id IS NOT NULL AS proposed`,
    joins: sql`LEFT JOIN review_claim AS held ON held.organization_id = requirement.organization_id
      AND held.attempt_id = page.attempt_id AND held.claimed_until > ${call.now.toISOString()}::timestamptz
    LEFT JOIN profile AS claimer ON claimer.organization_id = requirement.organization_id
      AND claimer.profile_id = held.profile_id
    LEFT JOIN review_proposal AS waits ON waits.organization_id = requirement.organization_id
      AND waits.attempt_id = page.attempt_id`,
    levelId: sql`membership.level_id`,
    labelId: sql`membership.label_id`,
  }),
  Historical: () => ({
    columns: sql`${inMilliseconds(sql`coalesce(attempt.submitted_at, attempt.created_at)`)} AS submitted, review.decision,
           ${inMilliseconds(sql`review.decided_at`)} AS decided,
           reviewer.first_name || ' ' || reviewer.last_name AS reviewer_name, NULL AS claimed_by, NULL AS claimer_name,
           NULL::float8 AS claimed_until, false AS proposed`,
    joins: sql`JOIN review ON review.organization_id = requirement.organization_id AND review.review_id = page.id
    JOIN attempt ON attempt.organization_id = requirement.organization_id AND attempt.attempt_id = page.attempt_id
    LEFT JOIN profile AS reviewer ON reviewer.organization_id = requirement.organization_id
      AND reviewer.profile_id = review.reviewer_profile_id`,
    levelId: sql`coalesce(review.level_id, membership.level_id)`,
    labelId: sql`coalesce(review.label_id, membership.label_id)`,
  }),
};
