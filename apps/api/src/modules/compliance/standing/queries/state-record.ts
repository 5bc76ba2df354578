import { type SQL, sql } from "drizzle-orm";
import type { Reading } from "../../../../call.ts";

/**
 * Tests whether a state has sent a record about a Live Scan. Its review has the same source as that of an uploaded proof, but
 * is about a finding: only a reviewer ends it.
 *
 * @param attemptId a column, or the id.
 */
export const hasStateRecord = (
  { organizationId }: Pick<Reading, "organizationId">,
  attemptId: SQL,
): SQL<boolean> => sql<boolean>`EXISTS (
  SELECT FROM live_scan_answer WHERE live_scan_answer.organization_id = ${organizationId}
    AND live_scan_answer.attempt_id = ${attemptId} AND live_scan_answer.answer = 'record')`;
