import { z } from "zod";
import { endpoint, noContent, orNoContent } from "../endpoint.ts";
import { integrationSources } from "../enums.ts";
import { membership, profileSummary } from "../people/profiles.ts";
import { phoneForm } from "../phone.ts";
import { countryCodes, states, statesKnownOf } from "../regions.ts";
import { day, id, instant, line, text } from "../values.ts";

/** People's details, and which ones are required. Source: specification 1, section 3, Profile. */

const email = z.email("Enter a valid email address.").max(254).nullable();
const noPhone = "Enter a phone number, such as 206-555-0142.";
/** As people write it; may be empty. */
const phone = text(40).refine((value) => value === "" || phoneForm.test(value), noPhone);
const stateIds = new Set(states.map((state) => state.stateId));
const stateId = z.string().refine((value) => stateIds.has(value), "Choose a state from the list.");
const country = z.string().refine((value) => countryCodes.includes(value), "Choose a country from the list.");

export const contactInformation = z.strictObject({
  email,
  address: text(300),
  city: text(100),
  phone,
  stateId: stateId.nullable(),
});

export const mostEmergencyContacts = 5;
export const emergencyContact = z.strictObject({
  firstName: line(100),
  lastName: text(100),
  email,
  relationship: text(100),
  phone: text(40).refine((value) => phoneForm.test(value), noPhone),
  /** The profile that the contact belongs to; in a request, the profile that is saved. */
  profileId: id.optional(),
});

export const citizenship = z.object({ country, otherCountry: country.nullable() });

/** The formats of an uploaded photo, and its most characters in base64: some 650 KB. */
export const photoExtensions = ["png", "jpeg", "jpg", "webp"] as const;
export const longestPhotoData = 900_000;
/** The width and height of a stored photo in pixels. */
export const photoSize = 512;

/** Why the caller can't change this about a person; null if they can. */
const mayNot = z.string().nullable();

export const profileDetails = z.object({
  profileId: id,
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: day.nullable(),
  photoId: id.nullable(),
  /** The photo itself in base64, with a name and its format; null without one. */
  photoData: z.string().nullable(),
  photoName: z.string().nullable(),
  photoExtension: z.enum(photoExtensions).nullable(),
  profileContactInformationId: id.nullable(),
  contactInformation,
  emergencyContacts: z.array(emergencyContact.extend({ profileId: id })),
  /** These two for the person, their guardians and callers who may correct them; null for others. */
  citizenship: citizenship.nullable(),
  ussfId: z.string().nullable(),
  /** The caller's relation to the person. */
  relation: z.enum(["self", "guarded", "other"]),
  /** Whether the person logs in themselves: then the address is changed with the login. */
  hasLogin: z.boolean(),
  refusals: z.object({ edit: mayNot, dateOfBirth: mayNot, email: mayNot }),
});

export const getProfileDetails = endpoint({
  method: "GET",
  path: "/api/app/profile/{id}",
  summary: "Gets a person's details, with what the caller can change.",
  response: profileDetails,
});

export const updateProfile = endpoint({
  method: "PUT",
  path: "/api/app/profile/{id}",
  summary: "Saves a photo, contact information, or emergency contacts. What isn't included stays as it is.",
  errors: [403, 409, 413, 415],
  body: z.strictObject({
    /** Base64 of an image; null removes the photo. It is cropped to a square and re-encoded without metadata. */
    photoData: z
      .base64("This file couldn't be read. Choose another one.")
      .max(longestPhotoData, "This photo is too large. Choose a smaller one.")
      .nullable()
      .optional(),
    photoName: text(200).optional(),
    photoExtension: z.enum(photoExtensions).optional(),
    profileContactInformationId: id.nullable().optional(),
    contactInformation: contactInformation.optional(),
    emergencyContacts: z
      .array(emergencyContact)
      .max(mostEmergencyContacts, `Add at most ${mostEmergencyContacts} contacts.`)
      .optional(),
  }),
  response: profileDetails,
});

export const saveName = endpoint({
  method: "PUT",
  path: "/api/app/profile/name-last-name-dob",
  summary: "Saves names and date of birth. Lists, searches, and rules about age follow.",
  errors: [403, 409],
  body: z.strictObject({ profileId: id, firstName: line(100), lastName: line(100), dateOfBirth: day.nullable() }),
  response: profileDetails,
});

