import {
  type RequirementAction,
  RequirementStatus,
  type RequirementType,
  requirementActions,
} from "@touchline/contract";
import type { memberRequirement } from "@touchline/contract/people/profiles";
import {
  type ActionVerdict,
  actionVerdicts,
  attemptIsOpen,
  dayOf,
  earlyWindowIsOpen,
  endsAtEighteen,
  filesAccepted,
  hasBlank,
  isMinor,
  isOrderedAtProvider,
  keepsProgress,
  linkOf,
  minutesFor,
  type OpenAttemptState,
  portalReviewer,
  severity,
  statusAt,
  tieRefusal,
  uploadWantsReview,
  viewAction,
  wantsReview,
} from "@touchline/rules";
import type { SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Call, Reading } from "../../../../call.ts";
import { byName } from "../../../../database/names.ts";
import { notFound } from "../../../../errors.ts";
import { denialText, tookPart, verdictOn } from "../../../../security/authorize.ts";
import {
  type Explained,
  explainMembership,
  type OwedHere,
  type PeopleFacts,
  type RequirementFacts,
  readStanding,
  readStandings,
  type StandingRead,
} from "../../../compliance/index.ts";
import type { MemberTarget } from "../../../people/index.ts";
import {
  type AttemptRead,
  type RequiredContent,
  type RequirementRead,
  requirementRead,
  requirementReadsOf,
} from "./requirement-read.ts";

/** The rows that a membership's requirements are built from. The caller authorizes. */
type OwedRead = { standing: StandingRead | null; requirements: Map<string, RequirementRead> };

/** Reads what `requirementsOf` shows, in two statements that travel together. */
export async function readOwed(call: Reading, profileLevelAccessId: string): Promise<OwedRead> {
  const read = await readOwedOn(call, [profileLevelAccessId]);
  return read(profileLevelAccessId);
}

/** Reads the same of several memberships, also in two statements that travel together. */
export async function readOwedOn(
  call: Reading,
  profileLevelAccessIds: readonly string[],
): Promise<(profileLevelAccessId: string) => OwedRead> {
  const [standings, requirements] = await Promise.all([
    readStandings(call, profileLevelAccessIds),
    requirementReadsOf(call, profileLevelAccessIds),
  ]);
  return (id) => ({ standing: standings.get(id) ?? null, requirements });
}

/** Lists all requirements of a membership for lists and pages, most urgent first. */
export function requirementsOf(call: Call, target: MemberTarget, read: OwedRead) {
  const { people, owed: here, reasons } = explainedTo(call, target, read.standing);
  const requirements = [...here, ...barredBeside(call, target, people, here)]
    .flatMap((one) => {
      const what = read.requirements.get(one.requirement.requirementId);
      if (!what) return [];
      const { content, ussfIdKnown } = what;
      const files = attemptInSight(target, what)?.files.length ?? 0;
      const { parties, tried } = what;
      const on = {
        ...{ owed: one, required: content, files, zone: people.zone, ussfIdKnown, parties },
        present: tried[0],
      };
      return toResponse(call, target, one, { ...what, ...content }, verdictsOn(call, target, on));
    })
    .sort((a, b) => severity[b.status] - severity[a.status] || byName(a.name, b.name));
  return { requirements, reasons };
}

/** The rows that one requirement of a membership is built from. The caller authorizes. */
type OneRead = { standing: StandingRead | null; requirement: RequirementRead | null };

/**
 * Reads what `requirementShown` returns, in two statements that are sent together.
 *
 * @param beside as `requirementRead` takes it.
 */
export async function readRequirement(
  call: Reading,
  { profileLevelAccessId, requirementId }: { profileLevelAccessId: string; requirementId: string },
  beside?: SQL,
): Promise<OneRead> {
  const [standing, requirement] = await Promise.all([
    readStanding(call, profileLevelAccessId),
    requirementRead(call, requirementId, beside),
  ]);
  return { standing, requirement };
}

