import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { labelGivers, onboardingStates, RequirementType, roles } from "./enums.ts";
import { membership, profileSummary } from "./profiles.ts";
import { levelRole } from "./session.ts";
import { id, numbered } from "./values.ts";

/** What the page keeps of the person who is acting, and of the organization. Source: specification 1, section 3. */
export const activeProfile = z.object({
  userId: id,
  profileId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  organizationId: id,
  organizationName: z.string(),
  /** Where the organization's logo is; null without one. */
  organizationPhoto: z.string().nullable(),
  /** Whether there is a card or an account to pay with. */
  organizationPaymentMethodProvided: z.boolean(),
  /** The kinds of content that the organization has. */
  organizationContent: z.array(numbered(RequirementType)),
  /** What this person would have to pay for before it goes on. */
  userAwaitingIndividualPaymentContent: z.array(z.object({ requirementId: id, name: z.string() })),
  hierarchyLevelId: id,
  currentLevelId: id.nullable(),
  currentLevelName: z.string().nullable(),
  currentLevelRole: z.enum(roles).nullable(),
  roles: z.array(z.enum(roles)),
  tabs: z.array(z.string()),
  levelRoles: z.array(levelRole),
  profileLevelAccesses: z.array(membership),
  profilesWithPlas: z.array(profileSummary.extend({ profileLevelAccesses: z.array(membership) })),
  /** Null for whoever reviews nothing. */
  pendingReviewCount: z.int().nullable(),
  /** The address of the photo on this server, which wants a token as any other; null without one. */
  profilePicture: z.string().nullable(),
  /** The partner that this profile came from; null for most. */
  partner: z.object({ name: z.string() }).nullable(),
  /** How far background screening is set up; null for whoever does not set it up. */
  yardstikOnboardingStatus: z.enum(onboardingStates).nullable(),
  hasRootAccess: z.boolean(),
  organization: z.object({
    id,
    initials: z.string(),
    name: z.string(),
    timeZone: z.string(),
    accentColor: z.string(),
    isDemo: z.boolean(),
    showCustomerConfiguredBackgroundCheckNotice: z.boolean(),
    reviewBackgroundChecksExternally: z.boolean(),
  }),
});

export const listOrganizations = endpoint({
  method: "GET",
  path: "/api/app/profile/organizations",
  summary: "The organizations in which the signed-in account has a profile.",
  query: { AppUserId: id },
  response: z.array(z.object({ organizationId: id, name: z.string(), profileId: id })),
});

export const selectOrganization = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/select-organization",
  summary: "The acting profile and its organization.",
  response: activeProfile,
});

export const listLabels = endpoint({
  method: "GET",
  path: "/api/app/label",
  summary: "The organization's labels, each with the role it carries and the least role of those who hand it out.",
  response: z.array(z.object({ labelId: id, name: z.string(), role: z.enum(roles), givenBy: z.enum(labelGivers) })),
});
