import { logoPath } from "@touchline/contract/accounts/organization-settings";
import type { activeProfile } from "@touchline/contract/accounts/organizations";
import { getProfilePhoto } from "@touchline/contract/people/profiles";
import { feeOwed, highestRole, isReviewer, mayOnboard, tabsFor } from "@touchline/rules";
import { and, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { actingProfile, type Call } from "../../../../call.ts";
import { organizationsOfAccount, ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { content } from "../../../../schema/library.ts";
import { membershipsOf, peopleActedFor, rootLevel, shownMembership } from "../../../people/index.ts";
import { partnerOf, readFees, readOutstanding } from "../../../requirements/index.ts";
import { awaitingReview } from "../../../reviews/index.ts";
import { onboardingStatus } from "../../../screening/index.ts";
import { chatAllowed } from "./chat.ts";
import { hasFile } from "./files.ts";
import { ownOrganization } from "./own.ts";
import { sessionUser } from "./session-user.ts";

/** The kinds of content that are in use. */
async function contentTypes(call: Call) {
  const rows = await call.db
    .selectDistinct({ type: content.type })
    .from(content)
    .where(and(ours(content, call), isNull(content.archivedAt)))
    .orderBy(content.type);
  return rows.map((row) => row.type);
}

/** Returns whether the organization has a card, and whether anything was ever paid by or for these people. */
async function paidBefore(call: Call, profileIds: readonly string[]): Promise<{ hasCard: boolean; hasPaid: boolean }> {
  const { organizationId, db } = call;
  const people = sql`${sql.param([...profileIds])}::uuid[]`;
  const { rows } = await db.execute<{ hasCard: boolean; hasPaid: boolean }>(sql`
    SELECT EXISTS (SELECT FROM billing_account AS one WHERE one.organization_id = ${organizationId}
        AND one.default_method_id IS NOT NULL) AS "hasCard",
      EXISTS (SELECT FROM payment AS one WHERE one.organization_id = ${organizationId} AND one.paid_by = ANY(${people}))
      OR EXISTS (SELECT FROM payment_item AS one WHERE one.organization_id = ${organizationId}
        AND one.profile_id = ANY(${people})) AS "hasPaid"`);
  return rows[0] ?? { hasCard: false, hasPaid: false };
}

/** The unpaid requirements that are sent with the profile. The others are in the list of requirements. */
const mostUnpaid = 40;

/** Lists what these people must pay before they can continue. */
async function awaitingPayment(call: Call, profileIds: readonly string[]) {
  const limit = mostUnpaid * profileIds.length;
  const outstanding = await readOutstanding(call, { profileIds, after: null, limit });
  const fees = await readFees(
    call,
    outstanding.map((one) => one.requirementId),
  );
  return outstanding.flatMap(({ requirementId, profileId, name, price }) => {
    const { waived = false, paid = false, discount = 0 } = fees.get(requirementId) ?? {};
    return feeOwed({ payer: "Individual", price, waived, paid, discount }) > 0
      ? [{ requirementId, profileId, name }]
      : [];
  });
}

/** Returns the acting profile and its organization as the page stores them. @throws NotFound for any other organization. */
export async function selectOrganization(call: Call, organizationId: string): Promise<z.output<typeof activeProfile>> {
  const profileId = actingProfile(call);
  if (organizationId !== call.organizationId || call.actor.kind !== "person" || !profileId) {
    throw notFound("organization");
  }
  const own = await ownOrganization(call);
  const notice = await hasFile(call, "BackgroundCheckNotice");
  const root = await rootLevel(call);
  const people = await peopleActedFor(call, profileId);
  const family = people.map((person) => person.profileId);
  const memberships = await membershipsOf(call, family);
  const mine = memberships.filter((row) => row.profileId === profileId);
  const self = people.find((person) => person.profileId === profileId);
  if (!self) throw notFound("profile");
  const held = [...new Set(mine.map((row) => row.role))];
  const top = highestRole(held);
  const logo = own.logoId === null ? null : logoPath(own.organizationId, own.logoId);
  const picture = self.photoId === null ? null : photoPath(profileId, self.photoId);
  const current = mine.find((row) => row.role === top) ?? null;
  const partner = await partnerOf(call, profileId);
  const paid = await paidBefore(call, family);
  const unpaid = await awaitingPayment(call, family);
  const session = await sessionUser(call, { profileId, country: own.countryCode, paysFor: mayOnboard(held) });
  const organizationCount = await organizationsOfAccount(call.db, call.actor.appUserId);
  // Pending reviews are read last: their statements end the transaction.
  return {
    userId: call.actor.appUserId,
    profileId,
    firstName: self.firstName,
    lastName: self.lastName,
    email: current?.email ?? null,
    organizationId: own.organizationId,
    organizationName: own.name,
    organizationPhoto: logo,
    organizationPaymentMethodProvided: paid.hasCard,
    organizationContent: await contentTypes(call),
    userAwaitingIndividualPaymentContent: unpaid
      .filter((one) => one.profileId === profileId)
      .slice(0, mostUnpaid)
      .map(({ requirementId, name }) => ({ requirementId, name })),
    hasPayments: paid.hasPaid || unpaid.length > 0,
    hierarchyLevelId: root.levelId,
    currentLevelId: current?.levelId ?? null,
    currentLevelName: current?.levelName ?? null,
    currentLevelDepth: current?.levelDepth ?? null,
    currentLevelRole: top,
    roles: held,
    tabs: tabsFor(held, { guards: call.actor.children.length > 0 }),
    levelRoles: mine,
    profileLevelAccesses: mine.map(shownMembership),
    profilesWithPlas: people.map((person) => ({
      ...person,
      profileLevelAccesses: memberships.filter((row) => row.profileId === person.profileId).map(shownMembership),
    })),
    pendingReviewCount: isReviewer(held) ? (await awaitingReview(call)).count : null,
    profilePicture: picture,
    picture,
    partner,
    yardstikOnboardingStatus: mayOnboard(held) ? await onboardingStatus(call) : null,
    hasRootAccess: mine.some((row) => row.levelId === root.levelId && row.role !== "Individual"),
    chatAllowed: await chatAllowed(call, profileId, own),
    ...session,
    organizationCount,
    organization: {
      id: own.organizationId,
      initials: own.initials,
      name: own.name,
      image: logo,
      timeZone: own.timeZone,
      accentColor: own.accentColor,
      isDemo: own.isDemo,
      showCustomerConfiguredBackgroundCheckNotice: notice,
      reviewBackgroundChecksExternally: call.actor.externalReviewer !== null,
    },
  };
}

/** Returns the address of the photo, which changes with each photo. */
const photoPath = (profileId: string, photoId: string) =>
  getProfilePhoto.path.replace("{id}", profileId).replace("{photoId}", photoId);
