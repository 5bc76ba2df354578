import { buffer } from "node:stream/consumers";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type { SubmissionFacts } from "@touchline/contract/requirements/submissions";
import type { AgeDoubt, ReadDocument } from "@touchline/contract/verification/documents";
import { type DocumentField, type DocumentReading, readingWays } from "@touchline/contract/vision";
import { ageDoubt, dayOf, expiryOf } from "@touchline/rules";
import { type Adapters, type Call, organizationFacts } from "../../../../call.ts";
import type { Outcome, Try, WorkLog } from "../../../../jobs/jobs.ts";
import { documentReading } from "../../../../schema/verification.ts";
import { reportToAttempt, restand } from "../../../compliance/index.ts";
import { openStored, type StoredBytes } from "../../../files/index.ts";
import { withLocks } from "../../../people/index.ts";
import { factsOf, filesOf, submissionOf } from "../../../requirements/index.ts";
import { isAnothersNumber, numberDigestOf, readingPlace } from "../queries/reading.ts";

type Job = { attemptId: string };
export type StoredPictures = { stored: StoredBytes[] };
type Facts = Omit<ReadDocument, "numberEnd"> & { number: string | null };
/** What the pictures tell together; null: they weren't read. `busy`: the reader has no time yet. */
export type PictureResult = { facts: Facts | null; isUnclear: boolean } | "busy" | null;

const pictures = ["image/png", "image/jpeg"];

/** Finds the pictures of a submission that is still to be read. */
export async function beginReading(call: Call, { attemptId }: Job): Promise<StoredPictures | null> {
  if ((await submissionOf(call, attemptId))?.state !== "waitingProvider") return null;
  return { stored: picturesOf(await filesOf(call, attemptId)) };
}

/** The pictures among the files of a submission, except harmful ones. */
export const picturesOf = (files: Awaited<ReturnType<typeof filesOf>>): StoredBytes[] =>
  files
    .filter(({ mediaType, scan }) => pictures.includes(mediaType) && scan !== "infected")
    .map(({ organizationId, fileId, storageKey, wrappedKey }) => ({
      ...{ organizationId, fileId, storageKey, wrappedKey },
    }));

/** Reads the pictures, one after another. One that the reader breaks on is left to people. */
export async function readPictures(
  { stored }: StoredPictures,
  adapters: Adapters,
  log?: WorkLog,
): Promise<PictureResult> {
  const readings: DocumentReading[] = [];
  for (const file of stored) {
    // Neither missing bytes nor those that can't be opened get better by trying again: a person decides.
    const image = await openStored(adapters, file).then(buffer, () => null);
    if (image === null) {
      log?.error({ storageKey: file.storageKey }, "a picture can't be opened");
      continue;
    }
    const outcome = await adapters.vision.document(image);
    if (outcome.status === "busy") return "busy";
    if (outcome.status === "unavailable") return null;
    if (outcome.status === "read") readings.push(outcome.reading);
  }
  return readings.length === 0 && stored.length > 0 ? null : mergeReadings(readings);
}

/** The most that any picture tells: what proves itself comes before what doesn't, a code before printed text. */
function mergeReadings(readings: readonly DocumentReading[]) {
  const rankOf = ({ by, isChecked }: Facts) => readingWays.indexOf(by) + (isChecked ? 0 : readingWays.length);
  const facts = readings.flatMap((one) => one.readings.map(factsIn)).sort((a, b) => rankOf(a) - rankOf(b));
  return {
    facts: facts[0] ?? null,
    isUnclear: readings.some(({ blur, glare }) => blur.level === "blurry" || glare.level === "strong"),
  };
}

function factsIn({ way, checked, fields }: DocumentReading["readings"][number]): Facts {
  const of = (field: DocumentField) => fields.find((one) => one.field === field)?.value ?? null;
  return {
    ...{ by: way, isChecked: checked },
    firstName: [of("firstName"), of("middleName")].filter(Boolean).join(" "),
    lastName: of("lastName") ?? "",
    ...{ dateOfBirth: of("dateOfBirth"), expiresOn: of("expirationDate"), number: of("documentNumber") },
  };
}

/** Completes what matches; whatever is in doubt goes to a reviewer, with what was read and the reason. */
export async function finishReading(
  unlocked: Call,
  { attemptId }: Job,
  result: PictureResult,
  { last }: Try,
): Promise<Outcome> {
  if (result === "busy" && !last) return "retry";
  const before = await submissionOf(unlocked, attemptId);
  if (!before) return undefined;
  const call = await withLocks(unlocked, { people: [before.profileId] });
  const of = await submissionOf(call, attemptId);
  if (of?.state !== "waitingProvider") return undefined;
  const { adapters, organizationId, now } = call;
  const { wrappedKey, timeZone } = await organizationFacts(call);
  const typed = await factsOf<SubmissionFacts>(call, attemptId);
  const settings = of.settings as SettingsOf<"age-verification">;
  const { facts, isUnclear } = result === null || result === "busy" ? nothing : result;
  const place = readingPlace(call, attemptId);
  const read = facts && withoutNumber(facts);
  const digest = facts?.number ? numberDigestOf(call, wrappedKey, facts.number) : null;
  const isAnothers = digest !== null && (await isAnothersNumber(call, digest, of.profileId));
  const doubt: AgeDoubt | null =
    result === null || result === "busy"
      ? "notRead"
      : ageDoubt({
          ...{ verification: settings.verification, document: typed.document ?? null, read, isUnclear, isAnothers },
          submitted: {
            firstName: typed.legalFirstName ?? "",
            lastName: typed.legalLastName ?? "",
            dateOfBirth: typed.dateOfBirth ?? null,
          },
          profile: of,
          today: dayOf(now.getTime(), timeZone),
        });
  const completes = doubt === null && settings.completesOnMatch && settings.validity.type !== "PerRequirement";
  const outcome = completes ? "completed" : "review";
  await call.db.insert(documentReading).values({
    ...{ organizationId, attemptId, requirementId: of.requirementId, profileId: of.profileId },
    sealedRead: read && adapters.vault.seal(wrappedKey, place, JSON.stringify(read)),
    ...{ numberDigest: digest, doubt, outcome, readAt: now },
  });
  const subject = { attemptId, requirementId: of.requirementId, profileId: of.profileId, contentId: of.contentId };
  const about = { ...subject, profileLevelAccessId: of.profileLevelAccessId };
  const completedAt = of.completedAt ?? now;
  const expiresAt = completes ? expiryOf(settings.validity, { completedAt: completedAt.getTime() }, timeZone) : null;
  await reportToAttempt(
    call,
    about,
    { kind: completes ? "machineMatch" : "machineUndecided" },
    of.contentVersionId,
    completes ? { decidedAt: now, expiresAt: expiresAt === null ? null : new Date(expiresAt) } : {},
  );
  await restand(call, [of.profileId]);
  return undefined;
}

/** What is kept of a reading: the last four characters of the number stand for it. */
const withoutNumber = ({ number, ...facts }: Facts): ReadDocument => ({
  ...facts,
  numberEnd: number?.slice(-4) ?? null,
});
const nothing = { facts: null, isUnclear: false };
