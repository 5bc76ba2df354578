import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";

/** Returns the current names of ids of any kind; missing ones are left out. */
export async function namesById(call: Call, ids: Iterable<string>): Promise<Map<string, string>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const { organizationId } = call;
  const idList = sql`${sql.param(uniqueIds)}::uuid[]`;
  const { rows } = await call.db.execute<{ id: string; name: string }>(sql`
    SELECT profile_id AS id, first_name || ' ' || last_name AS name FROM profile
    WHERE organization_id = ${organizationId} AND profile_id = ANY(${idList})
    UNION ALL SELECT level_id, name FROM level
    WHERE organization_id = ${organizationId} AND level_id = ANY(${idList})
    UNION ALL SELECT label_id, name FROM label
    WHERE organization_id = ${organizationId} AND label_id = ANY(${idList})
    UNION ALL SELECT content_id, name FROM content
    WHERE organization_id = ${organizationId} AND content_id = ANY(${idList})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
