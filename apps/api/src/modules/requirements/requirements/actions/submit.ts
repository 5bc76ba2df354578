import type { ContentKind, RequirementStatus } from "@touchline/contract";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type { SubmissionFacts } from "@touchline/contract/requirements/submissions";
import {
  countsBehind,
  dayOf,
  earlierEnd,
  expiryOf,
  filesAccepted,
  startOfDay,
  uploadWantsReview,
  wantsCompletionDate,
  wantsReview,
} from "@touchline/rules";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import type { UploadedFile } from "../../../../http/mount.ts";
import { storedFile } from "../../../../schema/files.ts";
import { attemptFile } from "../../../../schema/requirements.ts";
import {
  type AttemptChanges,
  type AttemptSubject,
  reportToAttempt,
  restandOne,
  transition,
} from "../../../compliance/index.ts";
import { keepUploads, sealFiles } from "../../../files/index.ts";
import type { MemberTarget } from "../../../people/index.ts";
import { draftOf, gathers, mostFiles, showsDocuments, writeFacts } from "./draft.ts";
import { type PermittedRequirement, permittedInTurn, subjectOf } from "./permitted.ts";

type Days = {
  /** The day on which it was completed, in the organization's zone; today when not asked. */
  completedDate?: string | undefined;
  /** The last day on which it is valid, where the content's validity is set with each submission. */
  validUntil?: string | undefined;
};
export type Submitted = { requirementId: string; attemptId: string; status: RequirementStatus };

export type SentFiles = {
  requirementId: string;
  profileLevelAccessId: string;
  uploads: readonly UploadedFile[];
} & Days;

/**
 * Submits files for a requirement, together with those in the draft, and sends the attempt to review or completes it at once,
 * depending on its type and content. A renewal does not affect a completion that is still valid.
 *
 * @param kind the kind of the requirement, for calls that accept only one; its facts are stored with the files.
 * @throws NotFound, Forbidden, Conflict (of another kind, in review, or completed), 400 (dates, facts, no file), 415 (files).
 */
export async function submitFiles<Kind extends ContentKind>(
  unlocked: Call,
  input: SentFiles,
  kind?: {
    kind: Kind;
    factsFor?: (settings: SettingsOf<Kind>, call: Call, on: PermittedRequirement) => SubmissionFacts;
    /** Whether an external provider answers before the organization decides. */
    goesToProvider?: (settings: SettingsOf<Kind>) => boolean;
  },
): Promise<Submitted> {
  const { call, found } = await permittedInTurn(unlocked, input, "upload");
  const { settings, type } = found.on.required;
  if (kind && settings.kind !== kind.kind)
    throw conflict("This requirement is completed in a different way. Reload the page.", "notForThisType");
  const accepted = filesAccepted(settings);
  if (accepted === null) throw conflict("This requirement doesn't ask for files.", "noFile");
  checkDays(call, found.on, input);
  const facts = kind?.factsFor?.(settings as SettingsOf<Kind>, call, found.on);
  const draft = found.on.attempt && gathers(found.on.attempt) ? found.on.attempt : null;
  const held = draft ? found.on.files.length : 0;
  if (held + input.uploads.length > mostFiles) {
    throw conflict(`You can submit at most ${mostFiles} files together. Remove one first.`, "tooManyFiles");
  }
  const fileIds = held > 0 && input.uploads.length === 0 ? [] : await keepUploads(call, input.uploads, accepted);
  const reviewWanted = uploadWantsReview(type, wantsReview(settings));
  const toProvider = kind?.goesToProvider?.(settings as SettingsOf<Kind>) ?? false;
  const submitted = await submit(call, found, { ...input, reviewWanted, fileIds, toProvider });
  if (showsDocuments(found.on)) await sealFiles(call, fileIds);
  // Submitted facts replace those saved in the draft.
  if (facts || draft) await writeFacts(call, submitted.attemptId, facts ?? {});
  return submitted;
}

