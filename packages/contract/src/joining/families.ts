import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { overallStatuses, RequirementStatus, RequirementType } from "../enums.ts";
import { undeliveredReasons } from "../messages/undelivered.ts";
import { membership, reason } from "../people/profiles.ts";
import { day, id, instant, line, numbered, text } from "../values.ts";

/** Days a second guardian may take to answer. */
export const guardianInvitationDays = 14;

const named = { profileId: id, firstName: z.string(), lastName: z.string() };

/** Why the email with an invitation to be a guardian was given up, and when; null while it was not. */
const undelivered = z.object({ reason: z.enum(undeliveredReasons), at: instant }).nullable();

/** What is next for a child: the one thing that its guardian is to do first. */
export const nextStep = z.object({
  requirementId: id,
  /** The membership in whose name its page is opened. */
  profileLevelAccessId: id,
  name: z.string(),
  /** It was begun and has not been sent. */
  draft: z.boolean(),
  /** The latest submission was returned, and nothing was begun since. */
  changesRequested: z.boolean(),
  type: numbered(RequirementType),
  status: numbered(RequirementStatus),
  mandatory: z.boolean(),
  dueAt: instant.nullable(),
  expiresAt: instant.nullable(),
});

export const child = z.object({
  ...named,
  /** The id of the photo; null without one. */
  photoId: id.nullable(),
  dateOfBirth: day.nullable(),
  /** Whole years, in the organization's time zone; null where the date of birth is not known. */
  age: z.int().nullable(),
  /** The 18th birthday: guardianship ends at its local midnight. */
  adultOn: day.nullable(),
  /** The birthday is near: guardians are told by mail too. */
  adultSoon: z.boolean(),
  email: z.string().nullable(),
  /** Has taken up the profile with a login of its own. */
  hasLogin: z.boolean(),
  /** The worst of the memberships, and why. */
  overallStatus: z.enum(overallStatuses),
  reasons: z.array(reason),
  memberships: z.array(membership),
  /** Over all memberships, each requirement once. */
  owed: z.int(),
  done: z.int(),
  /** Sent in, and in the hands of others. */
  waits: z.int(),
  next: nextStep.nullable(),
  guardians: z.array(z.object({ ...named, self: z.boolean() })),
  /** A second guardian who was asked and has not answered. */
  invitation: z
    .object({
      guardianInvitationId: id,
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      expiresAt: instant,
      mine: z.boolean(),
      undelivered,
    })
    .nullable(),
  /** Added by a guardian, and nothing was ever sent in: may be removed again. */
  removable: z.boolean(),
});

/** Where a guardian may put a child: a level of the family, under a label that the organization leaves to guardians. */
export const childPlace = z.object({ levelId: id, levelName: z.string(), labelId: id, labelName: z.string() });

export const getFamily = endpoint({
  method: "GET",
  path: "/api/app/family",
  summary: "Lists the children of the acting profile, the oldest first, with the status and the next step of each.",
  query: {
    page: z.coerce.number().int().min(1).max(1000).default(1),
    perPage: z.coerce.number().int().min(1).max(100).default(25),
  },
  response: z.object({
    /** False for who is under 18. */
    mayGuard: z.boolean(),
    children: z.array(child),
    pagination: z.object({ page: z.int(), perPage: z.int(), totalRecords: z.int() }),
    places: z.array(childPlace),
  }),
});

export const addChild = endpoint({
  method: "POST",
  path: "/api/app/family/child",
  summary: "Adds a child to the family, at a level and with a role that guardians can choose.",
  errors: [403, 409],
  body: z.strictObject({
    firstName: line(100),
    lastName: line(100),
    dateOfBirth: day,
    levelId: id,
    labelId: id,
  }),
  response: z.object({ profileId: id, profileLevelAccessId: id }),
});

export const removeChild = endpoint({
  method: "DELETE",
  path: "/api/app/family/child/{profileId}",
  summary: "Removes a child that a guardian added by mistake, if nothing was ever submitted.",
  errors: [409],
  response: noContent,
});

export const inviteGuardian = endpoint({
  method: "POST",
  path: "/api/app/family/guardian-invitation",
  summary: "Invites someone by email to be the second guardian of some of the acting profile's children.",
  errors: [409],
  costly: true,
  body: z.strictObject({
    firstName: line(100),
    lastName: line(100),
    email: z.email().max(254),
    childProfileIds: z.array(id).min(1, "Choose at least one child.").max(20),
  }),
  response: z.object({ guardianInvitationId: id, expiresAt: instant }),
});

export const revokeGuardianInvitation = endpoint({
  method: "DELETE",
  path: "/api/app/family/guardian-invitation/{id}",
  summary: "Withdraws a guardian invitation that wasn't answered. Its link stops working.",
  errors: [409],
  response: noContent,
});

export const correctGuardianInvitation = endpoint({
  method: "POST",
  path: "/api/app/family/guardian-invitation/{id}/correct-email",
  summary:
    "Invites the same guardian at another address to replace an invitation whose email wasn't delivered. For the guardians of the children, and for administrators of all of their levels.",
  errors: [403, 409],
  costly: true,
  body: z.strictObject({ email: z.email().max(254) }),
  response: z.object({ guardianInvitationId: id, expiresAt: instant }),
});

export const endOwnGuardianship = endpoint({
  method: "POST",
  path: "/api/app/family/child/{profileId}/end-own-guardianship",
  summary: "Ends the acting profile's guardianship of a child who has another guardian.",
  errors: [409],
  response: noContent,
});

const why = text(1000).refine((words) => words !== "", "Enter a reason.");

const guardianship = z.strictObject({ childProfileId: id, guardianProfileId: id, reason: why });

export const addGuardian = endpoint({
  method: "POST",
  path: "/api/app/family/guardianship",
  summary: "Adds a guardian to a child. For administrators of all of the child's levels.",
  errors: [403, 409],
  body: guardianship,
  response: noContent,
});

export const endGuardianship = endpoint({
  method: "POST",
  path: "/api/app/family/guardianship/end",
  summary: "Ends a guardianship. What the guardian did stays. For administrators of all of the child's levels.",
  errors: [403, 409],
  body: guardianship,
  response: noContent,
});

/** One side of a guardianship, as the page of the other side shows it. */
const relative = z.object({
  ...named,
  /** A membership of theirs that the caller may see. */
  profileLevelAccessId: id.nullable(),
  since: instant,
  endedAt: instant.nullable(),
  endedHow: z.enum(["ownWish", "administrator", "cameOfAge", "childRemoved", "samePerson"]).nullable(),
  /** Why an administrator added or ended it, for those who may. */
  addedReason: z.string().nullable(),
  endedReason: z.string().nullable(),
});

export const getMemberFamily = endpoint({
  method: "GET",
  path: "/api/app/family/by-profile-level-access/{id}",
  summary: "Lists the current and past guardians and children of a member.",
  errors: [403],
  response: z.object({
    profileId: id,
    minor: z.boolean(),
    guardians: z.array(relative),
    children: z.array(relative),
    /** Whether the caller may add and end guardians of this person. */
    mayChange: z.boolean(),
    /** Second guardians who were asked for this person and have not answered. */
    invitations: z.array(
      z.object({
        guardianInvitationId: id,
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        expiresAt: instant,
        undelivered,
        /** Whether the caller may invite them at another address. */
        mayCorrect: z.boolean(),
      }),
    ),
  }),
});
