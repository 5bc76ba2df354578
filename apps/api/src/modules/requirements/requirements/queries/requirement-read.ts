import { RequirementType } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { type SQL, sql } from "drizzle-orm";
import type { Reading } from "../../../../call.ts";
import { type Json, wholeOf } from "../../../../database/columns.ts";
import { isOneOf } from "../../../../database/lists.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { awaitsExternalReview, hasStateRecord, latestAttemptFirst, partiesTo } from "../../../compliance/index.ts";
import type { filesOf } from "./files.ts";

export type RequiredContent = {
  contentId: string;
  type: RequirementType;
  name: string;
  description: string;
  versionId: string;
  settings: ContentSettings;
};

/** An attempt with what belongs to it. */
export type AttemptRead = {
  row: typeof attempt.$inferSelect;
  files: Awaited<ReturnType<typeof filesOf>>;
  /**
   * The version it was made on, by its number; where that is not the current one, its settings, and through which day what
   * is done on it counts, as a later one says.
   */
  number: number;
  settings: ContentSettings | null;
  redoDay: string | null;
  /** It was filled in on the page: its files are the answers as a PDF, and what belongs to them. */
  filledIn: boolean;
  /** It is under way, and enough of the video was watched. */
  watched: boolean;
  /** It is not the member's to take back: its disqualification is proposed, or it is about what a provider found. */
  beingDecided: boolean;
  /** It waits for the organization's external reviewer. */
  externallyReviewed: boolean;
  beside: unknown;
};

/** A requirement by the current version of its content, with its attempts. */
export type RequirementRead = {
  requirementId: string;
  content: RequiredContent;
  /** Whether the person has a U.S. Soccer ID on file; the ID itself stays encrypted. */
  ussfIdKnown: boolean;
  /** The person said that they aren't interested, when it was optional, and has begun nothing since. */
  declined: boolean;
  /** The usual time to a review decision in milliseconds; null if it is unknown. */
  reviewMs: number | null;
  /** The open attempt or, without one, the latest. After a draft, the latest that was sent. */
  tried: AttemptRead[];
  /** The profiles that made an attempt, as the person or as a guardian. */
  parties: string[];
};

const attemptRow = wholeOf(attempt);

type TriedJson = Omit<AttemptRead, "row" | "files"> & {
  attempt: Json;
  files: (Omit<AttemptRead["files"][number], "attemptId" | "uploadedAt"> & { uploadedAt: string })[];
};

const order = sql.join(latestAttemptFirst, sql`, `);

/** Selects the visible attempts of the `requirement` as JSON; `beside` adds fields to each, as `tried`. */
const attemptsShown = ({ organizationId }: Reading, beside: SQL) => sql`coalesce((
  SELECT json_agg(json_build_object(
    'attempt', to_json(tried), 'number', own.number,
    'settings', CASE WHEN own.content_version_id <> content.current_version_id THEN own.settings END,
    'redoDay', CASE WHEN own.content_version_id <> content.current_version_id THEN (
      SELECT min(later.settings ->> 'redoBy') FROM content_version AS later
      WHERE later.organization_id = ${organizationId} AND later.content_id = own.content_id AND later.number > own.number) END,
    'files', coalesce((
      SELECT json_agg(json_build_object(
        'fileId', file.file_id, 'name', file.name, 'extension', file.extension, 'mediaType', file.media_type,
        'bytes', file.bytes, 'sha256', file.sha256, 'uploadedAt', file.created_at, 'storageKey', file.storage_key, 'scan', file.scan,
        'organizationId', file.organization_id, 'wrappedKey', encode(file.wrapped_key, 'hex'),
        'uploadedBy', file.uploaded_by) ORDER BY file.position, file.created_at, file.file_id)
      FROM (
        SELECT stored_file.*, attempt_file.position FROM attempt_file JOIN stored_file
          ON stored_file.organization_id = attempt_file.organization_id AND stored_file.file_id = attempt_file.file_id
        WHERE attempt_file.organization_id = ${organizationId} AND attempt_file.attempt_id = tried.attempt_id
          AND attempt_file.removed_at IS NULL
        ORDER BY attempt_file.position, stored_file.created_at, stored_file.file_id LIMIT 50) AS file), '[]'),
    'filledIn', EXISTS (
      SELECT FROM form_answers WHERE form_answers.organization_id = ${organizationId}
        AND form_answers.attempt_id = tried.attempt_id AND form_answers.submitted_at IS NOT NULL),
    'watched', tried.state = 'draft' AND EXISTS (
      SELECT FROM video_progress WHERE video_progress.organization_id = ${organizationId}
        AND video_progress.attempt_id = tried.attempt_id AND video_progress.enough),
    'beingDecided', tried.state = 'pendingReview' AND (
      coalesce(tried.source IN ('FlaggedBackgroundCheck', 'SexOffenderSearch'), false)
        OR ${hasStateRecord({ organizationId }, sql`tried.attempt_id`)} OR EXISTS (
        SELECT FROM review_proposal WHERE review_proposal.organization_id = ${organizationId}
          AND review_proposal.attempt_id = tried.attempt_id)),
    'externallyReviewed', content.type = ${RequirementType.BackgroundCheck} AND ${awaitsExternalReview({ organizationId }, sql`tried`)},
    'beside', ${beside}) ORDER BY tried.place)
  FROM (
    SELECT attempt.*, row_number() OVER shown AS place, lag(attempt.state) OVER shown AS before FROM attempt
    WHERE attempt.organization_id = ${organizationId} AND attempt.requirement_id = requirement.requirement_id
    WINDOW shown AS (ORDER BY ${order})
    ORDER BY place LIMIT 2
  ) AS tried
  JOIN content_version AS own
    ON own.organization_id = tried.organization_id AND own.content_version_id = tried.content_version_id
  WHERE tried.before IS NULL OR tried.before = 'draft'), '[]')`;

