import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { instantFact } from "../../../../security/fact-record.ts";

/** The columns of a submission that decide a status or who may review it. `level_id` is left out because it only selects the queue. */
const columns = [
  ...["requirement_id", "profile_level_access_id", "content_version_id", "state", "source"],
  ...[instantFact("attempt.submitted_at"), instantFact("attempt.completed_at"), instantFact("attempt.expires_at")],
  ...["valid_until", "extended_until", "redo_by", "redo_number"],
  ...[instantFact("attempt.signature_ends_at"), instantFact("attempt.voided_at"), instantFact("attempt.decided_at")],
  ...["created_by", instantFact("attempt.created_at"), "created_as", "submitted_by", "submitted_as"],
].map((column) => (column.startsWith("(") ? column : `attempt.${column}`));

/** The deciding facts of submissions, each as one text. @param which a condition on rows of `attempt`. */
export const attemptFacts = ({ organizationId }: Pick<Call, "organizationId">, which: SQL): SQL => sql`
  SELECT attempt.attempt_id AS subject, jsonb_build_array(${sql.raw(columns.join(", "))})::text AS facts
  FROM attempt WHERE attempt.organization_id = ${organizationId} AND ${which}`;
