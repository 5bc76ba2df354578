import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { overallStatuses, RequirementStatus, RequirementType } from "../enums.ts";
import { undeliveredReasons } from "../messages/undelivered.ts";
import { membership, reason } from "../people/profiles.ts";
import { day, id, instant, line, numbered, text } from "../values.ts";

/** Days within which a second guardian can answer. */
export const guardianInvitationDays = 14;

const named = { profileId: id, firstName: z.string(), lastName: z.string() };

/** Why the email with a guardian's invitation couldn't be delivered, and when; null if it could. */
const undelivered = z.object({ reason: z.enum(undeliveredReasons), at: instant }).nullable();

/** The next step for a child: the first thing that its guardian should do. */
export const nextStep = z.object({
  requirementId: id,
  /** The membership whose page it opens. */
  profileLevelAccessId: id,
  name: z.string(),
  /** Whether it was begun and not submitted. */
  draft: z.boolean(),
  /** Whether changes were requested to the latest submission, and nothing was begun since. */
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
  /** Age in years, in the organization's time zone; null if the date of birth isn't known. */
  age: z.int().nullable(),
  /** The 18th birthday: guardianship ends at its local midnight. */
  adultOn: day.nullable(),
  /** Whether the birthday is soon: guardians get a mail too. */
  adultSoon: z.boolean(),
  email: z.string().nullable(),
  /** Whether the child has activated the profile with a login of their own. */
  hasLogin: z.boolean(),
  /** The worst of the memberships, and the reasons. */
  overallStatus: z.enum(overallStatuses),
  reasons: z.array(reason),
  memberships: z.array(membership),
  /** What is mandatory over all memberships, each requirement once. */
  owed: z.int(),
  done: z.int(),
  /** Submitted, and waiting for others. */
  waits: z.int(),
  next: nextStep.nullable(),
  guardians: z.array(z.object({ ...named, self: z.boolean() })),
  /** An invited second guardian who hasn't answered. */
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
  /** Added by a guardian, and nothing was ever submitted: can be removed again. */
  removable: z.boolean(),
});

/** A level where a guardian can add a child: one of the family's, with a label that guardians can give. */
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
    /** False for people under 18. */
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

/** One side of a guardianship, as shown on the other's page. */
const relative = z.object({
  ...named,
  /** A membership of theirs that the caller may see. */
  profileLevelAccessId: id.nullable(),
  since: instant,
  endedAt: instant.nullable(),
  endedHow: z.enum(["ownWish", "administrator", "cameOfAge", "childRemoved", "samePerson"]).nullable(),
  /** Why an administrator added or ended it, for callers who may see it. */
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
    /** Second guardians who were invited for this person and haven't answered. */
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
