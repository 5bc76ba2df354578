import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { RequirementType, type ResponseOf } from "@touchline/contract";
import type { getContentPackage } from "@touchline/contract/library/content";
import { mostPackageUnpacked } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { Adapters, Call, Reading } from "../../../../call.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, notFound, Refusal } from "../../../../errors.ts";
import type { UploadedFile } from "../../../../http/mount.ts";
import { confirmUploads, recordPendingBytes } from "../../../../http/pending-uploads.ts";
import { openKeyedQueue } from "../../../../jobs/keyed-queue.ts";
import { storedFile } from "../../../../schema/files.ts";
import { contentFile, contentPackage, contentPackageEntry } from "../../../../schema/library.ts";
import { authorize } from "../../../../security/authorize.ts";
import {
  fileProblemText,
  keepUploads,
  plainName,
  readPackage,
  refuseUnaccepted,
  type TrainingPackage,
  type ZipSource,
} from "../../../files/index.ts";
import { withLocks } from "../../../people/index.ts";
import { contentById, contentOrArchived } from "../queries/content-by-id.ts";

const accepted = ["zip"];
/** A package that was read: its zip, its facts, and where its files are stored unpacked. */
export type Read = { upload: UploadedFile; found: TrainingPackage; unpackedKey: string };
/** Limits readings to one at a time: each is a stream that unpacks, as fast as the disk allows. */
export const packageReadingSlot = openKeyedQueue({ places: 1, longestLine: 20 });

/** Returns the one file to read. @throws NotFound, Forbidden, Conflict (its type has no package), 400, 415 by its name. */
export async function mayAddPackage(
  call: Call,
  { contentId, uploads }: { contentId: string; uploads: readonly UploadedFile[] },
): Promise<{ upload: UploadedFile; unpackedKey: string }> {
  await mayEditPackage(call, contentId);
  const [upload, ...others] = uploads;
  if (!upload || others.length > 0) throw invalid("file", "Upload one file.");
  refuseUnaccepted(upload.name, accepted);
  return { upload, unpackedKey: await newKey(call) };
}

/** Reserves a storage key that is deleted again unless it gets used. */
export async function newKey(call: Call): Promise<string> {
  const key = call.adapters.files.newKey();
  await recordPendingBytes(call, key);
  return key;
}

/** @throws NotFound, Forbidden, Conflict (its type has no package). */
export async function mayEditPackage(call: Call, contentId: string): Promise<void> {
  const { levelPre, type } = await contentById(call, contentId);
  authorize(call, "content.edit", { levelPre });
  if (type !== RequirementType.CustomTraining) {
    throw conflict("This type of requirement can't have a package.", "noFile");
  }
}

/** Reads a package with no transaction open. @throws 415 with a sentence that describes the problem. */
export async function readUploaded(
  { upload, unpackedKey }: { upload: UploadedFile; unpackedKey: string },
  adapters: Adapters,
): Promise<Read> {
  const found = await packageReadingSlot.inPlace(() => unpackPackage(adapters, upload, unpackedKey));
  if (typeof found === "string") throw new Refusal("unsupportedType", found);
  return { upload, found, unpackedKey };
}

/**
 * Reads a package from storage and stores its files unpacked, one after the other, with only a buffer in memory. Or returns a
 * sentence that describes the problem. The caller has a slot for it.
 *
 * @param moved called from time to time with how many bytes of the package were read.
 */
export async function unpackPackage(
  adapters: Adapters,
  upload: UploadedFile,
  unpackedKey: string,
  moved: (bytes: number) => Promise<void> = () => Promise.resolve(),
): Promise<TrainingPackage | string> {
  const { files, scan } = adapters;
  const name = plainName(upload.name);
  const { storageKey, bytes } = upload;
  const stream = (from: number, end: number) =>
    end > from ? files.open(storageKey, { first: from, last: end - 1 }) : Promise.resolve(Readable.from([]));
  const source: ZipSource = { bytes, stream, read: async (from, end) => buffer(await stream(from, end)) };
  if (scan.atOnce && (await scan.scan(await files.open(storageKey))).kind === "infected") {
    return `“${name}” contains malware and wasn't saved. Upload another file.`;
  }
  const unpacked = new PassThrough({ highWaterMark: 1024 * 1024 });
  unpacked.on("error", () => undefined);
  const receiving = files.receive(unpacked, mostPackageUnpacked, unpackedKey);
  receiving.catch(() => undefined);
  try {
    const found = await readPackage(source, {
      onMoved: moved,
      // A full disk ends it; a slow one is waited for.
      onBytes: async (chunk) => {
        if (!unpacked.write(chunk)) await Promise.race([once(unpacked, "drain"), receiving]);
      },
    });
    if (typeof found === "string") return fileProblemText(found, name);
    unpacked.end();
    if ((await receiving) === null) throw new Error("a package was longer unpacked than it may be");
    return found;
  } finally {
    // Nothing remains of a rejected package.
    if (!unpacked.writableEnded) unpacked.destroy(new Error("not taken"));
    await receiving.catch(() => undefined);
  }
}

