import { and, eq, inArray, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { recordPendingBytes } from "../../../../http/pending-uploads.ts";
import { organization } from "../../../../schema/accounts.ts";
import { type ProfileEventKind, profile } from "../../../../schema/people.ts";
import { profileDetail } from "../../../../schema/requirements.ts";
import { recordChange } from "../../../people/index.ts";
import { decryptDetail, detailPlace, type Kept, type SealedDetails } from "../queries/person.ts";
import { claimUssfId, releaseUssfIds } from "./claim-ussf.ts";
import { writeDetail } from "./record.ts";

type Entries = { keep: string; merge: string };
/** The entry from which something is taken first; the other's where it has nothing. */
type From = keyof Entries;

const sealedParts = [
  ["contact", "sealedContact", "contact"],
  ["emergency_contacts", "sealedEmergencyContacts", "emergencyContacts"],
  ["citizenship", "sealedCitizenship", "citizenship"],
  ["ussf_id", "sealedUssfId", "ussfId"],
] as const satisfies readonly (readonly [
  keyof SealedDetails,
  keyof typeof profileDetail.$inferSelect,
  ProfileEventKind,
])[];

/** Reads the details of two entries of a person for merging. @throws NotFound */
export async function detailsOfBoth(call: Call, { keep, merge }: Entries): Promise<Record<From, Kept>> {
  const rows = await call.db
    .select({ profileId: profile.profileId, wrappedKey: organization.wrappedKey, detail: profileDetail })
    .from(profile)
    .innerJoin(organization, eq(organization.organizationId, profile.organizationId))
    .leftJoin(profileDetail, onKey(profileDetail.profileId, profile.profileId))
    .where(and(ours(profile, call), inArray(profile.profileId, [keep, merge])));
  const of = (profileId: string) => {
    const found = rows.find((row) => row.profileId === profileId);
    if (!found) throw notFound("person");
    return found;
  };
  return { keep: of(keep), merge: of(merge) };
}

/**
 * Merges the details of two entries into the entry that stays: contact, emergency contacts, citizenship, ids, answers, and photo. Details
 * that are not taken stay with the other entry. The caller authorizes and has locked both people.
 */
export async function mergeDetails(call: Call, entries: Entries, from: { contact: From; photo: From }): Promise<void> {
  const kept = await detailsOfBoth(call, entries);
  await releaseUssfIds(call, [entries.keep, entries.merge]);
  for (const [column, stored, kind] of sealedParts) {
    const chosen = decryptDetail(call, kept[from.contact], column);
    const other = decryptDetail(call, kept[from.contact === "keep" ? "merge" : "keep"], column);
    const [before, after] = [decryptDetail(call, kept.keep, column), chosen ?? other];
    if (column === "ussf_id" && typeof after === "string") await claimUssfId(call, kept.keep, after);
    if (after === null || JSON.stringify(before) === JSON.stringify(after)) continue;
    const place = detailPlace(call, column, entries.keep);
    await writeDetail(call, entries.keep, {
      [stored]: call.adapters.vault.seal(kept.keep.wrappedKey, place, JSON.stringify(after)),
    });
    await recordChange(call, kept.keep, kind, { before, after });
  }
  await mergePhoto(call, kept, from.photo);
  await moveAnswers(call, entries);
  await movePartners(call, entries);
}

async function mergePhoto(call: Call, { keep, merge }: Record<From, Kept>, from: From): Promise<void> {
  const theirs = merge.detail;
  if (!theirs?.photoId || (from === "keep" && keep.detail?.photoId)) return;
  const { photoId, photoStorageKey, photoBytes } = theirs;
  if (keep.detail?.photoStorageKey) await recordPendingBytes(call, keep.detail.photoStorageKey);
  await writeDetail(call, merge.profileId, { photoId: null, photoStorageKey: null, photoBytes: null });
  await writeDetail(call, keep.profileId, { photoId, photoStorageKey, photoBytes });
  await recordChange(call, keep, "photo", null);
}

/** Answers to questions that the one who stays has not answered, as they were given. */
async function moveAnswers(call: Call, { keep, merge }: Entries): Promise<void> {
  await call.db.execute(sql`
    INSERT INTO condition_answer
      (organization_id, condition_answer_id, profile_id, condition_question_id, answer, answered_by, answered_at)
    SELECT theirs.organization_id, gen_random_uuid(), ${keep}::uuid, theirs.condition_question_id, theirs.answer,
      theirs.answered_by, theirs.answered_at
    FROM (
      SELECT DISTINCT ON (condition_question_id) * FROM condition_answer
      WHERE organization_id = ${call.organizationId} AND profile_id = ${merge}
      ORDER BY condition_question_id, condition_answer_id DESC
    ) AS theirs
    WHERE theirs.organization_id = ${call.organizationId} AND NOT EXISTS (
      SELECT FROM condition_answer AS own WHERE own.organization_id = theirs.organization_id
        AND own.profile_id = ${keep} AND own.condition_question_id = theirs.condition_question_id)`);
}

/** Partners find the person by the entry that stays, unless they know that one by another id. */
async function movePartners(call: Call, { keep, merge }: Entries): Promise<void> {
  await call.db.execute(sql`
    UPDATE external_identity SET profile_id = ${keep}
    WHERE external_identity.organization_id = ${call.organizationId} AND external_identity.profile_id = ${merge}
      AND NOT EXISTS (
        SELECT FROM external_identity AS own WHERE own.organization_id = external_identity.organization_id
          AND own.profile_id = ${keep} AND own.integration_source = external_identity.integration_source
          AND own.site_id = external_identity.site_id)`);
}
