import {
  type RequirementAction,
  RequirementStatus,
  type RequirementType,
  requirementActions,
} from "@touchline/contract";
import type { DocumentSettings } from "@touchline/contract/content";
import type { memberRequirement } from "@touchline/contract/profiles";
import type { attempt as attemptShape } from "@touchline/contract/requirements";
import { type ActionVerdict, actionVerdicts, earlyWindowIsOpen, isMinor, severity, viewAction } from "@touchline/rules";
import { and, asc, count, desc, eq, inArray, isNull } from "drizzle-orm";
import type { z } from "zod";
import { verdictOn } from "../../kernel/authorize.ts";
import type { Call } from "../../kernel/call.ts";
import { notFound } from "../../kernel/errors.ts";
import { byName } from "../../kernel/names.ts";
import { onKey, ours } from "../../kernel/tenancy.ts";
import { content, contentVersion } from "../content/tables.ts";
import { storedFile } from "../files/tables.ts";
import { organization } from "../organizations/tables.ts";
import type { MemberTarget } from "../profiles/queries.ts";
import { review } from "../reviews/tables.ts";
import { presentAttempt, presentFirst } from "../standing/actions/transition.ts";
import { explainMembership, type OwedHere, type PeopleFacts } from "../standing/queries.ts";
import { attempt } from "../standing/tables.ts";
import { attemptFile } from "./tables.ts";

type AttemptRow = typeof attempt.$inferSelect;

export type AskedContent = {
  contentId: string;
  type: RequirementType;
  name: string;
  description: string;
  versionId: string;
  settings: DocumentSettings;
};

/** Kinds that a browser shows by itself, safely, inside a sandbox. */
const viewable = new Set(["application/pdf", "image/png", "image/jpeg"]);

/** The files of one attempt, or of several, that were not taken back. */
export async function filesOf(call: Call, ...attemptIds: string[]) {
  if (attemptIds.length === 0) return [];
  return storedFiles(call)
    .where(and(ours(attemptFile, call), inArray(attemptFile.attemptId, attemptIds), isNull(attemptFile.removedAt)))
    .orderBy(asc(storedFile.createdAt), asc(storedFile.fileId))
    .limit(50 * attemptIds.length);
}

/** A file of any attempt of a requirement, unless it was taken back; or null. */
export async function fileOf(call: Call, requirementId: string, fileId: string) {
  const [row] = await storedFiles(call)
    .innerJoin(attempt, onKey(attempt.attemptId, attemptFile.attemptId))
    .where(
      and(
        ours(attemptFile, call),
        eq(attemptFile.fileId, fileId),
        eq(attempt.requirementId, requirementId),
        isNull(attemptFile.removedAt),
      ),
    );
  return row ?? null;
}

function storedFiles(call: Call) {
  return call.db
    .select({
      attemptId: attemptFile.attemptId,
      fileId: storedFile.fileId,
      name: storedFile.name,
      extension: storedFile.extension,
      mediaType: storedFile.mediaType,
      bytes: storedFile.bytes,
      uploadedAt: storedFile.createdAt,
      storageKey: storedFile.storageKey,
    })
    .from(attemptFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, attemptFile.fileId))
    .$dynamic();
}

/** A file as the page may know of it: without where it lies. */
export function shownFile({ storageKey, attemptId, ...file }: Awaited<ReturnType<typeof filesOf>>[number]) {
  return { ...file, uploadedAt: file.uploadedAt.toISOString(), viewable: viewable.has(file.mediaType) };
}

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
  );
  const requirements = owed
    .flatMap((one) => {
      const what = asked.get(one.requirement.contentId);
      if (!what) return [];
      const held = files.get(one.requirement.requirementId) ?? 0;
      return shown(one, what, verdictsOn(call, target, { owed: one, asked: what, files: held, zone: people.zone }));
    })
    .sort((a, b) => severity[b.status] - severity[a.status] || byName(a.name, b.name));
  return { requirements, reasons };
}

