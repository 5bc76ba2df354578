import { Readable } from "node:stream";
import { maxFileBytes } from "@touchline/contract";
import { partBytes } from "@touchline/contract/submissions";
import { and, asc, count, eq, gt, inArray, isNull, lte, sum } from "drizzle-orm";
import { type Adapters, actingProfile, type Call } from "../../../kernel/call.ts";
import { conflict, invalid, notFound, Refusal } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { forgetBytes, keepIncoming, noteBytes } from "../../../kernel/incoming.ts";
import type { Upload } from "../../../kernel/mount.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { upload, uploadPart } from "../tables.ts";
import { inspected } from "./inspect.ts";
import { refuseUnaccepted } from "./keep.ts";

type UploadRow = typeof upload.$inferSelect;
type Of = { requirementId: string; profileLevelAccessId: string };

/** Of one person: files on their way at once, and bytes begun within a day. */
const mostUnderWay = 10;
const mostBytesADay = 500 * 1024 * 1024;
const day = 86_400_000;
/** Days after which nothing of a file came any more that it counts as given up. */
const keptDays = 7;
const forgottenAtOnce = 200;

/** What the page knows of a file on its way. */
export const shownUpload = ({ uploadId, name, bytes, received }: UploadRow) => ({ uploadId, name, bytes, received });

const mine = (call: Call, { requirementId }: Of) =>
  and(ours(upload, call), eq(upload.requirementId, requirementId), eq(upload.uploadedBy, actingProfile(call) ?? ""));

/** The files that the actor has begun to send for a requirement and that have not arrived. */
export async function uploadsUnderWay(call: Call, of: Of): Promise<UploadRow[]> {
  return call.db
    .select()
    .from(upload)
    .where(and(mine(call, of), isNull(upload.fileId)))
    .orderBy(asc(upload.createdAt), asc(upload.uploadId))
    .limit(mostUnderWay);
}

/**
 * Begins a file, or finds the same one that was begun before. The caller holds the person and has authorized.
 *
 * @throws 413, 415 by its name, Conflict (too many at once, too much in a day).
 */
