import type { Role } from "@touchline/contract";
import type { activeProfile } from "@touchline/contract/organizations";
import { getProfilePhoto } from "@touchline/contract/profiles";
import { currentRole, highestRole, isReviewer, legacyRoleNames, mayOnboard, tabsFor } from "@touchline/rules";
import { and, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { authorize } from "../../kernel/authorize.ts";
import { actingProfile, type Call } from "../../kernel/call.ts";
import { notFound } from "../../kernel/errors.ts";
import { ours, planKept } from "../../kernel/tenancy.ts";
import { content } from "../content/tables.ts";
import { rootLevel } from "../hierarchy/queries.ts";
import { membershipsOf, peopleActedFor, shownMembership, stillGuards } from "../profiles/queries.ts";
import { pendingCount } from "../reviews/queries/queue.ts";
import { organization } from "./tables.ts";

/** @throws NotFound */
export async function ownOrganization(call: Call) {
  const [row] = await call.db.select().from(organization).where(ours(organization, call));
  if (!row) throw notFound("The organization");
  return row;
}

/** Of whom the organization demands a second factor. @throws Forbidden */
export async function secondFactorRoles(call: Call): Promise<Role[]> {
  authorize(call, "organization.edit", { organizationWide: true });
  const own = await ownOrganization(call);
  return own.secondFactorRoles.flatMap((role) => currentRole(role) ?? []);
}

/** The organization's name, if it demands a second factor of a profile. */
export async function secondFactorDemandedBy(call: Pick<Call, "db" | "organizationId">, profileId: string) {
  const [own] = await call.db
    .select({ name: organization.name, demanded: organization.secondFactorRoles })
    .from(organization)
    .where(ours(organization, call));
  if (!own || own.demanded.length === 0) return null;
  const held = await membershipsOf(call, [profileId]);
  return held.some(({ role }) => own.demanded.includes(currentRole(role) ?? role)) ? own.name : null;
}

/** The kinds of content that are in use. */
async function contentTypes(call: Call) {
  const rows = await call.db
    .selectDistinct({ type: content.type })
    .from(content)
    .where(and(ours(content, call), isNull(content.archivedAt)))
    .orderBy(content.type);
  return rows.map((row) => row.type);
}

/** The acting profile and its organization, as the page keeps them. @throws NotFound for any other organization. */
export async function selectOrganization(call: Call, organizationId: string): Promise<z.output<typeof activeProfile>> {
  const profileId = actingProfile(call);
  if (organizationId !== call.organizationId || call.actor.kind !== "person" || !profileId) {
    throw notFound("The organization");
  }
  const own = await ownOrganization(call);
  const root = await rootLevel(call);
  const people = await peopleActedFor(call, profileId);
  const memberships = await membershipsOf(
    call,
    people.map((person) => person.profileId),
  );
  const mine = memberships.filter((row) => row.profileId === profileId);
  const self = people.find((person) => person.profileId === profileId);
  if (!self) throw notFound("The profile");
  const held = [...new Set(mine.map((row) => row.role))];
  const top = highestRole(held);
  const current = mine.find((row) => row.role === top) ?? null;
  return {
    userId: call.actor.appUserId,
    profileId,
    firstName: self.firstName,
    lastName: self.lastName,
    email: current?.email ?? null,
    organizationId: own.organizationId,
    organizationName: own.name,
    // Of the next ones there is none anywhere yet: no logo, no way to pay and nothing to pay for, no partner.
    organizationPhoto: null,
    organizationPaymentMethodProvided: false,
    organizationContent: await contentTypes(call),
    userAwaitingIndividualPaymentContent: [],
    hierarchyLevelId: root.levelId,
    currentLevelId: current?.levelId ?? null,
    currentLevelName: current?.levelName ?? null,
    currentLevelRole: top,
    roles: held,
    tabs: tabsFor(held, { guards: call.actor.children.length > 0 }),
    levelRoles: mine,
    profileLevelAccesses: mine.map(shownMembership),
    profilesWithPlas: people.map((person) => ({
      ...person,
      profileLevelAccesses: memberships.filter((row) => row.profileId === person.profileId).map(shownMembership),
    })),
    pendingReviewCount: isReviewer(held) ? (await pendingCount(call)).count : null,
    profilePicture: self.photoId === null ? null : photoPath(profileId, self.photoId),
    partner: null,
    yardstikOnboardingStatus: mayOnboard(held) ? "NotStarted" : null,
    hasRootAccess: mine.some((row) => row.levelId === root.levelId && row.role !== "Individual"),
    organization: {
      id: own.organizationId,
      initials: own.initials,
      name: own.name,
      timeZone: own.timeZone,
      accentColor: own.accentColor,
      isDemo: own.isDemo,
      showCustomerConfiguredBackgroundCheckNotice: false,
      reviewBackgroundChecksExternally: false,
    },
  };
}

/** The same for an account that is nobody's yet: it may sign in to take up an invitation. */
export const withoutProfile = { role: [], tabs: [], firstName: "", lastName: "", currentProfileId: null };

/** Where the photo is fetched; with another photo the address is another. */
const photoPath = (profileId: string, photoId: string) =>
  getProfilePhoto.path.replace("{id}", profileId).replace("{photoId}", photoId);

/**
 * What the identity service writes into a token about the acting profile; the page reads it, the server never does. Beside
 * it, whether the profile's address counts as confirmed here, and whether labels of the organization have a role's older
 * name. One statement, as every sign-in asks.
 */
export async function claimsWithin(call: Pick<Call, "db" | "organizationId" | "now">, profileId: string) {
  const { rows } = await call.db.execute<{
    first_name: string;
    last_name: string;
    confirmed: boolean;
    roles: string[];
    legacy: boolean;
    guards: boolean;
  }>(sql`${planKept}
    SELECT profile.first_name, profile.last_name, profile.confirmed_at IS NOT NULL AS confirmed,
      ARRAY(SELECT label.role FROM profile_level_access AS pla
        JOIN label ON label.organization_id = pla.organization_id AND label.label_id = pla.label_id
        JOIN level ON level.organization_id = pla.organization_id AND level.level_id = pla.level_id
        WHERE pla.organization_id = ${call.organizationId} AND pla.profile_id = ${profileId}
        ORDER BY level.pre, label.name LIMIT 500) AS roles,
      EXISTS (SELECT FROM label WHERE organization_id = ${call.organizationId}
        AND role = ANY(${sql.param(Object.keys(legacyRoleNames))}::text[])) AS legacy,
      EXISTS (SELECT FROM guardianship WHERE organization_id = ${call.organizationId}
        AND guardian_profile_id = ${profileId} AND ${stillGuards(call)}) AS guards
    FROM profile WHERE profile.organization_id = ${call.organizationId} AND profile.profile_id = ${profileId}`);
  const [self] = rows;
  const held = [...new Set((self?.roles ?? []).flatMap((role) => currentRole(role) ?? []))];
  return {
    claims: {
      role: held,
      tabs: tabsFor(held, { guards: self?.guards ?? false }),
      firstName: self?.first_name ?? "",
      lastName: self?.last_name ?? "",
    },
    confirmed: self?.confirmed ?? false,
    legacy: self?.legacy ?? false,
  };
}