export const saveCitizenship = endpoint({
  method: "POST",
  path: "/api/app/profile/save-citizenship-data",
  summary: "Saves the countries of which a person is a citizen.",
  errors: [403, 409],
  body: z.strictObject({ profileId: id, country, otherCountry: country.nullable().default(null) }),
  response: profileDetails,
});

export const setDateOfBirth = endpoint({
  method: "POST",
  path: "/api/app/profile/{id}/set-date-of-birth",
  summary: "Sets the date of birth of a member.",
  errors: [403, 409],
  body: z.strictObject({ dateOfBirth: day, profileLevelAccessId: id }),
  response: noContent,
});

export const setUssfId = endpoint({
  method: "POST",
  path: "/api/app/profile/{id}/set-ussf-id",
  summary: "Sets the U.S. Soccer ID of a member: 16 digits. Spaces and dashes are ignored.",
  errors: [403, 409],
  body: z.strictObject({ profileLevelAccessId: id, ussfId: text(60) }),
  response: noContent,
});

export const condition = z.object({
  conditionId: id,
  question: z.string(),
  /** Null: not answered yet. */
  answer: z.boolean().nullable(),
  answeredAt: instant.nullable(),
});

export const listConditions = endpoint({
  method: "GET",
  path: "/api/app/profile/conditions/{id}",
  summary: "Gets the questions that the organization asks everyone, with this person's answers.",
  errors: [403],
  response: z.array(condition),
});

const answers = z.strictObject({
  answers: z
    .array(z.strictObject({ conditionId: id, answer: z.boolean() }))
    .min(1)
    .max(100),
});

export const saveConditions = endpoint({
  method: "POST",
  path: "/api/app/profile/{id}/condition-save",
  summary: "Answers the organization's questions for the first time.",
  errors: [403, 409],
  body: answers,
  response: z.array(condition),
});

export const updateConditions = endpoint({
  method: "POST",
  path: "/api/app/profile/{id}/condition-update",
  summary: "Changes answers to the organization's questions. Earlier answers are kept.",
  errors: [403, 409],
  body: answers,
  response: z.array(condition),
});

export const partner = z.object({
  integrationSource: z.enum(integrationSources),
  siteId: z.string(),
  externalId: z.string(),
});

export const getOwnPartner = endpoint({
  method: "GET",
  path: "/api/app/profile/partner-from-current-profile",
  summary: "Gets the partner platform that the acting person comes from, or nothing.",
  response: orNoContent(partner),
});

export const getPartner = endpoint({
  method: "GET",
  path: "/api/app/profile/partner-from-current-profile/{profileLevelAccessId}",
  summary: "Gets the partner platform that a member comes from, or nothing.",
  errors: [403],
  response: orNoContent(partner),
});

const externalId = z.string().trim().min(1, "externalId is required").max(200);

export const listByExternalId = endpoint({
  method: "GET",
  path: "/api/app/profile/plas-by-external-id/{externalId}",
  params: { externalId },
  summary: "Lists the memberships of the person with this ID at a partner platform, as far as the caller can see them.",
  response: z.array(membership),
});

/** Lists memberships by an external id that does not fit into a path, or is missing. */
export const listByExternalIdInQuery = endpoint({
  method: "GET",
  path: "/api/app/profile/plas-by-external-id",
  summary:
    "Lists the memberships of the person with this ID at a partner platform, for IDs that don't fit into a path.",
  query: { externalId: z.string().default("").pipe(externalId) },
  response: z.array(membership),
});

export const listOwnMemberships = endpoint({
  method: "GET",
  path: "/api/app/profile/organization-profile-level-accesses",
  summary:
    "Lists the account's profiles and the children it is a guardian of in one organization, each with its memberships.",
  query: { AppUserId: id, OrganizationId: id },
  response: z.array(profileSummary.extend({ profileLevelAccesses: z.array(membership) })),
});

export const listStates = endpoint({
  method: "GET",
  path: "/api/app/profile/states",
  summary: "Lists the states, territories, and provinces of a country, or of all known countries.",
  query: { country: z.enum(statesKnownOf).optional() },
  response: z.array(z.object({ stateId: z.string(), country: z.enum(statesKnownOf), name: z.string() })),
});
