import type { CompletionWay } from "@touchline/contract";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { everyEntry } from "./entries.ts";

/** How a submission was completed, as `completionWays` reads it. */
export type WayRow = { way: CompletionWay; marked_by: string | null };

/**
 * The columns `way` and `marked_by` of a statement that has the submission as `attempt`, its decision, if any, as `review`,
 * and joins `completionAct`.
 */
export const completionWay = sql`
  CASE WHEN review.review_id IS NOT NULL THEN 'reviewed' WHEN act.kind IS NOT NULL THEN act.kind ELSE 'accepted' END AS way,
  act.marked_by`;

/** Joins, as `act`, what the person's history says about how a submission was completed without a review. */
export const completionAct = (call: Call, profileId: string) => sql`
  LEFT JOIN LATERAL (
    SELECT event.kind, CASE WHEN event.kind <> 'carriedOver' THEN marker.first_name || ' ' || marker.last_name END AS marked_by
    FROM requirement_event AS event
    LEFT JOIN profile AS marker ON marker.organization_id = event.organization_id
      AND marker.profile_id = event.actor_profile_id
    WHERE event.organization_id = ${call.organizationId} AND event.profile_id = ANY(${everyEntry(call, profileId)})
      AND event.requirement_id = attempt.requirement_id AND event.attempt_id = attempt.attempt_id AND event.kind IN (
        'markedComplete', 'carriedOver', 'liveScanCleared', 'jdpResultImported', 'jdpResultRecorded', 'ncsiResultImported', 'ncsiResultRecorded')
    ORDER BY event.at DESC LIMIT 1) AS act ON true`;
