import { RequirementType, type ResponseOf } from "@touchline/contract";
import type { ExternalReviewer, ExternalWait, listExternalQueue } from "@touchline/contract/screening/external-review";
import { dayOf, externalDueOn, startOfDayBefore } from "@touchline/rules";
import { and, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Call, organizationFacts } from "../../../../call.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { content } from "../../../../schema/library.ts";
import { level } from "../../../../schema/people.ts";
import { authorizeSomewhere } from "../../../../security/authorize.ts";
import { rowsWithinReach } from "../../../../security/reach.ts";
import { awaitsExternalReview } from "../../../compliance/index.ts";
import { externalSettings } from "./settings.ts";

export type ExternalQueueFilter = { reviewer?: ExternalReviewer | undefined; overdue?: boolean | undefined };
type Row = {
  attemptId: string;
  requirementId: string;
  profileId: string;
  profileLevelAccessId: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string | null;
  externalId: string | null;
  levelName: string | null;
  requirementName: string;
  reviewer: ExternalReviewer;
  wait: ExternalWait;
  since: number;
};
export type WaitingCheck = Row & { dueOn: string; overdue: boolean };

const rowsOfPage = 50;
const mostCounted = 1_000;
const spots = cursors(z.strictObject({ at: z.number(), id: z.uuid() }));

/** Selects the rows where this actor reviews background checks. @throws Forbidden if nowhere */
function withinReach(call: Call): SQL {
  authorizeSomewhere(call, "requirements.review", RequirementType.BackgroundCheck);
  return rowsWithinReach(call, "requirements.review", { pre: level.pre, type: content.type }) ?? sql`false`;
}

/** Computes when results are due, and which are overdue. */
async function deadlineOf(call: Call) {
  const { deadlineDays: days } = await externalSettings(call);
  const { timeZone: zone } = await organizationFacts(call);
  const today = dayOf(call.now.getTime(), zone);
  return {
    dueOn: (since: number) => externalDueOn(since, days, zone),
    isOverdue: (since: number) => externalDueOn(since, days, zone) < today,
    /** Checks that have waited since before then are overdue. */
    before: new Date(startOfDayBefore(call.now.getTime(), days, zone)),
  };
}

/**
 * Selects the checks that wait for an outside result as rows of `waits`: each part reads the index of its state, in its order.
 */
function waiting(call: Call, within: SQL, { reviewer }: ExternalQueueFilter): SQL {
  const { organizationId } = call;
  const joined = sql`
    JOIN requirement ON requirement.organization_id = ${organizationId} AND requirement.requirement_id = attempt.requirement_id
    JOIN content ON content.organization_id = ${organizationId} AND content.content_id = requirement.content_id
      AND content.type = ${RequirementType.BackgroundCheck}
    JOIN level ON level.organization_id = ${organizationId} AND level.level_id = attempt.level_id`;
  const columns = sql`attempt.attempt_id, attempt.requirement_id, attempt.profile_level_access_id, attempt.submitted_at AS since,
    requirement.profile_id, content.name AS requirement_name, level.name AS level_name`;
  return sql`(
    SELECT ${columns}, (version.settings ->> 'provider')::smallint AS reviewer, 'portal' AS wait
    FROM attempt ${joined}
    JOIN content_version AS version ON version.organization_id = ${organizationId}
      AND version.content_version_id = attempt.content_version_id
    WHERE attempt.organization_id = ${organizationId} AND attempt.state = 'waitingProvider' AND attempt.submitted_at IS NOT NULL
      AND version.settings ->> 'provider' IN ('1', '2') AND ${within}
      AND NOT EXISTS (SELECT FROM screening_order WHERE screening_order.organization_id = ${organizationId}
        AND screening_order.attempt_id = attempt.attempt_id)
      ${reviewer === undefined ? sql`` : sql`AND version.settings ->> 'provider' = ${String(reviewer)}`}
    UNION ALL
    SELECT ${columns}, own.reviewer AS reviewer, 'review' AS wait
    FROM attempt ${joined}
    JOIN external_review_setting AS own ON own.organization_id = ${organizationId}
    WHERE attempt.organization_id = ${organizationId} AND attempt.state = 'pendingReview' AND ${within}
      AND ${awaitsExternalReview(call, sql`attempt`)}
      ${reviewer === undefined ? sql`` : sql`AND own.reviewer = ${reviewer}`}
  ) AS waits`;
}