export async function startUpload(
  call: Call,
  of: Of,
  file: { name: string; bytes: number; sha256: string | null },
  accepted: readonly string[],
): Promise<UploadRow> {
  refuseUnaccepted(file.name, accepted);
  if (file.bytes > maxFileBytes) {
    throw new Refusal("tooLarge", `"${file.name}" is larger than 25 MB. Send a smaller file.`);
  }
  const begun = await uploadsUnderWay(call, of);
  const same = begun.find(
    (one) => one.name === file.name && one.bytes === file.bytes && (file.sha256 === null || one.sha256 === file.sha256),
  );
  if (same) return same;
  await refuseTooMuch(call, file.bytes);
  const row = {
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

async function refuseTooMuch(call: Call, bytes: number): Promise<void> {
  const by = and(ours(upload, call), eq(upload.uploadedBy, actingProfile(call) ?? ""));
  const [open] = await call.db
    .select({ files: count() })
    .from(upload)
    .where(and(by, isNull(upload.fileId)));
  if ((open?.files ?? 0) >= mostUnderWay) {
    throw conflict("Too many files are on their way at once. Finish or remove some of them first.", "tooManyUploads");
  }
  const [lately] = await call.db
    .select({ bytes: sum(upload.bytes).mapWith(Number) })
    .from(upload)
    .where(and(by, gt(upload.createdAt, new Date(call.now.getTime() - day))));
  if ((lately?.bytes ?? 0) + bytes > mostBytesADay) {
    throw conflict("You have sent very much today. Go on tomorrow; what has arrived is kept.", "tooMuchToday");
  }
}

/** One's own file on its way for this requirement. @throws NotFound */
export async function uploadOf(call: Call, of: Of & { uploadId: string }): Promise<UploadRow> {
  const [row] = await call.db
    .select()
    .from(upload)
    .where(and(mine(call, of), eq(upload.uploadId, of.uploadId)));
  if (!row) throw notFound("The upload");
  return row;
}

/**
 * Takes in the part that begins at `offset`. One that is there already, or that is ahead of what has come, changes nothing:
 * the answer says where to go on.
 *
 * @throws NotFound, 400 when it is not as long as a part is.
 */
export async function addPart(
  call: Call,
  of: Of & { uploadId: string; offset: number },
  part: Upload,
): Promise<UploadRow> {
  const row = await uploadOf(call, of);
  if (row.fileId !== null || of.offset !== row.received) return row;
  const expected = Math.min(partBytes, row.bytes - of.offset);
  if (part.bytes !== expected) throw invalid("file", `This part must have ${expected} bytes.`);
  const [moved] = await call.db
    .update(upload)
    .set({ received: of.offset + part.bytes, movedAt: call.now })
    .where(
      and(ours(upload, call), eq(upload.uploadId, row.uploadId), eq(upload.received, of.offset), isNull(upload.fileId)),
    )
    .returning();
  // Somebody else's same part was faster.
  if (!moved) return uploadOf(call, of);
  await call.db.insert(uploadPart).values({
    organizationId: call.organizationId,
    uploadId: row.uploadId,
    partOffset: of.offset,
    bytes: part.bytes,
    storageKey: part.storageKey,
  });
  await keepIncoming(call, [part.storageKey]);
  return moved;
}

/** What putting a file together needs to know; null: it was done before. */
export type Whole = { name: string; bytes: number; sha256: string | null; parts: string[]; storageKey: string };

/** @throws NotFound, Conflict when something is missing yet. */
export async function wholeOf(call: Call, of: Of & { uploadId: string }): Promise<Whole | null> {
  const row = await uploadOf(call, of);
  if (row.fileId !== null) return null;
  if (row.received < row.bytes) throw conflict("Not all of the file has arrived yet. Go on sending it.", "incomplete");
  const parts = await call.db
    .select({ storageKey: uploadPart.storageKey })
    .from(uploadPart)
    .where(and(ours(uploadPart, call), eq(uploadPart.uploadId, row.uploadId)))
    .orderBy(asc(uploadPart.partOffset));
  const storageKey = call.adapters.files.newKey();
  await noteBytes(call, storageKey);
  const { name, bytes, sha256 } = row;
  return { name, bytes, sha256, parts: parts.map((part) => part.storageKey), storageKey };
}

/** Puts a file together from its parts, with no transaction open, and looks at what it is. */
export async function assemble(whole: Whole | null, adapters: Adapters): Promise<Upload | null> {
  if (!whole) return null;
  const { files } = adapters;
  async function* content() {
    for (const key of whole?.parts ?? []) yield* await files.open(key);
  }
  const received = await files.receive(Readable.from(content(), { objectMode: false }), maxFileBytes, whole.storageKey);
  if (!received) throw new Refusal("tooLarge", `"${whole.name}" is larger than 25 MB. Send a smaller file.`);
  return inspected(adapters, { ...received, name: whole.name });
}

/** Whether the bytes that arrived are those that were to be sent. */
export const isAsSent = (whole: Pick<Upload, "sha256" | "bytes">, row: Pick<UploadRow, "sha256" | "bytes">) =>
  whole.bytes === row.bytes && (row.sha256 === null || row.sha256 === whole.sha256);

/** Notes what was made of an upload, once, and lets its parts go. @throws Conflict when somebody else was faster. */
export async function endUpload(call: Call, uploadId: string, fileId: string): Promise<void> {
  const ended = await call.db
    .update(upload)
    .set({ fileId, movedAt: call.now })
    .where(and(ours(upload, call), eq(upload.uploadId, uploadId), isNull(upload.fileId)))
    .returning({ uploadId: upload.uploadId });
  if (ended.length === 0) throw conflict("This file was put together already. Look again.", "concurrentChange");
  await dropParts(call, [uploadId]);
}

/** What was told of a file and what of it came is gone; its bytes go with the next cleaning. @throws NotFound */
export async function dropUpload(call: Call, of: Of & { uploadId: string }): Promise<void> {
  const row = await uploadOf(call, of);
  await dropParts(call, [row.uploadId]);
  await call.db.delete(upload).where(and(ours(upload, call), eq(upload.uploadId, row.uploadId)));
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

/** Removes what nobody went on with for a week, and what is known of those that arrived. */
export async function forgetUploads(call: Call): Promise<void> {
  const before = new Date(call.now.getTime() - keptDays * day);
  const old = await call.db
    .select({ uploadId: upload.uploadId })
    .from(upload)
    .where(and(ours(upload, call), lte(upload.movedAt, before)))
    .limit(forgottenAtOnce)
    .for("update", { skipLocked: true });
  if (old.length === 0) return;
  const ids = old.map((one) => one.uploadId);
  await dropParts(call, ids);
  await call.db.delete(upload).where(and(ours(upload, call), inArray(upload.uploadId, ids)));
}
