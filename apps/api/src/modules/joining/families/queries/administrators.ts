import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";

/** So many of them are written to. */
const maxAdministrators = 3;

/** Lists the administrators responsible for these places: people with a role and an address at the nearest level above that has any. */
export async function nearestAdministrators(call: Call, places: readonly { levelPre: number }[]) {
  const { rows } = await call.db.execute<{ profile_id: string; first_name: string; email: string }>(sql`
    SELECT profile_id, first_name, email FROM (
      SELECT DISTINCT profile.profile_id, profile.first_name, profile.email, above.depth,
        rank() OVER (ORDER BY above.depth DESC) AS nearness
      FROM level AS above
      JOIN profile_level_access AS place ON place.organization_id = above.organization_id
        AND place.level_id = above.level_id
      JOIN label ON label.organization_id = place.organization_id AND label.label_id = place.label_id
      JOIN profile ON profile.organization_id = place.organization_id AND profile.profile_id = place.profile_id
      WHERE above.organization_id = ${call.organizationId}
        AND EXISTS (SELECT FROM unnest(${sql.param(places.map((one) => one.levelPre))}::integer[]) AS pre
          WHERE pre BETWEEN above.pre AND above.last)
        AND label.role IN ('Admin', 'Director', 'Account Manager', 'Manager')
        AND profile.email IS NOT NULL AND profile.archived_at IS NULL AND profile.app_user_id IS NOT NULL
    ) AS near WHERE nearness = 1 ORDER BY profile_id LIMIT ${maxAdministrators}`);
  return rows.map((row) => ({ profileId: row.profile_id, firstName: row.first_name, email: row.email }));
}
