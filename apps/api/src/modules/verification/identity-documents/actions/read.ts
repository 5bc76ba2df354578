import { buffer } from "node:stream/consumers";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type { SubmissionFacts } from "@touchline/contract/requirements/submissions";
import type { AgeDoubt, ReadDocument } from "@touchline/contract/verification/documents";
import { ageDoubt, dayOf, expiryOf } from "@touchline/rules";
import type { DocumentReading } from "../../../../adapters/document-reader/port.ts";
import { type Adapters, type Call, organizationFacts } from "../../../../call.ts";
import type { Outcome, Try, WorkLog } from "../../../../jobs/jobs.ts";
import { documentReading } from "../../../../schema/verification.ts";
import { reportToAttempt, restand } from "../../../compliance/index.ts";
import { underLocks } from "../../../people/index.ts";
import { factsOf, filesOf } from "../../../requirements/index.ts";
import { isAnothersNumber, readingPlace } from "../queries/reading.ts";
import { submissionOf } from "../queries/submission.ts";

type Facts = NonNullable<DocumentReading["facts"]>;
type Job = { attemptId: string };
type Begun = { storageKeys: string[] };
/** Null: no answer came, or there is nobody to give one. */
type Result = DocumentReading[] | null;

const pictures = ["image/png", "image/jpeg"];

/** Finds the pictures of a submission that is still to be read. */
export async function beginReading(call: Call, { attemptId }: Job): Promise<Begun | null> {
  if ((await submissionOf(call, attemptId))?.state !== "waitingProvider") return null;
  const files = await filesOf(call, attemptId);
  return {
    storageKeys: files
      .filter(({ mediaType, scan }) => pictures.includes(mediaType) && scan !== "infected")
      .map((file) => file.storageKey),
  };
}

/** Reads the pictures, one after another. */
export async function readPictures(
  { storageKeys }: Begun,
  { documentReader, files }: Adapters,
  log: WorkLog,
): Promise<Result> {
  if (documentReader === null) return null;
  try {
    const readings: DocumentReading[] = [];
    for (const key of storageKeys) readings.push(await documentReader.read(await buffer(await files.open(key))));
    return readings;
  } catch (error) {
    log.error({ reason: error instanceof Error ? error.name : "unknown" }, "a document could not be read");
    return null;
  }
}

/** The most that any picture tells: what can be checked comes before what was only printed. */
function best(readings: DocumentReading[]) {
  const ranks = { barcode: 0, machineReadableZone: 0, printedText: 2 };
  const rankOf = ({ by, isChecked }: { by: keyof typeof ranks; isChecked: boolean }) => ranks[by] + (isChecked ? 0 : 1);
  const facts = readings.flatMap((one) => one.facts ?? []).sort((a, b) => rankOf(a) - rankOf(b));
  return { facts: facts[0] ?? null, isUnclear: readings.some((one) => one.isUnclear) };
}

/** Completes what matches; whatever is in doubt goes to a reviewer, with what was read and the reason. */
export async function finishReading(given: Call, { attemptId }: Job, result: Result, { last }: Try): Promise<Outcome> {
  if (result === null && given.adapters.documentReader !== null && !last) return "retry";
  const before = await submissionOf(given, attemptId);
  if (!before) return undefined;
  const call = await underLocks(given, { people: [before.profileId] });
  const of = await submissionOf(call, attemptId);
  if (of?.state !== "waitingProvider") return undefined;
  const { adapters, organizationId, now } = call;
  const { wrappedKey, timeZone } = await organizationFacts(call);
  const told = await factsOf<SubmissionFacts>(call, attemptId);
  const settings = of.settings as SettingsOf<"age-verification">;
  const { facts, isUnclear } = best(result ?? []);
  const place = readingPlace(call, attemptId);
  const read = facts && withoutNumber(facts);
  const digest = facts?.number
    ? adapters.vault.digest(wrappedKey, { ...place, column: "number_digest" }, plainNumber(facts.number))
    : null;
  const isAnothers = digest !== null && (await isAnothersNumber(call, digest, of.profileId));
  const doubt: AgeDoubt | null =
    result === null
      ? "notRead"
      : ageDoubt({
          ...{ verification: settings.verification, document: told.document ?? null, read, isUnclear, isAnothers },
          told: {
            firstName: told.legalFirstName ?? "",
            lastName: told.legalLastName ?? "",
            dateOfBirth: told.dateOfBirth ?? null,
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

/** Of a document's number the last four characters are kept, and a hash. */
const withoutNumber = ({ number, ...facts }: Facts): ReadDocument => ({
  ...facts,
  numberEnd: number?.slice(-4) ?? null,
});
const plainNumber = (number: string) => number.replaceAll(/[^\p{Letter}\p{Number}]/gu, "").toUpperCase();
