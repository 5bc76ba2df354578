import type { FormWay } from "@touchline/contract/requirements/requirements";
import { sql } from "drizzle-orm";
import type { Reading } from "../../../../call.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import type { MemberTarget } from "../../../people/index.ts";
import type { AttemptRead, RequiredContent } from "./requirement-read.ts";
import { isSubmitter } from "./requirement-rows.ts";

/** When each way of filling in a form was last used; null if never. It covers drafts and uploads in progress. */
type BegunRead = { travelling: Date | null; uploaded: Date | null; typed: Date | null };

/** Reads when each way of filling in a form was last used, in one statement. The caller authorizes. */
export async function readDrafts(
  call: Reading,
  on: { requirementId: string; profileLevelAccessId: string },
): Promise<BegunRead> {
  const { organizationId } = call;
  const { rows } = await prepared<{ [When in keyof BegunRead]: string | null }>(
    call.db,
    "requirement.begun",
    sql`
    SELECT (
      SELECT max(upload.moved_at) FROM upload
      WHERE upload.organization_id = ${organizationId} AND upload.requirement_id = ${on.requirementId}
        AND upload.profile_level_access_id = ${on.profileLevelAccessId} AND upload.file_id IS NULL
        AND upload.problem IS NULL) AS travelling,
      draft.uploaded, draft.typed
    FROM (SELECT) AS one LEFT JOIN (
      SELECT greatest((
          SELECT max(stored_file.created_at) FROM attempt_file
          JOIN stored_file ON stored_file.organization_id = attempt_file.organization_id
            AND stored_file.file_id = attempt_file.file_id
          WHERE attempt_file.organization_id = ${organizationId} AND attempt_file.attempt_id = attempt.attempt_id
            AND attempt_file.removed_at IS NULL
        ), (
          SELECT max(saved_at) FROM attempt_fact
          WHERE attempt_fact.organization_id = ${organizationId} AND attempt_fact.attempt_id = attempt.attempt_id
        )) AS uploaded, (
          SELECT max(saved_at) FROM form_answers
          WHERE form_answers.organization_id = ${organizationId} AND form_answers.attempt_id = attempt.attempt_id
        ) AS typed
      FROM attempt
      WHERE attempt.organization_id = ${organizationId} AND attempt.requirement_id = ${on.requirementId}
        AND attempt.state = 'draft'
    ) AS draft ON true`,
  );
  const at = (when: keyof BegunRead) => (rows[0]?.[when] ? new Date(rows[0][when]) : null);
  return { travelling: at("travelling"), uploaded: at("uploaded"), typed: at("typed") };
}

/**
 * Returns how a submitter last worked on a form: on the page, or by uploading the blank PDF. Uploads in progress count before an attempt
 * exists. Null if the form has only one way or was not started.
 */
export function begunWay(
  target: MemberTarget,
  { required: { settings }, attempt }: { required: RequiredContent; attempt: AttemptRead["row"] | null },
  { travelling, uploaded, typed }: BegunRead,
): FormWay | null {
  if (settings.kind !== "form" || settings.form === null || settings.blankFileId === null) return null;
  if (!isSubmitter(target)) return null;
  if (attempt?.state !== "draft") return travelling ? "upload" : null;
  const answers = typed?.getTime() ?? 0;
  const files = Math.max(travelling?.getTime() ?? 0, uploaded?.getTime() ?? 0);
  if (answers === 0 && files === 0) return null;
  return files > answers ? "upload" : "here";
}
