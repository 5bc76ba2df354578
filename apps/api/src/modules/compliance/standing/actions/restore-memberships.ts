import type { AttemptState } from "@touchline/contract";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import type { StandingBefore } from "../queries/standing-before.ts";
import { follow } from "./follow.ts";
import { keepAttempts } from "./keep-attempts.ts";
import { recordRequirementEvents } from "./record.ts";
import { restand } from "./restand.ts";

/**
 * These attempts, withdrawn with a membership, are restored to where they were. Those that waited for the applicant aren't: the
 * applicant canceled them, and a dead link would keep them waiting forever. They must be started anew.
 */
const revived: readonly AttemptState[] = ["draft", "pendingReview"];

/**
 * Restores memberships to where they stood before a change, after their demands are back (`follow`): restored demands keep
 * their due dates, submissions withdrawn with a demand continue, those moved to another membership return, and unchanged
 * statuses keep their dates. Later work of others stays, also withdrawals. The caller holds the people (`lockPeople`).
 *
 * @returns the memberships with submissions that waited for the applicant and must be started anew.
 */
export async function restoreMemberships(
  call: Call,
  before: ReadonlyMap<string, StandingBefore>,
  profileIds: readonly string[],
): Promise<Set<string>> {
  const attempts = [...before.values()].flatMap((one) => one.attempts);
  await revive(
    call,
    attempts.filter((one) => one.withdrawn !== false && revived.includes(one.state)),
  );
  await returnHome(call, attempts);
  // The season may begin on another day since then: seasonal due dates count anew from when they were first asked.
  if (await keepDays(call, before)) await follow(call, { profileLevelAccessIds: [...before.keys()], profileIds });
  else await restand(call, profileIds);
  await keepSince(call, before);
  return calledOff(call, before);
}

async function calledOff(call: Call, before: ReadonlyMap<string, StandingBefore>): Promise<Set<string>> {
  const waited = [...before].flatMap(([membership, { attempts }]) =>
    attempts.filter((one) => one.state === "waitingApplicant").map(({ id }) => ({ membership, id })),
  );
  if (waited.length === 0) return new Set();
  const { rows } = await call.db.execute<{ id: string }>(sql`
    SELECT attempt_id AS id FROM attempt
    WHERE organization_id = ${call.organizationId} AND state = 'withdrawn'
      AND attempt_id = ANY(${sql.param(waited.map((one) => one.id))}::uuid[])`);
  const gone = new Set(rows.map((row) => row.id));
  return new Set(waited.filter((one) => gone.has(one.id)).map((one) => one.membership));
}

type Attempts = StandingBefore["attempts"];

const rowsOf = (attempts: Attempts) => sql`unnest(
    ${sql.param(attempts.map((one) => one.id))}::uuid[], ${sql.param(attempts.map((one) => one.state))}::text[],
    ${sql.param(attempts.map((one) => one.membership))}::uuid[]) AS was (attempt_id, state, membership)`;

async function revive(call: Call, attempts: Attempts): Promise<void> {
  if (attempts.length === 0) return;
  const { rows } = await call.db.execute<{
    attempt_id: string;
    state: AttemptState;
    requirement_id: string;
    profile_id: string;
    content_id: string;
    profile_level_access_id: string;
  }>(sql`
    UPDATE attempt SET state = was.state
    FROM ${rowsOf(attempts)}, requirement
    WHERE attempt.organization_id = ${call.organizationId} AND attempt.attempt_id = was.attempt_id
      AND attempt.state = 'withdrawn'
      AND requirement.organization_id = attempt.organization_id AND requirement.requirement_id = attempt.requirement_id
      AND EXISTS (SELECT FROM demand WHERE demand.organization_id = attempt.organization_id
        AND demand.requirement_id = attempt.requirement_id)
      AND NOT EXISTS (SELECT FROM attempt AS newer WHERE newer.organization_id = attempt.organization_id
        AND newer.requirement_id = attempt.requirement_id AND newer.created_at > attempt.created_at)
    RETURNING attempt.attempt_id, attempt.state, attempt.requirement_id, requirement.profile_id, requirement.content_id,
      attempt.profile_level_access_id`);
  await keepAttempts(
    call,
    rows.map((row) => row.attempt_id),
  );
  await recordRequirementEvents(
    call,
    rows.map((row) => ({
      requirementId: row.requirement_id,
      profileId: row.profile_id,
      contentId: row.content_id,
      profileLevelAccessId: row.profile_level_access_id,
      attemptId: row.attempt_id,
      kind: "attempt" as const,
      fromState: "withdrawn" as const,
      toState: row.state,
    })),
  );
}

