import { type AttemptState, RequirementType, type ReviewSource } from "@touchline/contract";
import type { Validity } from "@touchline/contract/library/content-settings";
import type { Completion } from "@touchline/rules";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Call, Reading } from "../../../../call.ts";
import { givenRows } from "../../../../database/lists.ts";
import { prepared, preparedQuery } from "../../../../database/prepared-statement.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { organization } from "../../../../schema/accounts.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { contentVersion } from "../../../../schema/library.ts";
import { reviewSetting } from "../../../../schema/reviews.ts";
import { tookPart } from "../../../../security/authorize.ts";
import { awaitsExternalReview, partiesTo } from "../../../compliance/index.ts";
import type { MemberTarget } from "../../../people/index.ts";

/** A requirement and the membership that it is decided on. */
export type ReviewedRequirementRef = { requirementId: string; profileLevelAccessId: string };
export const placeKey = (place: ReviewedRequirementRef) => `${place.requirementId} ${place.profileLevelAccessId}`;

/** The submission a decision applies to: the open one or, if none is open, the latest. */
export type Submission = {
  profileId: string;
  contentId: string;
  type: RequirementType;
  /** Whether this membership owes the requirement, or the submission was made for it. */
  here: boolean;
  attemptId: string | null;
  state: AttemptState | null;
  source: ReviewSource | null;
  completedAt: Date | null;
  /** The completion that counts so far; null if there is none. */
  onRecord: Completion | null;
  validUntil: string | null;
  /** How long a completion of the submission's version is valid. */
  validity: Validity | null;
  /** The day through which that version requires the document to be valid at least. */
  goodThrough: string | null;
  /** The last day on which completions of that version count, as a later version says. */
  redoBy: string | null;
  /** The reviewer who has the submission open; null if no claim is active. */
  claim: { profileId: string; until: Date } | null;
  /** The reviewer who proposed a disqualification, with the history event that holds the reason. */
  proposal: { profileId: string; requirementEventId: string; at: Date } | null;
  /** Whether an adverse action on it is in progress. */
  adverse: boolean;
  /** Whether it is about a provider's finding, and there is a background check report. */
  reported: boolean;
  /** Whether it waits for the organization's external reviewer. */
  externallyReviewed: boolean;
  /** The profiles that made an attempt of the requirement, as the person or as a guardian. */
  parties: string[];
};

type TenantFacts = { zone: string; wrappedKey: Buffer; secondReviewer: boolean };

/** Reads the organization's time zone, its encryption key, and whether a disqualification needs two reviewers. */
export async function reviewTenantFacts(call: Reading): Promise<TenantFacts> {
  const [row] = await preparedQuery(
    "review.tenant",
    call.db
      .select({
        zone: organization.timeZone,
        wrappedKey: organization.wrappedKey,
        secondReviewer: reviewSetting.secondReviewer,
      })
      .from(organization)
      .leftJoin(reviewSetting, eq(reviewSetting.organizationId, organization.organizationId))
      .where(ours(organization, call)),
  );
  if (!row) throw notFound("organization");
  return { ...row, secondReviewer: row.secondReviewer ?? false };
}

const columnsOf = (places: readonly ReviewedRequirementRef[]) =>
  sql`${givenRows(
    [places.map((one) => one.requirementId), "uuid"],
    [places.map((one) => one.profileLevelAccessId), "uuid"],
  )} AS given (requirement_id, profile_level_access_id)`;

