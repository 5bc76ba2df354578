import { type SQL, sql } from "drizzle-orm";
import type { Reading } from "../../../../call.ts";

/** Far more people than ever act for one person. */
const most = 200;

/**
 * Selects the profiles that began, submitted, or signed an attempt of a requirement, as the person or as a guardian. They never
 * decide on it, even after their role changes. Waivers are signed by the profile that submits them.
 *
 * @param requirementId a column, or the id.
 */
export const partiesTo = ({ organizationId }: Pick<Reading, "organizationId">, requirementId: SQL): SQL => sql`ARRAY(
  SELECT DISTINCT acted.by FROM attempt AS made
  CROSS JOIN LATERAL (VALUES (made.created_by, made.created_as), (made.submitted_by, made.submitted_as)) AS acted (by, acted_as)
  WHERE made.organization_id = ${organizationId} AND made.requirement_id = ${requirementId}
    AND acted.by IS NOT NULL AND acted.acted_as IN ('self', 'guardian')
  LIMIT ${sql.raw(String(most))})`;

/** Reads the parties of many requirements, grouped by requirement. */
export async function partiesOf(call: Reading, requirementIds: readonly string[]): Promise<Map<string, string[]>> {
  if (requirementIds.length === 0) return new Map();
  const { rows } = await call.db.execute<{ id: string; parties: string[] }>(sql`
    SELECT given.id, ${partiesTo(call, sql`given.id`)} AS parties
    FROM unnest(${sql.param([...new Set(requirementIds)])}::uuid[]) AS given (id)
    WHERE ${call.organizationId}::uuid IS NOT NULL`);
  return new Map(rows.map((row) => [row.id, row.parties]));
}
