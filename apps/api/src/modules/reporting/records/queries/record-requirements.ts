import type { AttemptState, RequirementStatus, ReviewDecision } from "@touchline/contract";
import { RequirementType, requirementStatusLabels, requirementTypeLabels } from "@touchline/contract";
import { completionWayText } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { fit, unused } from "../../../../documents/archive-names.ts";
import type { ScanState } from "../../../../schema/files.ts";
import { completionAct, completionWay, type WayRow } from "../../../compliance/index.ts";
import { isPassed, type StoredBytes } from "../../../files/index.ts";
import { answersAbout, factsOfAll, notesPlace, signaturesAbout } from "../../../requirements/index.ts";
import { otherNamesOf } from "../../../screening/index.ts";
import type { PastOf } from "../../timeline/queries/person.ts";
import { array, type Bounded, iso, type May, most, plain, rowsOf } from "./reading.ts";
import { attemptWords, decisionWords, onDay, samePersonWords, throughDay } from "./words.ts";

/** Types for which people are asked their other names. */
const searched: readonly RequirementType[] = [RequirementType.BackgroundCheck, RequirementType.SexOffenderSearch];

/** The limit for all files together: a larger archive isn't practical to share. */
const mostFileBytes = 1_500_000_000;

type AttemptRow = {
  attempt_id: string;
  requirement_id: string;
  state: AttemptState;
  version: number | null;
  submitted_at: string | null;
  completed_at: string | null;
  expires_at: string | null;
  valid_until: string | null;
  extended_until: string | null;
  voided_at: string | null;
  decided_at: string | null;
  created_at: string;
  created_by: string | null;
  review_id: string | null;
  decision: string | null;
  source: string | null;
  reviewed_at: string | null;
  reviewer: string | null;
  submitted_by: string | null;
  same_person: boolean | null;
  sealed_notes: Buffer | null;
} & WayRow;

