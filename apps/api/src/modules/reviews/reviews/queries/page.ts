import type { AttemptState, ResponseOf, ReviewDecision } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import type { MailLanguage } from "@touchline/contract/messages/mail-preferences";
import type { SubmissionFacts } from "@touchline/contract/requirements/submissions";
import type { getReview } from "@touchline/contract/reviews/reviews";
import { outsideAdverseTexts } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import { actingProfile, type Call, type Reading } from "../../../../call.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { conflict } from "../../../../errors.ts";
import { authorize, denialText, verdictOn } from "../../../../security/authorize.ts";
import { everyEntryBy } from "../../../compliance/index.ts";
import { readMember, targetOf } from "../../../people/index.ts";
import {
  auditView,
  factsPlace,
  openNotes,
  readRequirement,
  requirementShown,
  shownAttempt,
} from "../../../requirements/index.ts";
import { hasReport, type ReviewedRequirementRef } from "../actions/facts.ts";
import { notePlace } from "./notes.ts";
import { noReviewer } from "./submissions.ts";

type Shown = ResponseOf<typeof getReview>;
type Named = { name: string | null };
type Sealed = { sealed: string | null };

/** Data of a submission besides its files, for reviewers: the facts entered, the submitter, and the language. */
type Beside = Sealed & { language: MailLanguage | null; sentBy: string | null };

/** The decisions on a requirement, past and in progress. Unknown names are null. */
type DecidedRow = {
  wrappedKey: Buffer;
  secondReviewer: boolean;
  /** Whether an adverse action is in progress. */
  adverse: boolean;
  /** Whether the provider has made a report. */
  reported: boolean;
  decisions: (Named & {
    reviewId: string;
    decision: ReviewDecision;
    sealed: string;
    at: string;
    samePerson: boolean;
  })[];
  proposals: (Named & Sealed & { id: string; kind: keyof typeof ofProposals; at: string })[];
  claim: (Named & { profileId: string; until: string }) | null;
  proposal: (Named & Sealed & { id: string; profileId: string; at: string }) | null;
};

const ofProposals = { disqualifyProposed: "proposed", disqualifyDeclined: "declined" } as const;

/** Why nothing can be decided about a submission that hasn't come to a review, by its state. */
const notYet: Partial<Record<AttemptState, string>> = {
  waitingApplicant: "There's nothing to review yet. The applicant has to continue.",
  waitingProvider: "There's nothing to review yet. This submission is with the provider.",
};

/** Reads everything the review page shows, in four statements sent together. The caller authorizes. */
export async function readReview(call: Reading & Pick<Call, "now">, place: ReviewedRequirementRef) {
  const [member, one, decided] = await Promise.all([
    readMember(call, place.profileLevelAccessId),
    readRequirement(call, place, besideOf(call)),
    readDecided(call, place.requirementId),
  ]);
  return { member, one, decided };
}

/**
 * Returns what the review page shows. Viewing a confidential file is audited.
 *
 * @throws NotFound, Forbidden, Conflict (nothing was submitted)
 */