/** Reads the submissions that decisions on these requirements apply to, by `placeKey`, in one statement. The people are locked first. */
export async function submissionsAt(
  call: Omit<Call, "actor">,
  places: readonly ReviewedRequirementRef[],
): Promise<Map<string, Submission>> {
  const { rows } = await prepared<{
    requirement_id: string;
    profile_level_access_id: string;
    profile_id: string;
    content_id: string;
    type: RequirementType;
    here: boolean;
    attempt_id: string | null;
    state: AttemptState | null;
    source: ReviewSource | null;
    completed: number | null;
    on_record: number | null;
    on_record_ends: number | null;
    valid_until: string | null;
    validity: Validity | null;
    good_through: string | null;
    redo_by: string | null;
    claimed_by: string | null;
    claimed_until: number | null;
    proposed_by: string | null;
    proposal_event: string | null;
    proposed_at: number | null;
    adverse: boolean;
    reported: boolean;
    externally_reviewed: boolean | null;
    parties: string[];
  }>(
    call.db,
    places.length === 1 ? "review.submission" : null,
    sql`
    SELECT given.requirement_id, given.profile_level_access_id, requirement.profile_id, requirement.content_id,
           content.type, present.attempt_id, present.state, present.source, present.valid_until::text,
           (extract(epoch FROM present.completed_at) * 1000)::float8 AS completed,
           (extract(epoch FROM counted.completed_at) * 1000)::float8 AS on_record,
           (extract(epoch FROM counted.expires_at) * 1000)::float8 AS on_record_ends,
           content_version.settings -> 'validity' AS validity,
           content_version.settings ->> 'validThrough' AS good_through,
           CASE WHEN present.state = 'pendingReview' AND content_version.content_version_id <> content.current_version_id THEN (
             SELECT min(later.settings ->> 'redoBy') FROM content_version AS later
             WHERE later.organization_id = content.organization_id AND later.content_id = content.content_id
               AND later.number > content_version.number) END AS redo_by,
           review_claim.profile_id AS claimed_by,
           (extract(epoch FROM review_claim.claimed_until) * 1000)::float8 AS claimed_until,
           review_proposal.profile_id AS proposed_by, review_proposal.requirement_event_id AS proposal_event,
           (extract(epoch FROM review_proposal.proposed_at) * 1000)::float8 AS proposed_at,
           present.state = 'pendingReview' AND EXISTS (SELECT FROM adverse_action
             WHERE adverse_action.organization_id = ${call.organizationId} AND adverse_action.attempt_id = present.attempt_id
               AND adverse_action.state IN ('waiting', 'disputed')) AS adverse,
           coalesce(present.source = 'FlaggedBackgroundCheck', false) AND ${hasReport(call, sql`requirement.requirement_id`)}
             AS reported,
           content.type = ${RequirementType.BackgroundCheck} AND ${awaitsExternalReview(call, sql`present`)} AS externally_reviewed,
           ${partiesTo(call, sql`requirement.requirement_id`)} AS parties,
           coalesce(present.profile_level_access_id = given.profile_level_access_id, false) OR EXISTS (
             SELECT FROM demand WHERE demand.organization_id = requirement.organization_id
               AND demand.requirement_id = given.requirement_id
               AND demand.profile_level_access_id = given.profile_level_access_id) AS here
    FROM ${places.length === 1 ? columnsOf(places) : sql`(SELECT DISTINCT * FROM ${columnsOf(places)}) AS given`}
    JOIN requirement
      ON requirement.organization_id = ${call.organizationId} AND requirement.requirement_id = given.requirement_id
    JOIN content
      ON content.organization_id = requirement.organization_id AND content.content_id = requirement.content_id
    LEFT JOIN LATERAL (
      SELECT * FROM attempt
      WHERE attempt.organization_id = requirement.organization_id
        AND attempt.requirement_id = requirement.requirement_id
      ORDER BY attempt.state = 'pendingReview' DESC, attempt.created_at DESC, attempt.attempt_id DESC LIMIT 1
    ) AS present ON true
    LEFT JOIN LATERAL (
      SELECT completed_at, expires_at FROM attempt
      WHERE attempt.organization_id = ${call.organizationId} AND attempt.requirement_id = requirement.requirement_id
        AND attempt.state = 'approved' AND attempt.voided_at IS NULL AND attempt.completed_at IS NOT NULL
      ORDER BY attempt.expires_at DESC NULLS FIRST, attempt.completed_at DESC LIMIT 1
    ) AS counted ON true
    LEFT JOIN content_version
      ON content_version.organization_id = present.organization_id
      AND content_version.content_version_id = present.content_version_id
    LEFT JOIN review_claim
      ON review_claim.organization_id = present.organization_id AND review_claim.attempt_id = present.attempt_id
      AND present.state = 'pendingReview' AND review_claim.claimed_until > ${call.now.toISOString()}::timestamptz
    LEFT JOIN review_proposal
      ON review_proposal.organization_id = present.organization_id AND review_proposal.attempt_id = present.attempt_id
      AND present.state = 'pendingReview'`,
  );
  return new Map(
    rows.map((row) => [
      `${row.requirement_id} ${row.profile_level_access_id}`,
      {
        profileId: row.profile_id,
        contentId: row.content_id,
        type: row.type,
        here: row.here,
        attemptId: row.attempt_id,
        state: row.state,
        source: row.source,
        completedAt: dateOf(row.completed),
        onRecord: row.on_record === null ? null : { completedAt: row.on_record, expiresAt: row.on_record_ends },
        validUntil: row.valid_until,
        validity: row.validity,
        goodThrough: row.good_through,
        redoBy: row.redo_by,
        claim:
          row.claimed_by === null ? null : { profileId: row.claimed_by, until: new Date(row.claimed_until as number) },
        proposal:
          row.proposed_by === null
            ? null
            : {
                profileId: row.proposed_by,
                requirementEventId: row.proposal_event as string,
                at: new Date(row.proposed_at as number),
              },
        adverse: row.adverse,
        reported: row.reported,
        externallyReviewed: row.externally_reviewed ?? false,
        parties: row.parties,
      },
    ]),
  );
}

/** Tests whether a provider made a background check report for a requirement. @param requirementId a column, or the id. */
export const hasReport = ({ organizationId }: Reading, requirementId: SQL) => sql`EXISTS (
  SELECT FROM screening_order JOIN attempt AS ordered ON ordered.organization_id = ${organizationId}
    AND ordered.attempt_id = screening_order.attempt_id
  WHERE screening_order.organization_id = ${organizationId} AND ordered.requirement_id = ${requirementId}
    AND screening_order.has_report)`;

/** The facts that a decision on a submission is authorized by. */
export const aboutSubmission = (
  call: Call,
  target: MemberTarget,
  submission: { type: RequirementType; parties: readonly string[] },
) => ({
  ...target,
  requirementType: submission.type,
  tookPart: tookPart(call, submission.parties),
});

const dateOf = (instant: number | null) => (instant === null ? null : new Date(instant));

/** Reads what the expiration of a completion follows from. @throws NotFound */
export async function completionOf(
  call: Call,
  attemptId: string,
): Promise<{ validity: Validity; validUntil: string | null; redoBy: string | null; extendedUntil: string | null }> {
  const [row] = await call.db
    .select({
      settings: contentVersion.settings,
      validUntil: attempt.validUntil,
      redoBy: attempt.redoBy,
      extendedUntil: attempt.extendedUntil,
    })
    .from(attempt)
    .innerJoin(contentVersion, onKey(contentVersion.contentVersionId, attempt.contentVersionId))
    .where(and(ours(attempt, call), eq(attempt.attemptId, attemptId)));
  if (!row) throw notFound("completion");
  const { settings, ...days } = row;
  return { validity: settings.validity, ...days };
}
