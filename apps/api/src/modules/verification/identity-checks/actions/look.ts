import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Call } from "../../../../call.ts";
import { conflict, notFound } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { authorize } from "../../../../security/authorize.ts";
import { memberTarget } from "../../../people/index.ts";
import { auditView, isSubmitter, requirementOn } from "../../../requirements/index.ts";
import { checkOf, imagePlace, keptImages } from "../queries/check.ts";

/** Opens one picture, and records that it was looked at. @throws NotFound, Forbidden, Conflict once it was destroyed */
export async function lookAtImage(
  call: Call,
  {
    requirementId,
    profileLevelAccessId,
    imageId,
  }: { requirementId: string; profileLevelAccessId: string; imageId: string },
): Promise<FileAnswer> {
  const target = await memberTarget(call, profileLevelAccessId);
  const on = await requirementOn(call, target, requirementId);
  // As the release says: reviewers, and nobody else of the organization.
  if (!isSubmitter(target)) authorize(call, "requirements.review", on.about);
  const { attempt } = on;
  const check = attempt && (attempt.submittedAt || isSubmitter(target)) ? await checkOf(call, attempt.attemptId) : null;
  if (check?.row.destroyedAt) throw conflict("These pictures were destroyed.", "destroyed");
  const image = check && keptImages(check).find((one) => one.identityImageId === imageId);
  if (!check?.wrappedKey || !image?.storageKey) throw notFound("file");
  await auditView(call, { target, on }, "reviewed", [imageId]);
  const { files, vault } = call.adapters;
  const sealed = await buffer(await files.open(image.storageKey));
  const bytes = vault.openBytes(check.wrappedKey, imagePlace(call, imageId), sealed);
  const extension = image.mediaType === "image/png" ? "png" : "jpeg";
  return {
    ...{ name: `${image.kind}.${extension}`, mediaType: image.mediaType, bytes: bytes.length },
    stream: Readable.from([bytes]),
  };
}
