import type { AttemptState, ResponseOf } from "@touchline/contract";
import type { DraftFields, getDraft } from "@touchline/contract/requirements/submissions";
import { filesAccepted } from "@touchline/rules";
import { and, eq, isNull, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import type { UploadedFile } from "../../../../http/mount.ts";
import { attemptFact, attemptFile } from "../../../../schema/requirements.ts";
import { restandOne, transition } from "../../../compliance/index.ts";
import {
  addPart,
  type CompleteUpload,
  completeUpload,
  dropUpload,
  endUpload,
  keepUploads,
  matchesUpload,
  sealFiles,
  shownUpload,
  startUpload,
  uploadOf,
  uploadsUnderWay,
} from "../../../files/index.ts";
import { type MemberTarget, withLocks } from "../../../people/index.ts";
import { factsOf, factsPlace } from "../queries/facts.ts";
import { shownFiles } from "../queries/files.ts";
import { type PermittedRequirement, permittedInTurn, permittedOn, subjectOf } from "./permitted.ts";

type Of = { requirementId: string; profileLevelAccessId: string };
type Found = { target: MemberTarget; on: PermittedRequirement };

/** Returns whether an attempt collects files before it is submitted: a draft, or one that waits for the member. */
export const gathers = ({ state }: { state: AttemptState }) => state === "draft" || state === "waitingApplicant";

/** Files of one submission. */
export const mostFiles = 5;

/** Returns the unsubmitted files and facts of a draft, to those who may submit it. @throws NotFound, Forbidden, Conflict */
export async function readDraft(call: Call, input: Of): Promise<ResponseOf<typeof getDraft>> {
  const { on } = await permittedOn(call, input, "begin");
  const draft = on.attempt && gathers(on.attempt) ? on.attempt : null;
  return {
    fields: draft ? await factsOf<DraftFields>(call, draft.attemptId) : {},
    files: draft ? shownFiles(call, on.files) : [],
    uploads: (await uploadsUnderWay(call, input)).map(shownUpload),
  };
}

/** Keeps what was typed so far. @throws NotFound, Forbidden, Conflict */
export async function keepDraft(unlocked: Call, input: Of & { fields: DraftFields }) {
  const { call, found } = await permittedInTurn(unlocked, input, "begin");
  const attemptId = await draftOf(call, found);
  await writeFacts(call, attemptId, input.fields);
  return { requirementId: input.requirementId, attemptId };
}

/** The draft of a requirement, begun when there is none. The caller holds the person and has authorized. */
export async function draftOf(call: Call, { target, on }: Found): Promise<string> {
  if (on.attempt && gathers(on.attempt)) return on.attempt.attemptId;
  const subject = subjectOf(target, on);
  const { attemptId } = await transition(call, subject, { kind: "begin" }, on.required.versionId);
  await restandOne(call, subject);
  return attemptId;
}

/** Encrypts and stores the facts entered along with an attempt's files, replacing earlier ones. */
export async function writeFacts(call: Call, attemptId: string, facts: object): Promise<void> {
  const sealedFacts = call.adapters.vault.seal(
    (await organizationFacts(call)).wrappedKey,
    factsPlace(call, attemptId),
    JSON.stringify(facts),
  );
  const { organizationId, now: savedAt } = call;
  await call.db
    .insert(attemptFact)
    .values({ organizationId, attemptId, sealedFacts, savedAt })
    .onConflictDoUpdate({
      target: [attemptFact.organizationId, attemptFact.attemptId],
      set: { sealedFacts, savedAt },
      setWhere: sql`${ours(attemptFact, call)}`,
    });
}

/** Begins to send a file, or finds how far it has come. @throws NotFound, Forbidden, Conflict, 413, 415 */
export async function beginFile(unlocked: Call, input: Of & { name: string; bytes: number; sha256: string | null }) {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const { on } = await permittedOn(call, input, "upload");
  refuseFull(on, 1);
  const { requirementId, profileLevelAccessId, name, bytes, sha256 } = input;
  return shownUpload(
    await startUpload(call, { requirementId, profileLevelAccessId }, { name, bytes, sha256 }, acceptedBy(on)),
  );
}

/** Stores one part of an upload. It takes no locks because it affects no one else. @throws NotFound, Forbidden, 400 */
export async function takePart(
  call: Call,
  input: Of & { uploadId: string; offset: number; uploads: readonly UploadedFile[] },
) {
  await permittedOn(call, input, "upload");
  const [part, ...others] = input.uploads;
  if (!part || others.length > 0) throw invalid("file", "Send one part.");
  return shownUpload(await addPart(call, input, part));
}

/** Loads and authorizes an upload before its parts are joined. @throws NotFound, Forbidden, Conflict */
export async function beginFinish(call: Call, input: Of & { uploadId: string }): Promise<CompleteUpload | null> {
  await permittedOn(call, input, "upload");
  return completeUpload(call, input);
}

/**
 * Puts a file that was put together into the draft. Asked twice, it is there once.
 *
 * @throws NotFound, Forbidden, Conflict (also when other bytes came than were to be sent), 415.
 */
export async function finishFile(unlocked: Call, input: Of & { uploadId: string }, whole: UploadedFile | null) {
  const { call, found } = await permittedInTurn(unlocked, input, "upload");
  const sent = await uploadOf(call, input);
  if (sent.fileId !== null) return { fileId: sent.fileId };
  if (whole === null) throw conflict("This upload is already complete. Reload the page.", "concurrentChange");
  if (!matchesUpload(whole, sent)) {
    throw conflict(`“${whole.name}” changed during the upload. Remove it and choose it again.`, "changedMeanwhile");
  }
  refuseFull(found.on, 1);
  const [fileId = ""] = await keepUploads(call, [whole], acceptedBy(found.on));
  const attemptId = await draftOf(call, found);
  const { organizationId } = call;
  await call.db
    .insert(attemptFile)
    .values({ organizationId, attemptId, fileId, position: placeAtEnd(call, attemptId) });
  if (showsDocuments(found.on)) await sealFiles(call, [fileId]);
  await endUpload(call, input.uploadId, fileId);
  return { fileId };
}

/** Gives a file on its way up. @throws NotFound, Forbidden */
export async function cancelFile(call: Call, input: Of & { uploadId: string }) {
  await permittedOn(call, input, "upload");
  await dropUpload(call, input);
  return { requirementId: input.requirementId };
}

/** Behind those that were put in an order; where none were, files stay as they came. */
const placeAtEnd = (call: Call, attemptId: string) => sql<number>`(
  SELECT coalesce(nullif(max(others.position), 0) + 1, 0) FROM attempt_file AS others
  WHERE others.organization_id = ${call.organizationId} AND others.attempt_id = ${attemptId} AND others.removed_at IS NULL)`;

/**
 * Puts the files of a draft into an order, which reviewers and archives use.
 *
 * @param input.fileIds all of the files.
 * @throws NotFound, Forbidden, Conflict
 */
export async function orderFiles(unlocked: Call, input: Of & { fileIds: readonly string[] }) {
  const { call, found } = await permittedInTurn(unlocked, input, "upload");
  const { attempt, files } = found.on;
  const wanted = new Set(input.fileIds);
  const isWhole = files.length === wanted.size && files.every(({ fileId }) => wanted.has(fileId));
  if (!attempt || !gathers(attempt) || !isWhole || wanted.size < input.fileIds.length) {
    throw conflict("The files changed. Reload the page, then move them.", "concurrentChange");
  }
  await call.db
    .update(attemptFile)
    .set({ position: sql`array_position(${`{${input.fileIds.join(",")}}`}::uuid[], ${attemptFile.fileId})` })
    .where(and(ours(attemptFile, call), eq(attemptFile.attemptId, attempt.attemptId), isNull(attemptFile.removedAt)));
  return { requirementId: input.requirementId };
}

/** Whether the files of a requirement show documents of people, which are sealed with keys of their own. */
export const showsDocuments = ({ required: { settings } }: PermittedRequirement) =>
  settings.kind === "age-verification" || settings.kind === "identity-verification";

/** @throws Conflict */
function refuseFull(on: PermittedRequirement, more: number): void {
  const held = on.attempt && gathers(on.attempt) ? on.files.length : 0;
  if (held + more > mostFiles) {
    throw conflict(`You can submit at most ${mostFiles} files together. Remove one first.`, "tooManyFiles");
  }
}

function acceptedBy({ required: { settings } }: PermittedRequirement): readonly string[] {
  const accepted = filesAccepted(settings);
  if (accepted === null) throw conflict("This requirement doesn't ask for files.", "noFile");
  return accepted;
}