/** @throws 400 for a day that cannot be, that would never count, or that is missing. */
export function checkDays(
  call: Call,
  { required: { settings, type }, owed, zone }: PermittedRequirement,
  { completedDate, validUntil }: Days,
): void {
  const today = dayOf(call.now.getTime(), zone);
  if (wantsCompletionDate(settings) && !completedDate) {
    throw invalid("completedDate", "Enter the date the document was completed.");
  }
  if (completedDate && completedDate > today) {
    throw invalid("completedDate", "This date is in the future. Enter the date it was completed.");
  }
  if (validUntil && validUntil < today) {
    throw invalid("validUntil", "This document has expired. Upload a newer one.");
  }
  const reviewWanted = uploadWantsReview(type, wantsReview(settings));
  if (settings.validity.type === "PerRequirement" && !reviewWanted && !validUntil) {
    throw invalid("validUntil", "Enter the last day the document is valid.");
  }
  // Without a review the dates are checked here; a reviewer would see both and could correct them.
  if (!reviewWanted) {
    const completedAt = completedAtOn(call, completedDate, zone);
    const expiresAt = expiryOf(settings.validity, { completedAt, givenDay: validUntil ?? null }, zone);
    if (countsBehind({ completedAt, expiresAt }, owed.requirement.facts.completion)) {
      throw invalid(
        "completedDate",
        "A later completion is on record. Enter a later date, or ask your organization to correct it.",
      );
    }
  }
  const through = settings.validThrough;
  if (through !== null && validUntil && validUntil < through) {
    throw invalid("validUntil", `The document must be valid through ${through} or later. Upload a newer one.`);
  }
}

/** A day that is over counts from its beginning; what is completed today, from now. */
const completedAtOn = (call: Call, day: string | undefined, zone: string) =>
  day && day < dayOf(call.now.getTime(), zone) ? startOfDay(day, zone) : call.now.getTime();

/**
 * The last step of every flow of a member: the attempt is submitted, with its files, and statuses follow. The caller holds
 * the person, has asked the table of actions, and has looked at the days.
 *
 * @throws Conflict when the state does not allow it, or a file is harmful.
 */
export async function submit(
  call: Call,
  { target, on }: { target: MemberTarget; on: PermittedRequirement },
  input: Days & {
    reviewWanted: boolean;
    fileIds: readonly string[];
    /** The instant at which it ends at the latest, whatever its validity. */
    endsBy?: number | null;
    /** It is with the provider from now on. */
    toProvider?: boolean;
  },
): Promise<Submitted> {
  const { settings, type, versionId } = on.required;
  const { completedDate, validUntil = null, reviewWanted, fileIds, endsBy = null } = input;
  const completedAt = completedAtOn(call, completedDate, on.zone);
  const subject = subjectOf(target, on);
  const counts = () => ({
    decidedAt: call.now,
    expiresAt: asDate(earlierEnd(expiryOf(settings.validity, { completedAt, givenDay: validUntil }, on.zone), endsBy)),
  });
  const days = { submittedAt: call.now, completedAt: new Date(completedAt), validUntil };
  // The provider's answer needs a started attempt to be attached to.
  if (input.toProvider) await draftOf(call, { target, on });
  const { attemptId } = input.toProvider
    ? await handOver(call, subject, versionId, days)
    : await transition(call, subject, { kind: "submitted", reviewWanted, type }, versionId, {
        ...days,
        ...(reviewWanted ? {} : counts()),
      });
  const { organizationId } = call;
  // Sent together and done in this order: what is asked about the files finds those that have just come.
  const files = Promise.all([
    insertRows(
      call,
      attemptFile,
      // After those that are there already, in the order in which they were uploaded.
      fileIds.map((fileId, index) => ({ organizationId, attemptId, fileId, position: sentWithIt + index })),
    ),
    refuseHarmful(call, attemptId),
  ]);
  const [{ requirementId, status }] = await Promise.all([restandOne(call, subject, files), files]);
  return { requirementId, attemptId, status };
}

/** @throws Conflict */
async function handOver(call: Call, subject: AttemptSubject, versionId: string, days: AttemptChanges) {
  const moved = await reportToAttempt(call, subject, { kind: "applicantFinished" }, versionId, days);
  if (moved === null) throw conflict("This changed at the same time. Reload the page.", "concurrentChange");
  return moved;
}

/** Places of files that come with the submission itself: behind every draft's. */
const sentWithIt = 1_000;

/**
 * Refuses harmful files. The files are locked, so that a scan that finds something later meets a submission and sends it back.
 *
 * @throws Conflict
 */
async function refuseHarmful(call: Call, attemptId: string): Promise<void> {
  const files = await call.db
    .select({ name: storedFile.name, scan: storedFile.scan })
    .from(attemptFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, attemptFile.fileId))
    .where(and(ours(attemptFile, call), eq(attemptFile.attemptId, attemptId), isNull(attemptFile.removedAt)))
    .orderBy(asc(storedFile.fileId))
    .for("share", { of: storedFile });
  const harmful = files.find((file) => file.scan === "infected");
  if (!harmful) return;
  throw conflict(`“${harmful.name}” contains malware. Remove it and choose another file.`, "infected");
}

const asDate = (instant: number | null) => (instant === null ? null : new Date(instant));
