import type { AttemptState, RequirementEventKind, ReviewDecision } from "@touchline/contract";
import { actsBetweenReviewers, type Basis } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { completionAct, completionWay, everyEntry, type WayRow } from "../../../compliance/index.ts";
import { ids, iso, most, type StatusQuery } from "./why-query.ts";

/** Acts of reviewers that everybody sees who sees the requirement; proposals are shown to reviewers only. */
export const openActs: readonly RequirementEventKind[] = [
  "carriedOver",
  "markedComplete",
  "markedIncomplete",
  "dateEdited",
  "validUntilEdited",
  "reinstated",
  "extended",
  "extensionEnded",
];

type EvidenceRow = WayRow & {
  attempt_id: string;
  requirement_id: string;
  state: AttemptState;
  submitted_at: string | null;
  decided_at: string | null;
  decision: ReviewDecision | null;
  reviewer: string | null;
  extended_until: string | null;
};

/** Reads when valid completions and disqualifications were submitted and decided, and by whom. Without notes. */
export async function evidenceOf(call: Call, profileId: string, basis: Basis): Promise<Map<string, EvidenceRow>> {
  const counted = basis.demands.flatMap((one) => one.completion?.attemptId ?? []);
  const barred = basis.demands.flatMap((one) => (one.disqualified ? one.requirementId : []));
  const { rows } = await call.db.execute<EvidenceRow>(sql`
    SELECT attempt.attempt_id, attempt.requirement_id, attempt.state, attempt.submitted_at::text AS submitted_at,
      coalesce(review.decided_at, attempt.decided_at)::text AS decided_at, review.decision,
      attempt.extended_until::text AS extended_until, reviewer.first_name || ' ' || reviewer.last_name AS reviewer,
      ${completionWay}
    FROM attempt
    LEFT JOIN review ON review.organization_id = attempt.organization_id
      AND review.requirement_id = attempt.requirement_id AND review.attempt_id = attempt.attempt_id
    LEFT JOIN profile AS reviewer ON reviewer.organization_id = attempt.organization_id
      AND reviewer.profile_id = review.reviewer_profile_id
    ${completionAct(call, profileId)}
    WHERE attempt.organization_id = ${call.organizationId} AND (attempt.attempt_id = ANY(${ids(counted)})
      OR (attempt.requirement_id = ANY(${ids(barred)}) AND attempt.state = 'disqualified'))
    ORDER BY attempt.created_at`);
  return new Map(rows.map((row) => [row.attempt_id, row]));
}

export function barredBy(evidence: ReadonlyMap<string, EvidenceRow>, requirementId: string) {
  const last = [...evidence.values()].findLast(
    (row) => row.requirement_id === requirementId && row.state === "disqualified",
  );
  return { decidedAt: iso(last?.decided_at), reviewerName: last?.reviewer ?? null };
}

type ReviewerAct = { id: string; kind: RequirementEventKind; at: string; actor: string | null };
type EventsRow = {
  requirementId: string;
  since: string | null;
  states: Partial<Record<AttemptState, string>>;
  acts: ReviewerAct[];
};

/**
 * Returns, by requirement, since when it has its status, when its attempts last entered each state, and the acts of reviewers.
 */
export async function eventsOf(call: Call, { past, at }: StatusQuery, basis: Basis): Promise<EventsRow[]> {
  const wanted = ids(basis.demands.map((one) => one.requirementId));
  const acts = sql.param([...openActs, ...actsBetweenReviewers]);
  const { rows } = await call.db.execute<{
    id: string;
    requirement_id: string;
    kind: RequirementEventKind;
    to_state: AttemptState | null;
    to_status: number | null;
    at: string;
    actor: string | null;
  }>(sql`
    SELECT event.id, event.requirement_id, event.kind, event.to_state, event.to_status, event.at::text AS at,
      actor.first_name || ' ' || actor.last_name AS actor
    FROM (
      (SELECT DISTINCT ON (requirement_id, to_state) requirement_event_id AS id, requirement_id, kind, to_state,
        NULL::smallint AS to_status, at, actor_profile_id
      FROM requirement_event WHERE organization_id = ${call.organizationId}
        AND profile_id = ANY(${everyEntry(call, past.profileId)}) AND requirement_id = ANY(${wanted})
        AND to_state IS NOT NULL AND at <= ${at.toISOString()}::timestamptz
      ORDER BY requirement_id, to_state, at DESC)
      UNION ALL
      (SELECT DISTINCT ON (requirement_id) requirement_event_id, requirement_id, kind, NULL, coalesce(to_status, 0::smallint), at,
        actor_profile_id
      FROM requirement_event WHERE organization_id = ${call.organizationId}
        AND profile_id = ANY(${everyEntry(call, past.profileId)}) AND requirement_id = ANY(${wanted})
        AND (to_status IS NOT NULL OR kind = 'demanded') AND at <= ${at.toISOString()}::timestamptz
      ORDER BY requirement_id, at DESC)
      UNION ALL
      (SELECT requirement_event_id, requirement_id, kind, NULL, NULL, at, actor_profile_id
      FROM requirement_event WHERE organization_id = ${call.organizationId}
        AND profile_id = ANY(${everyEntry(call, past.profileId)}) AND requirement_id = ANY(${wanted})
        AND kind = ANY(${acts}::text[]) AND at <= ${at.toISOString()}::timestamptz
      ORDER BY at DESC LIMIT ${most.acts})
    ) AS event
    LEFT JOIN profile AS actor ON actor.organization_id = ${call.organizationId}
      AND actor.profile_id = event.actor_profile_id
    ORDER BY event.at`);
  return [...Map.groupBy(rows, (row) => row.requirement_id)].map(([requirementId, some]) => ({
    requirementId,
    since: some.findLast((row) => row.to_status !== null)?.at ?? null,
    states: Object.fromEntries(some.flatMap((row) => (row.to_state ? [[row.to_state, row.at]] : []))),
    acts: some.flatMap(({ id, kind, at, actor, to_state, to_status }) =>
      to_state === null && to_status === null ? [{ id, kind, at, actor }] : [],
    ),
  }));
}

/** Returns since when the membership had the overall status that it had at the instant. */
export async function overallSince(
  call: Call,
  { profileLevelAccessId, at, isPast }: StatusQuery,
): Promise<string | null> {
  const { rows } = await call.db.execute<{ since: string | null }>(
    isPast
      ? sql`SELECT max(at)::text AS since FROM member_event
          WHERE organization_id = ${call.organizationId} AND profile_level_access_id = ${profileLevelAccessId}
            AND kind IN ('status', 'joined') AND at <= ${at.toISOString()}::timestamptz`
      : sql`SELECT since::text AS since FROM member_standing
          WHERE organization_id = ${call.organizationId} AND profile_level_access_id = ${profileLevelAccessId}`,
  );
  return iso(rows[0]?.since);
}
