import { RequirementStatus } from "@touchline/contract";
import { expiringSoonDays } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { doneStatuses } from "./duties.ts";

const code = (status: RequirementStatus) => sql.raw(`${status}::smallint`);
const { Incomplete, Completed, ExpiringSoon, Expired, Overdue, PendingReview } = RequirementStatus;
const { WaitingOnApplicant, WaitingOnProvider } = RequirementStatus;
/** The longest time between the start of expiring soon and the end, whatever clock changes are in between. */
const atMost = sql.raw(`interval '${expiringSoonDays + 3} days'`);

/**
 * Common table expressions: the changes by time that are due for these people (an array of ids), for each at the earliest
 * missed instant. The stored state is a step that the rules foretold (`nextTransition`), so little is left to find out: whether
 * a valid completion is close to its end or has expired, what is pending instead, on which memberships a due date has passed.
 * `status.ts` of the rules says the same; `time-changes.test.ts` compares the two.
 *
 * - `theirs`: all their requirements; `behind`: those that are due; `first`: at the earliest instant of their person.
 * - `known`: these, with their attempts. `odd`: those for which no such change was foretold.
 * - `place`: those that aren't odd, on each membership that demands them (null: none does), with the status there.
 * - `stands`: the status over all memberships.
 */
export const passing = (call: Call, people: SQL): SQL => sql`
  theirs AS MATERIALIZED (
    SELECT requirement_id, profile_id, content_id, status AS was, next_transition_at AS at
    FROM requirement WHERE organization_id = ${call.organizationId} AND profile_id = ANY(${people})
  ), behind AS MATERIALIZED (
    SELECT theirs.*, at = min(at) OVER (PARTITION BY profile_id) AS first
    FROM theirs WHERE at <= ${call.now.toISOString()}
  ), known AS MATERIALIZED (
    SELECT behind.*, tried.expires_at,
      CASE WHEN tried.expires_at > at THEN ${code(ExpiringSoon)}
        WHEN tried.waiting IS NOT NULL THEN tried.waiting
        WHEN tried.completed THEN ${code(Expired)} END AS settled,
      bool_or(tried.disqualified OR tried.completed AND (tried.expires_at IS NULL OR tried.expires_at > at AND (
        was <> ${code(Completed)} OR tried.expires_at > at + ${atMost}))) OVER (PARTITION BY profile_id) AS odd
    FROM behind CROSS JOIN LATERAL (${triedFor(call, sql`behind.requirement_id`)}) AS tried
    WHERE first
  ), place AS MATERIALIZED (
    SELECT known.*, owed.profile_level_access_id, owed.mandatory,
      coalesce(settled, CASE WHEN owed.due_at <= at THEN ${code(Overdue)} ELSE ${code(Incomplete)} END) AS status,
      CASE WHEN settled = ${code(ExpiringSoon)} THEN expires_at
        WHEN settled IS NULL AND owed.due_at > at THEN owed.due_at END AS next_at
    FROM known LEFT JOIN LATERAL (${owedFor(call, sql`known.requirement_id`)}) AS owed ON true
    WHERE NOT odd
  ), stands AS MATERIALIZED (
    SELECT requirement_id, profile_id, content_id, at, was, max(status) AS status, min(next_at) AS next_at
    FROM place GROUP BY requirement_id, profile_id, content_id, at, was
  )`;

/** Selects the attempts that determine a requirement's status: the valid completion, the pending submission, and a disqualification. */
const triedFor = (call: Call, requirementId: SQL) => sql`
  SELECT coalesce(bool_or(completed_at IS NOT NULL) FILTER (WHERE state = 'approved'), false) AS completed,
    (array_agg(expires_at ORDER BY expires_at DESC NULLS FIRST)
      FILTER (WHERE state = 'approved' AND completed_at IS NOT NULL))[1] AS expires_at,
    max(CASE state WHEN 'waitingApplicant' THEN ${code(WaitingOnApplicant)}
      WHEN 'waitingProvider' THEN ${code(WaitingOnProvider)}
      WHEN 'pendingReview' THEN ${code(PendingReview)} END) AS waiting,
    coalesce(bool_or(state = 'disqualified'), false) AS disqualified
  FROM attempt
  WHERE attempt.organization_id = ${call.organizationId} AND attempt.requirement_id = ${requirementId}
    AND (voided_at IS NULL OR state NOT IN ('approved', 'disqualified'))`;

/**
 * Selects the memberships that demand a requirement, with the terms of its assignments. An optional demand is never overdue.
 */
const owedFor = (call: Call, requirementId: SQL) => sql`
  SELECT profile_level_access_id, bool_or(mandatory) AS mandatory, min(due_at) FILTER (WHERE mandatory) AS due_at
  FROM demand
  WHERE demand.organization_id = ${call.organizationId} AND demand.requirement_id = ${requirementId}
  GROUP BY profile_level_access_id`;

/**
 * Common table expressions after `passing`: the memberships that change.
 *
 * - `touched`: the contents of a membership whose status changes, and whether any of them is not done.
 * - `standing`: how it stood before (`was`, `had…`) and stands now. Time only ever ends completions, so only cleared
 *   memberships, or those with optional requirements left, may change as a whole.
 */
export const standingOfPassing = (call: Call): SQL => sql`
  touched AS MATERIALIZED (
    SELECT profile_level_access_id, min(at) AS at, array_agg(content_id) AS contents, array_agg(status) AS statuses,
      bool_or(status NOT IN (${doneStatuses})) AS lacks,
      bool_or(mandatory AND status NOT IN (${doneStatuses})) AS lacks_mandatory
    FROM place WHERE profile_level_access_id IS NOT NULL GROUP BY profile_level_access_id
  ), standing AS MATERIALIZED (
    SELECT kept.profile_level_access_id, kept.profile_id, kept.level_id, kept.label_id, touched.at, kept.contents,
      kept.overall_status AS was, kept.statuses AS had,
      kept.content_statuses AS had_statuses, kept.content_expiries AS had_expiries,
      CASE WHEN kept.overall_status NOT IN ('Cleared', 'Optional') OR NOT touched.lacks THEN kept.overall_status
        WHEN touched.lacks_mandatory THEN 'Incomplete' ELSE 'Optional' END AS overall_status,
      became.*
    FROM touched
    JOIN member_standing AS kept ON kept.organization_id = ${call.organizationId}
      AND kept.profile_level_access_id = touched.profile_level_access_id
    CROSS JOIN LATERAL (
      SELECT array_agg(status ORDER BY n) AS content_statuses,
        array_agg(CASE WHEN status IN (${doneStatuses}) THEN expires_on END ORDER BY n) AS content_expiries,
        bit_or(1 << status)::smallint AS statuses,
        (count(*) FILTER (WHERE status IN (${doneStatuses})))::smallint AS done
      FROM (
        SELECT n, expires_on, coalesce(touched.statuses[array_position(touched.contents, content_id)], status) AS status
        FROM unnest(kept.contents, kept.content_statuses, kept.content_expiries)
          WITH ORDINALITY AS held (content_id, status, expires_on, n)
      ) AS one
    ) AS became
    WHERE became.content_statuses <> kept.content_statuses
  )`;
