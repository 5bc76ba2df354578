import { type RequirementAction, RequirementStatus, RequirementType, requirementActions } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/content-settings";
import type { memberRequirement } from "@touchline/contract/profiles";
import {
  type ActionVerdict,
  actionVerdicts,
  attemptIsOpen,
  earlyWindowIsOpen,
  filesAccepted,
  hasBlank,
  isMinor,
  linkOf,
  severity,
  viewAction,
} from "@touchline/rules";
import { and, desc, eq, inArray, ne } from "drizzle-orm";
import type { z } from "zod";
import { verdictOn } from "../../../kernel/authorize.ts";
import type { Call } from "../../../kernel/call.ts";
import { notFound } from "../../../kernel/errors.ts";
import { byName } from "../../../kernel/names.ts";
import { onKey, ours } from "../../../kernel/tenancy.ts";
import { content, contentVersion } from "../../content/tables.ts";
import type { MemberTarget } from "../../profiles/queries.ts";
import { presentAttempt } from "../../standing/actions/transition.ts";
import { explainMembership } from "../../standing/queries/explain.ts";
import type { OwedHere, PeopleFacts } from "../../standing/queries/people.ts";
import { attempt } from "../../standing/tables.ts";
import { fileCounts, filesOf } from "./files.ts";
import { watchedOf } from "./watched.ts";

export type AskedContent = {
  contentId: string;
  type: RequirementType;
  name: string;
  description: string;
  versionId: string;
  settings: ContentSettings;
};

/** Contents with the settings of their current version, by content id. */
export async function currentContents(call: Call, contentIds: readonly string[]): Promise<Map<string, AskedContent>> {
  if (contentIds.length === 0) return new Map();
  const rows = await call.db
    .select({
      contentId: content.contentId,
      type: content.type,
      name: content.name,
      description: content.description,
      versionId: contentVersion.contentVersionId,
      settings: contentVersion.settings,
    })
    .from(content)
    .innerJoin(contentVersion, onKey(contentVersion.contentVersionId, content.currentVersionId))
    .where(and(ours(content, call), inArray(content.contentId, [...contentIds])));
  return new Map(rows.map((row) => [row.contentId, row]));
}

/** Everything a membership owes, as lists and pages show it, in a fixed number of queries; worst first. */
export async function requirementsOf(call: Call, target: MemberTarget) {
  const { people, owed: here, reasons } = await explainMembership(call, target);
  const owed = [...here, ...barredBeside(call, target, people, here)];
  const asked = await currentContents(
    call,
    owed.map((one) => one.requirement.contentId),
  );
  const files = await fileCounts(
    call,
    owed.map((one) => one.requirement.requirementId),
    sends(target),
  );
  const watched = await watchedOf(
    call,
    owed
      .filter((one) => asked.get(one.requirement.contentId)?.type === RequirementType.Video)
      .map((one) => one.requirement.requirementId),
  );
  const requirements = owed
    .flatMap((one) => {
      const what = asked.get(one.requirement.contentId);
      if (!what) return [];
      const held = files.get(one.requirement.requirementId) ?? 0;
      return shown(
        one,
        what,
        verdictsOn(call, target, { owed: one, asked: what, files: held, zone: people.zone, watched }),
      );
    })
    .sort((a, b) => severity[b.status] - severity[a.status] || byName(a.name, b.name));
  return { requirements, reasons };
}

/** One requirement on one membership, with its submission. @throws NotFound when it is not owed there. */
export async function requirementOn(call: Call, target: MemberTarget, requirementId: string) {
  const [{ people, owed: all, reasons }, row] = await Promise.all([
    explainMembership(call, target),
    attemptInSight(call, target, requirementId),
  ]);
  const owed = [...all, ...barredBeside(call, target, people, all)].find(
    (one) => one.requirement.requirementId === requirementId,
  );
  if (!owed) throw notFound("The requirement");
  const [contents, files] = await Promise.all([
    currentContents(call, [owed.requirement.contentId]),
    row ? filesOf(call, row.attemptId) : [],
  ]);
  const current = contents.get(owed.requirement.contentId);
  if (!current) throw notFound("The requirement");
  const asked = await askedBy(call, current, row);
  const watched = await watchedOf(call, asked.type === RequirementType.Video ? [requirementId] : []);
  const verdicts = verdictsOn(call, target, { owed, asked, files: files.length, zone: people.zone, watched });
  return {
    owed,
    asked,
    attempt: row,
    files,
    verdicts,
    shown: shown(owed, asked, verdicts),
    reasons,
    zone: people.zone,
  };
}

