import { buffer } from "node:stream/consumers";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type { SubmissionFacts } from "@touchline/contract/requirements/submissions";
import type { AgeDoubt, ReadDocument } from "@touchline/contract/verification/documents";
import { type DocumentField, readingWays } from "@touchline/contract/vision";
import { ageDoubt, dayOf, expiryOf } from "@touchline/rules";
import { type Adapters, type Call, organizationFacts } from "../../../../call.ts";
import type { Outcome, Try, WorkLog } from "../../../../jobs/jobs.ts";
import { documentReading } from "../../../../schema/verification.ts";
import { reportToAttempt, restand } from "../../../compliance/index.ts";
import { openStored, type StoredBytes } from "../../../files/index.ts";
import { withLocks } from "../../../people/index.ts";
import { factsOf, filesOf, submissionOf } from "../../../requirements/index.ts";
import {
  dropReadings,
  type KeptReading,
  keptReadings,
  type ReadingKey,
  withoutNumbers,
} from "../queries/kept-readings.ts";
import { isAnothersNumber, readingPlace } from "../queries/reading.ts";

type Job = { attemptId: string };
/** The photos of a submission, and what was read from them before, by the hash of their bytes. */
export type StoredPictures = {
  stored: (StoredBytes & { sha256: string })[];
  kept: ReadonlyMap<string, KeptReading>;
  key: ReadingKey;
};
type Facts = ReadDocument & { numberDigest: string | null };
/** What the pictures tell together; null: they weren't read. `busy`: the reader has no time yet. */
export type PictureResult = { facts: Facts | null; isUnclear: boolean } | "busy" | null;
/** The result, and the readings that were made for it. */
export type ReadPictures = { result: PictureResult; fresh: ReadonlyMap<string, KeptReading> };

const pictures = ["image/png", "image/jpeg"];

/** Finds the pictures of a submission that is still to be read. */
export async function beginReading(call: Call, { attemptId }: Job): Promise<StoredPictures | null> {
  if ((await submissionOf(call, attemptId))?.state !== "waitingProvider") return null;
  return picturesOf(call, attemptId, await filesOf(call, attemptId));
}

/** The pictures among the files of a submission, except harmful ones, with what is known of them. */
export async function picturesOf(
  call: Call,
  attemptId: string,
  files: Awaited<ReturnType<typeof filesOf>>,
): Promise<StoredPictures> {
  const stored = files
    .filter(({ mediaType, scan }) => pictures.includes(mediaType) && scan !== "infected")
    .map(({ organizationId, fileId, storageKey, wrappedKey, sha256 }) => ({
      ...{ organizationId, fileId, storageKey, wrappedKey, sha256 },
    }));
  const { organizationId } = call;
  const key = { organizationId, wrappedKey: (await organizationFacts(call)).wrappedKey };
  return { stored, key, kept: stored.length > 0 ? await keptReadings(call, attemptId, key) : new Map() };
}

/** Reads the pictures that weren't read before, one after another. One that the reader breaks on is left to people. */
export async function readPictures(
  { stored, kept, key }: StoredPictures,
  adapters: Adapters,
  log?: WorkLog,
): Promise<ReadPictures> {
  const readings: KeptReading[] = [];
  const fresh = new Map<string, KeptReading>();
  for (const file of stored) {
    const known = kept.get(file.sha256) ?? fresh.get(file.sha256);
    if (known) {
      readings.push(known);
      continue;
    }
    // Neither missing bytes nor those that can't be opened get better by trying again: a person decides.
    const image = await openStored(adapters, file).then(buffer, () => null);
    if (image === null) {
      log?.error({ storageKey: file.storageKey }, "a picture can't be opened");
      continue;
    }
    const outcome = await adapters.vision.document(image);
    if (outcome.status === "busy") return { result: "busy", fresh };
    if (outcome.status === "unavailable") return { result: null, fresh };
    if (outcome.status !== "read") continue;
    const reading = withoutNumbers(outcome.reading, key, adapters.vault);
    readings.push(reading);
    fresh.set(file.sha256, reading);
  }
  const isUnread = readings.length === 0 && stored.length > 0;
  return { result: isUnread ? null : mergeReadings(readings), fresh };
}

/** The most that any picture tells: what proves itself comes before what doesn't, a code before printed text. */
function mergeReadings(readings: readonly KeptReading[]) {
  const rankOf = ({ by, isChecked }: Facts) => readingWays.indexOf(by) + (isChecked ? 0 : readingWays.length);
  const facts = readings.flatMap((one) => one.readings.map(factsIn)).sort((a, b) => rankOf(a) - rankOf(b));
  return {
    facts: facts[0] ?? null,
    isUnclear: readings.some(({ blur, glare }) => blur.level === "blurry" || glare.level === "strong"),
  };
}

function factsIn({ way, checked, fields, numberDigest }: KeptReading["readings"][number]): Facts {
  const of = (field: DocumentField) => fields.find((one) => one.field === field)?.value ?? null;
  return {
    ...{ by: way, isChecked: checked, numberDigest },
    firstName: [of("firstName"), of("middleName")].filter(Boolean).join(" "),
    lastName: of("lastName") ?? "",
    ...{ dateOfBirth: of("dateOfBirth"), expiresOn: of("expirationDate"), numberEnd: of("documentNumber") },
  };
}

/** Completes what matches; whatever is in doubt goes to a reviewer, with what was read and the reason. */
export async function finishReading(
  unlocked: Call,
  { attemptId }: Job,
  { result }: ReadPictures,
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
  const { numberDigest = null, ...rest } = facts ?? {};
  const read = facts && (rest as ReadDocument);
  const digest = numberDigest === null ? null : Buffer.from(numberDigest, "hex");
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
  await dropReadings(call, [attemptId]);
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

const nothing = { facts: null, isUnclear: false };
