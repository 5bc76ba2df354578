import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";

/** The most that are counted. */
const most = 100_000;

/**
 * Previews the effect of a new start of the season: how many requirements are seasonal, and how many people have due dates that depend on
 * it. The caller authorizes.
 */
export async function seasonEffect(call: Call): Promise<{ requirements: number; people: number }> {
  const { organizationId } = call;
  const { rows } = await call.db.execute<{ requirements: number; people: number }>(sql`
    WITH seasonal AS MATERIALIZED (
      SELECT content_assignment_id, content_id, due_type FROM content_assignment
      WHERE organization_id = ${organizationId} AND ended_at IS NULL AND (due_type = 'Season' OR age_by = 'Season')
    )
    SELECT (SELECT count(DISTINCT content_id)::int FROM seasonal) AS requirements,
           (SELECT count(*)::int FROM (
              SELECT DISTINCT requirement.profile_id FROM seasonal
              JOIN demand ON demand.organization_id = ${organizationId}
                AND demand.content_assignment_id = seasonal.content_assignment_id
              JOIN requirement ON requirement.organization_id = ${organizationId}
                AND requirement.requirement_id = demand.requirement_id
              WHERE seasonal.due_type = 'Season' LIMIT ${most}) AS person) AS people`);
  return rows[0] ?? { requirements: 0, people: 0 };
}