/** Whether the actor is the one who sends it in: the member, or whoever guards the child. What is not sent yet is theirs. */
export const sends = (target: MemberTarget): boolean => target.self || target.guardedChild;

/** The open attempt or, without one, the latest; to those who only look on, what was sent at least. */
async function attemptInSight(call: Call, target: MemberTarget, requirementId: string) {
  const present = await presentAttempt(call, requirementId);
  if (present?.state !== "draft" || sends(target)) return present;
  const [sent] = await call.db
    .select()
    .from(attempt)
    .where(and(ours(attempt, call), eq(attempt.requirementId, requirementId), ne(attempt.state, "draft")))
    .orderBy(desc(attempt.createdAt), desc(attempt.attemptId))
    .limit(1);
  return sent ?? null;
}

/** What is asked by the version that an open attempt was begun on; it finishes on that. Else by the current one. */
async function askedBy(
  call: Call,
  current: AskedContent,
  row: Awaited<ReturnType<typeof presentAttempt>>,
): Promise<AskedContent> {
  if (row === null || !attemptIsOpen[row.state] || row.contentVersionId === current.versionId) return current;
  const [version] = await call.db
    .select({ versionId: contentVersion.contentVersionId, settings: contentVersion.settings })
    .from(contentVersion)
    .where(and(ours(contentVersion, call), eq(contentVersion.contentVersionId, row.contentVersionId)));
  return version ? { ...current, ...version } : current;
}

/**
 * What bars the person although nothing asks for it on this membership, for those who may reinstate; they alone hear of
 * what belongs to other levels.
 */
function barredBeside(call: Call, target: MemberTarget, people: PeopleFacts, here: readonly OwedHere[]): OwedHere[] {
  if (!verdictOn(call, "requirements.reinstate", target).allowed) return [];
  const shown = new Set(here.map((one) => one.requirement.requirementId));
  return (people.requirements.get(target.profileId) ?? [])
    .filter((one) => one.facts.disqualified && !shown.has(one.requirementId))
    .map((one) => ({
      requirement: one,
      mandatory: false,
      dueAt: null,
      payer: "Organization",
      status: RequirementStatus.Rejected,
      assignmentIds: [],
    }));
}

/** What this actor may do with a requirement now, by the one table that server and page share. */
function verdictsOn(
  call: Call,
  target: MemberTarget,
  on: { owed: OwedHere; asked: AskedContent; files: number; zone: string; watched: ReadonlySet<string> },
): Record<RequirementAction, ActionVerdict> {
  const { owed, asked } = on;
  const { type, settings } = asked;
  const about = { ...target, requirementType: type };
  const { facts } = owed.requirement;
  return actionVerdicts(
    {
      type,
      status: owed.status,
      openAttempt: facts.openAttempt,
      completed: facts.completion !== null,
      files: on.files,
      renewable: earlyWindowIsOpen(settings.validity, facts.completion?.expiresAt ?? null, call.now.getTime(), on.zone),
      archived: owed.requirement.archivedAt !== null,
      minor: target.dateOfBirth !== null && isMinor(target.dateOfBirth, call.now.getTime(), on.zone),
      hasLink: linkOf(settings) !== null,
      hasBlank: hasBlank(settings),
      takesFiles: filesAccepted(settings) !== null,
      watchedEnough: on.watched.has(owed.requirement.requirementId),
    },
    {
      as: target.self ? "self" : target.guardedChild ? "guardian" : null,
      review: verdictOn(call, "requirements.review", about),
      reinstate: verdictOn(call, "requirements.reinstate", about),
      see: verdictOn(call, viewAction(type), about),
    },
  );
}

/** The plain facts of a requirement on a membership, in the contract's shape. */
function shown(
  owed: OwedHere,
  asked: AskedContent,
  verdicts: Record<RequirementAction, ActionVerdict>,
): z.output<typeof memberRequirement> {
  const { requirement } = owed;
  return {
    requirementId: requirement.requirementId,
    contentId: asked.contentId,
    type: asked.type,
    name: asked.name,
    description: asked.description,
    status: owed.status,
    statusSince: requirement.statusSince.toISOString(),
    demanded: owed.assignmentIds.length > 0,
    mandatory: owed.mandatory,
    dueAt: owed.dueAt?.toISOString() ?? null,
    payer: owed.payer,
    completedAt: requirement.completion?.completedAt.toISOString() ?? null,
    expiresAt: requirement.completion?.expiresAt?.toISOString() ?? null,
    renewal: requirement.completion !== null && requirement.facts.openAttempt !== null,
    actions: requirementActions.filter((action) => verdicts[action].allowed),
  };
}
