import { buffer } from "node:stream/consumers";
import type { DocumentReading, FaceComparison, FaceReading, VisionOutcome } from "@touchline/contract/vision";
import { documentFault, judgeDocument, judgeSelfie } from "@touchline/rules";
import { and, eq, isNull } from "drizzle-orm";
import { type Adapters, type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { forgetBytes } from "../../../../http/pending-uploads.ts";
import type { Outcome, Try, WorkLog } from "../../../../jobs/jobs.ts";
import { identityCheck, identityImage } from "../../../../schema/verification.ts";
import { reportToAttempt, restand } from "../../../compliance/index.ts";
import { withLocks } from "../../../people/index.ts";
import { submissionOf } from "../../../requirements/index.ts";
import { inTime } from "../../identity-documents/actions/in-time.ts";
import { numberDigestOf } from "../../identity-documents/queries/reading.ts";
import {
  checkOf,
  type IdentityCheck,
  type ImageRow,
  imagePlace,
  imageReadingPlace,
  keptImages,
  refusedCodes,
} from "../queries/check.ts";

type Job = { attemptId: string };
type Picture = { imageId: string; storageKey: string; place: ReturnType<typeof imagePlace> };
type Begun = {
  wrappedKey: Buffer;
  selfies: Picture[];
  documents: Picture[];
  /** The selfie and the photo of the document's front, once it is submitted. */
  compared: [Picture, Picture] | null;
};
type Read = {
  selfies: { imageId: string; outcome: VisionOutcome<FaceReading> }[];
  documents: { imageId: string; outcome: VisionOutcome<DocumentReading> }[];
  compared: VisionOutcome<FaceComparison> | null;
};

/** Milliseconds that the reader gets for a picture, besides its own limit. */
const readTimeout = 120_000;

/** Finds the pictures that nobody has read; null: the verification is gone, or all of it is done. */
export async function beginReading(call: Call, { attemptId }: Job): Promise<Begun | null> {
  const [check, of] = [await checkOf(call, attemptId), await submissionOf(call, attemptId)];
  if (!check?.wrappedKey || !of) return null;
  const picture = ({ identityImageId: imageId, storageKey }: ImageRow): Picture => ({
    ...{ imageId, storageKey: storageKey as string, place: imagePlace(call, imageId) },
  });
  const kept = keptImages(check);
  const waiting = kept.filter(({ state }) => state === "checking");
  const pair = [kept.find(({ kind }) => kind === "selfie"), kept.find(({ kind }) => kind === "front")] as const;
  const isCompared = of.state === "waitingProvider" && check.row.route === "selfie" && check.row.faceBand === null;
  return {
    wrappedKey: check.wrappedKey,
    selfies: waiting.filter(({ kind }) => kind === "selfie").map(picture),
    documents: waiting.filter(({ kind }) => kind !== "selfie").map(picture),
    compared: isCompared && pair[0] && pair[1] ? [picture(pair[0]), picture(pair[1])] : null,
  };
}

/** Reads the pictures, one after another. The numbers of faces never leave the reader. */
export async function readImages(begun: Begun, { vision, files, vault }: Adapters, log: WorkLog): Promise<Read> {
  const { wrappedKey, selfies, documents, compared } = begun;
  const open = async ({ storageKey, place }: Picture) => {
    const sealed = await files.open(storageKey).then(buffer, () => null);
    if (sealed === null) log.error({ storageKey }, "a picture is not there");
    try {
      return sealed && vault.openBytes(wrappedKey, place, sealed);
    } catch {
      // Trying again would fail again, and the submission would wait for good: a person decides.
      log.error({ storageKey }, "a picture can't be opened");
      return null;
    }
  };
  const read: Read = { selfies: [], documents: [], compared: null };
  const broken = { status: "failed", reason: "broken" } as const;
  for (const one of selfies) {
    const image = await open(one);
    read.selfies.push({
      imageId: one.imageId,
      outcome: image ? await inTime(vision.face(image), readTimeout) : broken,
    });
  }
  for (const one of documents) {
    const image = await open(one);
    const outcome = image ? await inTime(vision.document(image), readTimeout) : broken;
    read.documents.push({ imageId: one.imageId, outcome });
  }
  if (compared) {
    const [selfie, front] = [await open(compared[0]), await open(compared[1])];
    read.compared = selfie && front ? await inTime(vision.compare(selfie, front), readTimeout) : broken;
  }
  return read;
}

/** Notes what was read, and hands what was submitted to a reviewer once all of it is. */
export async function finishReading(unlocked: Call, { attemptId }: Job, read: Read, { last }: Try): Promise<Outcome> {
  const before = await submissionOf(unlocked, attemptId);
  if (!before) return undefined;
  const call = await withLocks(unlocked, { people: [before.profileId] });
  const [check, of] = [await checkOf(call, attemptId), await submissionOf(call, attemptId)];
  // Destroyed or started over meanwhile: nothing of what was read is kept.
  if (!check?.wrappedKey || !of) return undefined;
  const isSubmitted = of.state === "waitingProvider";
  for (const { imageId, outcome } of read.selfies) {
    const row = waitingImage(check, imageId);
    if (row && (outcome.status !== "busy" || last)) await noteSelfie(call, check, row, outcome, isSubmitted);
  }
  for (const { imageId, outcome } of read.documents) {
    const row = waitingImage(check, imageId);
    if (row && (outcome.status !== "busy" || last)) await noteDocument(call, check, row, outcome, isSubmitted);
  }
  if (read.compared?.status === "read") {
    const { band } = read.compared.reading;
    await call.db
      .update(identityCheck)
      .set({ faceBand: band })
      .where(and(ours(identityCheck, call), eq(identityCheck.attemptId, attemptId), isNull(identityCheck.faceBand)));
  }
  const isBusy = [...read.selfies, ...read.documents, { outcome: read.compared }].some(
    ({ outcome }) => outcome?.status === "busy",
  );
  if (isBusy && !last) return "retry";
  const isWaiting = keptImages((await checkOf(call, attemptId)) ?? check).some(({ state }) => state === "checking");
  // Other jobs of this verification read the rest.
  if (!isSubmitted || (isWaiting && !last)) return undefined;
  // What was submitted while the rest was read has a job of its own, which compares the faces.
  if (read.compared === null && check.row.route === "selfie" && check.row.faceBand === null) return undefined;
  const { requirementId, profileId, contentId, profileLevelAccessId } = of;
  const about = { attemptId, requirementId, profileId, contentId, profileLevelAccessId };
  await reportToAttempt(call, about, { kind: "machineUndecided" }, of.contentVersionId);
  await restand(call, [profileId]);
  return undefined;
}

const waitingImage = ({ images }: IdentityCheck, imageId: string) =>
  images.find((one) => one.identityImageId === imageId && one.state === "checking");

type Noted = Partial<Pick<ImageRow, "state" | "code" | "hint" | "fault" | "toPerson" | "sealedReading">>;

/** Notes what became of a picture; the bytes of one that is refused go. What was submitted already can't be taken again. */
async function note(call: Call, row: ImageRow, noted: Noted, isSubmitted: boolean): Promise<void> {
  const isRefused = noted.state === "refused" && !isSubmitted;
  await call.db
    .update(identityImage)
    .set({
      ...noted,
      ...(noted.state === "refused" && isSubmitted && { state: "accepted", toPerson: true }),
      ...(isRefused && { storageKey: null, sealedReading: null }),
    })
    .where(
      and(
        ours(identityImage, call),
        eq(identityImage.identityImageId, row.identityImageId),
        eq(identityImage.state, "checking"),
      ),
    );
  if (isRefused && row.storageKey) await forgetBytes(call, [row.storageKey]);
}

function noteSelfie(
  call: Call,
  { images }: IdentityCheck,
  row: ImageRow,
  outcome: VisionOutcome<FaceReading>,
  isSubmitted: boolean,
): Promise<void> {
  if (outcome.status !== "read") return note(call, row, { state: "accepted", toPerson: true }, isSubmitted);
  const { code, hint } = outcome.reading;
  return note(call, row, { code, hint, ...judgeSelfie(code, refusedCodes(images)) }, isSubmitted);
}

async function noteDocument(
  call: Call,
  { images, wrappedKey, row: { attemptId } }: IdentityCheck,
  row: ImageRow,
  outcome: VisionOutcome<DocumentReading>,
  isSubmitted: boolean,
): Promise<void> {
  if (outcome.status !== "read") return note(call, row, { state: "accepted", toPerson: true }, isSubmitted);
  const { reading } = outcome;
  const fault = documentFault(reading);
  const refusedBefore = images.filter(({ kind, state }) => kind === row.kind && state === "refused").length;
  const place = imageReadingPlace(call, row.identityImageId);
  const sealedReading = call.adapters.vault.seal(wrappedKey as Buffer, place, JSON.stringify(withoutNumbers(reading)));
  await note(call, row, { fault, sealedReading, ...judgeDocument(fault, refusedBefore) }, isSubmitted);
  const number = numberIn(reading);
  if (number === null) return;
  const { wrappedKey: organizationKey } = await organizationFacts(call);
  await call.db
    .update(identityCheck)
    .set({ numberDigest: numberDigestOf(call, organizationKey, number) })
    .where(and(ours(identityCheck, call), eq(identityCheck.attemptId, attemptId)));
}

const numberIn = ({ readings }: DocumentReading) =>
  readings.flatMap(({ fields }) => fields).find(({ field }) => field === "documentNumber")?.value ?? null;

/** What is kept of a reading: the last four characters of a number stand for it. */
const withoutNumbers = (reading: DocumentReading): DocumentReading => ({
  ...reading,
  readings: reading.readings.map((one) => ({
    ...one,
    fields: one.fields.map((field) =>
      field.field === "documentNumber" ? { ...field, value: field.value.slice(-4) } : field,
    ),
  })),
});