/** Stores a package that was read, so that the settings of the content can name it. @throws as `mayAddPackage` */
export async function addPackage(
  unlocked: Call,
  { contentId, read }: { contentId: string; read: Read },
): Promise<ResponseOf<typeof getContentPackage>> {
  const call = await withLocks(unlocked);
  await mayEditPackage(call, contentId);
  const fileId = await keepPackage(call, contentId, read);
  const { upload, found } = read;
  const { entries: _, ...facts } = found;
  return toResponse(call, { fileId, name: plainName(upload.name), bytes: upload.bytes, ...facts });
}

/** Records a package of a content. @param uploadedBy the uploader; the actor unless given. */
export async function keepPackage(
  call: Call,
  contentId: string,
  { upload, found, unpackedKey }: Read,
  uploadedBy?: string,
): Promise<string> {
  const { organizationId, now: createdAt } = call;
  // As a document it would be refused for its scripts; as a course it was inspected.
  const looked: UploadedFile = { ...upload, found: { extension: "zip", mediaType: "application/zip" } };
  const [fileId = ""] = await keepUploads(call, [looked], accepted, uploadedBy);
  await call.db.insert(contentFile).values({ organizationId, contentId, fileId, createdAt });
  const { entries, ...facts } = found;
  await call.db.insert(contentPackage).values({ organizationId, fileId, unpackedKey, ...facts });
  await confirmUploads(call, [unpackedKey]);
  await insertRows(
    call,
    contentPackageEntry,
    entries.map((entry) => ({ organizationId, fileId, packed: false, packedBytes: entry.bytes, ...entry })),
  );
  return fileId;
}

type Facts = Omit<TrainingPackage, "entries" | "items" | "findings"> & {
  items: readonly TrainingPackage["items"][number][];
  findings: readonly TrainingPackage["findings"][number][];
};

const toResponse = (
  { adapters }: Call,
  // The sequencing is only for the server.
  { items, findings, sequencing: _, ...facts }: Facts & { fileId: string; name: string; bytes: number },
) => ({
  ...facts,
  // On a host of their own, frames can access one another.
  findings: findings.filter(({ kind }) => kind !== "frames" || adapters.site.packagesUrl === undefined),
  items: items.map(({ title }) => ({ title })),
  mastery: items.find((item) => item.mastery !== null)?.mastery ?? null,
});

/** Returns the facts about a package of a content. @throws NotFound, Forbidden */
export async function packageFacts(
  call: Call,
  input: { contentId: string; fileId: string },
): Promise<ResponseOf<typeof getContentPackage>> {
  const { contentId, levelPre } = await contentOrArchived(call, input.contentId);
  authorize(call, "content.edit", { levelPre });
  const [row] = await call.db
    .select({ of: contentPackage, name: storedFile.name, bytes: storedFile.bytes })
    .from(contentFile)
    .innerJoin(contentPackage, onKey(contentPackage.fileId, contentFile.fileId))
    .innerJoin(storedFile, onKey(storedFile.fileId, contentFile.fileId))
    .where(and(ours(contentFile, call), eq(contentFile.contentId, contentId), eq(contentFile.fileId, input.fileId)));
  if (!row) throw notFound("package");
  const { organizationId: _, unpackedKey: __, ...of } = row.of;
  return toResponse(call, { ...of, name: row.name, bytes: row.bytes });
}

/** Returns a package as it is played. The caller authorizes. @throws NotFound */
export async function packageById(call: Reading, fileId: string) {
  const [row] = await call.db
    .select({ of: contentPackage, scan: storedFile.scan, uploadedBy: storedFile.uploadedBy })
    .from(contentPackage)
    .innerJoin(storedFile, onKey(storedFile.fileId, contentPackage.fileId))
    .where(and(ours(contentPackage, call), eq(contentPackage.fileId, fileId)));
  if (!row) throw notFound("package");
  return { ...row.of, scan: row.scan, uploadedBy: row.uploadedBy };
}

/** Returns where one file of a package is stored. The caller authorizes. @throws NotFound */
export async function packageEntry(call: Reading, { fileId, path }: { fileId: string; path: string }) {
  const [row] = await call.db
    .select({
      of: contentPackageEntry,
      unpackedKey: contentPackage.unpackedKey,
      zipKey: storedFile.storageKey,
      scan: storedFile.scan,
    })
    .from(contentPackageEntry)
    .innerJoin(contentPackage, onKey(contentPackage.fileId, contentPackageEntry.fileId))
    .innerJoin(storedFile, onKey(storedFile.fileId, contentPackageEntry.fileId))
    .where(
      and(ours(contentPackageEntry, call), eq(contentPackageEntry.fileId, fileId), eq(contentPackageEntry.path, path)),
    );
  if (!row) throw notFound("file");
  return { ...row.of, storageKey: row.unpackedKey ?? row.zipKey, scan: row.scan };
}
