import { Readable } from "node:stream";
import { acceptedFileExtensions, maxFileBytes } from "@touchline/contract";
import { packagePartBytes } from "@touchline/contract/library/content";
import { partBytes } from "@touchline/contract/requirements/submissions";
import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lte, ne, or, sum } from "drizzle-orm";
import { type Adapters, actingProfile, type Call } from "../../../../call.ts";
import { firstIdOf, newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, notFound, Refusal } from "../../../../errors.ts";
import type { UploadedFile } from "../../../../http/mount.ts";
import {
  confirmUploads,
  forgetBytes,
  recordPendingBytes,
  removePendingUpload,
} from "../../../../http/pending-uploads.ts";
import { storedFile, upload, uploadPart } from "../../../../schema/files.ts";
import { inspected } from "./inspect.ts";
import { plainName, refuseUnaccepted } from "./keep.ts";

type UploadRow = typeof upload.$inferSelect;
/** The subject of a file. */
type UploadOwner = { requirementId: string; profileLevelAccessId: string } | { contentId: string };
/** The maximum size of a file, and of one person's uploads within a day; both in bytes, and the first in words. */
export type UploadLimits = { mostBytes: number; most: string; mostBytesADay: number };

const ofDocuments: UploadLimits = { mostBytes: maxFileBytes, most: "25 MB", mostBytesADay: 500 * 1024 * 1024 };
/** The most uploads of one person in progress at once. */
const mostUnderWay = 10;
const day = 86_400_000;
/** Days without new data after which an upload counts as given up. */
const keptDays = 7;
const forgottenAtOnce = 200;
/** Milliseconds without progress after which a reading counts as lost: longer than all its retries take. */
const lostAfter = 30 * 60_000;
/** In place of a problem: the sender canceled it. The row stays for the daily limit, and isn't shown. */
const canceled = "canceled";

/** Returns an upload as the page sees it. */
export const shownUpload = ({ uploadId, name, bytes, received }: UploadRow) => ({ uploadId, name, bytes, received });

const mine = (call: Call, of: UploadOwner) =>
  and(
    ours(upload, call),
    "contentId" in of ? eq(upload.contentId, of.contentId) : eq(upload.requirementId, of.requirementId),
    eq(upload.uploadedBy, actingProfile(call) ?? ""),
  );
/** Larger files have larger parts, so that their number stays small. */
const partOf = ({ contentId }: Pick<UploadRow, "contentId">) => (contentId === null ? partBytes : packagePartBytes);

const notCanceled = or(isNull(upload.problem), ne(upload.problem, canceled));

/** Lists the actor's uploads that were begun and can be continued, oldest first. */
export async function uploadsUnderWay(call: Call, of: UploadOwner): Promise<UploadRow[]> {
  return call.db
    .select()
    .from(upload)
    .where(and(mine(call, of), isNull(upload.fileId), isNull(upload.problem)))
    .orderBy(asc(upload.createdAt), asc(upload.uploadId))
    .limit(mostUnderWay);
}

/**
 * Begins an upload, or finds one of the same file that was begun before. The caller holds the person and has authorized.
 *
 * @throws 413, 415 by its name, Conflict (too many at once, too much in a day).
 */
export async function startUpload(
  call: Call,
  of: UploadOwner,
  file: { name: string; bytes: number; sha256: string | null },
  accepted: readonly string[],
  limits: UploadLimits = ofDocuments,
): Promise<UploadRow> {
  refuseUnaccepted(file.name, accepted);
  if (file.bytes > limits.mostBytes) {
    throw new Refusal("tooLarge", `“${plainName(file.name)}” is larger than ${limits.most}. Upload a smaller file.`);
  }
  const begun = await uploadsUnderWay(call, of);
  const same = begun.findLast(
    (one) => one.name === file.name && one.bytes === file.bytes && (file.sha256 === null || one.sha256 === file.sha256),
  );
  if (same) return same;
  await refuseTooMuch(call, of, file.bytes, limits);
  const row = {
    ...{ requirementId: null, profileLevelAccessId: null, contentId: null, readPercent: null, problem: null },
    ...of,
    ...file,
    organizationId: call.organizationId,
    uploadId: newId(),
    received: 0,
    fileId: null,
    uploadedBy: actingProfile(call) ?? call.organizationId,
    createdAt: call.now,
    movedAt: call.now,
  };
  await call.db.insert(upload).values(row);
  return row;
}

