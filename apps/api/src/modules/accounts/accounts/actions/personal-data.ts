import { type RequirementStatus, requirementStatusLabels } from "@touchline/contract";
import { actsBetweenReviewers } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import type { ScanState } from "../../../../schema/files.ts";
import { everyEntry, overallStatusNow } from "../../../compliance/index.ts";
import { mayOpen, type StoredBytes } from "../../../files/index.ts";
import { mailsTo } from "../../../messages/index.ts";
import { stillGuards } from "../../../people/index.ts";
import { answersAbout, answersOfPerson, factsOfAll, openNotes, signaturesAbout } from "../../../requirements/index.ts";

/** Rows read at most; far more than one person has. */
const most = {
  memberships: 500,
  requirements: 2_000,
  attempts: 5_000,
  events: 10_000,
  files: 5_000,
  mails: 1_000,
  written: 5_000,
};

export type OwnFile = { folder: string; name: string; stored: StoredBytes; uploadedAt: Date; opens: boolean };

const rowsOf = async (call: Call, statement: SQL) => (await call.db.execute(statement)).rows;

/** The statement about incidents, the same for everybody: the file must not reveal whether an incident was reported about the person. */
const withheld =
  "This file never includes confidential notes and reports by others, or says whether there are any, because they may name " +
  "or endanger other people (GDPR, Article 15(4)). Ask your organization about them.";

/**
 * Returns everything that an organization stores about a person and that the person may read. Other people stay anonymous:
 * decisions are by "the organization", and notes between reviewers and administrators are left out.
 */
export async function personalData(call: Call, profileId: string): Promise<Record<string, unknown>> {
  const { organizationId } = call;
  const [person] = await rowsOf(
    call,
    sql`SELECT organization.name AS organization, profile.first_name, profile.last_name, profile.email,
        profile.date_of_birth, profile.activated_at, profile.confirmed_at, profile.archived_at, profile.created_at
      FROM profile JOIN organization ON organization.organization_id = profile.organization_id
      WHERE profile.organization_id = ${organizationId} AND profile.profile_id = ${profileId}`,
  );
  const memberships = await rowsOf(
    call,
    sql`SELECT level.name AS level, label.name AS label, label.role, pla.joined_at,
        ${overallStatusNow(call, "member_standing")} AS status, member_standing.since AS status_since
      FROM profile_level_access AS pla
      JOIN level ON level.organization_id = pla.organization_id AND level.level_id = pla.level_id
      JOIN label ON label.organization_id = pla.organization_id AND label.label_id = pla.label_id
      LEFT JOIN member_standing ON member_standing.organization_id = pla.organization_id
        AND member_standing.profile_level_access_id = pla.profile_level_access_id
      WHERE pla.organization_id = ${organizationId} AND pla.profile_id = ${profileId}
      ORDER BY pla.joined_at LIMIT ${most.memberships}`,
  );
  // A child who came of age keeps their own data to themselves.
  const children = await rowsOf(
    call,
    sql`SELECT CASE WHEN ${stillGuards(call)} THEN child.first_name END AS first_name,
        CASE WHEN ${stillGuards(call)} THEN child.last_name END AS last_name,
        guardianship.created_at AS guarded_since, guardianship.ended_at, guardianship.ended_how
      FROM guardianship JOIN profile AS child ON child.organization_id = guardianship.organization_id
        AND child.profile_id = guardianship.child_profile_id
      WHERE guardianship.organization_id = ${organizationId} AND guardianship.guardian_profile_id = ${profileId}
      ORDER BY guardianship.created_at LIMIT 100`,
  );
  const guarded = await rowsOf(
    call,
    sql`SELECT created_at AS guarded_since, ended_at, ended_how FROM guardianship
      WHERE organization_id = ${organizationId} AND child_profile_id = ${profileId} ORDER BY created_at LIMIT 100`,
  );
  const guardianInvitations = await rowsOf(
    call,
    sql`SELECT first_name, last_name, email, created_at, expires_at, revoked_at, accepted_at FROM guardian_invitation
      WHERE organization_id = ${organizationId} AND invited_by = ${profileId} ORDER BY created_at LIMIT 100`,
  );
  const joinedByUrl = await rowsOf(
    call,
    sql`SELECT joined_at, waited FROM signup_url_use
      WHERE organization_id = ${organizationId} AND profile_id = ${profileId} ORDER BY joined_at LIMIT 100`,
  );
  const invitations = await rowsOf(
    call,
    sql`SELECT created_at, expires_at, accepted_at, superseded_at FROM invitation
      WHERE organization_id = ${organizationId} AND profile_id = ${profileId} ORDER BY created_at LIMIT 100`,
  );
  const reported = await rowsOf(
    call,
    sql`SELECT kind, happened_at, reported_at FROM incident
      WHERE organization_id = ${organizationId} AND reported_by = ${profileId} AND disposed_at IS NULL
      ORDER BY reported_at LIMIT ${most.written}`,
  );
  const noted = await rowsOf(
    call,
    sql`SELECT at FROM member_note
      WHERE organization_id = ${organizationId} AND author_profile_id = ${profileId} ORDER BY at LIMIT ${most.written}`,
  );
  const mails = await mailsTo(call, profileId, most.mails);
  return {
    person,
    memberships,
    told: await answersOfPerson(call, profileId),
    children,
    guarded,
    invitations,
    guardianInvitations,
    joinedByUrl,
    requirements: await requirementsOf(call, profileId),
    history: await historyOf(call, profileId),
    // The record says that they wrote about others, and when; the text is about somebody else.
    wrote: { incidents: reported, notes: noted },
    mails,
    withheld,
  };
}

