import type { RequirementType } from "@touchline/contract";
import type * as contract from "@touchline/contract/library/labels";
import { currentRole } from "@touchline/rules";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { actingProfile, type Call } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { notFound } from "../../../errors.ts";
import { label } from "../../../schema/library.ts";
import { authorize } from "../../../security/authorize.ts";
import { pendingBelow } from "../../compliance/index.ts";
import { levelById } from "../../people/index.ts";

/** Lists the organization's labels in use, by name. */
export async function listLabels(call: Call) {
  return call.db
    .select({ labelId: label.labelId, name: label.name, role: label.role, givenBy: label.givenBy })
    .from(label)
    .where(and(ours(label, call), isNull(label.archivedAt)))
    .orderBy(asc(label.name))
    .limit(1000);
}

/** Returns a label, archived or not; null when there is none. A role with an older name is returned as today's. */
export async function labelById(call: Call, labelId: string) {
  const [row] = await call.db
    .select()
    .from(label)
    .where(and(ours(label, call), eq(label.labelId, labelId)));
  return row ? { ...row, role: currentRole(row.role) ?? row.role } : null;
}

/** Counts a label's memberships now, from the memberships themselves, and tells whether one is the actor's. */
export async function membersOf(call: Call, labelId: string): Promise<{ members: number; own: boolean }> {
  const { rows } = await call.db.execute<{ members: number; own: boolean }>(sql`
    SELECT count(*)::int AS members,
      EXISTS (SELECT FROM profile_level_access WHERE organization_id = ${call.organizationId}
        AND label_id = ${labelId} AND profile_id = ${actingProfile(call)}::uuid) AS own
    FROM profile_level_access WHERE organization_id = ${call.organizationId} AND label_id = ${labelId}`);
  return rows[0] ?? { members: 0, own: false };
}

/** Lists the memberships with a label, person by person. */
export async function holdersOf(call: Call, labelId: string, most: number): Promise<string[]> {
  const { rows } = await call.db.execute<{ id: string }>(sql`
    SELECT profile_level_access_id AS id FROM profile_level_access
    WHERE organization_id = ${call.organizationId} AND label_id = ${labelId} ORDER BY profile_id LIMIT ${most}`);
  return rows.map((row) => row.id);
}

type Details = z.output<(typeof contract.listLabelDetails)["response"]>[number];

/** Lists the labels in use, and archived ones that people still have, by name. @throws Forbidden */
export async function listLabelDetails(call: Call): Promise<Details[]> {
  authorize(call, "labels.edit", { organizationWide: true });
  return details(call, sql`true`);
}

/** Returns a label with the assignments that name it. @throws NotFound, Forbidden */
export async function labelDetails(
  call: Call,
  labelId: string,
): Promise<z.output<(typeof contract.getLabel)["response"]>> {
  const [found] = await details(call, sql`label.label_id = ${labelId}`);
  if (!found) throw notFound("role");
  authorize(call, "labels.edit", { organizationWide: true });
  return { ...found, assigned: await assignedTo(call, labelId) };
}

/** Counts members from the counts that lists and dashboards show: those of the root, and pending changes. */
async function details(call: Call, which: SQL): Promise<Details[]> {
  const { rows } = await call.db.execute<Details>(sql`
    WITH counted AS (
      SELECT label_id, sum(members)::int AS members FROM (
        SELECT kept.label_id, kept.members FROM member_count AS kept
        JOIN level ON level.organization_id = kept.organization_id AND level.level_id = kept.level_id AND level.pre = 0
        WHERE kept.organization_id = ${call.organizationId}
        UNION ALL
        SELECT delta.label_id, delta.members FROM member_count_delta AS delta
        WHERE delta.organization_id = ${call.organizationId}
      ) AS every GROUP BY label_id
    ), assigned AS (
      SELECT named.label_id, count(*)::int AS assignments FROM content_assignment AS assignment
      JOIN content_assignment_label AS named ON named.organization_id = assignment.organization_id
        AND named.content_assignment_id = assignment.content_assignment_id
      WHERE assignment.organization_id = ${call.organizationId} AND assignment.ended_at IS NULL
      GROUP BY named.label_id
    ), links AS (
      SELECT label_id, count(*)::int AS urls FROM signup_url
      WHERE organization_id = ${call.organizationId} AND revoked_at IS NULL
        AND (ends_at IS NULL OR ends_at > ${call.now.toISOString()}::timestamptz)
        AND (max_uses IS NULL OR uses < max_uses)
      GROUP BY label_id
    )
    SELECT label.label_id AS "labelId", label.name, label.role, label.given_by AS "givenBy",
      label.for_family AS "forFamily", coalesce(counted.members, 0) AS members,
      coalesce(assigned.assignments, 0) AS assignments,
      CASE WHEN label.role = 'Individual' AND label.archived_at IS NULL
        THEN coalesce(links.urls, 0) ELSE 0 END AS "signupUrls",
      EXISTS (SELECT FROM profile_level_access AS mine WHERE mine.organization_id = ${call.organizationId}
        AND mine.label_id = label.label_id AND mine.profile_id = ${actingProfile(call)}::uuid) AS own,
      label.archived_at IS NOT NULL AS leaving
    FROM label
    LEFT JOIN counted ON counted.label_id = label.label_id
    LEFT JOIN assigned ON assigned.label_id = label.label_id
    LEFT JOIN links ON links.label_id = label.label_id
    WHERE label.organization_id = ${call.organizationId} AND ${which}
      AND (label.archived_at IS NULL OR coalesce(counted.members, 0) > 0)
    ORDER BY label.name LIMIT 1000`);
  return rows.map((row) => ({ ...row, role: currentRole(row.role) ?? row.role }));
}

