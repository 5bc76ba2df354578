import { and, asc, eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { organization } from "../../../../schema/accounts.ts";
import { profile, profileEvent } from "../../../../schema/people.ts";
import {
  conditionAnswer,
  conditionQuestion,
  externalIdentity,
  profileDetail,
} from "../../../../schema/requirements.ts";
import { everyEntry } from "../../../compliance/index.ts";
import { changePlace } from "../../../people/index.ts";
import { contactOf, decryptDetail } from "./person.ts";

const most = { answers: 1_000, changes: 2_000, partners: 100 };

/**
 * Reads a person's decrypted details with their full history, for an export of personal data. Other people who made changes are not named.
 * The caller authorizes.
 */
export async function answersOfPerson(call: Call, profileId: string) {
  const [row] = await call.db
    .select({ email: profile.email, wrappedKey: organization.wrappedKey, detail: profileDetail })
    .from(profile)
    .innerJoin(organization, eq(organization.organizationId, profile.organizationId))
    .leftJoin(profileDetail, onKey(profileDetail.profileId, profile.profileId))
    .where(and(ours(profile, call), eq(profile.profileId, profileId)));
  if (!row) throw notFound("person");
  const person = { ...row, profileId };
  const answers = await call.db
    .select({
      question: conditionQuestion.question,
      answer: conditionAnswer.answer,
      answeredAt: conditionAnswer.answeredAt,
    })
    .from(conditionAnswer)
    .innerJoin(conditionQuestion, onKey(conditionQuestion.conditionQuestionId, conditionAnswer.conditionQuestionId))
    .where(and(ours(conditionAnswer, call), eq(conditionAnswer.profileId, profileId)))
    .orderBy(asc(conditionAnswer.answeredAt), asc(conditionAnswer.conditionAnswerId))
    .limit(most.answers);
  const partners = await call.db
    .select({
      source: externalIdentity.integrationSource,
      siteId: externalIdentity.siteId,
      externalId: externalIdentity.externalId,
      since: externalIdentity.createdAt,
    })
    .from(externalIdentity)
    .where(and(ours(externalIdentity, call), eq(externalIdentity.profileId, profileId)))
    .limit(most.partners);
  return {
    contactInformation: contactOf(call, person),
    emergencyContacts: decryptDetail(call, person, "emergency_contacts") ?? [],
    citizenship: decryptDetail(call, person, "citizenship"),
    ussfId: decryptDetail(call, person, "ussf_id"),
    photo: row.detail?.photoId ? "photo.webp" : null,
    answers,
    partners,
    changes: await changesOf(call, person),
  };
}

async function changesOf(call: Call, { profileId, wrappedKey }: { profileId: string; wrappedKey: Buffer }) {
  const rows = await call.db
    .select()
    .from(profileEvent)
    .where(and(ours(profileEvent, call), sql`${profileEvent.profileId} = ANY(${everyEntry(call, profileId)})`))
    .orderBy(asc(profileEvent.at), asc(profileEvent.profileEventId))
    .limit(most.changes);
  return rows.map(({ profileEventId, kind, actorProfileId, actingAs, sealedChange, at }) => ({
    at,
    kind,
    by:
      actorProfileId === profileId
        ? "the person"
        : actingAs === "person"
          ? "the organization or a guardian"
          : "Touchline",
    change:
      sealedChange && JSON.parse(call.adapters.vault.open(wrappedKey, changePlace(call, profileEventId), sealedChange)),
  }));
}

/** Returns the storage location of a person's photo, if there is one. */
export async function photoLocation(call: Call, profileId: string) {
  const [row] = await call.db
    .select({ storageKey: profileDetail.photoStorageKey, at: profileDetail.updatedAt })
    .from(profileDetail)
    .where(and(ours(profileDetail, call), eq(profileDetail.profileId, profileId)));
  return row?.storageKey ? { storageKey: row.storageKey, at: row.at } : null;
}
