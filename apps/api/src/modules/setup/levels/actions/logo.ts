import { Readable } from "node:stream";
import type { Adapters, Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { notFound } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { confirmUploads, recordPendingBytes } from "../../../../http/pending-uploads.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { levelById, setLogo, withLocks } from "../../../people/index.ts";
import { reencodePhoto } from "../../../requirements/index.ts";

type Sent = { storageKey: string; sent: Buffer; extension: string | undefined };
export type MadeLevelLogo = { logoStorageKey: string; logoBytes: number };

/** Records the key of a logo before it is stored; null when the logo is removed. @throws NotFound, Forbidden */
export async function beginLogo(
  call: Call,
  input: { levelId: string; logoData: string | null; logoExtension?: string | undefined },
): Promise<Sent | null> {
  await editable(call, input.levelId);
  if (input.logoData === null) return null;
  const storageKey = call.adapters.files.newKey();
  await recordPendingBytes(call, storageKey);
  return { storageKey, sent: Buffer.from(input.logoData, "base64"), extension: input.logoExtension };
}

/** Redraws a logo and stores it under its key. @throws 415 */
export async function makeLogo(begun: Sent | null, { files }: Adapters): Promise<MadeLevelLogo | null> {
  if (!begun) return null;
  const logo = await reencodePhoto(begun.sent, begun.extension, { manner: "logo" });
  await files.receive(Readable.from([logo]), logo.length, begun.storageKey);
  return { logoStorageKey: begun.storageKey, logoBytes: logo.length };
}

/** Sets a level's logo, or removes it. @throws NotFound, Forbidden */
export async function putLogo(unlocked: Call, levelId: string, made: MadeLevelLogo | null): Promise<void> {
  const call = await withLocks(unlocked);
  const { logoId: before, logoStorageKey } = await editable(call, levelId);
  if (made === null && before === null) return;
  const logo = made && { logoId: newId(), ...made };
  if (made) await confirmUploads(call, [made.logoStorageKey]);
  // The previous logo's bytes are deleted as those of an interrupted upload are.
  if (logoStorageKey) await recordPendingBytes(call, logoStorageKey);
  await setLogo(call, levelId, logo);
  const facts = { before, after: logo?.logoId ?? null };
  await audit(call, [{ action: "level.logoChanged", subjectId: levelId, levelId, facts }]);
}

async function editable(call: Call, levelId: string) {
  const found = await levelById(call, levelId);
  authorize(call, "levels.edit", { levelPre: found.pre });
  return found;
}

/** @throws NotFound, also for a logo that was replaced. */
export async function readLogo(call: Call, levelId: string, logoId: string): Promise<FileAnswer> {
  const { logoId: present, logoStorageKey, logoBytes } = await levelById(call, levelId);
  if (!logoStorageKey || !logoBytes || present !== logoId) throw notFound("logo");
  const stream = await call.adapters.files.open(logoStorageKey);
  return { name: "logo.webp", mediaType: "image/webp", bytes: logoBytes, stream };
}
