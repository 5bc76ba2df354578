import type { RequirementStatus } from "@touchline/contract";
import type { IdentityImage, IdentityProgress } from "@touchline/contract/verification/identity";
import type { DocumentReading } from "@touchline/contract/vision";
import {
  ageGradeStatus,
  documentMessage,
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

/** The pictures that count: the latest of each kind that wasn't refused. */
export const keptImages = ({ images }: Pick<IdentityCheck, "images">) =>
  images.filter(({ state }) => state !== "refused");

/** What was wrong with the selfies that were refused. */
export const refusedCodes = (images: readonly ImageRow[]) =>
  images.flatMap(({ kind, state, code }) => (kind === "selfie" && state === "refused" && code ? [code] : []));

export const wrongKind = () =>
  conflict("This requirement is completed in a different way. Reload the page.", "notForThisType");

export const hasReader = (call: Call) => call.adapters.vision.state() !== "unavailable";
export const noticeOf = (call: Call) => (hasReader(call) ? null : noReaderNotice);

/** How far a verification is, for the page. */
export function progressOf(
  call: Call,
  check: IdentityCheck,
  { status, submittedAt }: { status: RequirementStatus; submittedAt: Date | null },
): IdentityProgress {
  const { route, document, startedAt } = check.row;
  const { needed, optional } = imagesFor(route, document);
  const kept = keptImages(check);
  const has = (kind: ImageRow["kind"]) => kept.some((one) => one.kind === kind);
  const missing = needed.filter((kind) => !has(kind));
  return {
    status: ageGradeStatus(status, { reviewed: true }),
    ...{ route, document, missing, ready: missing.length === 0 && submittedAt === null },
    optional: optional.filter((kind) => !has(kind)),
    startedAt: startedAt.toISOString(),
    submittedAt: submittedAt?.toISOString() ?? null,
    images: shownImages(call, check),
    refusedTries: check.images.filter(({ kind, state }) => kind === "selfie" && state === "refused").length,
    notice: route === "inPerson" ? null : noticeOf(call),
  };
}

/** The latest picture of each kind, refused or not. */
function shownImages(call: Call, { images }: IdentityCheck): IdentityImage[] {
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
