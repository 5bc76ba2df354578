import type { reason } from "@touchline/contract/people/profiles";
import { and, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Call, Reading } from "../../../../call.ts";
import { type Json, partOf } from "../../../../database/columns.ts";
import { isOneOf } from "../../../../database/lists.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { attempt, demand, requirement } from "../../../../schema/compliance.ts";
import { contentAssignment } from "../../../../schema/library.ts";
import { level } from "../../../../schema/people.ts";
import {
  type AdultStanding,
  bearing,
  type MembershipFacts,
  type OwedHere,
  owedOn,
  type PeopleFacts,
  reasonsFor,
  stoodFor,
  withFacts,
} from "./people.ts";

type Reason = z.output<typeof reason>;

/** The facts that explain a membership's status. */
export type StandingRead = {
  people: PeopleFacts;
  /** By assignment of each demand here: the name of the level where it was made. */
  assignedAt: ReadonlyMap<string, string>;
};

const requirementPart = partOf(requirement, [
  "requirementId",
  "profileId",
  "contentId",
  "status",
  "statusSince",
  "nextTransitionAt",
  "archivedAt",
]);
const demandPart = partOf(demand, [
  "requirementId",
  "profileLevelAccessId",
  "contentAssignmentId",
  "mandatory",
  "dueAt",
  "payer",
]);
const triedPart = partOf(attempt, ["attemptId", "state", "completedAt", "expiresAt", "redoBy"]);

type PersonRow = AdultStanding & {
  profile_level_access_id: string;
  profile_id: string;
  zone: string;
  ownLogin: boolean;
  guardians: AdultStanding[];
  owed: (Json & { content_name: string; demands: (Json & { assigned_at: string })[]; tried: Json[] })[];
};

/**
 * Reads the person of a membership with everything that their statuses depend on, as `readPeople` does for many, in one
 * statement. Includes only the demands of this membership. Null: there is no such membership.
 */
export async function readStanding(call: Reading, profileLevelAccessId: string): Promise<StandingRead | null> {
  return (await readStandings(call, [profileLevelAccessId])).get(profileLevelAccessId) ?? null;
}

/** Reads several memberships as `readStanding` does, in one statement; missing ones are left out. */
export async function readStandings(
  call: Reading,
  profileLevelAccessIds: readonly string[],
): Promise<Map<string, StandingRead>> {
  const { organizationId } = call;
  const { rows } = await prepared<PersonRow>(
    call.db,
    profileLevelAccessIds.length === 1 ? "standing.explained" : null,
    sql`
    SELECT pla.profile_level_access_id, profile.profile_id, organization.time_zone AS zone, profile.app_user_id IS NOT NULL AS "ownLogin",
      profile.activated_at IS NOT NULL AS activated, profile.confirmed_at IS NOT NULL AS confirmed,
      coalesce((
        SELECT json_agg(json_build_object('activated', adult.activated_at IS NOT NULL, 'confirmed', adult.confirmed_at IS NOT NULL))
        FROM guardianship JOIN profile AS adult
          ON adult.organization_id = guardianship.organization_id AND adult.profile_id = guardianship.guardian_profile_id
        WHERE guardianship.organization_id = ${organizationId} AND guardianship.child_profile_id = profile.profile_id
          AND guardianship.ended_at IS NULL), '[]') AS guardians,
      coalesce((
        SELECT json_agg(one) FROM (
          SELECT ${requirementPart.columns}, content.name AS content_name,
            coalesce((
              SELECT json_agg(asked) FROM (
                SELECT ${demandPart.columns}, (
                  SELECT level.name FROM level WHERE level.organization_id = ${organizationId} AND level.level_id = (
                    SELECT assignment.level_id FROM content_assignment AS assignment
                    WHERE assignment.organization_id = ${organizationId}
                      AND assignment.content_assignment_id = demand.content_assignment_id)) AS assigned_at
                FROM demand
                WHERE demand.organization_id = ${organizationId} AND demand.requirement_id = requirement.requirement_id
                  AND demand.profile_level_access_id = pla.profile_level_access_id
                ORDER BY demand.content_assignment_id) AS asked), '[]') AS demands,
            coalesce((
              SELECT json_agg(made) FROM (
                SELECT ${triedPart.columns} FROM attempt
                WHERE attempt.organization_id = ${organizationId} AND attempt.requirement_id = requirement.requirement_id
                  AND ${bearing}
                ORDER BY attempt.created_at, attempt.attempt_id) AS made), '[]') AS tried
          FROM requirement
          JOIN content
            ON content.organization_id = requirement.organization_id AND content.content_id = requirement.content_id
          WHERE requirement.organization_id = ${organizationId} AND requirement.profile_id = profile.profile_id
          ORDER BY requirement.content_id) AS one), '[]') AS owed
    FROM profile_level_access AS pla
    JOIN profile ON profile.organization_id = pla.organization_id AND profile.profile_id = pla.profile_id
    JOIN organization ON organization.organization_id = pla.organization_id
    WHERE pla.organization_id = ${organizationId} AND ${isOneOf(sql`pla.profile_level_access_id`, profileLevelAccessIds)}`,
  );
  return new Map(rows.map((row) => [row.profile_level_access_id, standingFrom(row)]));
}