/** Only to a membership that owes it, because it is looked for there. */
async function returnHome(call: Call, attempts: Attempts): Promise<void> {
  if (attempts.length === 0) return;
  const { rows } = await call.db.execute<{ attempt_id: string }>(sql`
    UPDATE attempt SET profile_level_access_id = was.membership, level_id = place.level_id
    FROM ${rowsOf(attempts)}, profile_level_access AS place
    WHERE attempt.organization_id = ${call.organizationId} AND attempt.attempt_id = was.attempt_id
      AND attempt.state = was.state AND attempt.profile_level_access_id <> was.membership
      AND place.organization_id = attempt.organization_id AND place.profile_level_access_id = was.membership
      AND EXISTS (SELECT FROM demand WHERE demand.organization_id = attempt.organization_id
        AND demand.requirement_id = attempt.requirement_id
        AND demand.profile_level_access_id = was.membership)
    RETURNING attempt.attempt_id`);
  await keepAttempts(
    call,
    rows.map((row) => row.attempt_id),
  );
}

/**
 * Restores when the demands that just came back were first asked, and due; demands that were there all along keep their own
 * dates.
 *
 * @returns whether any of them is due by season.
 */
async function keepDays(call: Call, before: ReadonlyMap<string, StandingBefore>): Promise<boolean> {
  const demands = [...before].flatMap(([membership, one]) =>
    (one.demands ?? []).map((demand) => ({ ...demand, membership })),
  );
  if (demands.length === 0) return false;
  const { rows } = await call.db.execute<{ seasonal: boolean }>(sql`
    UPDATE demand SET created_at = was.asked_at, due_at = was.due_at
    FROM content_assignment AS assignment, unnest(
      ${sql.param(demands.map((one) => one.membership))}::uuid[],
      ${sql.param(demands.map((one) => one.assignment))}::uuid[],
      ${sql.param(demands.map((one) => one.askedAt))}::timestamptz[],
      ${sql.param(demands.map((one) => one.dueAt))}::timestamptz[]
    ) AS was (membership, assignment, asked_at, due_at)
    WHERE demand.organization_id = ${call.organizationId} AND demand.profile_level_access_id = was.membership
      AND demand.content_assignment_id = was.assignment
      AND demand.created_at = ${call.now.toISOString()}::timestamptz AND was.asked_at < demand.created_at
      AND assignment.organization_id = demand.organization_id
      AND assignment.content_assignment_id = demand.content_assignment_id
    RETURNING assignment.due_type = 'Season' AS seasonal`);
  return rows.some((row) => row.seasonal);
}

/** Restores instants only where the status is still the one they belong to. */
async function keepSince(call: Call, before: ReadonlyMap<string, StandingBefore>): Promise<void> {
  const standings = [...before].flatMap(([id, { overallStatus, since }]) =>
    overallStatus === null || since === null ? [] : [{ id, overallStatus, since }],
  );
  const requirements = [...before.values()].flatMap((one) => one.requirements);
  await call.db.execute(sql`
    UPDATE member_standing SET since = was.since
    FROM unnest(
      ${sql.param(standings.map((one) => one.id))}::uuid[],
      ${sql.param(standings.map((one) => one.overallStatus))}::text[],
      ${sql.param(standings.map((one) => one.since))}::timestamptz[]
    ) AS was (id, overall_status, since)
    WHERE member_standing.organization_id = ${call.organizationId}
      AND member_standing.profile_level_access_id = was.id AND member_standing.overall_status = was.overall_status`);
  await call.db.execute(sql`
    UPDATE requirement SET status_since = was.since
    FROM unnest(
      ${sql.param(requirements.map((one) => one.id))}::uuid[],
      ${sql.param(requirements.map((one) => one.status))}::smallint[],
      ${sql.param(requirements.map((one) => one.since))}::timestamptz[]
    ) AS was (id, status, since)
    WHERE requirement.organization_id = ${call.organizationId} AND requirement.requirement_id = was.id
      AND requirement.status = was.status`);
}

/** Moves submissions with their membership to its new level, where they are reviewed. */
export async function moveSubmissions(
  call: Call,
  moved: readonly { profileLevelAccessId: string; profileId: string }[],
): Promise<void> {
  if (moved.length === 0) return;
  await call.db.execute(sql`
    UPDATE attempt SET level_id = place.level_id
    FROM requirement, profile_level_access AS place
    WHERE attempt.organization_id = ${call.organizationId}
      AND requirement.organization_id = attempt.organization_id AND requirement.requirement_id = attempt.requirement_id
      AND requirement.profile_id = ANY(${sql.param(moved.map((one) => one.profileId))}::uuid[])
      AND place.organization_id = attempt.organization_id
      AND place.profile_level_access_id = attempt.profile_level_access_id AND attempt.level_id <> place.level_id
      AND attempt.profile_level_access_id = ANY(${sql.param(moved.map((one) => one.profileLevelAccessId))}::uuid[])`);
}
