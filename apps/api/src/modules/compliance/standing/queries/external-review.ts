import { RequirementType } from "@touchline/contract";
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

/**
 * The submissions of an organization that wait for a reviewer outside of it, as a list of their ids: nobody here decides on them yet.
 * Where nobody outside reviews, the first table is empty, and nothing else is read.
 */
export const attemptsReviewedOutside = ({ organizationId }: Pick<Reading, "organizationId">): SQL => sql`
  SELECT outside.attempt_id FROM external_review_setting AS own
  JOIN attempt AS outside ON outside.organization_id = ${organizationId} AND outside.state = 'pendingReview'
  JOIN requirement AS asked ON asked.organization_id = ${organizationId} AND asked.requirement_id = outside.requirement_id
  JOIN content AS checked ON checked.organization_id = ${organizationId} AND checked.content_id = asked.content_id
    AND checked.type = ${sql.raw(String(RequirementType.BackgroundCheck))}
  WHERE own.organization_id = ${organizationId} AND own.reviewer IS NOT NULL
    AND ${awaitsExternalReview({ organizationId }, sql`outside`)}`;
