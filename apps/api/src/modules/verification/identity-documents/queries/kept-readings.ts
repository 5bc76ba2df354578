import type { DocumentReading } from "@touchline/contract/vision";
import { and, eq, inArray, lte, notInArray, sql } from "drizzle-orm";
import type { Adapters, Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { draftReading } from "../../../../schema/verification.ts";
import { plainNumber } from "./reading.ts";

/** One photo's reading as it is kept: the last four characters of a number and a keyed hash stand for the number. */
export type KeptReading = Omit<DocumentReading, "readings"> & {
  readings: (DocumentReading["readings"][number] & { numberDigest: string | null })[];
};

/** The organization and key with which readings are sealed and numbers are hashed. */
export type ReadingKey = { organizationId: string; wrappedKey: Buffer };

const tableName = "draft_reading";
/** Milliseconds after which the reading of a photo that nobody submitted is dropped. The photo is read again then. */
const keptFor = 86_400_000;

const sealedPlace = ({ organizationId }: ReadingKey, attemptId: string, sha256: string) => ({
  tenant: organizationId,
  table: tableName,
  column: "sealed_reading",
  id: `${attemptId}/${sha256}`,
});

/** Replaces the numbers in a reading by their last four characters and a keyed hash. */
export function withoutNumbers(
  reading: DocumentReading,
  { organizationId, wrappedKey }: ReadingKey,
  vault: Adapters["vault"],
): KeptReading {
  const place = { tenant: organizationId, table: "document_reading", column: "number_digest" };
  return {
    ...reading,
    readings: reading.readings.map((one) => {
      const number = one.fields.find(({ field }) => field === "documentNumber")?.value ?? null;
      return {
        ...one,
        fields: one.fields.map((field) =>
          field.field === "documentNumber" ? { ...field, value: field.value.slice(-4) } : field,
        ),
        numberDigest: number === null ? null : vault.digest(wrappedKey, place, plainNumber(number)).toString("hex"),
      };
    }),
  };
}

/** Returns the readings that are kept of a submission's photos, by the hash of the photo's bytes. */
export async function keptReadings(
  call: Call,
  attemptId: string,
  key: ReadingKey,
): Promise<ReadonlyMap<string, KeptReading>> {
  const rows = await call.db
    .select({ sha256: draftReading.sha256, sealedReading: draftReading.sealedReading })
    .from(draftReading)
    .where(and(ours(draftReading, call), eq(draftReading.attemptId, attemptId)));
  return new Map(
    rows.map(({ sha256, sealedReading }) => {
      const opened = call.adapters.vault.open(key.wrappedKey, sealedPlace(key, attemptId, sha256), sealedReading);
      return [sha256, JSON.parse(opened) as KeptReading];
    }),
  );
}

/** Keeps what was just read from the photos of a draft, and drops the readings of photos that are in it no more. */
export async function keepReadings(
  call: Call,
  attemptId: string,
  key: ReadingKey,
  { fresh, present }: { fresh: ReadonlyMap<string, KeptReading>; present: readonly string[] },
): Promise<void> {
  const { db, organizationId, now: readAt, adapters } = call;
  const ofAttempt = and(ours(draftReading, call), eq(draftReading.attemptId, attemptId));
  await db
    .delete(draftReading)
    .where(present.length > 0 ? and(ofAttempt, notInArray(draftReading.sha256, [...present])) : ofAttempt);
  const rows = [...fresh]
    .filter(([sha256]) => present.includes(sha256))
    .map(([sha256, reading]) => ({
      ...{ organizationId, attemptId, sha256, readAt },
      sealedReading: adapters.vault.seal(key.wrappedKey, sealedPlace(key, attemptId, sha256), JSON.stringify(reading)),
    }));
  if (rows.length > 0) await db.insert(draftReading).values(rows).onConflictDoNothing();
}

/** Drops what is kept of the photos of submissions. */
export async function dropReadings(call: Call, attemptIds: readonly string[]): Promise<void> {
  if (attemptIds.length === 0) return;
  await call.db
    .delete(draftReading)
    .where(and(ours(draftReading, call), inArray(draftReading.attemptId, [...attemptIds])));
}

/** Drops what is kept of a person's photos, also of those that are in no draft anymore. */
export async function dropReadingsOf(call: Call, profileId: string): Promise<void> {
  const attempts = call.db
    .select({ attemptId: attempt.attemptId })
    .from(attempt)
    .innerJoin(requirement, and(ours(requirement, call), eq(requirement.requirementId, attempt.requirementId)))
    .where(and(ours(attempt, call), eq(requirement.profileId, profileId)));
  await call.db
    .delete(draftReading)
    .where(and(ours(draftReading, call), sql`${draftReading.attemptId} IN ${attempts}`));
}

/** Drops the readings of photos that nobody submitted within a day. */
export async function dropOldReadings(call: Call): Promise<void> {
  const before = new Date(call.now.getTime() - keptFor);
  await call.db.delete(draftReading).where(and(ours(draftReading, call), lte(draftReading.readAt, before)));
}