/** Lists every requirement the person ever had, with every submitted attempt and its files. */
export async function requirementsOf(
  call: Call,
  { profileId }: PastOf,
  { may, bounded, zone }: { may: May; bounded: Bounded; zone: string },
) {
  const { organizationId } = call;
  const requirements = bounded(
    "requirements",
    await rowsOf<{
      id: string;
      content_id: string;
      name: string;
      type: RequirementType;
      status: RequirementStatus;
      since: string;
      created_at: string;
      archived_at: string | null;
    }>(
      call,
      sql`SELECT requirement.requirement_id AS id, content.content_id, content.name, content.type, requirement.status,
          requirement.status_since::text AS since, requirement.created_at::text AS created_at,
          requirement.archived_at::text AS archived_at
        FROM requirement JOIN content ON content.organization_id = requirement.organization_id
          AND content.content_id = requirement.content_id
        WHERE requirement.organization_id = ${organizationId} AND requirement.profile_id = ${profileId}
        ORDER BY requirement.created_at, requirement.requirement_id LIMIT ${most.requirements + 1}`,
    ),
  );
  // Unsubmitted work is the member's own.
  const attempts = bounded(
    "attempts",
    await rowsOf<AttemptRow>(
      call,
      sql`SELECT attempt.attempt_id, attempt.requirement_id, attempt.state, version.number AS version,
          attempt.submitted_at::text AS submitted_at, attempt.completed_at::text AS completed_at,
          attempt.expires_at::text AS expires_at, attempt.valid_until::text AS valid_until,
          attempt.extended_until::text AS extended_until, attempt.voided_at::text AS voided_at,
          attempt.decided_at::text AS decided_at, attempt.created_at::text AS created_at,
          creator.first_name || ' ' || creator.last_name AS created_by,
          review.review_id, review.decision, review.source, review.decided_at::text AS reviewed_at, review.sealed_notes,
          reviewer.first_name || ' ' || reviewer.last_name AS reviewer, ${completionWay},
          sender.first_name || ' ' || sender.last_name AS submitted_by,
          attempt.submitted_by = review.reviewer_profile_id AS same_person
        FROM attempt
        LEFT JOIN content_version AS version ON version.organization_id = attempt.organization_id
          AND version.content_version_id = attempt.content_version_id
        LEFT JOIN profile AS creator ON creator.organization_id = attempt.organization_id
          AND creator.profile_id = attempt.created_by
        LEFT JOIN review ON review.organization_id = attempt.organization_id
          AND review.requirement_id = attempt.requirement_id AND review.attempt_id = attempt.attempt_id
        LEFT JOIN profile AS reviewer ON reviewer.organization_id = attempt.organization_id
          AND reviewer.profile_id = review.reviewer_profile_id
        ${completionAct(call, profileId)}
        LEFT JOIN profile AS sender ON sender.organization_id = attempt.organization_id
          AND sender.profile_id = attempt.submitted_by
        WHERE attempt.organization_id = ${organizationId} AND attempt.state <> 'draft'
          AND attempt.requirement_id = ANY(${array(requirements.map((one) => one.id))})
        ORDER BY attempt.created_at, attempt.attempt_id LIMIT ${most.attempts + 1}`,
    ),
  );
  const attemptIds = attempts.map((one) => one.attempt_id);
  const facts = await factsOfAll(call, attemptIds);
  const answers = await answersAbout(call, profileId);
  const signatures = await signaturesAbout(call, profileId);
  const files = await filesOf(call, attempts, { may, bounded, requirements });
  const otherNames = (await otherNamesOf(call, profileId)).map((one) => `${one.firstName} ${one.lastName}`);
  const { wrappedKey: key } = await organizationFacts(call);
  const of = Map.groupBy(attempts, (one) => one.requirement_id);
  return {
    files,
    requirements: requirements.map((row) => {
      const sees = may.see(row.type);
      const reads = may.notes(row.type);
      return {
        requirementId: row.id,
        contentId: row.content_id,
        name: row.name,
        type: requirementTypeLabels[row.type],
        status: requirementStatusLabels[row.status],
        statusSince: iso(row.since),
        firstAskedAt: iso(row.created_at),
        archivedAt: iso(row.archived_at),
        resultWithheld: !sees,
        otherNames: sees && searched.includes(row.type) ? otherNames : null,
        attempts: (of.get(row.id) ?? []).map((one) => ({
          attemptId: one.attempt_id,
          state: one.state,
          stateWords: attemptWords[one.state],
          contentVersion: one.version,
          begunBy: one.created_by,
          createdAt: iso(one.created_at),
          submittedAt: iso(one.submitted_at),
          submittedBy: one.submitted_by,
          completedAt: iso(one.completed_at),
          completedAtWords: onDay(iso(one.completed_at), zone),
          expiresAt: iso(one.expires_at),
          expiresAtWords: throughDay(iso(one.expires_at), zone),
          way: one.state === "approved" ? one.way : null,
          wayWords:
            one.state === "approved"
              ? completionWayText({ way: one.way, reviewerName: one.reviewer, markedByName: one.marked_by })
              : null,
          validUntil: one.valid_until,
          extendedUntil: one.extended_until,
          voidedAt: iso(one.voided_at),
          decidedAt: iso(one.decided_at),
          told: sees ? plain(facts.get(one.attempt_id) ?? null) : null,
          answers: sees ? plain(answers.get(one.attempt_id) ?? null) : null,
          signature: sees ? (signatures.get(one.attempt_id) ?? null) : null,
          fileIds: files.filter((file) => file.attemptId === one.attempt_id).map((file) => file.fileId),
          review:
            one.review_id === null
              ? null
              : {
                  reviewId: one.review_id,
                  decision: one.decision,
                  decisionWords: one.decision && (decisionWords[one.decision as ReviewDecision] ?? null),
                  source: one.source,
                  decidedAt: iso(one.reviewed_at),
                  reviewer: one.reviewer,
                  samePerson: one.same_person === true,
                  samePersonWords: one.same_person === true ? samePersonWords : null,
                  notes:
                    reads && one.sealed_notes
                      ? call.adapters.vault.open(key, notesPlace(call, one.review_id), one.sealed_notes)
                      : null,
                  notesWithheld: !reads,
                },
        })),
      };
    }),
  };
}