/** How many files the attempt that is shown holds: the open one's or, without one, the latest's; by requirement. */
async function fileCounts(call: Call, requirementIds: readonly string[]): Promise<Map<string, number>> {
  if (requirementIds.length === 0) return new Map();
  const latest = call.db
    .selectDistinctOn([attempt.requirementId], {
      organizationId: attempt.organizationId,
      requirementId: attempt.requirementId,
      attemptId: attempt.attemptId,
    })
    .from(attempt)
    .where(and(ours(attempt, call), inArray(attempt.requirementId, [...requirementIds])))
    .orderBy(attempt.requirementId, ...presentFirst)
    .as("latest");
  const rows = await call.db
    .select({ requirementId: latest.requirementId, files: count() })
    .from(latest)
    .innerJoin(
      attemptFile,
      and(
        eq(attemptFile.organizationId, latest.organizationId),
        eq(attemptFile.attemptId, latest.attemptId),
        isNull(attemptFile.removedAt),
      ),
    )
    .groupBy(latest.requirementId);
  return new Map(rows.map((row) => [row.requirementId, row.files]));
}

/** One requirement on one membership, with its submission. @throws NotFound when it is not owed there. */
export async function requirementOn(call: Call, target: MemberTarget, requirementId: string) {
  const { people, owed: all, reasons } = await explainMembership(call, target);
  const owed = [...all, ...barredBeside(call, target, people, all)].find(
    (one) => one.requirement.requirementId === requirementId,
  );
  if (!owed) throw notFound("The requirement");
  const asked = (await currentContents(call, [owed.requirement.contentId])).get(owed.requirement.contentId);
  if (!asked) throw notFound("The requirement");
  const row = await presentAttempt(call, requirementId);
  const files = row ? await filesOf(call, row.attemptId) : [];
  const verdicts = verdictsOn(call, target, { owed, asked, files: files.length, zone: people.zone });
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
  on: { owed: OwedHere; asked: AskedContent; files: number; zone: string },
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
      hasLink: settings.linkUrl !== null,
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

/** An attempt as the page shows it, or null. */
export async function shownAttempt(
  call: Call,
  row: AttemptRow | null,
  files: Awaited<ReturnType<typeof filesOf>>,
): Promise<z.output<typeof attemptShape> | null> {
  if (!row) return null;
  const [version] = await call.db
    .select({ number: contentVersion.number })
    .from(contentVersion)
    .where(and(ours(contentVersion, call), eq(contentVersion.contentVersionId, row.contentVersionId)));
  return {
    attemptId: row.attemptId,
    state: row.state,
    contentVersion: version?.number ?? 1,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    validUntil: row.validUntil,
    files: files.map(shownFile),
  };
}

/** What answers a submission that was sent back. One that was begun or withdrawn since leaves the note in force. */
const answersReset: readonly AttemptRow["state"][] = ["pendingReview", "approved", "disqualified"];

/**
 * What the reviewer wrote to the member when a submission was sent back, until a later one has answered it; else null. For
 * the member, their guardians and whoever reviews it; null to all others.
 */
export async function resetNoteOf(
  call: Call,
  target: MemberTarget,
  { owed, asked }: { owed: OwedHere; asked: AskedContent },
): Promise<string | null> {
  const { requirementId } = owed.requirement;
  const reviews = verdictOn(call, "requirements.review", { ...target, requirementType: asked.type }).allowed;
  if (!reviews && !target.self && !target.guardedChild) return null;
  const [last] = await call.db
    .select({
      state: attempt.state,
      reviewId: review.reviewId,
      sealedNotes: review.sealedNotes,
      wrappedKey: organization.wrappedKey,
    })
    .from(attempt)
    .innerJoin(organization, eq(organization.organizationId, attempt.organizationId))
    .leftJoin(review, onKey(review.attemptId, attempt.attemptId))
    .where(
      and(
        ours(attempt, call),
        eq(attempt.requirementId, requirementId),
        inArray(attempt.state, ["reset", ...answersReset]),
      ),
    )
    .orderBy(desc(attempt.createdAt), desc(attempt.attemptId))
    .limit(1);
  if (last?.state !== "reset" || last.reviewId === null || last.sealedNotes === null) return null;
  return openNotes(call, { reviewId: last.reviewId, sealedNotes: last.sealedNotes, wrappedKey: last.wrappedKey });
}

/** A reviewer's words, unsealed. Whether the reader may have them is for the caller to know. */
export function openNotes(call: Call, row: { reviewId: string; sealedNotes: Buffer; wrappedKey: Buffer }): string {
  return call.adapters.vault.open(row.wrappedKey, notesPlace(call, row.reviewId), row.sealedNotes);
}

export const notesPlace = (call: Call, reviewId: string) => ({
  tenant: call.organizationId,
  table: "review",
  column: "notes",
  id: reviewId,
});
