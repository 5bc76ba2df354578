import type { DueRule } from "@touchline/contract/library/content-assignments";
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import {
  doneStatuses,
  inGrace,
  isRequired,
  pairsOfAssignments,
  pairsOfMemberships,
  promiseTo,
  type Today,
} from "./duties.ts";

/** Whose demands are updated: those of memberships that changed, or of one content whose assignments did. */
export type FollowScope =
  /**
   * `leaving`: the memberships are about to end, so that nothing is owed on them. `contentIds`: the contents that may have
   * changed; null: any.
   */
  | {
      profileLevelAccessIds: readonly string[];
      profileIds: readonly string[];
      leaving?: true;
      contentIds?: readonly string[] | null;
    }
  /** The demands of that content on some people, whom the caller holds (`lockPeople`); on everybody unless given. */
  | { contentId: string; people?: readonly string[] };

/** A demand that the assignments in force make on a membership. */
export type ExpectedDemand = {
  profile_level_access_id: string;
  profile_id: string;
  joined_at: string;
  content_assignment_id: string;
  content_id: string;
  level_id: string;
  mandatory: boolean;
  /** Mandatory, even if it is optional for now. */
  presses: boolean;
  payer: "Organization" | "Individual";
  due_type: DueRule["type"];
  due_date: string | null;
  due_days: number | null;
  assigned_at: string;
  /** A promised grace period that was not applied yet: members who are cleared stay cleared. */
  grace_until: string | null;
  grace_change: string | null;
  /** Cleared without this requirement, and not done: with it they wouldn't be cleared. */
  clear_without: boolean;
};

/** A stored demand, with the present terms of its assignment. */
export type PresentDemand = {
  mandatory: boolean;
  payer: ExpectedDemand["payer"];
  due_at: number | null;
  due_type: DueRule["type"] | null;
  due_days: number | null;
  /** When it was first asked; before its assignment was made, if it continues from an edited one. */
  asked_at: number;
  /** The assignment has ended: it was edited, or removed. */
  ended: boolean;
  made_at: number;
  pressed_since: number | null;
  requirement_id: string;
  profile_level_access_id: string;
  content_assignment_id: string;
  profile_id: string;
  content_id: string;
};

/** The most memberships whose demands are read by a plan that is kept. */
const mostByKeptPlan = 20;

/** Planning takes ten times as long as reading a few memberships; the best plan for many depends on how many they are. */
const preparedFor = (name: string, scope: FollowScope) =>
  "contentId" in scope || scope.profileLevelAccessIds.length > mostByKeptPlan ? null : name;

/** Lists every (membership, assignment) pair that inheritance makes: at the level or, if so assigned, anywhere below it. */
export async function expectedDemands(call: Call, scope: FollowScope, today: Today): Promise<ExpectedDemand[]> {
  const pairs =
    "contentId" in scope
      ? pairsOfAssignments(call, {
          assignments: sql`assignment.content_id = ${scope.contentId} AND assignment.ended_at IS NULL`,
          memberships: sql`true${ofPeople(sql`membership.profile_id`, scope)}`,
        })
      : pairsOfMemberships(call, {
          memberships: sql`membership.profile_level_access_id = ANY(${sql.param([...scope.profileLevelAccessIds])}::uuid[])`,
          assignments: sql`assignment.ended_at IS NULL${ofContents(sql`assignment.content_id`, scope)}`,
        });
  const { rows } = await prepared<ExpectedDemand>(
    call.db,
    preparedFor("demands.expected", scope),
    sql`
    SELECT membership.profile_level_access_id, membership.profile_id, membership.joined_at::text,
           assignment.content_assignment_id, assignment.content_id, assignment.level_id, assignment.payer,
           assignment.mandatory AND NOT ${inGrace(call, today)} AS mandatory, assignment.mandatory AS presses,
           assignment.due_type, assignment.due_date::text, assignment.due_days, assignment.created_at::text AS assigned_at,
           promise.until_day::text AS grace_until, promise.change_id AS grace_change,
           CASE WHEN promise.until_day IS NOT NULL THEN ${clearWithout(call)} ELSE false END AS clear_without
    FROM ${pairs}
    LEFT JOIN LATERAL (${promiseTo(call, today)}) AS promise ON true
    WHERE ${isRequired(call, today)}`,
  );
  return rows;
}

