import { isDeepStrictEqual } from "node:util";
import type { BodyOf } from "@touchline/contract";
import type { saveCitizenship, saveName, updateProfile } from "@touchline/contract/requirements/profile-details";
import { dateOfBirthProblem, dayOf, isMinor, ussfIdOf } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { mustBeLegible } from "../../../../database/names.ts";
import { conflict, forbidden, invalid, notFound } from "../../../../errors.ts";
import type { ProfileEventKind } from "../../../../schema/people.ts";
import { denialText } from "../../../../security/authorize.ts";
import { invite, minorsAmong, voidInvitations } from "../../../joining/index.ts";
import { undeliveredTo } from "../../../messages/index.ts";
import { changeEmail, childrenOf, memberTarget, recordChange, withLocks } from "../../../people/index.ts";
import {
  type Contact,
  contactOf,
  dateOfBirthRefusal,
  decryptDetail,
  type EmergencyContact,
  emailRefusal,
  type PersonDetails,
  personSeen,
  type SealedDetails,
  sealing,
} from "../queries/person.ts";
import { claimUssfId } from "./claim-ussf.ts";
import { correctNameAndBirth } from "./correct.ts";
import { type MadePhoto, putPhoto, takePhotoAway } from "./photo.ts";
import { writeDetail } from "./record.ts";

/**
 * Locks and loads a person whom the actor may edit, so that the authorized state cannot change before the write.
 *
 * @throws NotFound, Forbidden
 */
export async function personToEdit(call: Call, profileId: string): Promise<PersonDetails> {
  const person = await personSeen(await withLocks(call, { people: [profileId] }), profileId);
  if (!person.edit.allowed) throw forbidden(denialText(person.edit.reason), person.edit.reason);
  return person;
}

/** Loads the person of a membership that a call is made for. @throws NotFound if the two do not belong together. */
async function personOfMembership(call: Call, profileId: string, profileLevelAccessId: string): Promise<PersonDetails> {
  const person = await personToEdit(call, profileId);
  if ((await memberTarget(call, profileLevelAccessId)).profileId !== profileId) throw notFound("member");
  return person;
}

/** Seals and writes a value that differs from the one before, and the change into the history. */
async function keep<Column extends keyof SealedDetails>(
  call: Call,
  person: PersonDetails,
  column: Column,
  value: SealedDetails[Column],
  kind: ProfileEventKind,
): Promise<void> {
  const before = decryptDetail(call, person, column);
  if (isDeepStrictEqual(before, value)) return;
  await writeDetail(call, person.profileId, sealing(call, person, column, value));
  await recordChange(call, person, kind, { before, after: value });
}

/**
 * Saves what of a person is given: photo, contact information, emergency contacts.
 *
 * @param photo what was made of the photo that was sent; null where none was.
 * @throws NotFound, Forbidden; 400; Conflict (the address of a login).
 */
export async function updateDetails(
  call: Call,
  profileId: string,
  body: BodyOf<typeof updateProfile>,
  photo: MadePhoto | null,
): Promise<void> {
  const person = await personToEdit(call, profileId);
  const { contactInformation, emergencyContacts, profileContactInformationId: contactId } = body;
  if (contactId && contactId !== person.detail?.contactInformationId) throw notFound("contactInformation");
  if (contactInformation) await saveContact(call, person, contactInformation);
  if (emergencyContacts) await saveEmergencyContacts(call, person, emergencyContacts);
  if (photo) await putPhoto(call, person, photo);
  else if (body.photoData === null) await takePhotoAway(call, person);
}

const isInvitation = (kind: string) => kind === "invitation" || kind === "invitationReminder";

async function saveContact(call: Call, person: PersonDetails, { email, ...contact }: Contact): Promise<void> {
  for (const part of ["address", "city", "phone"] as const) {
    mustBeLegible(`contactInformation.${part}`, contact[part]);
  }
  const before = contactOf(call, person);
  if (email !== before.email) {
    const refusal = emailRefusal(person);
    if (refusal) throw conflict(refusal, "emailOfLogin");
    const { profileId } = person;
    const undelivered = before.email === null ? null : await undeliveredTo(call, { profileId, email: before.email });
    await changeEmail(call, profileId, email);
    await recordChange(call, person, "contact", { before: { email: before.email }, after: { email } });
    // Correcting the address of an undelivered invitation sends it again. Guardians do not send invitations.
    if (undelivered && isInvitation(undelivered.kind) && !person.guardedChild) await invite(call, [profileId]);
  }
  await keep(call, person, "contact", contact, "contact");
}