function standingFrom({ profile_id: profileId, zone, owed, ...own }: PersonRow): StandingRead {
  return {
    people: {
      zone,
      memberships: [],
      standing: new Map([[profileId, stoodFor(own)]]),
      requirements: new Map([
        [
          profileId,
          owed.map((one) =>
            withFacts(requirementPart.read(one), {
              ...{ contentName: one.content_name, zone },
              demands: one.demands.map(demandPart.read),
              tried: one.tried.map(triedPart.read),
            }),
          ),
        ],
      ]),
    },
    assignedAt: new Map(
      owed.flatMap(({ demands }) =>
        demands.map((each) => [each.content_assignment_id as string, each.assigned_at] as const),
      ),
    ),
  };
}

export type Explained = { people: PeopleFacts; owed: OwedHere[]; reasons: Reason[] };

/** Explains one membership, for the member's own pages, the member page and the review. */
export function explainMembership(
  { people, assignedAt }: StandingRead,
  membership: Pick<MembershipFacts, "profileId" | "profileLevelAccessId"> & { labelName: string; levelName: string },
  now: Date,
): Explained {
  const { labelName, levelName } = membership;
  return {
    people,
    owed: owedOn(people.requirements.get(membership.profileId) ?? [], membership.profileLevelAccessId, now),
    reasons: reasonsFor(people, membership, now).map((one) => {
      if (!("demand" in one)) return { kind: one.kind };
      const { requirement: row, status, mandatory, assignmentIds } = one.demand;
      return {
        kind: one.kind,
        requirementId: row.requirementId,
        contentName: row.contentName,
        status,
        since: row.statusSince.toISOString(),
        mandatory,
        owedAs: {
          ...{ labelName, levelName },
          assignedAt: [...new Set(assignmentIds.flatMap((id) => assignedAt.get(id) ?? []))],
        },
      };
    }),
  };
}

/** Returns, by assignment, the name of the level where it was made. */
export async function assignmentLevels(call: Call, assignmentIds: readonly string[]): Promise<Map<string, string>> {
  if (assignmentIds.length === 0) return new Map();
  const rows = await call.db
    .select({ id: contentAssignment.contentAssignmentId, levelName: level.name })
    .from(contentAssignment)
    .innerJoin(level, onKey(level.levelId, contentAssignment.levelId))
    .where(
      and(
        ours(contentAssignment, call),
        sql`${contentAssignment.contentAssignmentId} = ANY(${sql.param([...new Set(assignmentIds)])}::uuid[])`,
      ),
    );
  return new Map(rows.map((row) => [row.id, row.levelName]));
}