export async function reviewShown(
  call: Call,
  place: ReviewedRequirementRef,
  read: ReturnType<typeof readReview>,
): Promise<Shown> {
  const { member, one: requirementRead, decided } = await read;
  const target = targetOf(call, member);
  const one = requirementShown(call, target, place.requirementId, requirementRead);
  const { about } = one;
  authorize(call, "requirements.review", about);
  const attempt = shownAttempt(call, one.submission, one.files);
  if (!attempt || !decided) throw conflict("Nothing has been submitted yet.", "none");
  await auditView(
    call,
    { target, on: one },
    "reviewed",
    // A page that waits for a malware check asks again and again, and a file that can't be opened yet isn't a view.
    attempt.files.filter((file) => file.opens).map((file) => file.fileId),
  );
  const { wrappedKey, claim, proposal } = decided;
  const { vault } = call.adapters;
  const noteOf = ({ id, sealed }: Sealed & { id: string }) =>
    sealed === null ? "" : vault.open(wrappedKey, notePlace(call, id), bytesOf(sealed));
  const beside = one.submission?.beside as Beside;
  const { attemptId } = attempt;
  const sender = one.attempt?.submittedBy ?? one.attempt?.createdBy ?? null;
  const submitter = sender === target.profileId ? null : sender;
  const me = actingProfile(call);
  const disqualify = verdictOn(call, "requirements.disqualify", about);
  const open = attempt.state === "pendingReview";
  const flagged = one.attempt?.source === "FlaggedBackgroundCheck";
  const isOutside = one.submission?.externallyReviewed ?? false;
  const isOwn = (profileId: string) => call.actor.kind === "person" && call.actor.entries.includes(profileId);
  return {
    requirementId: place.requirementId,
    profileLevelAccessId: target.profileLevelAccessId,
    profileId: target.profileId,
    fullName: `${target.firstName} ${target.lastName}`,
    firstName: target.firstName,
    email: target.email,
    dateOfBirth: target.dateOfBirth,
    levelName: target.levelName,
    labelName: target.labelName,
    type: one.required.type,
    contentName: one.required.name,
    instructions: one.required.settings.instructions,
    status: one.owed.status,
    overallStatus: target.overallStatus,
    reasons: one.reasons,
    dueAt: one.owed.dueAt?.toISOString() ?? null,
    attempt,
    ...validUntilAsked(one.required.settings),
    facts:
      attempt.submittedAt === null || beside.sealed === null
        ? {}
        : (JSON.parse(vault.open(wrappedKey, factsPlace(call, attemptId), bytesOf(beside.sealed))) as SubmissionFacts),
    language: beside.language,
    submittedByName: submitter === null ? null : (beside.sentBy ?? unknown),
    source: one.attempt?.source ?? null,
    uploadedByCaller: me !== null && one.attempt?.submittedBy === me,
    decisions: decided.decisions.map(({ reviewId, decision, sealed, name, at, samePerson }) => ({
      decision,
      samePerson,
      notes: openNotes(call, { reviewId, wrappedKey, sealedNotes: bytesOf(sealed) }),
      decidedAt: instantOf(at),
      reviewerName: name ?? noReviewer,
    })),
    proposals: decided.proposals.map((row) => ({
      what: ofProposals[row.kind],
      notes: noteOf(row),
      at: instantOf(row.at),
      name: row.name ?? unknown,
    })),
    permittedDecisions: isOutside
      ? []
      : permitted({
          open,
          proposed: proposal !== null,
          disqualifies: disqualify.allowed,
          registryMatch: one.attempt?.source === "SexOffenderSearch",
          flagged,
          adverse: decided.adverse,
          reported: decided.reported,
        }),
    refusal: isOutside
      ? "This background check is reviewed externally. Wait for the result."
      : !open
        ? (notYet[attempt.state] ?? "This submission has been decided.")
        : decided.adverse
          ? outsideAdverseTexts.underWay
          : flagged
            ? outsideAdverseTexts.disqualify
            : disqualify.allowed
              ? null
              : denialText(disqualify.reason),
    claim: claim && {
      profileId: claim.profileId,
      name: claim.name ?? unknown,
      mine: claim.profileId === me,
      until: instantOf(claim.until),
    },
    proposal: proposal && {
      proposerName: proposal.name ?? unknown,
      mine: isOwn(proposal.profileId),
      notes: noteOf(proposal),
      proposedAt: instantOf(proposal.at),
      // Confirming a flagged background check means sending the final notice, on the panel of the adverse action.
      mayConfirm: disqualify.allowed && !isOwn(proposal.profileId) && !flagged,
      mayDecline: disqualify.allowed,
    },
    secondReviewer: decided.secondReviewer,
  };
}

/** Whether each submission has its own last valid day, and the earliest day that is accepted. */
const validUntilAsked = ({ validity, validThrough }: ContentSettings) => {
  const asksValidUntil = validity.type === "PerRequirement";
  return { asksValidUntil, validThrough: asksValidUntil ? validThrough : null };
};

const unknown = "Unknown";
const bytesOf = (hex: string) => Buffer.from(hex, "hex");
const instantOf = (json: string) => new Date(json).toISOString();

function permitted(is: {
  open: boolean;
  proposed: boolean;
  disqualifies: boolean;
  /** Whether a registry entry was found: it is this person or not, and there is nothing to submit again. */
  registryMatch: boolean;
  /** Whether a background check found something: only an adverse action can disqualify for that. */
  flagged: boolean;
  adverse: boolean;
  reported: boolean;
}): Shown["permittedDecisions"] {
  if (!is.open || is.proposed || is.adverse) return [];
  return [
    "Approved",
    ...(is.registryMatch || (is.flagged && is.reported) ? [] : (["RejectedReset"] as const)),
    ...(is.disqualifies && !is.flagged ? (["RejectedDisqualified"] as const) : []),
  ];
}

/** Selects the name of a person in the organization by a column with their profile id. */
const nameOf = ({ organizationId }: Reading, column: SQL) => sql`(
  SELECT profile.first_name || ' ' || profile.last_name FROM profile
  WHERE profile.organization_id = ${organizationId} AND profile.profile_id = ${column})`;