/** Lists the actor's recent uploads for something, whatever their result except canceled, latest first. */
export async function recentUploads(call: Call, of: UploadOwner): Promise<UploadRow[]> {
  return call.db
    .select()
    .from(upload)
    .where(and(mine(call, of), notCanceled))
    .orderBy(desc(upload.createdAt), desc(upload.uploadId))
    .limit(mostUnderWay);
}

async function refuseTooMuch(
  call: Call,
  of: UploadOwner,
  bytes: number,
  { mostBytesADay }: UploadLimits,
): Promise<void> {
  const by = and(ours(upload, call), eq(upload.uploadedBy, actingProfile(call) ?? ""));
  const [open] = await call.db
    .select({ files: count() })
    .from(upload)
    .where(and(by, isNull(upload.fileId), isNull(upload.problem)));
  if ((open?.files ?? 0) >= mostUnderWay) {
    throw conflict("Too many files are uploading at once. Finish or remove some of them first.", "tooManyUploads");
  }
  const [lately] = await call.db
    .select({ bytes: sum(upload.bytes).mapWith(Number) })
    .from(upload)
    .where(
      and(
        by,
        "contentId" in of ? isNotNull(upload.contentId) : isNull(upload.contentId),
        gt(upload.createdAt, new Date(call.now.getTime() - day)),
      ),
    );
  if ((lately?.bytes ?? 0) + bytes > mostBytesADay) throw tooMuchToday();
}

const tooMuchToday = () =>
  conflict("You've reached today's upload limit. Continue tomorrow. Finished uploads are kept.", "tooMuchToday");

/**
 * Limits documents that arrive in one request and can be replaced repeatedly: by the total size of the actor's documents in the
 * last day. The caller holds the person. Reads by id, which is in the order of time, so older rows aren't read.
 *
 * @throws Conflict
 */
export async function refuseTooManyBytes(call: Call, bytes: number): Promise<void> {
  const since = new Date(call.now.getTime() - day);
  const [lately] = await call.db
    .select({ bytes: sum(storedFile.bytes).mapWith(Number) })
    .from(storedFile)
    .where(
      and(
        ours(storedFile, call),
        gte(storedFile.fileId, firstIdOf(since)),
        eq(storedFile.uploadedBy, actingProfile(call) ?? ""),
        gt(storedFile.createdAt, since),
        inArray(storedFile.extension, [...acceptedFileExtensions]),
      ),
    );
  if ((lately?.bytes ?? 0) + bytes > ofDocuments.mostBytesADay) throw tooMuchToday();
}

/** Returns one's own upload in progress for this requirement. @throws NotFound */
export async function uploadOf(call: Call, of: UploadOwner & { uploadId: string }): Promise<UploadRow> {
  const [row] = await call.db
    .select()
    .from(upload)
    .where(and(mine(call, of), eq(upload.uploadId, of.uploadId), notCanceled));
  if (!row) throw notFound("upload");
  return row;
}

/**
 * Stores the part that begins at `offset`. A part that exists already, or is ahead of the received bytes, changes nothing: the
 * response says where to continue, and its bytes are discarded.
 *
 * @throws NotFound, 400 when its length isn't that of a part.
 */
export async function addPart(
  call: Call,
  of: UploadOwner & { uploadId: string; offset: number },
  part: UploadedFile,
): Promise<UploadRow> {
  const row = await uploadOf(call, of);
  const expected = Math.max(0, Math.min(partOf(row), row.bytes - of.offset));
  if (part.bytes !== expected) throw invalid("file", `This part must have ${expected} bytes.`);
  if (row.fileId !== null || row.problem !== null || of.offset !== row.received) {
    await removePendingUpload(call, part.storageKey);
    return row;
  }
  const [moved] = await call.db
    .update(upload)
    .set({ received: of.offset + part.bytes, movedAt: call.now })
    .where(
      and(
        ours(upload, call),
        eq(upload.uploadId, row.uploadId),
        eq(upload.received, of.offset),
        isNull(upload.fileId),
        isNull(upload.problem),
      ),
    )
    .returning();
  // A concurrent request with the same part came first, or the upload was canceled.
  if (!moved) {
    await removePendingUpload(call, part.storageKey);
    return uploadOf(call, of);
  }
  await call.db.insert(uploadPart).values({
    organizationId: call.organizationId,
    uploadId: row.uploadId,
    partOffset: of.offset,
    bytes: part.bytes,
    storageKey: part.storageKey,
  });
  await confirmUploads(call, [part.storageKey]);
  return moved;
}

