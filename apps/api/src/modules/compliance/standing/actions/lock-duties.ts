import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { prepared } from "../../../../database/prepared-statement.ts";

/**
 * Keeps assignments and memberships from passing each other unseen: whoever changes assignments excludes everybody,
 * those who change memberships exclude only the former. Called first by both kinds of verbs. Not a lock of a row: those who
 * share one let each other in before who waits to have it alone, who may then wait for ever.
 */
export async function lockDuties(call: Call, change: "memberships" | "assignments"): Promise<void> {
  const lock = sql.raw(change === "memberships" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  await prepared(
    call.db,
    "standing.duties",
    sql`
    SELECT ${lock}(hashtextextended('duties' || organization_id::text, 0))
    FROM organization WHERE organization_id = ${call.organizationId}`,
  );
}
