import type { RequirementStatus, RequirementType } from "@touchline/contract";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { inGrace, isRequired, pairsOfMemberships, todayOf } from "./duties.ts";

const nobody = "00000000-0000-0000-0000-000000000000";

type Row = {
  content_id: string;
  name: string;
  type: RequirementType;
  mandatory: boolean;
  wanted: boolean;
  had: boolean;
  elsewhere: boolean;
  status: RequirementStatus | null;
};

/**
 * Compares what a membership would be required to do at another level or under another label with what is required now. It only
 * reads, and uses the same assignments as `follow`.
 *
 * @param membership the membership that changes; null for a new one.
 * @param to its new level and label; null if it ends.
 */
export async function previewDuties(
  call: Call,
  profileId: string,
  membership: string | null,
  to: { levelId: string; labelId: string } | null,
) {
  const today = await todayOf(call);
  const { rows } = await call.db.execute<Row>(sql`
    WITH profile_level_access AS (
      SELECT organization_id, coalesce(${membership}::uuid, ${nobody}::uuid) AS profile_level_access_id,
        ${profileId}::uuid AS profile_id, ${to?.levelId ?? null}::uuid AS level_id, ${to?.labelId ?? null}::uuid AS label_id
      FROM organization WHERE organization_id = ${call.organizationId}
    ), wanted AS (
      SELECT assignment.content_id, bool_or(assignment.mandatory AND NOT ${inGrace(call, today)}) AS mandatory
      FROM ${pairsOfMemberships(call, {})}
      WHERE ${isRequired(call, today)}
      GROUP BY assignment.content_id
    ), owed AS (
      SELECT requirement.content_id,
        coalesce(bool_or(demand.mandatory) FILTER (WHERE demand.profile_level_access_id = ${membership}), false) AS mandatory,
        coalesce(bool_or(demand.profile_level_access_id = ${membership}), false) AS had,
        bool_or(demand.profile_level_access_id IS DISTINCT FROM ${membership}) AS elsewhere
      FROM requirement
      JOIN demand ON demand.organization_id = requirement.organization_id
        AND demand.requirement_id = requirement.requirement_id
      WHERE requirement.organization_id = ${call.organizationId} AND requirement.profile_id = ${profileId}
      GROUP BY requirement.content_id
    )
    SELECT content.content_id, content.name, content.type, coalesce(wanted.mandatory, owed.mandatory) AS mandatory,
      wanted.content_id IS NOT NULL AS wanted, coalesce(owed.had, false) AS had,
      coalesce(owed.elsewhere, false) AS elsewhere, requirement.status
    FROM content
    LEFT JOIN wanted ON wanted.content_id = content.content_id
    LEFT JOIN owed ON owed.content_id = content.content_id
    LEFT JOIN requirement ON requirement.organization_id = content.organization_id
      AND requirement.profile_id = ${profileId} AND requirement.content_id = content.content_id
    WHERE content.organization_id = ${call.organizationId} AND content.archived_at IS NULL
      AND content.current_version_id IS NOT NULL AND (wanted.content_id IS NOT NULL OR owed.had)
    ORDER BY content.name, content.content_id
    LIMIT 500`);
  return rows.map((row) => ({
    contentId: row.content_id,
    name: row.name,
    type: row.type,
    outcome: row.wanted ? (row.had ? ("kept" as const) : ("added" as const)) : ("dropped" as const),
    mandatory: row.mandatory,
    status: row.status,
    elsewhere: row.elsewhere,
  }));
}
