import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { instantFact, keepFacts } from "../../../../security/fact-record.ts";

const columns = [
  ...["guardianship.guardian_profile_id", instantFact("guardianship.created_at"), "guardianship.child_born"],
  ...["guardianship.place", "guardianship.created_by", instantFact("guardianship.ended_at")],
  ...["guardianship.ended_by", "guardianship.ended_how"],
];

/** Selects the current and former guardians of each child as one text per child. @param which a condition on rows of `guardianship`. */
export const guardianshipFacts = ({ organizationId }: Pick<Call, "organizationId">, which: SQL): SQL => sql`
  SELECT guardianship.child_profile_id AS subject, jsonb_agg(jsonb_build_array(${sql.raw(columns.join(", "))})
    ORDER BY guardianship.guardian_profile_id, guardianship.created_at)::text AS facts
  FROM guardianship WHERE guardianship.organization_id = ${organizationId} AND ${which}
  GROUP BY guardianship.child_profile_id`;

/**
 * Records the children's current guardians for the hash chain. Every write of guardianships calls this afterwards, in the same transaction.
 */
export async function keepGuardianships(call: Call, childProfileIds: readonly string[]): Promise<void> {
  if (childProfileIds.length === 0) return;
  const these = sql`guardianship.child_profile_id = ANY(${sql.param([...childProfileIds])}::uuid[])`;
  await keepFacts(call, "guardianship", guardianshipFacts(call, these));
}
