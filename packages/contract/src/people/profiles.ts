import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { overallStatuses, payers, RequirementStatus, RequirementType, requirementActions, roles } from "../enums.ts";
import { day, id, instant, line, numbered } from "../values.ts";

/** A role that a profile has at a level. */
export const levelRole = z.object({
  profileLevelAccessId: id,
  levelId: id,
  levelName: z.string(),
  role: z.enum(roles),
});

/** One person within one organization, as the profile switch shows it. */
export const profileSummary = z.object({
  profileId: id,
  organizationId: id,
  organizationName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** True for a child whose guardian the caller is. */
  guarded: z.boolean(),
  /** The id of the photo; null without one. */
  photoId: id.nullable(),
});

export const membership = z.object({
  profileLevelAccessId: id,
  profileId: id,
  levelId: id,
  levelName: z.string(),
  labelId: id,
  labelName: z.string(),
  role: z.enum(roles),
  overallStatus: z.enum(overallStatuses),
});

/** A reason for a membership's status; the page makes the sentence. */
export const reason = z.object({
  kind: z.enum([
    "rejected",
    "rejectedElsewhere",
    "notConfirmed",
    "notActivated",
    "nothingDemanded",
    "mandatoryOpen",
    "optionalOpen",
    "allDone",
    "expiringSoon",
  ]),
  requirementId: id.optional(),
  contentName: z.string().optional(),
  status: numbered(RequirementStatus).optional(),
  since: instant.optional(),
  /** The label and level of the membership it is owed on, and the levels at which it was assigned. */
  owedAs: z.object({ labelName: z.string(), levelName: z.string(), assignedAt: z.array(z.string()) }).optional(),
});

export const memberRequirement = z.object({
  /** It was started and not submitted; shown only to those who can submit it. */
  draft: z.boolean(),
  /** Changes were requested to the latest submission; shown to those who can submit or view it. */
  changesRequested: z.boolean(),
  /** It is optional, and the person isn't interested in it. For the organization nothing changes. */
  declined: z.boolean(),
  requirementId: id,
  contentId: id,
  type: numbered(RequirementType),
  name: z.string(),
  description: z.string(),
  /** On this membership: Overdue is judged for each. */
  status: numbered(RequirementStatus),
  statusSince: instant,
  /** False: not required on this membership, but it disqualifies the person here too. */
  demanded: z.boolean(),
  mandatory: z.boolean(),
  dueAt: instant.nullable(),
  payer: z.enum(payers),
  completedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  /** A renewal that is valid for a shorter time than the valid completion, and so doesn't shorten it. */
  shorterRenewal: z.object({ attemptId: id, completedAt: instant, expiresAt: instant }).nullable(),
  /** Whether the last valid day is set with each submission. */
  asksValidUntil: z.boolean(),
  /**
   * Whether a guardian signed it, so that it is valid until the person turns 18 and signs it themselves. Signing again before
   * then changes nothing.
   */
  endsAtEighteen: z.boolean(),
  /** Whether a renewal was submitted and is pending, besides a valid or expired completion; a draft doesn't count. */
  renewal: z.boolean(),
  /** The minutes it takes the person; null if unknown. */
  minutes: z.int().nullable(),
  /**
   * The number of days within which reviews of it are usually decided here; null if there were too few, or it needs no review.
   */
  reviewDays: z.int().nullable(),
  actions: z.array(z.enum(requirementActions)),
  /** Why the caller can't decide on it although their role permits it; null: only the role matters. */
  decisionRefusal: z.string().nullable(),
});

export const listProfiles = endpoint({
  method: "GET",
  path: "/api/app/profile",
  summary: "Lists the profiles of the signed-in account and of the children it is a guardian of.",
  query: { AppUserId: id },
  response: z.array(
    profileSummary.extend({
      /** Whether this account last acted as this profile, in any browser; at most one. */
      chosen: z.boolean(),
    }),
  ),
});

/** The kinds of pages with an address that people send to one another. */
export const placeKinds = ["member", "requirement", "level", "content"] as const;

export const findElsewhere = endpoint({
  method: "GET",
  path: "/api/app/profile/elsewhere",
  summary:
    "Finds which other profile of the signed-in account, in another organization, has access to what an address leads to.",
  query: { kind: z.enum(placeKinds), id },
  response: z.object({ profile: profileSummary.nullable() }),
});

export const listLevelRoles = endpoint({
  method: "GET",
  path: "/api/app/profile/level-roles",
  summary: "Lists the roles of the current profile by level; empty before a profile is chosen.",
  response: z.array(levelRole),
});

export const listMemberships = endpoint({
  method: "GET",
  path: "/api/app/profile/{profileId}/profile-level-accesses",
  summary: "Lists a person's memberships.",
  response: z.array(membership),
});

export const getMember = endpoint({
  method: "GET",
  path: "/api/app/profile/by-profile-level-access/{id}",
  summary: "Gets the person of a membership: facts, overall status with its reasons, memberships, and requirements.",
  response: z.object({
    profileId: id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    dateOfBirth: day.nullable(),
    photoId: id.nullable(),
    membership,
    overallStatusSince: instant,
    reasons: z.array(reason),
    memberships: z.array(membership),
    requirements: z.array(memberRequirement),
    /**
     * Assigned content that this membership is exempt from; `reason` for callers who may make such an exception, and never
     * about themselves or their own children.
     */
    exemptions: z.array(
      z.object({ contentId: id, name: z.string(), reason: z.string().nullable(), untilDay: day.nullable() }),
    ),
    /** Content that is optional for now: the person was cleared when it was introduced. */
    optionalUntil: z.array(z.object({ contentId: id, name: z.string(), untilDay: day })),
  }),
});

export const getProfilePhoto = endpoint({
  method: "GET",
  path: "/api/app/profile/{id}/photo/{photoId}",
  summary: "Gets a person's photo, for anyone who can see the person.",
  errors: [403],
  response: fileContent,
});

const invitationOutcomes = [
  "sent",
  "activated",
  "noEmail",
  "justSent",
  "invited",
  "left",
  "minor",
  "guardianSent",
  "guardianInvited",
  "guardianActivated",
] as const;

export const addMember = endpoint({
  method: "POST",
  path: "/api/app/profile/profile-level-access",
  summary: "Adds a person to a level with a role. An existing profile of the organization can be named instead.",
  errors: [403, 409],
  body: z.strictObject({
    levelId: id,
    labelId: id,
    profileId: id.optional(),
    person: z
      .strictObject({
        firstName: line(100),
        lastName: line(100),
        email: z.email().max(254).nullable(),
        dateOfBirth: day.nullable(),
      })
      .optional(),
  }),
  response: z.object({
    profileId: id,
    profileLevelAccessId: id,
    /** Who was invited. A minor never is: a guardian of theirs is, or nobody can be (`minor`). */
    invitation: z.enum(invitationOutcomes),
  }),
});

export const changeRole = endpoint({
  method: "POST",
  path: "/api/app/profile/change-role",
  summary: "Changes the role of a membership. Its requirements follow.",
  errors: [403, 409],
  query: { profileLevelAccessId: id, newLabelId: id },
  response: z.object({ requirements: z.array(z.object({ id, outcome: z.enum(["kept", "dropped", "added"]) })) }),
});

export const deleteMembership = endpoint({
  method: "DELETE",
  path: "/api/app/profile/profile-level-access/{id}",
  summary: "Ends a membership. Completed work is kept while the person has other memberships.",
  errors: [403, 409],
  response: z.object({ requirements: z.array(z.object({ id, outcome: z.enum(["kept", "dropped", "added"]) })) }),
});
