import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { roles } from "./enums.ts";
import { membership, profileSummary } from "./profiles.ts";
import { levelRole } from "./session.ts";
import { id } from "./values.ts";

/** What the page keeps of the person who is acting, and of the organization. Source: specification 1, section 3. */
export const activeProfile = z.object({
  userId: id,
  profileId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  organizationId: id,
  organizationName: z.string(),
  hierarchyLevelId: id,
  currentLevelId: id.nullable(),
  currentLevelName: z.string().nullable(),
  currentLevelRole: z.enum(roles).nullable(),
  roles: z.array(z.enum(roles)),
  tabs: z.array(z.string()),
  levelRoles: z.array(levelRole),
  profileLevelAccesses: z.array(membership),
  profilesWithPlas: z.array(profileSummary.extend({ profileLevelAccesses: z.array(membership) })),
  pendingReviewCount: z.int().nullable(),
  hasRootAccess: z.boolean(),
  organization: z.object({
    id,
    initials: z.string(),
    name: z.string(),
    timeZone: z.string(),
    accentColor: z.string(),
    isDemo: z.boolean(),
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
  summary: "The organization's labels, each with the role it carries.",
  response: z.array(z.object({ labelId: id, name: z.string(), role: z.enum(roles) })),
});
