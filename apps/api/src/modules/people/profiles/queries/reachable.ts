import type { Role } from "@touchline/contract";
import { legacyRoleNames } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";

/** The most people of an organization that are told by email about a problem. */
const maxRecipients = 20;

/** Lists people with one of these roles, under its present or an earlier name, who have a login and can be reached by email. */
export async function reachableByEmail(
  call: Call,
  roles: readonly Role[],
): Promise<{ profileId: string; firstName: string; email: string }[]> {
  const earlier = Object.entries(legacyRoleNames).flatMap(([old, role]) => (roles.includes(role) ? [old] : []));
  const { rows } = await call.db.execute<{ profileId: string; firstName: string; email: string }>(sql`
    SELECT DISTINCT profile.profile_id AS "profileId", profile.first_name AS "firstName", profile.email
    FROM profile_level_access AS place
    JOIN label ON label.organization_id = ${call.organizationId} AND label.label_id = place.label_id
    JOIN profile ON profile.organization_id = ${call.organizationId} AND profile.profile_id = place.profile_id
    WHERE place.organization_id = ${call.organizationId}
      AND label.role = ANY(${sql.param([...roles, ...earlier])}::text[])
      AND profile.app_user_id IS NOT NULL AND profile.archived_at IS NULL AND profile.email IS NOT NULL
      AND profile.activated_at IS NOT NULL AND profile.confirmed_at IS NOT NULL
    ORDER BY profile.profile_id LIMIT ${maxRecipients}`);
  return rows;
}