async function requirementsOf(call: Call, profileId: string) {
  const { organizationId } = call;
  const requirements = await rowsOf(
    call,
    sql`SELECT requirement.requirement_id, content.name, requirement.status, requirement.status_since,
        requirement.archived_at, requirement.created_at
      FROM requirement JOIN content ON content.organization_id = requirement.organization_id
        AND content.content_id = requirement.content_id
      WHERE requirement.organization_id = ${organizationId} AND requirement.profile_id = ${profileId}
      ORDER BY requirement.created_at LIMIT ${most.requirements}`,
  );
  const attempts = await rowsOf(
    call,
    sql`SELECT attempt.requirement_id, attempt.attempt_id, attempt.state, attempt.submitted_at, attempt.completed_at,
        attempt.expires_at, attempt.valid_until, attempt.voided_at, attempt.decided_at, attempt.created_at,
        review.review_id, review.sealed_notes
      FROM attempt JOIN requirement ON requirement.organization_id = attempt.organization_id
        AND requirement.requirement_id = attempt.requirement_id
      LEFT JOIN review ON review.organization_id = attempt.organization_id AND review.attempt_id = attempt.attempt_id
        AND attempt.state = 'reset'
      WHERE attempt.organization_id = ${organizationId} AND requirement.profile_id = ${profileId}
      ORDER BY attempt.created_at LIMIT ${most.attempts}`,
  );
  const { wrappedKey } = await organizationFacts(call);
  const answers = await answersAbout(call, profileId);
  const factsOfAttempts = await factsOfAll(
    call,
    attempts.map((one) => String(one.attempt_id)),
  );
  const signatures = await signaturesAbout(call, profileId);
  const by = Map.groupBy(attempts, (one) => one.requirement_id);
  return requirements.map(({ requirement_id, status, ...requirement }) => ({
    ...requirement,
    status: statusWord(status),
    attempts: (by.get(requirement_id) ?? []).map(
      ({ requirement_id: _, attempt_id, review_id, sealed_notes, ...attempt }) => ({
        ...attempt,
        answers: answers.get(String(attempt_id)) ?? null,
        // What was entered beside the files, and how a waiver was signed.
        told: factsOfAttempts.get(String(attempt_id)) ?? null,
        signature: ownSignature(signatures.get(String(attempt_id)), profileId),
        // Notes to the person; notes of other decisions are the reviewers' own.
        note:
          review_id && sealed_notes
            ? openNotes(call, {
                reviewId: String(review_id),
                sealedNotes: sealed_notes as Buffer,
                wrappedKey,
              })
            : null,
      }),
    ),
  }));
}

