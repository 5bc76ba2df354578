import { createHash, randomBytes } from "node:crypto";
import type { OrganizationFilePurpose } from "@touchline/contract";
import { fileLinkMinutes, logoPath, openOrganizationFile } from "@touchline/contract/accounts/organization-settings";
import { organizationFiles } from "@touchline/rules";
import { and, eq, gt, isNull, lte } from "drizzle-orm";
import { type Adapters, actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { invalid, notFound } from "../../../../errors.ts";
import type { FileAnswer, UploadedFile, Visit } from "../../../../http/mount.ts";
import { organizationFile, organizationFileToken } from "../../../../schema/accounts.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { answerTo, answerWith, keepUploads, refuseUnlooked } from "../../../files/index.ts";
import { authorizeFileSight, fileById, presentFile } from "../queries/files.ts";
import { namedOrganization } from "../queries/own.ts";
import { putLogo } from "./logo.ts";

type About = { organizationId: string; purpose: OrganizationFilePurpose };

/** Checks that the actor may change the organization's file for a purpose. @throws NotFound, Forbidden */
export async function authorizeFileChange(call: Call, { organizationId, purpose }: About) {
  const own = await namedOrganization(call, organizationId);
  authorize(call, organizationFiles[purpose].changedBy ?? "organization.edit", { organizationWide: true });
  return own;
}

/** Returns the one file of an upload. @throws 400 for none, and for several. */
export function onlyFile(uploads: readonly UploadedFile[]): UploadedFile {
  const [file, ...others] = uploads;
  if (!file || others.length > 0) throw invalid("file", "Upload one file.");
  return file;
}

/** Stores a file for a purpose, replacing the one before. @throws NotFound, Forbidden, 400, 415 */
export async function addFile(
  call: Call,
  { organizationId, purpose }: About,
  uploads: readonly UploadedFile[],
): Promise<void> {
  await authorizeFileChange(call, { organizationId, purpose });
  const [fileId = ""] = await keepUploads(call, [onlyFile(uploads)], organizationFiles[purpose].accepted);
  const before = await end(call, purpose);
  const organizationFileId = newId();
  await call.db.insert(organizationFile).values({
    organizationId: call.organizationId,
    organizationFileId,
    purpose,
    fileId,
    addedBy: actingProfile(call),
    addedAt: call.now,
  });
  await audit(call, [
    {
      action: "organization.fileAdded",
      subjectId: call.organizationId,
      facts: { purpose, before, after: organizationFileId },
    },
  ]);
}

/** @throws NotFound (also when there is none), Forbidden */
export async function removeFile(call: Call, { organizationId, purpose }: About): Promise<void> {
  const own = await authorizeFileChange(call, { organizationId, purpose });
  if (purpose === "Logo") {
    if (own.logoId === null) throw notFound("logo");
    return putLogo(call, null);
  }
  const before = await end(call, purpose);
  if (before === null) throw notFound("file");
  await audit(call, [
    { action: "organization.fileRemoved", subjectId: call.organizationId, facts: { purpose, before } },
  ]);
}

async function end(call: Call, purpose: OrganizationFilePurpose): Promise<string | null> {
  const [ended] = await call.db
    .update(organizationFile)
    .set({ removedAt: call.now })
    .where(and(ours(organizationFile, call), eq(organizationFile.purpose, purpose), isNull(organizationFile.removedAt)))
    .returning({ id: organizationFile.organizationFileId });
  return ended?.id ?? null;
}

/** @throws NotFound, Forbidden, Conflict (not looked at, harmful) */
export async function readFile(call: Call, { organizationId, purpose }: About): Promise<FileAnswer> {
  const own = await namedOrganization(call, organizationId);
  authorizeFileSight(call, purpose);
  if (purpose === "Logo") {
    if (own.logoStorageKey === null) throw notFound("logo");
    const stream = await call.adapters.files.open(own.logoStorageKey);
    return { name: "logo.webp", mediaType: "image/webp", bytes: null, stream };
  }
  return answerWith(call, await presentFile(call, purpose));
}

const hashOf = (token: string) => createHash("sha256").update(token).digest();

/**
 * Creates an address that opens the file once within a few minutes. Only the hash of its token is stored, and the log has only
 * the route. A logo's address is public.
 *
 * @throws NotFound, Forbidden, Conflict (not looked at, harmful)
 */
export async function linkFile(call: Call, { organizationId, purpose }: About): Promise<{ url: string }> {
  const own = await namedOrganization(call, organizationId);
  authorizeFileSight(call, purpose);
  const { site } = call.adapters;
  if (purpose === "Logo") {
    if (own.logoId === null) throw notFound("logo");
    return { url: `${site.url}${logoPath(organizationId, own.logoId)}` };
  }
  return linkTo(call, await presentFile(call, purpose), { purpose });
}

/**
 * Creates an address that opens one file of the organization once, by the file's id, unless it was replaced. The caller
 * authorizes.
 *
 * @throws NotFound, Conflict (not looked at, harmful)
 */
export async function linkFileById(call: Call, id: string, facts: Record<string, string>): Promise<{ url: string }> {
  return linkTo(call, await fileById(call, id), facts);
}

async function linkTo(
  call: Call,
  { organizationFileId, ...file }: Awaited<ReturnType<typeof presentFile>>,
  facts: Record<string, string>,
): Promise<{ url: string }> {
  const { site } = call.adapters;
  // Anybody with the address opens it, so the uploader's own permission doesn't count.
  refuseUnlooked(null, file);
  const token = randomBytes(32).toString("base64url");
  await call.db
    .delete(organizationFileToken)
    .where(and(ours(organizationFileToken, call), lte(organizationFileToken.expiresAt, call.now)));
  await call.db.insert(organizationFileToken).values({
    organizationId: call.organizationId,
    tokenHash: hashOf(token),
    organizationFileId,
    expiresAt: new Date(call.now.getTime() + fileLinkMinutes * 60_000),
  });
  await audit(call, [
    {
      action: "organization.fileLinked",
      subjectId: call.organizationId,
      facts: { ...facts, file: organizationFileId },
    },
  ]);
  return { url: `${site.url}${openOrganizationFile.path}?token=${token}` };
}

/** Returns the file of an address, to the first request in time. @throws NotFound */
export async function openByToken(visit: Visit, adapters: Adapters, token: string): Promise<FileAnswer> {
  const found = await visit.tenancy.runShared(async (db) => {
    const [row] = await db
      .update(organizationFileToken)
      .set({ usedAt: visit.now })
      .where(
        and(
          eq(organizationFileToken.tokenHash, hashOf(token)),
          isNull(organizationFileToken.usedAt),
          gt(organizationFileToken.expiresAt, visit.now),
        ),
      )
      .returning();
    return row;
  });
  if (!found) throw notFound("file");
  visit.reply.header("referrer-policy", "no-referrer");
  const [organizationId] = await visit.tenancy.inUse([visit.tenancy.found(found.organizationId)]);
  if (!organizationId) throw notFound("file");
  return answerTo(
    adapters,
    null,
    await visit.tenancy.run(organizationId, (db) => fileById({ db, organizationId }, found.organizationFileId)),
  );
}