/** The facts needed to assemble a file; null: it was done before. */
export type CompleteUpload = {
  name: string;
  bytes: number;
  sha256: string | null;
  parts: string[];
  storageKey: string;
};

/** @throws NotFound, Conflict when parts are missing. */
export async function completeUpload(
  call: Call,
  of: UploadOwner & { uploadId: string },
): Promise<CompleteUpload | null> {
  const row = await uploadOf(call, of);
  if (row.fileId !== null) return null;
  refuseIncomplete(row);
  return wholeOfRow(call, row);
}

function refuseIncomplete({ received, bytes }: UploadRow): void {
  if (received < bytes) throw conflict("The upload isn't complete yet. Continue uploading.", "incomplete");
}

async function wholeOfRow(call: Call, { uploadId, name, bytes, sha256 }: UploadRow): Promise<CompleteUpload> {
  const parts = await call.db
    .select({ storageKey: uploadPart.storageKey })
    .from(uploadPart)
    .where(and(ours(uploadPart, call), eq(uploadPart.uploadId, uploadId)))
    .orderBy(asc(uploadPart.partOffset));
  const storageKey = call.adapters.files.newKey();
  await recordPendingBytes(call, storageKey);
  return { name, bytes, sha256, parts: parts.map((part) => part.storageKey), storageKey };
}

/**
 * Marks an uploaded file to be read by a job, which the caller enqueues: true the first time.
 *
 * @throws NotFound, Conflict when parts are missing.
 */
export async function beginReading(call: Call, of: UploadOwner & { uploadId: string }): Promise<boolean> {
  const row = await uploadOf(call, of);
  if (row.fileId !== null || row.problem !== null || row.readPercent !== null) return false;
  refuseIncomplete(row);
  const begun = await call.db
    .update(upload)
    .set({ readPercent: 0, movedAt: call.now })
    .where(
      and(ours(upload, call), eq(upload.uploadId, row.uploadId), isNull(upload.readPercent), isNull(upload.problem)),
    )
    .returning({ uploadId: upload.uploadId });
  return begun.length > 0;
}

/** Returns a file that waits to be read, whoever uploaded it, and how it is assembled; null: it was canceled, or is done. */
export async function fileToRead(
  call: Call,
  uploadId: string,
): Promise<(UploadRow & { whole: CompleteUpload }) | null> {
  const row = await beingRead(call, uploadId);
  return row && { ...row, whole: await wholeOfRow(call, row) };
}

/** Returns a file that is being read, locked until the transaction ends; null: it was canceled, or is done. */
export async function beingRead(call: Call, uploadId: string): Promise<UploadRow | null> {
  const [row] = await call.db.select().from(upload).where(stillRead(call, uploadId)).for("update");
  return row ?? null;
}

const stillRead = (call: Call, uploadId: string) =>
  and(
    ours(upload, call),
    eq(upload.uploadId, uploadId),
    isNotNull(upload.readPercent),
    isNull(upload.fileId),
    isNull(upload.problem),
  );

/** Records the progress of the reading. False: the sender has canceled it. */
export async function recordReadProgress(call: Call, uploadId: string, readPercent: number): Promise<boolean> {
  const noted = await call.db
    .update(upload)
    .set({ readPercent, movedAt: call.now })
    .where(stillRead(call, uploadId))
    .returning({ uploadId: upload.uploadId });
  return noted.length > 0;
}

/** Records why a file was refused, and releases its parts. */
export async function refuseRead(call: Call, uploadId: string, problem: string): Promise<void> {
  await call.db.update(upload).set({ problem, movedAt: call.now }).where(stillRead(call, uploadId));
  await dropParts(call, [uploadId]);
}

/** Refuses files whose reading makes no progress anymore, so that nobody waits for them. */
export async function refuseLostReadings(call: Call, problem: string): Promise<void> {
  const lost = await call.db
    .select({ uploadId: upload.uploadId })
    .from(upload)
    .where(
      and(
        ours(upload, call),
        isNotNull(upload.readPercent),
        isNull(upload.fileId),
        isNull(upload.problem),
        lte(upload.movedAt, new Date(call.now.getTime() - lostAfter)),
      ),
    )
    .limit(forgottenAtOnce)
    .for("update", { skipLocked: true });
  if (lost.length === 0) return;
  const ids = lost.map((one) => one.uploadId);
  await call.db
    .update(upload)
    .set({ problem, movedAt: call.now })
    .where(and(ours(upload, call), inArray(upload.uploadId, ids)));
  await dropParts(call, ids);
}