type Signature = NonNullable<ReturnType<Awaited<ReturnType<typeof signaturesAbout>>["get"]>>;

/** Removes the address, browser and session of another signer from a signature. */
function ownSignature(signature: Signature | undefined, profileId: string) {
  if (!signature) return null;
  const {
    signerProfileId,
    profileId: _,
    requirementId: __,
    address,
    userAgent,
    sessionId,
    authTime,
    ...said
  } = signature;
  return signerProfileId === profileId ? { ...said, address, userAgent, sessionId, authTime } : said;
}

const statusWord = (status: unknown) =>
  status === null ? null : (requirementStatusLabels[status as RequirementStatus] ?? String(status));

async function historyOf(call: Call, profileId: string) {
  const { organizationId } = call;
  // Merged entries: what they did and what happened to them belongs to this person.
  const ids = everyEntry(call, profileId);
  const by = sql`CASE WHEN actor_profile_id = ANY(${ids}) THEN 'the person'
    WHEN actor = 'person' THEN 'the organization or a guardian' ELSE 'Touchline' END AS by`;
  const memberships = await rowsOf(
    call,
    sql`SELECT at, kind, from_status, to_status, ${by} FROM member_event
      WHERE organization_id = ${organizationId} AND profile_id = ANY(${ids}) ORDER BY at LIMIT ${most.events}`,
  );
  const requirements = await rowsOf(
    call,
    sql`SELECT requirement_event.at, content.name, requirement_event.kind, requirement_event.to_state,
        requirement_event.to_status, ${by}
      FROM requirement_event JOIN content ON content.organization_id = requirement_event.organization_id
        AND content.content_id = requirement_event.content_id
      WHERE requirement_event.organization_id = ${organizationId} AND requirement_event.profile_id = ANY(${ids})
        AND requirement_event.kind <> ALL(${sql.param([...actsBetweenReviewers])}::text[])
      ORDER BY requirement_event.at LIMIT ${most.events}`,
  );
  return {
    memberships,
    requirements: requirements.map((event) => ({ ...event, to_status: statusWord(event.to_status) })),
  };
}

/**
 * Lists the files of what a person submitted and didn't withdraw.
 *
 * @param by the profile that asks: files that it may not open are listed by name only.
 */
export async function ownFiles(call: Call, profileId: string, by: string): Promise<OwnFile[]> {
  const { organizationId } = call;
  const rows = await rowsOf(
    call,
    sql`SELECT content.name AS folder, stored_file.name, stored_file.storage_key, stored_file.created_at,
        stored_file.file_id, encode(stored_file.wrapped_key, 'hex') AS wrapped_key,
        stored_file.scan, stored_file.uploaded_by
      FROM requirement JOIN content ON content.organization_id = requirement.organization_id
        AND content.content_id = requirement.content_id
      JOIN attempt ON attempt.organization_id = requirement.organization_id
        AND attempt.requirement_id = requirement.requirement_id
      JOIN attempt_file ON attempt_file.organization_id = attempt.organization_id
        AND attempt_file.attempt_id = attempt.attempt_id AND attempt_file.removed_at IS NULL
      JOIN stored_file ON stored_file.organization_id = attempt_file.organization_id
        AND stored_file.file_id = attempt_file.file_id
      WHERE requirement.organization_id = ${organizationId} AND requirement.profile_id = ${profileId}
      ORDER BY stored_file.created_at, attempt_file.position, stored_file.file_id LIMIT ${most.files}`,
  );
  return rows.map((row) => ({
    folder: String(row.folder),
    name: String(row.name),
    stored: {
      ...{ organizationId, fileId: String(row.file_id), storageKey: String(row.storage_key) },
      wrappedKey: row.wrapped_key === null ? null : String(row.wrapped_key),
    },
    uploadedAt: new Date(String(row.created_at)),
    opens: mayOpen(by, { scan: row.scan as ScanState, uploadedBy: String(row.uploaded_by) }),
  }));
}
