import { RequirementType } from "@touchline/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Reading } from "../../../../call.ts";

/**
 * Tests whether a background check awaits the organization's external reviewer, who has not flagged it. Flagged checks are
 * confirmed by the organization itself.
 *
 * @param attempt the SQL alias of the attempt.
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

/**
 * Selects the ids of submissions that await an external reviewer, on which the organization's own reviewers do not decide yet. The first
 * table is empty for organizations without one, so nothing else is read.
 */
export const attemptsReviewedOutside = ({ organizationId }: Pick<Reading, "organizationId">): SQL => sql`
  SELECT outside.attempt_id FROM external_review_setting AS own
  JOIN attempt AS outside ON outside.organization_id = ${organizationId} AND outside.state = 'pendingReview'
  JOIN requirement AS asked ON asked.organization_id = ${organizationId} AND asked.requirement_id = outside.requirement_id
  JOIN content AS checked ON checked.organization_id = ${organizationId} AND checked.content_id = asked.content_id
    AND checked.type = ${sql.raw(String(RequirementType.BackgroundCheck))}
  WHERE own.organization_id = ${organizationId} AND own.reviewer IS NOT NULL
    AND ${awaitsExternalReview({ organizationId }, sql`outside`)}`;
