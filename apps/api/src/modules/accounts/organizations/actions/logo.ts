import { Readable } from "node:stream";
import { logoSize } from "@touchline/contract/accounts/organization-settings";
import { eq } from "drizzle-orm";
import type { Adapters, Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { invalid, notFound } from "../../../../errors.ts";
import type { FileAnswer, UploadedFile, Visit } from "../../../../http/mount.ts";
import { confirmUploads, recordPendingBytes } from "../../../../http/pending-uploads.ts";
import { organizationDirectory } from "../../../../schema/accounts.ts";
import { audit } from "../../../../security/audit.ts";
import { extensionOf } from "../../../files/index.ts";
import { reencodePhoto } from "../../../requirements/index.ts";
import { ownOrganization } from "../queries/own.ts";

/** A stored logo that still counts as an incoming file until the organization has it. */
export type MadeLogo = { storageKey: string; bytes: number };

/** The largest logo file, in bytes. */
const mostBytes = 10_000_000;

/**
 * Redraws an uploaded image as a logo and stores it under a key that was recorded before. The upload isn't kept.
 *
 * @throws 415 when it isn't an image; 400 when it is too large.
 */
export async function makeLogo(storageKey: string, sent: UploadedFile, { files }: Adapters): Promise<MadeLogo> {
  if (sent.bytes > mostBytes) throw invalid("file", "This image is larger than 10 MB. Upload a smaller one.");
  const logo = await reencodePhoto(await whole(await files.open(sent.storageKey)), extensionOf(sent.name), {
    manner: "logo",
    size: logoSize,
  });
  await files.receive(Readable.from([logo]), logo.length, storageKey);
  await files.remove(sent.storageKey);
  return { storageKey, bytes: logo.length };
}

async function whole(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Sets the organization's logo, or removes it. The caller authorizes. */
export async function putLogo(call: Call, logo: MadeLogo | null): Promise<void> {
  const { logoId: before, logoStorageKey } = await ownOrganization(call);
  if (logo === null && before === null) return;
  if (logo) await confirmUploads(call, [logo.storageKey]);
  // The previous logo's bytes are deleted as those of an interrupted upload are.
  if (logoStorageKey !== null) await recordPendingBytes(call, logoStorageKey);
  const after = logo ? newId() : null;
  await call.db
    .update(organizationDirectory)
    .set({ logoId: after, logoStorageKey: logo?.storageKey ?? null, logoBytes: logo?.bytes ?? null })
    .where(eq(organizationDirectory.organizationId, call.organizationId));
  await audit(call, [{ action: "organization.logoChanged", subjectId: call.organizationId, facts: { before, after } }]);
}

/** Returns the logo at an address. @throws NotFound, also for one that was replaced. */
export async function readLogo(
  { tenancy }: Pick<Visit, "tenancy">,
  { files }: Adapters,
  { id, logoId }: { id: string; logoId: string },
): Promise<FileAnswer> {
  const [row] = await tenancy.runShared((db) =>
    db.select().from(organizationDirectory).where(eq(organizationDirectory.organizationId, id)),
  );
  if (!row?.logoStorageKey || row.logoId !== logoId) throw notFound("logo");
  const stream = await files.open(row.logoStorageKey);
  return { name: "logo.webp", mediaType: "image/webp", bytes: row.logoBytes, stream, unchanging: true };
}
