import type { IdentityImage } from "@touchline/contract/verification/identity";
import type { DocumentReading } from "@touchline/contract/vision";
import {
  documentMessage,
  type HolderFacts,
  imagesFor,
  imageWaits,
  isOpen,
  noReaderNotice,
  selfieMessage,
} from "@touchline/rules";
import { and, asc, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import type { attempt } from "../../../../schema/compliance.ts";
import { identityCheck, identityImage, identityKey } from "../../../../schema/verification.ts";
import { readByNotice } from "../../identity-documents/queries/identity-settings.ts";

export type CheckRow = typeof identityCheck.$inferSelect;
export type ImageRow = typeof identityImage.$inferSelect;
export type IdentityCheck = {
  row: CheckRow;
  /** In the order in which they came. */
  images: readonly ImageRow[];
  /** Null: it was destroyed. */
  wrappedKey: Buffer | null;
};

/** Pictures of one verification, refused ones included. */
export const mostImages = 40;

/** Reads the verification of a submission; null: it was submitted as files, or in another way. */
export async function checkOf(call: Call, attemptId: string): Promise<IdentityCheck | null> {
  const { db } = call;
  const [[row], images, [key]] = await Promise.all([
    db
      .select()
      .from(identityCheck)
      .where(and(ours(identityCheck, call), eq(identityCheck.attemptId, attemptId))),
    db
      .select()
      .from(identityImage)
      .where(and(ours(identityImage, call), eq(identityImage.attemptId, attemptId)))
      .orderBy(asc(identityImage.addedAt), asc(identityImage.identityImageId))
      .limit(mostImages),
    db
      .select({ wrappedKey: identityKey.wrappedKey })
      .from(identityKey)
      .where(and(ours(identityKey, call), eq(identityKey.attemptId, attemptId))),
  ]);
  return row ? { row, images, wrappedKey: key?.wrappedKey ?? null } : null;
}

/** Reads the verification that is being put together on a submission; null: none was started, or it was destroyed since. */
export async function startedCheck(
  call: Call,
  submission: Pick<typeof attempt.$inferSelect, "attemptId" | "state" | "submittedAt"> | null,
): Promise<(IdentityCheck & { wrappedKey: Buffer }) | null> {
  if (!submission || submission.submittedAt !== null || !isOpen(submission.state)) return null;
  const check = await checkOf(call, submission.attemptId);
  return check?.wrappedKey ? { ...check, wrappedKey: check.wrappedKey } : null;
}

export const notStarted = () => conflict("Start the verification first.", "notStarted");

/** Where the bytes of a picture are sealed. */
export const imagePlace = ({ organizationId }: Pick<Call, "organizationId">, identityImageId: string) => ({
  tenant: organizationId,
  table: "identity_image",
  column: "bytes",
  id: identityImageId,
});

/** Where what was read from a picture is sealed. */
export const imageReadingPlace = ({ organizationId }: Pick<Call, "organizationId">, identityImageId: string) => ({
  tenant: organizationId,
  table: "identity_image",
  column: "sealed_reading",
  id: identityImageId,
});

/** Opens what was read from the kept photos of a document. */
export const readingsOf = (call: Call, { images, wrappedKey }: IdentityCheck) =>
  images.flatMap(({ identityImageId, sealedReading }) =>
    sealedReading && wrappedKey
      ? [
          {
            imageId: identityImageId,
            reading: JSON.parse(
              call.adapters.vault.open(wrappedKey, imageReadingPlace(call, identityImageId), sealedReading),
            ) as DocumentReading,
          },
        ]
      : [],
  );

/** Where the values that the member confirmed are sealed. */
export const typedPlace = ({ organizationId }: Pick<Call, "organizationId">, attemptId: string) => ({
  tenant: organizationId,
  table: "identity_check",
  column: "sealed_typed",
  id: attemptId,
});

/** Opens the values that the member confirmed or corrected; null: there are none, or they were destroyed. */
export const typedIn = (call: Call, { row: { attemptId, sealedTyped }, wrappedKey }: IdentityCheck) =>
  sealedTyped && wrappedKey
    ? (JSON.parse(call.adapters.vault.open(wrappedKey, typedPlace(call, attemptId), sealedTyped)) as HolderFacts)
    : null;

/** The pictures that count: the latest of each kind that wasn't refused. */
export const keptImages = ({ images }: Pick<IdentityCheck, "images">) =>
  images.filter(({ state }) => state !== "refused");

/** What was wrong with the selfies that were refused. */
export const refusedCodes = (images: readonly ImageRow[]) =>
  images.flatMap(({ kind, state, code }) => (kind === "selfie" && state === "refused" && code ? [code] : []));

export const wrongKind = () =>
  conflict("This requirement is completed in a different way. Reload the page.", "notForThisType");

export const hasReader = (call: Call) => call.adapters.vision.state() !== "unavailable";
/** What members are told of how photos are read; null: on this machine, as usual. */
export function noticeOf(call: Call): string | null {
  return readByNotice(call) ?? (hasReader(call) ? null : noReaderNotice);
}

/** Kinds of pictures that are still needed, and those that can be added. */
export function wantedImages(check: IdentityCheck) {
  const { needed, optional } = imagesFor(check.row.route, check.row.document);
  const kept = keptImages(check);
  const isThere = (kind: ImageRow["kind"]) => kept.some((one) => one.kind === kind);
  return { missing: needed.filter((kind) => !isThere(kind)), optional: optional.filter((kind) => !isThere(kind)) };
}

/** The latest picture of each kind, refused or not. */
export function shownImages(call: Call, { images }: IdentityCheck): IdentityImage[] {
  const latest = new Map(images.map((row) => [row.kind, row]));
  return [...latest.values()].map((row) => imageShown(call, row));
}

export function imageShown(call: Call, row: ImageRow): IdentityImage {
  const { identityImageId: imageId, kind, state, code, hint, fault, toPerson } = row;
  return {
    imageId,
    kind,
    state,
    code,
    hint,
    toPerson,
    message: messageOf(call, { kind, state, code, hint, fault, toPerson }),
  };
}

function messageOf(
  call: Call,
  {
    kind,
    state,
    code,
    hint,
    fault,
    toPerson,
  }: Pick<ImageRow, "kind" | "state" | "code" | "hint" | "fault" | "toPerson">,
): string | null {
  if (state === "checking") return hasReader(call) ? imageWaits : null;
  // The page says once that nothing is checked automatically.
  if (kind === "selfie") return code && selfieMessage(code, hint, { toPerson });
  return documentMessage(fault, { toPerson });
}