/** Assembles a file from its parts, with no transaction open, and inspects it. */
export async function assemble(whole: CompleteUpload | null, adapters: Adapters): Promise<UploadedFile | null> {
  return whole && inspected(adapters, await joinParts(whole, adapters));
}

/** Joins the parts without inspecting them. @param moved called after each part with the number of bytes so far. */
export async function joinParts(
  whole: CompleteUpload,
  { files }: Pick<Adapters, "files">,
  moved: (bytes: number) => Promise<void> = () => Promise.resolve(),
): Promise<UploadedFile> {
  async function* content() {
    let bytes = 0;
    for (const key of whole.parts) {
      for await (const chunk of (await files.open(key)) as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        yield chunk;
      }
      await moved(bytes);
    }
  }
  const received = await files.receive(Readable.from(content(), { objectMode: false }), whole.bytes, whole.storageKey);
  if (!received) throw new Error("the parts of a file are longer than it is");
  return { ...received, name: whole.name };
}

/** Returns whether the bytes that arrived are the announced ones. */
export function matchesUpload(
  whole: Pick<UploadedFile, "sha256" | "bytes" | "sent">,
  row: Pick<UploadRow, "sha256" | "bytes">,
) {
  const received = whole.sent ?? whole;
  return received.bytes === row.bytes && (row.sha256 === null || row.sha256 === received.sha256);
}

/**
 * Records the file made from an upload, once, and releases its parts.
 *
 * @throws Conflict when a concurrent request came first.
 */
export async function endUpload(call: Call, uploadId: string, fileId: string): Promise<void> {
  const ended = await call.db
    .update(upload)
    .set({ fileId, movedAt: call.now })
    .where(and(ours(upload, call), eq(upload.uploadId, uploadId), isNull(upload.fileId), isNull(upload.problem)))
    .returning({ uploadId: upload.uploadId });
  if (ended.length === 0) throw conflict("This upload is already complete. Reload the page.", "concurrentChange");
  await dropParts(call, [uploadId]);
}

/**
 * Cancels an upload: its bytes are deleted by the next cleanup. They count toward the daily limit; otherwise somebody could
 * upload and cancel without limit.
 *
 * @throws NotFound
 */
export async function dropUpload(call: Call, of: UploadOwner & { uploadId: string }): Promise<void> {
  const { uploadId } = await uploadOf(call, of);
  const one = and(ours(upload, call), eq(upload.uploadId, uploadId));
  // Locked, so that no part arrives meanwhile.
  const [held] = await call.db.select({ received: upload.received }).from(upload).where(one).for("update");
  await dropParts(call, [uploadId]);
  if (!held?.received) await call.db.delete(upload).where(one);
  else {
    const canceledUpload = { problem: canceled, name: "", bytes: held.received, movedAt: call.now };
    await call.db.update(upload).set(canceledUpload).where(one);
  }
}

async function dropParts(call: Call, uploadIds: readonly string[]): Promise<void> {
  const parts = await call.db
    .delete(uploadPart)
    .where(and(ours(uploadPart, call), inArray(uploadPart.uploadId, [...uploadIds])))
    .returning({ storageKey: uploadPart.storageKey });
  await forgetBytes(
    call,
    parts.map((part) => part.storageKey),
  );
}

/** Deletes uploads without progress for a week, records of finished ones, and canceled ones after a day. */
export async function forgetUploads(call: Call): Promise<void> {
  const daysAgo = (days: number) => new Date(call.now.getTime() - days * day);
  const old = await call.db
    .select({ uploadId: upload.uploadId })
    .from(upload)
    .where(
      and(
        ours(upload, call),
        lte(upload.movedAt, daysAgo(1)),
        or(lte(upload.movedAt, daysAgo(keptDays)), eq(upload.problem, canceled)),
      ),
    )
    .limit(forgottenAtOnce)
    .for("update", { skipLocked: true });
  if (old.length === 0) return;
  const ids = old.map((one) => one.uploadId);
  await dropParts(call, ids);
  await call.db.delete(upload).where(and(ours(upload, call), inArray(upload.uploadId, ids)));
}
