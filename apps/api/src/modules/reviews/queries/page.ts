import type { ResponseOf } from "@touchline/contract";
import type { getReview } from "@touchline/contract/reviews";
import { and, asc, eq, inArray } from "drizzle-orm";
import { authorize, denialText, verdictOn } from "../../../kernel/authorize.ts";
import { actingProfile, type Call } from "../../../kernel/call.ts";
import { conflict } from "../../../kernel/errors.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { memberTarget, namesOf } from "../../profiles/queries.ts";
import { auditView } from "../../requirements/actions/look.ts";
import { shownAttempt } from "../../requirements/queries/attempt.ts";
import { factsOf } from "../../requirements/queries/facts.ts";
import { requirementOn } from "../../requirements/queries/owed.ts";
import { requirementEvent } from "../../standing/tables.ts";
import { type Place, placeKey, submissionsAt, tenantFacts } from "../actions/facts.ts";
import { notesOn } from "./notes.ts";
import { decisionsOn } from "./submissions.ts";

type Shown = ResponseOf<typeof getReview>;

/** What the review page shows. A look at a confidential file is audited. @throws NotFound, Forbidden, Conflict (nothing sent in) */
export async function reviewShown(call: Call, place: Place): Promise<Shown> {
  const target = await memberTarget(call, place.profileLevelAccessId);
  const one = await requirementOn(call, target, place.requirementId);
  const about = { ...target, requirementType: one.asked.type };
  authorize(call, "requirements.review", about);
  const attempt = await shownAttempt(call, one.attempt, one.files);
  if (!attempt) throw conflict("Nothing has been submitted yet.", "none");
  await auditView(
    call,
    { target, on: one },
    "reviewed",
    one.files.map((file) => file.fileId),
  );
  const decisions = await decisionsOn(call, place.requirementId);
  const proposals = await proposalsOn(call, { requirementId: place.requirementId, profileId: target.profileId });
  const [submission, { secondReviewer }] = await Promise.all([
    submissionsAt(call, [place]).then((found) => found.get(placeKey(place))),
    tenantFacts(call),
  ]);
  const submitter = one.attempt?.createdBy === target.profileId ? null : (one.attempt?.createdBy ?? null);
  const { claim = null, proposal = null } = submission ?? {};
  const names = await namesOf(call, [
    ...decisions.map((row) => row.reviewerProfileId),
    ...proposals.map((row) => row.actorProfileId ?? ""),
    ...[submitter, claim?.profileId, proposal?.profileId].filter((id) => typeof id === "string"),
  ]);
  const nameOf = (profileId: string | null) => names.get(profileId ?? "") ?? "Unknown";
  const me = actingProfile(call);
  const disqualify = verdictOn(call, "requirements.disqualify", about);
  const open = attempt.state === "pendingReview";
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
    type: one.asked.type,
    contentName: one.asked.name,
    instructions: one.asked.settings.instructions,
    status: one.owed.status,
    overallStatus: target.overallStatus,
    reasons: one.reasons,
    dueAt: one.owed.dueAt?.toISOString() ?? null,
    attempt,
    facts: attempt.submittedAt === null ? {} : await factsOf(call, attempt.attemptId),
    submittedByName: submitter === null ? null : nameOf(submitter),
    source: one.attempt?.source ?? null,
    decisions: decisions.map(({ reviewerProfileId, attemptId: _, ...row }) => ({
      ...row,
      reviewerName: nameOf(reviewerProfileId),
    })),
    proposals: proposals.map(({ actorProfileId, ...row }) => ({ ...row, name: nameOf(actorProfileId) })),
    permittedDecisions: permitted({ open, proposed: proposal !== null, disqualifies: disqualify.allowed }),
    refusal: !open ? "This submission has been decided." : disqualify.allowed ? null : denialText(disqualify.reason),
    claim: claim && {
      profileId: claim.profileId,
      name: nameOf(claim.profileId),
      mine: claim.profileId === me,
      until: claim.until.toISOString(),
    },
    proposal: proposal && {
      proposerName: nameOf(proposal.profileId),
      mine: proposal.profileId === me,
      notes: (await notesOn(call, [proposal.requirementEventId])).get(proposal.requirementEventId) ?? "",
      proposedAt: proposal.at.toISOString(),
      mayConfirm: disqualify.allowed && proposal.profileId !== me,
      mayDecline: disqualify.allowed,
    },
    secondReviewer,
  };
}

function permitted(is: { open: boolean; proposed: boolean; disqualifies: boolean }): Shown["permittedDecisions"] {
  if (!is.open || is.proposed) return [];
  return ["Approved", "RejectedReset", ...(is.disqualifies ? (["RejectedDisqualified"] as const) : [])];
}

const ofProposals = { disqualifyProposed: "proposed", disqualifyDeclined: "declined" } as const;

/** Who proposed to disqualify and who declined it, oldest first, with their words; for reviewers. */
async function proposalsOn(call: Call, of: { requirementId: string; profileId: string }) {
  const rows = await call.db
    .select({
      id: requirementEvent.requirementEventId,
      kind: requirementEvent.kind,
      actorProfileId: requirementEvent.actorProfileId,
      at: requirementEvent.at,
    })
    .from(requirementEvent)
    .where(
      and(
        ours(requirementEvent, call),
        // The index is by person.
        eq(requirementEvent.profileId, of.profileId),
        eq(requirementEvent.requirementId, of.requirementId),
        inArray(requirementEvent.kind, ["disqualifyProposed", "disqualifyDeclined"]),
      ),
    )
    .orderBy(asc(requirementEvent.at))
    .limit(20);
  const notes = await notesOn(
    call,
    rows.map((row) => row.id),
  );
  return rows.map(({ id, kind, actorProfileId, at }) => ({
    what: ofProposals[kind as keyof typeof ofProposals],
    notes: notes.get(id) ?? "",
    actorProfileId,
    at: at.toISOString(),
  }));
}
