import { type OverallStatus, RequirementStatus, type RequirementType, type ResponseOf } from "@touchline/contract";
import { mostPreviewed, type previewMove as shape } from "@touchline/contract/setup/levels";
import { done } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { levelOnItsWay } from "../actions/tree-locks.ts";

type Preview = ResponseOf<typeof shape>;
type Row = {
  memberships: number;
  people: number;
  changed:
    | {
        contentId: string;
        name: string;
        type: RequirementType;
        mandatory: boolean;
        newly: boolean;
        people: number;
      }[]
    | null;
  losing: number;
  some: { profileLevelAccessId: string; fullName: string; levelName: string; overallStatus: OverallStatus }[] | null;
};

const doneStatuses = Object.values(RequirementStatus).filter(done);
/** The overall statuses of people who may be with children. */
const cleared = ["Cleared", "Optional"] satisfies OverallStatus[];

/**
 * Computes the effect of a move on the members of a level and of those below it, in one statement. Only assignments above it
 * change. What is assigned at the level itself or below stays, and so do requirements from both.
 *
 * @throws NotFound, Forbidden, Conflict, like the move itself.
 */
export async function previewMove(call: Call, input: { levelId: string; parentId: string }): Promise<Preview> {
  const { moving, parent } = await levelOnItsWay(call, input);
  const { rows } = await call.db.execute<Row>(sql`
    WITH moved AS MATERIALIZED (
      SELECT membership.profile_level_access_id, membership.profile_id, membership.label_id, here.name AS level_name
      FROM level AS here
      JOIN profile_level_access AS membership
        ON membership.organization_id = here.organization_id AND membership.level_id = here.level_id
      WHERE here.organization_id = ${call.organizationId} AND here.pre BETWEEN ${moving.pre} AND ${moving.last}
    ), inherited AS MATERIALIZED (
      SELECT assignment.content_id, named.label_id,
        bool_or(top.pre < ${moving.pre} AND top.last >= ${moving.last}) AS before,
        bool_or(top.pre <= ${parent.pre} AND top.last >= ${parent.last}) AS after,
        coalesce(bool_or(assignment.mandatory)
          FILTER (WHERE top.pre < ${moving.pre} AND top.last >= ${moving.last}), false) AS mandatory_before,
        coalesce(bool_or(assignment.mandatory)
          FILTER (WHERE top.pre <= ${parent.pre} AND top.last >= ${parent.last}), false) AS mandatory_after
      FROM content_assignment AS assignment
      JOIN level AS top
        ON top.organization_id = assignment.organization_id AND top.level_id = assignment.level_id
      JOIN content
        ON content.organization_id = assignment.organization_id AND content.content_id = assignment.content_id
        AND content.archived_at IS NULL AND content.current_version_id IS NOT NULL
      JOIN content_assignment_label AS named
        ON named.organization_id = assignment.organization_id
        AND named.content_assignment_id = assignment.content_assignment_id
      WHERE assignment.organization_id = ${call.organizationId} AND assignment.ended_at IS NULL
        AND assignment.include_below
        AND ((top.pre < ${moving.pre} AND top.last >= ${moving.last})
          OR (top.pre <= ${parent.pre} AND top.last >= ${parent.last}))
      GROUP BY assignment.content_id, named.label_id
    ), inside AS MATERIALIZED (
      SELECT assignment.content_id, named.label_id, here.pre, bool_or(assignment.mandatory) AS mandatory
      FROM level AS top
      JOIN content_assignment AS assignment
        ON assignment.organization_id = top.organization_id AND assignment.level_id = top.level_id
        AND assignment.ended_at IS NULL
      JOIN content_assignment_label AS named
        ON named.organization_id = assignment.organization_id
        AND named.content_assignment_id = assignment.content_assignment_id
      JOIN level AS here
        ON here.organization_id = top.organization_id
        AND here.pre BETWEEN top.pre AND CASE WHEN assignment.include_below THEN top.last ELSE top.pre END
      WHERE top.organization_id = ${call.organizationId} AND top.pre BETWEEN ${moving.pre} AND ${moving.last}
      GROUP BY assignment.content_id, named.label_id, here.pre
    ), changing AS MATERIALIZED (
      SELECT moved.profile_level_access_id, moved.profile_id, inherited.content_id,
        inherited.after AND NOT inherited.before AND inside.content_id IS NULL AS newly,
        inherited.before AND NOT inherited.after AND inside.content_id IS NULL AS no_longer,
        inherited.mandatory_after AND NOT inherited.mandatory_before AND NOT coalesce(inside.mandatory, false) AS presses,
        inherited.mandatory_after, inherited.mandatory_before
      FROM moved
      JOIN inherited ON inherited.label_id = moved.label_id
        AND (inherited.before <> inherited.after OR inherited.mandatory_before <> inherited.mandatory_after)
      JOIN profile_level_access AS membership
        ON membership.organization_id = ${call.organizationId}
        AND membership.profile_level_access_id = moved.profile_level_access_id
      JOIN level AS here ON here.organization_id = membership.organization_id AND here.level_id = membership.level_id
      LEFT JOIN inside ON inside.content_id = inherited.content_id AND inside.label_id = moved.label_id
        AND inside.pre = here.pre
    ), changes AS (
      SELECT content.content_id, content.name, content.type, changing.newly,
        CASE WHEN changing.newly THEN bool_or(mandatory_after) ELSE bool_or(mandatory_before) END AS mandatory,
        count(DISTINCT changing.profile_id)::int AS people
      FROM changing
      JOIN content ON content.organization_id = ${call.organizationId} AND content.content_id = changing.content_id
      WHERE changing.newly OR changing.no_longer
      GROUP BY content.organization_id, content.content_id, changing.newly
      ORDER BY people DESC, content.name LIMIT ${2 * mostPreviewed.contents}
    ), losing AS MATERIALIZED (
      SELECT moved.profile_level_access_id, moved.profile_id, moved.level_name, standing.overall_status, standing.sort_name
      FROM moved
      JOIN member_standing AS standing
        ON standing.organization_id = ${call.organizationId}
        AND standing.profile_level_access_id = moved.profile_level_access_id
      WHERE standing.overall_status = ANY(${sql.param(cleared)}::text[])
        AND EXISTS (
          SELECT FROM changing
          WHERE changing.profile_level_access_id = moved.profile_level_access_id AND changing.presses
            AND NOT EXISTS (
              SELECT FROM requirement
              WHERE requirement.organization_id = ${call.organizationId}
                AND requirement.profile_id = moved.profile_id AND requirement.content_id = changing.content_id
                AND requirement.status = ANY(${sql.param(doneStatuses)}::smallint[])))
    )
    SELECT (SELECT count(*)::int FROM moved) AS memberships,
      (SELECT count(DISTINCT profile_id)::int FROM moved) AS people,
      (SELECT json_agg(json_build_object('contentId', content_id, 'name', name, 'type', type, 'mandatory', mandatory,
        'newly', newly, 'people', people) ORDER BY people DESC, name) FROM changes) AS changed,
      (SELECT count(*)::int FROM losing) AS losing,
      (SELECT json_agg(json_build_object('profileLevelAccessId', first.profile_level_access_id,
          'fullName', profile.first_name || ' ' || profile.last_name, 'levelName', first.level_name,
          'overallStatus', first.overall_status) ORDER BY first.sort_name)
        FROM (SELECT * FROM losing ORDER BY sort_name LIMIT ${mostPreviewed.people}) AS first
        JOIN profile ON profile.organization_id = ${call.organizationId} AND profile.profile_id = first.profile_id) AS some`);
  const { memberships = 0, people = 0, changed = null, losing = 0, some = null } = rows[0] ?? {};
  const changesFor = (newly: boolean) =>
    (changed ?? [])
      .filter((one) => one.newly === newly)
      .slice(0, mostPreviewed.contents)
      .map(({ newly: _, ...one }) => one);
  return {
    levels: moving.last - moving.pre + 1,
    memberships,
    people,
    newlyOwed: changesFor(true),
    noLongerOwed: changesFor(false),
    losingClearance: { memberships: losing, some: some ?? [] },
  };
}
