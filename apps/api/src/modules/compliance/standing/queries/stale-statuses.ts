import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import type { Tenancy } from "../../../../database/tenancy.ts";

/** Tells in SQL whether time has changed any statuses that no sweep has written yet. */
export const anythingDue = ({ organizationId, now }: Pick<Call, "organizationId" | "now">): SQL => sql`EXISTS (
  SELECT FROM requirement
  WHERE organization_id = ${organizationId} AND next_transition_at <= ${now.toISOString()})`;

/**
 * Returns whether any organization has statuses that time has changed and no sweep has written yet, or a day that wasn't
 * followed: for some seconds after midnight, and after a long downtime until everything is caught up. Stops at the first one
 * found.
 */
export async function statusesAreBehind(tenancy: Tenancy, now: Date): Promise<boolean> {
  for await (const _ of tenancy.organizationsOnAnotherDay(now)) return true;
  for await (const organizationId of tenancy.organizationsBehind(now)) {
    const found = await tenancy.run(organizationId, (db) =>
      db.execute<{ due: boolean }>(sql`SELECT ${anythingDue({ organizationId, now })} AS due`),
    );
    if (found.rows[0]?.due) return true;
  }
  return false;
}
