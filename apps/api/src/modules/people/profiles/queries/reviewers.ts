import { roles } from "@touchline/contract";
import { legacyRoleNames, type PermissionAction, permissionOf } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";

/** So many reviewers hear of something: those nearest to the person first. */
const maxReviewers = 50;

/** The roles that may do something, by name, also the older ones that labels may still have. */
function namesOf(permission: PermissionAction, isEverywhere: boolean): string[] {
  const named = roles.filter((role) => {
    const granted = permissionOf(permission, role);
    return granted !== null && !(isEverywhere && granted.reach === "levelAndBelow");
  });
  const older = Object.entries(legacyRoleNames).flatMap(([name, role]) =>
    named.some((one) => one === role) ? [name] : [],
  );
  return [...named, ...older];
}

/**
 * Lists the people who can sign in and have a role with this permission above these memberships or everywhere. The caller checks each of
 * them.
 */
export async function reviewersOver(
  call: Call,
  permission: "requirements.review" | "requirements.disqualify",
  profileLevelAccessIds: readonly string[],
) {
  if (profileLevelAccessIds.length === 0) return [];
  const { rows } = await call.db.execute<{ profileId: string; firstName: string; email: string | null }>(sql`
    SELECT person.profile_id AS "profileId", person.first_name AS "firstName", person.email FROM (
      SELECT held.profile_id, max(place.pre) AS nearest
      FROM profile_level_access AS held
      JOIN label ON label.organization_id = held.organization_id AND label.label_id = held.label_id
      JOIN level AS place ON place.organization_id = held.organization_id AND place.level_id = held.level_id
      WHERE held.organization_id = ${call.organizationId}
        AND label.role = ANY(${sql.param(namesOf(permission, false))}::text[])
        AND (label.role = ANY(${sql.param(namesOf(permission, true))}::text[]) OR EXISTS (
          SELECT FROM profile_level_access AS member JOIN level AS own
            ON own.organization_id = member.organization_id AND own.level_id = member.level_id
          WHERE member.organization_id = held.organization_id AND own.pre BETWEEN place.pre AND place.last
            AND member.profile_level_access_id = ANY(${sql.param([...profileLevelAccessIds])}::uuid[])))
      GROUP BY held.profile_id
    ) AS over
    JOIN profile AS person ON person.organization_id = ${call.organizationId} AND person.profile_id = over.profile_id
    WHERE person.app_user_id IS NOT NULL AND person.archived_at IS NULL
    ORDER BY over.nearest DESC, person.profile_id LIMIT ${maxReviewers}`);
  return rows;
}
