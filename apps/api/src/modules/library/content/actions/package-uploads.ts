import type { BodyOf } from "@touchline/contract";
import { type beginPackageUpload, type PackageUpload, packagePartBytes } from "@touchline/contract/library/content";
import { mostPackageBytes } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { invalid } from "../../../../errors.ts";
import type { UploadedFile } from "../../../../http/mount.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import {
  addPart,
  beginReading,
  dropUpload,
  recentUploads,
  startUpload,
  type UploadLimits,
  uploadOf,
} from "../../../files/index.ts";
import { withLocks } from "../../../people/index.ts";
import { readPackageUpload } from "../jobs.ts";
import { mayEditPackage } from "./package.ts";

type Of = { contentId: string };
type One = Of & { uploadId: string };

const limits: UploadLimits = {
  mostBytes: mostPackageBytes,
  most: "500 MB",
  mostBytesADay: 4 * mostPackageBytes,
};

type Row = Awaited<ReturnType<typeof uploadOf>>;

const stateOf = ({ fileId, problem, readPercent }: Row): PackageUpload["state"] => {
  if (fileId !== null) return "read";
  if (problem !== null) return "refused";
  return readPercent === null ? "travelling" : "reading";
};

function toResponse(row: Row): PackageUpload {
  const { uploadId, name, bytes, received, problem, fileId } = row;
  return {
    ...{ uploadId, name, bytes, received, problem, fileId },
    state: stateOf(row),
    percent: row.readPercent ?? 0,
  };
}

/** Lists the actor's recent uploads for a content. @throws NotFound, Forbidden, Conflict */
export async function packagesSent(call: Call, of: Of): Promise<{ uploads: PackageUpload[] }> {
  await mayEditPackage(call, of.contentId);
  return { uploads: (await recentUploads(call, of)).map(toResponse) };
}

/** Begins an upload of a package, or returns the progress of one. @throws NotFound, Forbidden, Conflict, 413, 415 */
export async function beginPackage(unlocked: Call, input: Of & BodyOf<typeof beginPackageUpload>) {
  const call = await withLocks(unlocked);
  const { contentId, name, bytes, ending } = input;
  await mayEditPackage(call, contentId);
  const row = await startUpload(call, { contentId }, { name, bytes, sha256: ending }, ["zip"], limits);
  return { ...toResponse(row), partBytes: packagePartBytes };
}

/** Stores one part. @throws NotFound, Forbidden, 400 */
export async function takePackagePart(call: Call, input: One & { offset: number; uploads: readonly UploadedFile[] }) {
  await mayEditPackage(call, input.contentId);
  const [part, ...others] = input.uploads;
  if (!part || others.length > 0) throw invalid("file", "Send one part.");
  const { contentId, uploadId, offset } = input;
  return toResponse(await addPart(call, { contentId, uploadId, offset }, part));
}

/** Starts a job that reads an uploaded package. Repeated calls read it only once. @throws NotFound, Forbidden, Conflict */
export async function finishPackage(call: Call, of: One): Promise<PackageUpload> {
  await mayEditPackage(call, of.contentId);
  if (await beginReading(call, of)) await enqueue(call, readPackageUpload, { uploadId: of.uploadId });
  return toResponse(await uploadOf(call, of));
}

/** Returns the progress of an upload. @throws NotFound, Forbidden */
export async function packageSent(call: Call, of: One): Promise<PackageUpload> {
  await mayEditPackage(call, of.contentId);
  return toResponse(await uploadOf(call, of));
}

/** Cancels an upload. @throws NotFound, Forbidden */
export async function cancelPackage(call: Call, of: One): Promise<{ uploadId: string }> {
  await mayEditPackage(call, of.contentId);
  await dropUpload(call, of);
  return { uploadId: of.uploadId };
}
