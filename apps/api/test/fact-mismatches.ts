import { sql } from "drizzle-orm";
import { factMismatches } from "../src/modules/reporting/audit/queries/fact-mismatches.ts";
import type { Organization } from "./world.ts";

/** Returns what the daily check finds of submissions, details, guardianships and memberships without a record. */
export const factsNotKept = (org: Pick<Organization, "asSystem">) =>
  org.asSystem(async (call) => {
    const { rows } = await call.db.execute<{ id: string }>(
      sql`SELECT profile_id AS id FROM profile WHERE organization_id = ${call.organizationId}`,
    );
    return factMismatches(
      call,
      rows.map((row) => row.id),
    );
  });
