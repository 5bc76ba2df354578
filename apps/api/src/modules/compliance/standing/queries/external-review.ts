import { type SQL, sql } from "drizzle-orm";
import type { Reading } from "../../../../call.ts";

/**
 * Whether a background check waits for whoever the organization lets review it: it awaits review, and that reviewer has not flagged it.
 * What they flagged is confirmed by the organization.
 *
 * @param attempt the attempt, as a statement calls it.
 */
export const awaitsExternalReview = (
  { organizationId }: Pick<Reading, "organizationId">,
  attempt: SQL,
): SQL<boolean> => sql<boolean>`(${attempt}.state = 'pendingReview' AND EXISTS (
  SELECT FROM external_review_setting AS reviewed WHERE reviewed.organization_id = ${organizationId}
    AND reviewed.reviewer IS NOT NULL AND NOT EXISTS (
      SELECT FROM external_result AS flag WHERE flag.organization_id = ${organizationId}
        AND flag.attempt_id = ${attempt}.attempt_id AND flag.outcome = 'flagged' AND flag.undone_at IS NULL
        AND flag.reviewer = reviewed.reviewer)))`;
