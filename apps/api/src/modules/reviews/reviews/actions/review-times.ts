import { leastDecided, usualReview } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";

const dayLong = 86_400_000;
/** Older decisions say nothing about current review times. */
const lately = 84 * dayLong;
/** The latest decisions, and what waits longest, that are looked at: no more however large an organization grows. */
const mostDecided = 2_000;
const mostWaiting = 1_000;
/** Contents of which it is kept, the latest. */
const mostContents = 1_000;
/** Sources that members submit themselves. Providers' findings have their own review times. */
const sentIn = sql`ARRAY['ManualUpload', 'LiveScan']`;

type Facts = { content_id: string; ms: number };

/**
 * Keeps how long reviews usually take: of each content by its own decisions or, where those are too few, by all of the
 * organization.
 */
export async function refreshReviewTimes(call: Call): Promise<void> {
  const { organizationId, now } = call;
  const since = new Date(now.getTime() - lately).toISOString();
  const { rows: decided } = await call.db.execute<Facts>(sql`
    SELECT requirement.content_id, greatest(0, extract(epoch FROM
        latest.decided_at - coalesce(attempt.submitted_at, attempt.created_at)) * 1000)::float8 AS ms
    FROM (
      SELECT attempt_id, requirement_id, source, decided_at FROM review
      WHERE organization_id = ${organizationId} AND decided_at >= ${since}::timestamptz
      ORDER BY decided_at DESC, review_id DESC LIMIT ${mostDecided}
    ) AS latest
    JOIN attempt ON attempt.organization_id = ${organizationId} AND attempt.attempt_id = latest.attempt_id
    JOIN requirement ON requirement.organization_id = ${organizationId}
      AND requirement.requirement_id = latest.requirement_id
    WHERE latest.source = ANY(${sentIn})`);
  const { rows: waiting } = await call.db.execute<Facts>(sql`
    SELECT requirement.content_id,
      extract(epoch FROM ${now.toISOString()}::timestamptz - oldest.submitted_at)::float8 * 1000 AS ms
    FROM (
      SELECT requirement_id, source, submitted_at FROM attempt
      WHERE organization_id = ${organizationId} AND state = 'pendingReview'
      ORDER BY submitted_at, attempt_id LIMIT ${mostWaiting}
    ) AS oldest
    JOIN requirement ON requirement.organization_id = ${organizationId}
      AND requirement.requirement_id = oldest.requirement_id
    WHERE oldest.source = ANY(${sentIn})`);
  const { rows: contents } = await call.db.execute<{ content_id: string }>(sql`
    SELECT content_id FROM content WHERE organization_id = ${organizationId} AND archived_at IS NULL
    ORDER BY content_id DESC LIMIT ${mostContents}`);
  const everywhere = paceOf(decided, waiting);
  const [took, waits] = [Map.groupBy(decided, of), Map.groupBy(waiting, of)];
  const paces = contents.flatMap(({ content_id }) => {
    const own = took.get(content_id) ?? [];
    const usual = own.length < leastDecided ? everywhere : paceOf(own, waits.get(content_id) ?? []);
    return usual === null ? [] : [{ content_id, usual_ms: Math.round(usual) }];
  });
  await call.db.execute(sql`
    WITH kept AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(paces)}::json) AS kept (content_id uuid, usual_ms bigint)
    ), gone AS (
      DELETE FROM review_pace WHERE organization_id = ${organizationId}
        AND content_id NOT IN (SELECT content_id FROM kept)
    )
    INSERT INTO review_pace (organization_id, content_id, usual_ms)
    SELECT ${organizationId}::uuid, content_id, usual_ms FROM kept
    ON CONFLICT (organization_id, content_id) DO UPDATE SET usual_ms = excluded.usual_ms`);
}

const of = ({ content_id }: Facts) => content_id;
const paceOf = (decided: readonly Facts[], waiting: readonly Facts[]) =>
  usualReview(
    decided.map(({ ms }) => ms),
    waiting.map(({ ms }) => ms),
  );