/** Why a file is listed by its hash and isn't in the archive. */
type LeftOut =
  | "It was deleted for good, on schedule or as the person asked."
  | "It was withdrawn."
  | "It contains malware and is locked."
  | "It hasn't been scanned for malware yet."
  | "You don't have permission to see it."
  | "The archive would be too large.";

async function filesOf(
  call: Call,
  attempts: readonly AttemptRow[],
  {
    may,
    bounded,
    requirements,
  }: {
    may: May;
    bounded: Bounded;
    requirements: readonly { id: string; name: string; type: RequirementType }[];
  },
) {
  const rows = bounded(
    "files",
    await rowsOf<{
      attempt_id: string;
      file_id: string;
      name: string;
      media_type: string;
      bytes: number;
      sha256: string;
      storage_key: string;
      created_at: string;
      uploaded_by: string | null;
      scan: ScanState;
      removed_at: string | null;
      wrapped_key: string | null;
      destroyed_at: string | null;
    }>(
      call,
      sql`SELECT held.attempt_id, file.file_id, file.name, file.media_type, file.bytes, file.sha256, file.storage_key,
          file.created_at::text AS created_at, file.scan, held.removed_at::text AS removed_at,
          encode(file.wrapped_key, 'hex') AS wrapped_key, file.destroyed_at::text AS destroyed_at,
          uploader.first_name || ' ' || uploader.last_name AS uploaded_by
        FROM attempt_file AS held
        JOIN stored_file AS file ON file.organization_id = held.organization_id AND file.file_id = held.file_id
        LEFT JOIN profile AS uploader ON uploader.organization_id = file.organization_id
          AND uploader.profile_id = file.uploaded_by
        WHERE held.organization_id = ${call.organizationId}
          AND held.attempt_id = ANY(${array(attempts.map((one) => one.attempt_id))})
        ORDER BY file.created_at, file.file_id, held.attempt_id LIMIT ${most.files + 1}`,
    ),
  );
  const requirementById = new Map(requirements.map((one) => [one.id, one]));
  const requirementOf = new Map(attempts.map((one) => [one.attempt_id, requirementById.get(one.requirement_id)]));
  const paths = new Set<string>();
  let room = mostFileBytes;
  return rows.map((row) => {
    const requirement = requirementOf.get(row.attempt_id);
    const leftOut = ((): LeftOut | null => {
      if (!requirement || !may.see(requirement.type)) {
        return "You don't have permission to see it.";
      }
      if (row.destroyed_at !== null) return "It was deleted for good, on schedule or as the person asked.";
      if (row.removed_at !== null) return "It was withdrawn.";
      // As opening it on the page would be refused.
      if (row.scan === "infected") return "It contains malware and is locked.";
      if (!isPassed(row.scan)) return "It hasn't been scanned for malware yet.";
      if (row.bytes > room) return "The archive would be too large.";
      room -= row.bytes;
      return null;
    })();
    return {
      fileId: row.file_id,
      attemptId: row.attempt_id,
      name: row.name,
      mediaType: row.media_type,
      bytes: row.bytes,
      sha256: row.sha256,
      uploadedAt: new Date(row.created_at).toISOString(),
      uploadedBy: row.uploaded_by,
      removedAt: iso(row.removed_at),
      /** The path in the archive; null if the file is left out. */
      path: leftOut === null ? unused(paths, `files/${fit(requirement?.name ?? "")}/${fit(row.name)}`) : null,
      leftOut,
      stored: {
        ...{ organizationId: call.organizationId, fileId: row.file_id },
        ...{ storageKey: row.storage_key, wrappedKey: row.wrapped_key },
      } satisfies StoredBytes,
      scan: row.scan,
    };
  });
}
