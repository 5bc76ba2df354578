import type { ResponseOf } from "@touchline/contract";
import type {
  citizenship,
  contactInformation,
  emergencyContact,
  getProfileDetails,
} from "@touchline/contract/requirements/profile-details";
import { mayCorrectDateOfBirth, type Verdict } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { organization } from "../../../../schema/accounts.ts";
import { profile } from "../../../../schema/people.ts";
import { profileDetail } from "../../../../schema/requirements.ts";
import { denialText, relationTo, verdictOn } from "../../../../security/authorize.ts";
import { membershipsOf } from "../../../people/index.ts";

export type Contact = z.output<typeof contactInformation>;
export type EmergencyContact = Omit<z.output<typeof emergencyContact>, "profileId">;
export type Citizenship = z.output<typeof citizenship>;

/** The encrypted columns of a person. */
export type SealedDetails = {
  contact: Omit<Contact, "email">;
  emergency_contacts: EmergencyContact[];
  citizenship: Citizenship;
  ussf_id: string;
};

/** A person's stored details, with the changes the actor may make. */
export type PersonDetails = Awaited<ReturnType<typeof personSeen>>;

/** The columns needed to decrypt a person's details. */
export type Kept = Pick<PersonDetails, "profileId" | "wrappedKey" | "detail">;

/** @throws NotFound also for who is out of sight. */
export async function personSeen(call: Call, profileId: string) {
  const related = relationTo(call, profileId);
  const own = related.self || related.guardedChild;
  const [row] = await call.db
    .select({
      profileId: profile.profileId,
      firstName: profile.firstName,
      lastName: profile.lastName,
      email: profile.email,
      dateOfBirth: profile.dateOfBirth,
      appUserId: profile.appUserId,
      zone: organization.timeZone,
      wrappedKey: organization.wrappedKey,
      detail: profileDetail,
    })
    .from(profile)
    .innerJoin(organization, eq(organization.organizationId, profile.organizationId))
    .leftJoin(profileDetail, onKey(profileDetail.profileId, profile.profileId))
    .where(and(ours(profile, call), eq(profile.profileId, profileId)));
  const memberships = row && !own ? await membershipsOf(call, [profileId]) : [];
  const seen = own || memberships.some(({ levelPre }) => verdictOn(call, "members.see", { levelPre }).allowed);
  if (!row || !seen) throw notFound("person");
  return { ...row, ...related, edit: own ? verdictOn(call, "own", related) : editVerdict(call, memberships) };
}

/** Within reach at one of their levels, and with no role above the actor's own at any. */
export function editVerdict(call: Call, memberships: Awaited<ReturnType<typeof membershipsOf>>): Verdict {
  const roles = memberships.map((one) => one.role);
  const verdicts = memberships.map(({ levelPre }) => verdictOn(call, "profiles.edit", { levelPre, roles }));
  return verdicts.find((one) => one.allowed) ?? verdicts[0] ?? { allowed: false, reason: "role" };
}

/** The context that binds an encrypted column to its person. */
export const detailPlace = (call: Pick<Call, "organizationId">, column: keyof SealedDetails, profileId: string) => ({
  tenant: call.organizationId,
  table: "profile_detail",
  column,
  id: profileId,
});

const columns = {
  contact: "sealedContact",
  emergency_contacts: "sealedEmergencyContacts",
  citizenship: "sealedCitizenship",
  ussf_id: "sealedUssfId",
} as const satisfies Record<keyof SealedDetails, keyof typeof profileDetail.$inferSelect>;

/** Decrypts a detail of a person; null if it was never provided. */
export function decryptDetail<Column extends keyof SealedDetails>(
  call: Call,
  person: Kept,
  column: Column,
): SealedDetails[Column] | null {
  const sealed = person.detail?.[columns[column]] ?? null;
  if (sealed === null) return null;
  return JSON.parse(call.adapters.vault.open(person.wrappedKey, detailPlace(call, column, person.profileId), sealed));
}

/** The U.S. Soccer ID of a person who has one. */
export const ussfIdOfPerson = (
  call: Call,
  { profileId, wrappedKey, sealedUssfId }: { profileId: string; wrappedKey: Buffer; sealedUssfId: Buffer },
): string => JSON.parse(call.adapters.vault.open(wrappedKey, detailPlace(call, "ussf_id", profileId), sealedUssfId));

/** The other way about: the column with its sealed value. */
export function sealing<Column extends keyof SealedDetails>(
  call: Call,
  person: PersonDetails,
  column: Column,
  value: SealedDetails[Column],
) {
  const place = detailPlace(call, column, person.profileId);
  return { [columns[column]]: call.adapters.vault.seal(person.wrappedKey, place, JSON.stringify(value)) };
}

export const contactOf = (call: Call, person: Kept & Pick<PersonDetails, "email">): Contact => ({
  email: person.email,
  ...(decryptDetail(call, person, "contact") ?? { address: "", city: "", phone: "", stateId: null }),
});

/** Returns a person's address. The caller authorizes. @throws NotFound */
export const contactAddress = async (call: Call, profileId: string): Promise<Contact> =>
  contactOf(call, await personSeen(call, profileId));

/** Why the actor may not change this person's date of birth; null when they may. */
export function dateOfBirthRefusal(person: PersonDetails): string | null {
  const related = person.self || person.guardedChild;
  const known = person.dateOfBirth !== null;
  if (!person.edit.allowed) return denialText(person.edit.reason);
  if (mayCorrectDateOfBirth({ known, related, administrator: true })) return null;
  return "You can enter your date of birth only once. Ask an administrator of your organization to correct it.";
}

/** Why the address of this person is not changed with their other details; null when it is. */
export function emailRefusal(person: PersonDetails): string | null {
  if (!person.edit.allowed) return denialText(person.edit.reason);
  if (person.appUserId === null) return null;
  return person.self
    ? "You log in with this email address. Change it under Account settings."
    : "This person logs in with this email address. Only they can change it, under Account settings.";
}

/** A person's details in the contract's shape, as far as the actor may see them. */
export function shownDetails(
  call: Call,
  person: PersonDetails,
): Omit<ResponseOf<typeof getProfileDetails>, "photoData" | "photoName" | "photoExtension"> {
  const { profileId, firstName, lastName, dateOfBirth, edit } = person;
  return {
    profileId,
    firstName,
    lastName,
    dateOfBirth,
    photoId: person.detail?.photoId ?? null,
    profileContactInformationId: person.detail?.contactInformationId ?? null,
    contactInformation: contactOf(call, person),
    emergencyContacts: (decryptDetail(call, person, "emergency_contacts") ?? []).map((one) => ({ ...one, profileId })),
    citizenship: edit.allowed ? decryptDetail(call, person, "citizenship") : null,
    ussfId: edit.allowed ? decryptDetail(call, person, "ussf_id") : null,
    relation: person.self ? "self" : person.guardedChild ? "guarded" : "other",
    hasLogin: person.appUserId !== null,
    refusals: {
      edit: edit.allowed ? null : denialText(edit.reason),
      dateOfBirth: dateOfBirthRefusal(person),
      email: emailRefusal(person),
    },
  };
}