async function readQueue(
  call: Call,
  filter: ExternalQueueFilter,
  page: { after?: { at: number; id: string } | undefined; limit: number },
): Promise<WaitingCheck[]> {
  const within = withinReach(call);
  const deadline = await deadlineOf(call);
  const { after } = page;
  const { rows } = await call.db.execute<Row>(sql`
    SELECT waits.attempt_id AS "attemptId", waits.requirement_id AS "requirementId", waits.profile_id AS "profileId",
      waits.profile_level_access_id AS "profileLevelAccessId", profile.first_name AS "firstName",
      profile.last_name AS "lastName", profile.date_of_birth::text AS "dateOfBirth", waits.level_name AS "levelName",
      waits.requirement_name AS "requirementName", waits.reviewer, waits.wait,
      (extract(epoch FROM waits.since) * 1000)::float8 AS since, (
        SELECT identity.external_id FROM external_identity AS identity WHERE identity.organization_id = ${call.organizationId}
          AND identity.profile_id = waits.profile_id ORDER BY identity.created_at, identity.external_id LIMIT 1) AS "externalId"
    FROM ${waiting(call, within, filter)}
    JOIN profile ON profile.organization_id = ${call.organizationId} AND profile.profile_id = waits.profile_id
    WHERE ${and(
      sql`true`,
      filter.overdue ? sql`waits.since < ${deadline.before.toISOString()}::timestamptz` : undefined,
      after && sql`(waits.since, waits.attempt_id) > (to_timestamp(${after.at}::float8 / 1000), ${after.id}::uuid)`,
    )}
    ORDER BY waits.since, waits.attempt_id LIMIT ${page.limit}`);
  return rows.map((row) => ({ ...row, dueOn: deadline.dueOn(row.since), overdue: deadline.isOverdue(row.since) }));
}

/** One page of the queue, the longest waiting first. @throws Forbidden */
export async function queuePage(
  call: Call,
  { cursor, ...filter }: ExternalQueueFilter & { cursor?: string | undefined },
): Promise<ResponseOf<typeof listExternalQueue>> {
  const after = cursor === undefined ? undefined : spots.read(cursor);
  const [found, counts] = await Promise.all([
    readQueue(call, filter, { after, limit: rowsOfPage + 1 }),
    externalQueueCounts(call, filter.reviewer),
  ]);
  const rows = found.slice(0, rowsOfPage);
  const last = rows.at(-1);
  return {
    rows: rows.map((row) => ({
      reference: row.attemptId,
      requirementId: row.requirementId,
      profileLevelAccessId: row.profileLevelAccessId,
      name: `${row.firstName} ${row.lastName}`.trim(),
      levelName: row.levelName ?? "a deleted level",
      requirementName: row.requirementName,
      reviewer: row.reviewer,
      wait: row.wait,
      waitingSince: new Date(row.since).toISOString(),
      dueOn: row.dueOn,
      overdue: row.overdue,
    })),
    next: last && found.length > rowsOfPage ? spots.write({ at: last.since, id: last.attemptId }) : null,
    ...counts,
  };
}

/** How many wait, and how many of them are overdue, up to 1,000 of each. @throws Forbidden */
export async function externalQueueCounts(
  call: Call,
  reviewer?: ExternalReviewer | undefined,
): Promise<{ waiting: number; overdue: number }> {
  const within = withinReach(call);
  const { before } = await deadlineOf(call);
  const { rows } = await call.db.execute<{ waiting: number; overdue: number }>(sql`
    SELECT count(*)::int AS waiting, count(*) FILTER (WHERE counted.since < ${before.toISOString()}::timestamptz)::int AS overdue
    FROM (SELECT waits.since FROM ${waiting(call, within, { reviewer })} ORDER BY waits.since LIMIT ${mostCounted}) AS counted`);
  return rows[0] ?? { waiting: 0, overdue: 0 };
}

/**
 * Counts the results that have become overdue since administrators were last notified, in the whole organization, for a job.
 */
export async function newlyOverdue(call: Call, toldAt: Date | null): Promise<number> {
  const deadline = await deadlineOf(call);
  // Results that were overdue at the time of the last email were counted then.
  const lastDeadline = toldAt === null ? null : (await deadlineOf({ ...call, now: toldAt })).before;
  const { rows } = await call.db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM ${waiting(call, sql`true`, {})}
      WHERE waits.since < ${deadline.before.toISOString()}::timestamptz
        ${lastDeadline === null ? sql`` : sql`AND waits.since >= ${lastDeadline.toISOString()}::timestamptz`}
      LIMIT ${mostCounted}) AS overdue`);
  return rows[0]?.count ?? 0;
}

/** Everything that waits, for an export, up to so many. @throws Forbidden */
export const wholeQueue = (call: Call, filter: ExternalQueueFilter, limit: number): Promise<WaitingCheck[]> =>
  readQueue(call, filter, { limit });