async function saveEmergencyContacts(
  call: Call,
  person: PersonDetails,
  sent: readonly (EmergencyContact & { profileId?: string | undefined })[],
): Promise<void> {
  const contacts = sent.map(({ profileId, ...one }, place) => {
    if (profileId !== undefined && profileId !== person.profileId) {
      throw invalid(`emergencyContacts.${place}.profileId`, "This contact belongs to someone else.");
    }
    for (const part of ["firstName", "lastName", "relationship"] as const) {
      mustBeLegible(`emergencyContacts.${place}.${part}`, one[part]);
    }
    return one;
  });
  await keep(call, person, "emergency_contacts", contacts, "emergencyContacts");
}

/** Saves names and date of birth. @throws NotFound, Forbidden (the date of birth is known), 400 */
export async function saveNameAndBirth(call: Call, body: BodyOf<typeof saveName>): Promise<void> {
  const person = await personToEdit(call, body.profileId);
  const { firstName, lastName, dateOfBirth } = body;
  for (const part of ["firstName", "lastName"] as const) mustBeLegible(part, body[part]);
  if (person.dateOfBirth !== null && dateOfBirth === null) {
    throw invalid("dateOfBirth", "A date of birth can't be removed. Enter the correct one.");
  }
  await correct(call, person, { firstName, lastName, dateOfBirth });
}

/** Sets a date of birth in the name of a membership. @throws as `saveNameAndBirth` */
export async function setBirth(
  call: Call,
  profileId: string,
  input: { dateOfBirth: string; profileLevelAccessId: string },
): Promise<void> {
  const person = await personOfMembership(call, profileId, input.profileLevelAccessId);
  const { firstName, lastName } = person;
  await correct(call, person, { firstName, lastName, dateOfBirth: input.dateOfBirth });
}

type NameAndBirth = Pick<PersonDetails, "firstName" | "lastName" | "dateOfBirth">;

async function correct(call: Call, person: PersonDetails, after: NameAndBirth): Promise<void> {
  const reborn = after.dateOfBirth !== person.dateOfBirth;
  if (reborn && after.dateOfBirth !== null) await judgeBirth(call, person, after.dateOfBirth);
  await correctNameAndBirth(call, person, person, after);
  // The corrected date of birth makes the person a minor, so links mailed earlier must not create an account of their own.
  if (reborn) await voidInvitations(call, [...(await minorsAmong(call, [person.profileId]))]);
}

async function judgeBirth(call: Call, person: PersonDetails, dateOfBirth: string): Promise<void> {
  const refusal = dateOfBirthRefusal(person);
  if (refusal) throw forbidden(refusal, "dateOfBirthKnown");
  const problem = dateOfBirthProblem(dateOfBirth, dayOf(call.now.getTime(), person.zone));
  if (problem === "future") throw invalid("dateOfBirth", "This date is in the future.");
  if (problem === "tooLongAgo") throw invalid("dateOfBirth", "Check the year of this date of birth.");
  const minor = isMinor(dateOfBirth, call.now.getTime(), person.zone);
  if (person.guardedChild && !minor) {
    throw invalid("dateOfBirth", "A person who is 18 or older acts for themselves. Ask your organization.");
  }
  if (minor && (await childrenOf(call, person.profileId)).length > 0) {
    throw invalid("dateOfBirth", "A guardian must be 18 or older.");
  }
}

/** Saves the countries a person is a citizen of. @throws NotFound, Forbidden */
export async function saveCitizenshipOf(call: Call, body: BodyOf<typeof saveCitizenship>): Promise<void> {
  const person = await personToEdit(call, body.profileId);
  const { country, otherCountry } = body;
  if (otherCountry === country)
    throw invalid("otherCountry", "This country is already selected. Choose a different one.");
  await keep(call, person, "citizenship", { country, otherCountry }, "citizenship");
}

/**
 * Sets the U.S. Soccer ID of a membership's person.
 *
 * @throws NotFound, Forbidden; 400 unless it has 16 digits; Conflict if another person of the organization has the ID.
 */
export async function setUssf(
  call: Call,
  profileId: string,
  input: { profileLevelAccessId: string; ussfId: string },
): Promise<void> {
  const person = await personOfMembership(call, profileId, input.profileLevelAccessId);
  const id = ussfIdOf(input.ussfId);
  if (id === null) throw invalid("ussfId", "A U.S. Soccer ID has 16 digits.");
  if (!(await claimUssfId(call, person, id))) {
    throw conflict(
      "Someone else in your organization has this U.S. Soccer ID. Check the 16 digits. If the ID is yours, ask an administrator to correct the other person's.",
      "ussfIdTaken",
    );
  }
  await keep(call, person, "ussf_id", id, "ussfId");
}