/** One requirement on one membership, with its submission. @throws NotFound when it is neither owed nor to be decided there. */
export async function requirementOn(call: Call, target: MemberTarget, requirementId: string) {
  const { profileLevelAccessId } = target;
  return requirementShown(
    call,
    target,
    requirementId,
    await readRequirement(call, { profileLevelAccessId, requirementId }),
  );
}

/** Builds a requirement for display from the rows that were read. @throws NotFound */
export function requirementShown(call: Call, target: MemberTarget, requirementId: string, read: OneRead) {
  const { people, owed: all, reasons } = explainedTo(call, target, read.standing);
  if (!read.requirement) throw notFound("requirement");
  const beside = [
    ...barredBeside(call, target, people, all),
    ...reviewedBeside(call, target, people, read.requirement),
  ];
  const owed = [...all, ...beside].find((one) => one.requirement.requirementId === requirementId);
  if (!owed) throw notFound("requirement");
  const { content, ussfIdKnown, declined, reviewMs, tried, parties } = read.requirement;
  const { zone } = people;
  const submission = attemptInSight(target, read.requirement);
  const files = submission?.files ?? [];
  const required = askedBy(call, content, submission, zone);
  const anew = beginsAnew(call, content, tried[0], zone);
  const on = { ...{ owed, required, files: files.length, zone, ussfIdKnown, parties }, present: tried[0] };
  const verdicts = verdictsOn(call, target, on);
  const row = submission?.row ?? null;
  return {
    ...{ owed, required, anew, submission, attempt: row, files, verdicts, reasons, zone },
    about: decidingOn(call, target, { ...required, parties }),
    shown: toResponse(call, target, owed, { ...required, declined, reviewMs, parties, tried }, verdicts),
  };
}

function explainedTo(call: Call, target: MemberTarget, standing: StandingRead | null): Explained {
  // It has ended since the target was read.
  if (!standing) throw notFound("member");
  return explainMembership(standing, target, call.now);
}

/** Returns whether the actor is a submitter, that is, the member or a guardian of the child. Only submitters see drafts. */
export const isSubmitter = (target: MemberTarget): boolean => target.self || target.guardedChild;

/** The open attempt or, without one, the latest; to those who only look on, what was sent at least. */
function attemptInSight(target: MemberTarget, { tried: [present, sent] }: RequirementRead): AttemptRead | null {
  return (present?.row.state !== "draft" || isSubmitter(target) ? present : sent) ?? null;
}

/**
 * Returns the content version that applies to a requirement: the one an open attempt was started on, unless its redo deadline has passed,
 * and otherwise the current one.
 */
function askedBy(call: Call, current: RequiredContent, read: AttemptRead | null, zone: string): RequiredContent {
  if (read === null) return current;
  const { row, redoDay, settings } = read;
  if (!attemptIsOpen[row.state] || settings === null || isPast(call, redoDay, zone)) return current;
  return { ...current, versionId: row.contentVersionId, settings };
}

const isPast = (call: Call, redoDay: string | null, zone: string) =>
  redoDay !== null && redoDay < dayOf(call.now.getTime(), zone);

/**
 * Returns whether an open attempt's video or training progress no longer counts because its version expired and the current version
 * requires something different. Its facts and files are kept.
 */
function beginsAnew(call: Call, current: RequiredContent, read: AttemptRead | undefined, zone: string): boolean {
  if (!read || !attemptIsOpen[read.row.state] || read.settings === null) return false;
  return isPast(call, read.redoDay, zone) && !keepsProgress(read.settings, current.settings);
}

/**
 * Lists disqualifications of requirements that this membership does not have, for callers who may reinstate. Only they learn about other
 * levels.
 */