async function readAsked(call: Reading, which: SQL, beside: SQL, isNamed = true): Promise<RequirementRead[]> {
  const { organizationId } = call;
  const { rows } = await prepared<
    RequiredContent & {
      requirementId: string;
      ussfIdKnown: boolean;
      declined: boolean;
      reviewMs: number | null;
      tried: TriedJson[];
      parties: string[];
    }
  >(
    call.db,
    isNamed ? "requirement.asked" : null,
    sql`
    SELECT requirement.requirement_id AS "requirementId", content.content_id AS "contentId", content.type, content.name,
      content.description, current.content_version_id AS "versionId", current.settings,
      EXISTS (
        SELECT FROM profile_detail WHERE profile_detail.organization_id = ${organizationId}
          AND profile_detail.profile_id = requirement.profile_id AND profile_detail.sealed_ussf_id IS NOT NULL
      ) AS "ussfIdKnown",
      EXISTS (
        SELECT FROM declined_requirement WHERE declined_requirement.organization_id = ${organizationId}
          AND declined_requirement.requirement_id = requirement.requirement_id AND NOT EXISTS (
            SELECT FROM attempt WHERE attempt.organization_id = ${organizationId}
              AND attempt.requirement_id = requirement.requirement_id
              AND attempt.created_at > declined_requirement.declined_at)
      ) AS declined,
      (SELECT usual_ms::float8 FROM review_pace WHERE review_pace.organization_id = ${organizationId}
        AND review_pace.content_id = content.content_id) AS "reviewMs",
      ${attemptsShown(call, beside)} AS tried, ${partiesTo(call, sql`requirement.requirement_id`)} AS parties
    FROM requirement
    JOIN content ON content.organization_id = requirement.organization_id AND content.content_id = requirement.content_id
    JOIN content_version AS current
      ON current.organization_id = content.organization_id AND current.content_version_id = content.current_version_id
    WHERE requirement.organization_id = ${organizationId} AND ${which}`,
  );
  return rows.map(({ requirementId, ussfIdKnown, declined, reviewMs, tried, parties, ...content }) => ({
    ...{ requirementId, ussfIdKnown, declined, reviewMs, content, parties },
    tried: tried.map(({ attempt: json, files, ...one }) => {
      const row = attemptRow.read(json);
      const { attemptId } = row;
      return {
        ...{ ...one, row },
        files: files.map((file) => ({ ...file, attemptId, uploadedAt: new Date(file.uploadedAt) })),
      };
    }),
  }));
}

/**
 * Reads one requirement with its attempts in one statement; null if it does not exist. The caller authorizes.
 *
 * @param beside JSON that is added to each attempt, as `tried`.
 */
export async function requirementRead(
  call: Reading,
  requirementId: string,
  beside = sql`NULL::json`,
): Promise<RequirementRead | null> {
  const [one] = await readAsked(call, sql`requirement.requirement_id = ${requirementId}`, beside);
  return one ?? null;
}

/** Reads everything that the people of some memberships were ever asked for, by requirement. */
export async function requirementReadsOf(
  call: Reading,
  profileLevelAccessIds: readonly string[],
): Promise<Map<string, RequirementRead>> {
  const people = sql`SELECT pla.profile_id FROM profile_level_access AS pla
    WHERE pla.organization_id = ${call.organizationId} AND ${isOneOf(sql`pla.profile_level_access_id`, profileLevelAccessIds)}`;
  const rows = await readAsked(
    call,
    profileLevelAccessIds.length === 1
      ? sql`requirement.profile_id = (${people})`
      : sql`requirement.profile_id IN (${people})`,
    sql`NULL::json`,
    profileLevelAccessIds.length === 1,
  );
  return new Map(rows.map((row) => [row.requirementId, row]));
}