type Assigned = z.output<(typeof contract.getLabel)["response"]>["assigned"][number] & { type: RequirementType };

async function assignedTo(call: Call, labelId: string): Promise<Assigned[]> {
  const { rows } = await call.db.execute<Assigned>(sql`
    SELECT assignment.content_assignment_id AS "assignmentId", content.content_id AS "contentId",
      content.name AS "contentName", content.type, level.level_id AS "levelId", level.name AS "levelName",
      assignment.include_below AS "includeBelow", assignment.mandatory, assignment.due_date::text AS "dueDate",
      CASE WHEN assignment.include_below THEN ${membersBelow(call, sql`level.level_id`, labelId)}
        ELSE ${membersHere(call, sql`level.level_id`, labelId)} END AS members,
      (SELECT count(*)::int FROM content_assignment_label AS other
        JOIN label ON label.organization_id = other.organization_id AND label.label_id = other.label_id
          AND label.archived_at IS NULL
        WHERE other.organization_id = ${call.organizationId}
          AND other.content_assignment_id = assignment.content_assignment_id
          AND other.label_id <> ${labelId}) AS "otherLabels"
    FROM content_assignment_label AS named
    JOIN content_assignment AS assignment ON assignment.organization_id = named.organization_id
      AND assignment.content_assignment_id = named.content_assignment_id AND assignment.ended_at IS NULL
    JOIN content ON content.organization_id = assignment.organization_id
      AND content.content_id = assignment.content_id AND content.archived_at IS NULL
    JOIN level ON level.organization_id = assignment.organization_id AND level.level_id = assignment.level_id
    WHERE named.organization_id = ${call.organizationId} AND named.label_id = ${labelId}
    ORDER BY content.name, level.pre LIMIT 500`);
  return rows;
}

/** Counts the memberships that an assignment at a level would include by a label. @throws NotFound, Forbidden */
export async function countLabelMembers(
  call: Call,
  input: { labelId: string; levelId: string; includeBelow: boolean },
): Promise<{ members: number }> {
  if (!(await labelById(call, input.labelId))) throw notFound("role");
  const at = await levelById(call, input.levelId);
  authorize(call, "content.assign", { levelPre: at.pre });
  const count = input.includeBelow ? membersBelow : membersHere;
  const { rows } = await call.db.execute<{ members: number }>(
    sql`SELECT ${count(call, sql`${input.levelId}::uuid`, input.labelId)} AS members`,
  );
  return { members: rows[0]?.members ?? 0 };
}

const membersHere = (call: Call, levelId: SQL, labelId: string) => sql`(
  SELECT count(*)::int FROM profile_level_access AS pla
  WHERE pla.organization_id = ${call.organizationId} AND pla.level_id = ${levelId} AND pla.label_id = ${labelId})`;

const membersBelow = (call: Call, levelId: SQL, labelId: string) => sql`(
  SELECT coalesce(sum(counted.members), 0)::int FROM (
    SELECT kept.members FROM member_count AS kept
    WHERE kept.organization_id = ${call.organizationId} AND kept.level_id = ${levelId} AND kept.label_id = ${labelId}
    UNION ALL
    SELECT kept.members ${pendingBelow(call, levelId, "member")} AND kept.label_id = ${labelId}
  ) AS counted)`;