function barredBeside(call: Call, target: MemberTarget, people: PeopleFacts, here: readonly OwedHere[]): OwedHere[] {
  if (!verdictOn(call, "requirements.reinstate", target).allowed) return [];
  const listedIds = new Set(here.map((one) => one.requirement.requirementId));
  return (people.requirements.get(target.profileId) ?? [])
    .filter((one) => one.facts.disqualified && !listedIds.has(one.requirementId))
    .map((one) => undemanded(one, RequirementStatus.Rejected));
}

/**
 * Lists submissions of this membership that await review although it no longer has the requirement, such as providers' findings, for
 * callers who may review them. They appear in no list of requirements.
 */
function reviewedBeside(
  call: Call,
  target: MemberTarget,
  people: PeopleFacts,
  requirement: RequirementRead,
): OwedHere[] {
  const row = requirement.tried[0]?.row;
  if (row?.state !== "pendingReview" || row.profileLevelAccessId !== target.profileLevelAccessId) return [];
  const { content, parties } = requirement;
  if (!verdictOn(call, "requirements.review", decidingOn(call, target, { ...content, parties })).allowed) return [];
  return (people.requirements.get(target.profileId) ?? [])
    .filter((one) => one.requirementId === requirement.requirementId)
    .map((one) => undemanded(one, statusAt({ ...one.facts, demand: null }, call.now.getTime())));
}

/** A requirement that no assignment asks for on the membership. */
const undemanded = (requirement: RequirementFacts, status: RequirementStatus): OwedHere => ({
  requirement,
  mandatory: false,
  dueAt: null,
  payer: "Organization",
  status,
  assignmentIds: [],
});

/** Returns the actions this actor may take on a requirement, by the permission table that server and pages share. */
function verdictsOn(
  call: Call,
  target: MemberTarget,
  on: {
    owed: OwedHere;
    required: RequiredContent;
    files: number;
    zone: string;
    /** The open attempt or, if none is open, the latest. The caller authorizes. */
    present: AttemptRead | undefined;
    ussfIdKnown: boolean;
    parties: readonly string[];
  },
): Record<RequirementAction, ActionVerdict> {
  const { owed, required } = on;
  const { type, settings } = required;
  const about = decidingOn(call, target, { type, parties: on.parties });
  const { facts } = owed.requirement;
  return actionVerdicts(
    {
      type,
      status: owed.status,
      openAttempt: facts.openAttempt,
      findingOpen: on.present?.beingDecided ?? false,
      externallyReviewed: on.present?.externallyReviewed ?? false,
      completed: facts.completion !== null,
      files: on.files,
      renewable:
        owed.requirement.completion?.redoBy != null ||
        earlyWindowIsOpen(settings.validity, facts.completion?.expiresAt ?? null, call.now.getTime(), on.zone),
      endsAtEighteen: signsAtEighteen(target, on),
      archived: owed.requirement.archivedAt !== null,
      minor: target.dateOfBirth !== null && isMinor(target.dateOfBirth, call.now.getTime(), on.zone),
      hasLink: linkOf(settings) !== null,
      hasBlank: hasBlank(settings),
      takesFiles: filesAccepted(settings) !== null,
      ordered:
        settings.kind === "background-check" && (isOrderedAtProvider(settings) || portalReviewer(settings) !== null),
      birthDateKnown: target.dateOfBirth !== null,
      ussfIdKnown: on.ussfIdKnown,
      watchedEnough: on.present?.watched === true && !beginsAnew(call, required, on.present, on.zone),
    },
    {
      as: target.self ? "self" : target.guardedChild ? "guardian" : null,
      review: verdictOn(call, "requirements.review", about),
      reinstate: verdictOn(call, "requirements.reinstate", about),
      see: verdictOn(call, viewAction(type), about),
    },
  );
}

/** Returns whether a guardian's signature expires when the person comes of age and must sign themselves. */
const signsAtEighteen = (
  { dateOfBirth }: MemberTarget,
  { owed, required: { settings }, zone }: { owed: OwedHere; required: RequiredContent; zone: string },
): boolean =>
  settings.kind === "waiver" &&
  settings.signAgainAtEighteen &&
  endsAtEighteen(owed.requirement.facts.completion?.expiresAt ?? null, dateOfBirth, zone);

