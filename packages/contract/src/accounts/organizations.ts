import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { labelGivers, onboardingStates, RequirementStatus, RequirementType, roles } from "../enums.ts";
import { labelRoles } from "../library/labels.ts";
import { levelRole, membership, profileSummary } from "../people/profiles.ts";
import { statesKnownOf } from "../regions.ts";
import { partner } from "../requirements/profile-details.ts";
import { id, numbered } from "../values.ts";

/** A requirement with a price, in minor units of the currency. */
const paidContent = z.object({ contentId: id, name: z.string(), amount: z.int(), currency: z.string() });

/** The active profile and its organization. Source: specification 1, section 3. */
export const activeProfile = z.object({
  userId: id,
  profileId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  organizationId: id,
  organizationName: z.string(),
  /** The address of the organization's logo; null without one. */
  organizationPhoto: z.string().nullable(),
  /** Whether the organization has a payment method. */
  organizationPaymentMethodProvided: z.boolean(),
  /** The types of content that the organization has. */
  organizationContent: z.array(numbered(RequirementType)),
  /** What this person must pay for before it continues. */
  userAwaitingIndividualPaymentContent: z.array(z.object({ requirementId: id, name: z.string() })),
  /** Whether this person, or a child they guard, has a payment, made or due, so that the payments page is shown. */
  hasPayments: z.boolean(),
  hierarchyLevelId: id,
  currentLevelId: id.nullable(),
  currentLevelName: z.string().nullable(),
  /** 0 for the organization itself. */
  currentLevelDepth: z.int().nullable(),
  currentLevelRole: z.enum(roles).nullable(),
  roles: z.array(z.enum(roles)),
  tabs: z.array(z.string()),
  levelRoles: z.array(levelRole),
  profileLevelAccesses: z.array(membership),
  profilesWithPlas: z.array(profileSummary.extend({ profileLevelAccesses: z.array(membership) })),
  /** Null for callers who review nothing. */
  pendingReviewCount: z.int().nullable(),
  /** The address of the photo on this server, which requires a token; null without one. */
  profilePicture: z.string().nullable(),
  /** The address of the photo again, under the session user's name for it. */
  picture: z.string().nullable(),
  /** The partner that this profile came from; null for most. */
  partner: partner.nullable(),
  /** The progress of setting up background screening; null for callers who do not set it up. */
  yardstikOnboardingStatus: z.enum(onboardingStates).nullable(),
  hasRootAccess: z.boolean(),
  /** Whether the support chat is set up and open to this person. */
  chatAllowed: z.boolean(),
  /** The organization and the levels directly below it where the caller sees members; at most 200. */
  tree: z.array(z.object({ levelId: id, parentId: id.nullable(), name: z.string(), kind: z.string(), depth: z.int() })),
  contentTypes: z.array(z.object({ type: numbered(RequirementType), name: z.string() })),
  /** The questions whose answers decide what is required. */
  conditionTypes: z.array(z.object({ conditionId: id, question: z.string() })),
  labels: z.array(z.object({ labelId: id, name: z.string(), role: z.enum(roles) })),
  /** Roles that a label can carry. */
  labelRoles: z.array(z.enum(labelRoles)),
  /** How many of the caller's requirements have each status; statuses with none are left out. */
  requirementState: z.array(z.object({ status: numbered(RequirementStatus), count: z.int() })),
  /** States of the organization's country, or of every country whose states are known. */
  states: z.array(z.object({ stateId: z.string(), country: z.enum(statesKnownOf), name: z.string() })),
  /** The organization's plan, for people in charge of its billing; amounts in minor units. */
  plans: z.array(
    z.object({
      productName: z.string(),
      monthUnitAmount: z.int(),
      yearUnitAmount: z.int(),
      currency: z.string(),
    }),
  ),
  backgroundCheckPaymentInfo: z.array(paidContent),
  abusePreventionTrainingPaymentInfo: z.array(paidContent),
  /** The number of organizations in which the account has a profile of its own. */
  organizationCount: z.int(),
  organization: z.object({
    id,
    initials: z.string(),
    name: z.string(),
    /** The address of the logo; null without one. */
    image: z.string().nullable(),
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
  summary: "Lists the organizations where the signed-in account has a profile.",
  query: { AppUserId: id },
  response: z.array(z.object({ organizationId: id, name: z.string(), profileId: id })),
});

export const selectOrganization = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/select-organization",
  summary: "Gets the acting profile and its organization.",
  response: activeProfile,
});

export const listLabels = endpoint({
  method: "GET",
  path: "/api/app/label",
  summary: "Lists the organization's roles, with the access each gives and the minimum access needed to assign it.",
  response: z.array(z.object({ labelId: id, name: z.string(), role: z.enum(roles), givenBy: z.enum(labelGivers) })),
});
