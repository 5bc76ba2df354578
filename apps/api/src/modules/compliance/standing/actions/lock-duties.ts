import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { prepared } from "../../../../database/prepared-statement.ts";

/**
 * Locks the duties, so that concurrent changes of assignments and memberships don't miss each other: changing assignments
 * excludes everybody, changing memberships excludes only the former. Called first by both. Not a row lock: shared holders of
 * one could keep an exclusive one waiting forever.
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