/** Selects the fields of `Beside` for the attempt `tried`. */
const besideOf = (call: Reading) => sql`json_build_object(
  'sealed', (
    SELECT encode(fact.sealed_facts, 'hex') FROM attempt_fact AS fact
    WHERE fact.organization_id = ${call.organizationId} AND fact.attempt_id = tried.attempt_id),
  'language', (
    SELECT chosen.language FROM profile JOIN account_preference AS chosen ON chosen.app_user_id = profile.app_user_id
    WHERE profile.organization_id = ${call.organizationId} AND profile.profile_id = coalesce(tried.submitted_by, tried.created_by)),
  'sentBy', ${nameOf(call, sql`coalesce(tried.submitted_by, tried.created_by)`)})`;

/** Selects the encrypted note on an event of the history. */
const noteOn = ({ organizationId }: Reading, event: SQL) => sql`(
  SELECT encode(note.sealed_note, 'hex') FROM requirement_note AS note
  WHERE note.organization_id = ${organizationId} AND note.requirement_event_id = ${event})`;

/**
 * Reads in one statement the decisions on a requirement, newest first; the proposals to disqualify and who declined them,
 * oldest first; the current claim and the current proposal. Null if there is no such requirement.
 */
async function readDecided(call: Reading & Pick<Call, "now">, requirementId: string): Promise<DecidedRow | null> {
  const { organizationId, now } = call;
  const { rows } = await prepared<DecidedRow>(
    call.db,
    "review.decided",
    sql`
    SELECT organization.wrapped_key AS "wrappedKey",
      coalesce((
        SELECT review_setting.second_reviewer FROM review_setting
        WHERE review_setting.organization_id = ${organizationId}), false) AS "secondReviewer",
      EXISTS (SELECT FROM adverse_action
        WHERE adverse_action.organization_id = ${organizationId} AND adverse_action.attempt_id = pending.attempt_id
          AND adverse_action.state IN ('waiting', 'disputed')) AS adverse,
      ${hasReport(call, sql`requirement.requirement_id`)} AS reported,
      coalesce((
        SELECT json_agg(json_build_object('reviewId', one.review_id, 'decision', one.decision,
          'sealed', encode(one.sealed_notes, 'hex'), 'at', one.decided_at,
          'samePerson', coalesce(sent.submitted_by = one.reviewer_profile_id, false),
          'name', ${nameOf(call, sql`one.reviewer_profile_id`)}) ORDER BY one.decided_at DESC)
        FROM (
          SELECT * FROM review WHERE review.organization_id = ${organizationId} AND review.requirement_id = ${requirementId}
          ORDER BY review.decided_at DESC LIMIT 50) AS one
        LEFT JOIN attempt AS sent ON sent.organization_id = one.organization_id AND sent.attempt_id = one.attempt_id
        ), '[]') AS decisions,
      coalesce((
        SELECT json_agg(json_build_object('id', one.requirement_event_id, 'kind', one.kind, 'at', one.at,
          'sealed', ${noteOn(call, sql`one.requirement_event_id`)},
          'name', ${nameOf(call, sql`one.actor_profile_id`)}) ORDER BY one.at)
        FROM (
          -- The index is by person.
          SELECT * FROM requirement_event AS event
          WHERE event.organization_id = ${organizationId}
            AND event.profile_id = ANY(${everyEntryBy(call, sql`requirement.profile_id`)})
            AND event.requirement_id = ${requirementId} AND event.kind IN ('disqualifyProposed', 'disqualifyDeclined')
          ORDER BY event.at LIMIT 20) AS one), '[]') AS proposals,
      (SELECT json_build_object('profileId', held.profile_id, 'until', held.claimed_until,
          'name', ${nameOf(call, sql`held.profile_id`)})
        FROM review_claim AS held WHERE held.organization_id = ${organizationId} AND held.attempt_id = pending.attempt_id
          AND held.claimed_until > ${now.toISOString()}::timestamptz) AS claim,
      (SELECT json_build_object('id', made.requirement_event_id, 'profileId', made.profile_id, 'at', made.proposed_at,
          'sealed', ${noteOn(call, sql`made.requirement_event_id`)}, 'name', ${nameOf(call, sql`made.profile_id`)})
        FROM review_proposal AS made
        WHERE made.organization_id = ${organizationId} AND made.attempt_id = pending.attempt_id) AS proposal
    FROM requirement
    JOIN organization ON organization.organization_id = requirement.organization_id
    LEFT JOIN attempt AS pending ON pending.organization_id = requirement.organization_id
      AND pending.requirement_id = requirement.requirement_id AND pending.state = 'pendingReview'
    WHERE requirement.organization_id = ${organizationId} AND requirement.requirement_id = ${requirementId}`,
  );
  return rows[0] ?? null;
}
