import type { ResponseOf, ReviewDecision } from "@touchline/contract";
import type { getAsOf } from "@touchline/contract/reporting/timeline";
import { dayOf } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import {
  completionAct,
  completionWay,
  recordedFrom,
  type StoodAt,
  stoodAt,
  type WayRow,
} from "../../../compliance/index.ts";
import { noReviewer } from "../../../reviews/index.ts";
import { pastInstant } from "./moment.ts";
import type { PastOf } from "./person.ts";

type AsOf = ResponseOf<typeof getAsOf>;

/**
 * Returns how a person stood at a moment, or at the end of a day of the organization's calendar.
 *
 * @throws 400 for a future one.
 */
export async function asOf(call: Call, past: PastOf, moment: string): Promise<AsOf> {
  const { rows } = await call.db.execute<{ first_name: string; last_name: string; zone: string }>(sql`
    SELECT profile.first_name, profile.last_name, organization.time_zone AS zone
    FROM profile JOIN organization ON organization.organization_id = profile.organization_id
    WHERE profile.organization_id = ${call.organizationId} AND profile.profile_id = ${past.profileId}`);
  const { first_name: firstName = "", last_name: lastName = "", zone = "UTC" } = rows[0] ?? {};
  const at = await pastInstant(call, moment, "day");
  const [then, first] = await Promise.all([
    stoodAt(call, past.profileId, at, past.within),
    recordedFrom(call, past.profileId),
  ]);
  const decided = await decisions(
    call,
    past.profileId,
    then.flatMap(({ demands }) => demands.flatMap(({ completion }) => completion?.attemptId ?? [])),
  );
  return {
    day: dayOf(at.getTime(), zone),
    at: at.toISOString(),
    profileId: past.profileId,
    firstName,
    lastName,
    recordedFrom: first?.toISOString() ?? null,
    memberships: then.map(({ demands, ...membership }) => ({
      ...membership,
      requirements: demands.map((one) => toResponse(one, decided)),
    })),
  };
}

type Decided = WayRow & {
  attempt_id: string;
  submitted_at: string | null;
  decided_at: string | null;
  decision: ReviewDecision | null;
  reviewer: string | null;
};

const instantOf = (at: string | number | null | undefined) =>
  at === null || at === undefined ? null : new Date(at).toISOString();

function toResponse(
  { requirementId, contentId, name, type, status, mandatory, dueAt, payer, completion }: StoodAt["demands"][number],
  decided: Map<string, Decided>,
): AsOf["memberships"][number]["requirements"][number] {
  const by = completion && decided.get(completion.attemptId);
  return {
    ...{ requirementId, contentId, name, type, status, mandatory, payer },
    dueAt: instantOf(dueAt),
    evidence: completion && {
      attemptId: completion.attemptId,
      completedAt: new Date(completion.completedAt).toISOString(),
      expiresAt: instantOf(completion.expiresAt),
      submittedAt: instantOf(by?.submitted_at),
      decidedAt: instantOf(by?.decided_at),
      decision: by?.decision ?? null,
      reviewerName: by?.reviewer ?? (by?.decision ? noReviewer : null),
      way: by?.way ?? "accepted",
      markedByName: by?.marked_by ?? null,
    },
  };
}

/** Reads when submissions were made and decided, and by whom. */
async function decisions(call: Call, profileId: string, attemptIds: readonly string[]): Promise<Map<string, Decided>> {
  if (attemptIds.length === 0) return new Map();
  const { rows } = await call.db.execute<Decided>(sql`
    SELECT attempt.attempt_id, attempt.submitted_at, coalesce(review.decided_at, attempt.decided_at) AS decided_at,
      review.decision, reviewer.first_name || ' ' || reviewer.last_name AS reviewer, ${completionWay}
    FROM attempt
    LEFT JOIN review ON review.organization_id = attempt.organization_id
      AND review.requirement_id = attempt.requirement_id AND review.attempt_id = attempt.attempt_id
    LEFT JOIN profile AS reviewer ON reviewer.organization_id = attempt.organization_id
      AND reviewer.profile_id = review.reviewer_profile_id
    ${completionAct(call, profileId)}
    WHERE attempt.organization_id = ${call.organizationId}
      AND attempt.attempt_id = ANY(${sql.param([...new Set(attemptIds)])}::uuid[])`);
  return new Map(rows.map((row) => [row.attempt_id, row]));
}
