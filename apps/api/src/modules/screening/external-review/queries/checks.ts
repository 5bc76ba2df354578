import type { AttemptState } from "@touchline/contract";
import { RequirementType } from "@touchline/contract";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type { ExternalOutcome, ExternalReviewer, ExternalWait } from "@touchline/contract/screening/external-review";
import { attemptIsOpen, portalReviewer } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { latestAttemptFirst, partiesTo } from "../../../compliance/index.ts";

type BackgroundCheck = SettingsOf<"background-check">;

/** A background check of a person as results from outside find it. */
export type ExternalCheck = {
  requirementId: string;
  profileId: string;
  contentId: string;
  requirementName: string;
  /** A membership that requires it, or for which it was begun. */
  profileLevelAccessId: string;
  /** The open submission or, without one, the latest; null: there is none. */
  attemptId: string | null;
  state: AttemptState | null;
  /** It was taken back, or the person was reinstated. */
  voided: boolean;
  submittedAt: Date | null;
  completedAt: Date | null;
  /** The submission that a result completes, and the settings of that version. */
  versionId: string;
  settings: BackgroundCheck;
  /** When the valid completion was made, in milliseconds; null if there is none. */
  countedAt: number | null;
  /** The people who began it as the person or a guardian. */
  parties: string[];
  /** The organization's external reviewer has flagged the open submission. */
  flagged: boolean;
  /** Why a result is awaited from outside, and whose; null: none is. */
  wait: ExternalWait | null;
  reviewer: ExternalReviewer | null;
  /** Results on record, newest first. */
  results: { attemptId: string; outcome: ExternalOutcome; resultOn: string }[];
};

type Row = Omit<ExternalCheck, "settings" | "versionId" | "wait" | "reviewer" | "submittedAt" | "completedAt"> & {
  externalReviewer: ExternalReviewer | null;
  currentVersionId: string;
  current: BackgroundCheck;
  ownVersionId: string | null;
  own: BackgroundCheck | null;
  submittedMs: number | null;
  completedMs: number | null;
};

/** Background checks of an organization's people, in one statement. @param which of the `requirement`s. */
async function readChecks(call: Call, which: SQL): Promise<ExternalCheck[]> {
  const { rows } = await call.db.execute<Row>(sql`
    SELECT requirement.requirement_id AS "requirementId", requirement.profile_id AS "profileId",
      content.content_id AS "contentId", content.name AS "requirementName",
      coalesce(owed.profile_level_access_id, here.profile_level_access_id) AS "profileLevelAccessId",
      present.attempt_id AS "attemptId", present.state, coalesce(present.voided_at IS NOT NULL, false) AS voided,
      (extract(epoch FROM coalesce(present.submitted_at, present.created_at)) * 1000)::float8 AS "submittedMs",
      (extract(epoch FROM present.completed_at) * 1000)::float8 AS "completedMs",
      content.current_version_id AS "currentVersionId", current.settings AS current,
      own.content_version_id AS "ownVersionId", own.settings AS own,
      setting.reviewer AS "externalReviewer", counted.at AS "countedAt",
      ${partiesTo(call, sql`requirement.requirement_id`)} AS parties,
      EXISTS (SELECT FROM external_result AS flag WHERE flag.organization_id = ${call.organizationId}
        AND flag.attempt_id = present.attempt_id AND flag.outcome = 'flagged' AND flag.undone_at IS NULL
        AND flag.reviewer = setting.reviewer) AS flagged,
      coalesce((
        SELECT json_agg(json_build_object('attemptId', known.attempt_id, 'outcome', known.outcome, 'resultOn', known.result_on)
          ORDER BY known.recorded_at DESC)
        FROM (SELECT * FROM external_result WHERE external_result.organization_id = ${call.organizationId}
          AND external_result.requirement_id = requirement.requirement_id AND external_result.undone_at IS NULL
          ORDER BY external_result.recorded_at DESC LIMIT 50) AS known), '[]') AS results
    FROM requirement
    LEFT JOIN external_review_setting AS setting ON setting.organization_id = requirement.organization_id
    JOIN content ON content.organization_id = requirement.organization_id AND content.content_id = requirement.content_id
      AND content.type = ${RequirementType.BackgroundCheck}
    JOIN content_version AS current ON current.organization_id = content.organization_id
      AND current.content_version_id = content.current_version_id
    LEFT JOIN LATERAL (
      SELECT * FROM attempt WHERE attempt.organization_id = requirement.organization_id
        AND attempt.requirement_id = requirement.requirement_id
      ORDER BY ${sql.join(latestAttemptFirst, sql`, `)} LIMIT 1
    ) AS present ON true
    LEFT JOIN content_version AS own ON own.organization_id = present.organization_id
      AND own.content_version_id = present.content_version_id
    LEFT JOIN profile_level_access AS here ON here.organization_id = present.organization_id
      AND here.profile_level_access_id = present.profile_level_access_id
    LEFT JOIN LATERAL (
      SELECT demand.profile_level_access_id FROM demand WHERE demand.organization_id = requirement.organization_id
        AND demand.requirement_id = requirement.requirement_id
      ORDER BY demand.profile_level_access_id = present.profile_level_access_id DESC NULLS LAST, demand.profile_level_access_id
      LIMIT 1
    ) AS owed ON true
    LEFT JOIN LATERAL (
      SELECT (extract(epoch FROM max(attempt.completed_at)) * 1000)::float8 AS at FROM attempt
      WHERE attempt.organization_id = requirement.organization_id AND attempt.requirement_id = requirement.requirement_id
        AND attempt.state = 'approved' AND attempt.voided_at IS NULL
    ) AS counted ON true
    WHERE requirement.organization_id = ${call.organizationId} AND ${which}
      AND coalesce(owed.profile_level_access_id, here.profile_level_access_id) IS NOT NULL`);
  return rows.map(checkOf);
}

function checkOf({
  externalReviewer,
  current,
  currentVersionId,
  own,
  ownVersionId,
  submittedMs,
  completedMs,
  ...row
}: Row) {
  const isOpen = row.state !== null && attemptIsOpen[row.state] && own !== null && ownVersionId !== null;
  const settings = isOpen ? own : current;
  const reviewed = row.state === "pendingReview" ? externalReviewer : null;
  const portal = portalReviewer(settings);
  const wait: ExternalWait | null = reviewed !== null ? "review" : portal !== null ? "portal" : null;
  return {
    ...row,
    submittedAt: submittedMs === null ? null : new Date(submittedMs),
    completedAt: completedMs === null ? null : new Date(completedMs),
    settings,
    versionId: isOpen ? ownVersionId : currentVersionId,
    wait,
    reviewer: reviewed ?? portal,
  };
}

/** The background checks of these requirements. */
export const checksOf = (call: Call, requirementIds: readonly string[]): Promise<ExternalCheck[]> =>
  requirementIds.length === 0
    ? Promise.resolve([])
    : readChecks(call, sql`requirement.requirement_id = ANY(${sql.param([...new Set(requirementIds)])}::uuid[])`);

/** Every background check of these people. */
export const checksOfPeople = (call: Call, profileIds: readonly string[]): Promise<ExternalCheck[]> =>
  profileIds.length === 0
    ? Promise.resolve([])
    : readChecks(call, sql`requirement.profile_id = ANY(${sql.param([...new Set(profileIds)])}::uuid[])`);

export const reviewerNames: Record<ExternalReviewer, string> = { 1: "JDP", 2: "NCSI" };