/** The facts that decisions on a requirement are authorized by. */
const decidingOn = (
  call: Call,
  target: MemberTarget,
  required: { type: RequirementType; parties: readonly string[] },
) => ({
  ...target,
  requirementType: required.type,
  tookPart: tookPart(call, required.parties),
});

/**
 * Explains why an actor whose role allows decisions may not decide here because of a relationship with the person; null if that is not the
 * reason.
 */
function tiedFrom(call: Call, about: ReturnType<typeof decidingOn>): string | null {
  const tie = call.actor.kind === "system" ? null : tieRefusal(about);
  if (tie === null) return null;
  const untied = { ...about, self: false, otherEntry: false, guardedChild: false, onceGuarded: false, tookPart: false };
  return verdictOn(call, "requirements.review", untied).allowed ? denialText(tie) : null;
}

/** Returns whether somebody may leave it: it is optional here, and nothing of it was submitted or is valid. */
export const isDeclinable = ({ mandatory, status }: Pick<OwedHere, "mandatory" | "status">): boolean =>
  !mandatory && status === RequirementStatus.Incomplete;

/** The plain facts of a requirement on a membership, in the contract's shape. */
function toResponse(
  call: Call,
  target: MemberTarget,
  owed: OwedHere,
  required: RequiredContent & Pick<RequirementRead, "declined" | "reviewMs" | "parties" | "tried">,
  verdicts: Record<RequirementAction, ActionVerdict>,
): z.output<typeof memberRequirement> {
  const { requirement } = owed;
  const about = decidingOn(call, target, required);
  return {
    draft: isSubmitter(target) && requirement.facts.openAttempt === "draft",
    changesRequested:
      required.tried[0]?.row.state === "reset" &&
      (isSubmitter(target) || verdictOn(call, viewAction(required.type), about).allowed),
    declined: required.declined && isDeclinable(owed),
    requirementId: requirement.requirementId,
    contentId: required.contentId,
    type: required.type,
    name: required.name,
    description: required.description,
    status: owed.status,
    statusSince: requirement.statusSince.toISOString(),
    demanded: owed.assignmentIds.length > 0,
    mandatory: owed.mandatory,
    dueAt: owed.dueAt?.toISOString() ?? null,
    payer: owed.payer,
    completedAt: requirement.completion?.completedAt.toISOString() ?? null,
    expiresAt: requirement.completion?.expiresAt?.toISOString() ?? null,
    shorterRenewal: requirement.shorterRenewal && {
      attemptId: requirement.shorterRenewal.attemptId,
      completedAt: requirement.shorterRenewal.completedAt.toISOString(),
      expiresAt: requirement.shorterRenewal.expiresAt.toISOString(),
    },
    asksValidUntil: required.settings.validity.type === "PerRequirement",
    endsAtEighteen: signsAtEighteen(target, { owed, required, zone: requirement.facts.zone }),
    renewal: requirement.completion !== null && waitsOnOthers(requirement.facts.openAttempt),
    minutes: minutesFor(required.type, required.settings),
    reviewDays:
      isReviewed(required) && required.reviewMs !== null ? Math.max(1, Math.ceil(required.reviewMs / dayLong)) : null,
    actions: requirementActions.filter((action) => verdicts[action].allowed),
    decisionRefusal: tiedFrom(call, about),
  };
}

/**
 * Returns whether an open attempt was submitted and waits for others. Drafts and attempts sent back to the member do not count as a
 * renewal.
 */
const waitsOnOthers = (open: OpenAttemptState | null) => open === "pendingReview" || open === "waitingProvider";

const dayLong = 86_400_000;

/** Returns whether submissions of this content are reviewed. */
const isReviewed = ({ type, settings }: RequiredContent) => uploadWantsReview(type, wantsReview(settings));