/**
 * Tells in SQL, of a pair, whether the membership is cleared but for optional requirements and has not done the assigned one.
 */
const clearWithout = (call: Call) => sql`EXISTS (SELECT FROM member_standing AS standing
      WHERE standing.organization_id = ${call.organizationId}
        AND standing.profile_level_access_id = membership.profile_level_access_id
        AND standing.overall_status IN ('Cleared', 'Optional'))
    AND NOT EXISTS (SELECT FROM requirement
      WHERE requirement.organization_id = ${call.organizationId} AND requirement.profile_id = membership.profile_id
        AND requirement.content_id = assignment.content_id AND requirement.status IN (${doneStatuses}))`;

/** Returns whether one content's assignments make, or have made, more than this many demands. */
export async function concernsMore(call: Call, contentId: string, most: number): Promise<boolean> {
  const { rows } = await call.db.execute<{ expected: number; present: number }>(sql`
    SELECT (SELECT count(*)::int FROM (
        SELECT FROM ${pairsOfAssignments(call, {
          assignments: sql`assignment.content_id = ${contentId} AND assignment.ended_at IS NULL`,
        })} LIMIT ${most + 1}) AS wanted) AS expected,
      (SELECT count(*)::int FROM (
        SELECT FROM demand
        JOIN requirement ON requirement.organization_id = demand.organization_id
          AND requirement.requirement_id = demand.requirement_id
        WHERE demand.organization_id = ${call.organizationId} AND requirement.content_id = ${contentId}
        LIMIT ${most + 1}) AS had) AS present`);
  return rows.some((row) => row.expected > most || row.present > most);
}

const ofPeople = (profileId: SQL, { people }: { people?: readonly string[] }) =>
  people === undefined ? sql`` : sql` AND ${profileId} = ANY(${sql.param([...people])}::uuid[])`;

/** Values hidden from the planner, for the same reason as in `presentDemands`. */
const ofContents = (contentId: SQL, { contentIds }: { contentIds?: readonly string[] | null }) =>
  contentIds ? sql` AND ${contentId} = ANY(ARRAY(SELECT unnest(${sql.param([...contentIds])}::uuid[])))` : sql``;

/** Reads the current demands. */
export async function presentDemands(call: Call, scope: FollowScope): Promise<PresentDemand[]> {
  // Hidden from the planner, because the statistics don't know a content that was just assigned.
  const within =
    "contentId" in scope
      ? sql`requirement.content_id = (SELECT ${scope.contentId}::uuid)${ofPeople(sql`requirement.profile_id`, scope)}`
      : sql`demand.profile_level_access_id = ANY(${sql.param([...scope.profileLevelAccessIds])}::uuid[])${ofContents(sql`requirement.content_id`, scope)}`;
  const { rows } = await prepared<PresentDemand>(
    call.db,
    preparedFor("demands.present", scope),
    sql`
    SELECT demand.requirement_id, demand.profile_level_access_id, demand.content_assignment_id,
           requirement.profile_id, requirement.content_id, demand.mandatory, demand.payer,
           (extract(epoch FROM demand.due_at) * 1000)::float8 AS due_at,
           assignment.due_type, assignment.due_days, assignment.ended_at IS NOT NULL AS ended,
           (extract(epoch FROM assignment.created_at) * 1000)::float8 AS made_at,
           (extract(epoch FROM demand.created_at) * 1000)::float8 AS asked_at,
           (extract(epoch FROM demand.pressed_since) * 1000)::float8 AS pressed_since
    FROM demand
    JOIN requirement
      ON requirement.organization_id = demand.organization_id AND requirement.requirement_id = demand.requirement_id
    LEFT JOIN content_assignment AS assignment
      ON assignment.organization_id = demand.organization_id
      AND assignment.content_assignment_id = demand.content_assignment_id
    WHERE demand.organization_id = ${call.organizationId} AND ${within}`,
  );
  return rows;
}
