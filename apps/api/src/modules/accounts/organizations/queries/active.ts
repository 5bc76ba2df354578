import { logoPath } from "@touchline/contract/accounts/organization-settings";
import type { activeProfile } from "@touchline/contract/accounts/organizations";
import { getProfilePhoto } from "@touchline/contract/people/profiles";
import { feeOwed, highestRole, isReviewer, mayOnboard, tabsFor } from "@touchline/rules";
import { and, isNull } from "drizzle-orm";
import type { z } from "zod";
import { actingProfile, type Call } from "../../../../call.ts";
import { organizationsOfAccount, ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { billingAccount } from "../../../../schema/billing.ts";
import { content } from "../../../../schema/library.ts";
import { membershipsOf, peopleActedFor, rootLevel, shownMembership } from "../../../people/index.ts";
import { partnerOf, readFees, readOutstanding } from "../../../requirements/index.ts";
import { awaitingReview } from "../../../reviews/index.ts";
import { onboardingStatus } from "../../../screening/index.ts";
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

/** Whether the organization has a card to pay with. */
async function hasCard(call: Call): Promise<boolean> {
  const [row] = await call.db
    .select({ methodId: billingAccount.defaultMethodId })
    .from(billingAccount)
    .where(ours(billingAccount, call));
  return row?.methodId != null;
}

/** What is told of unpaid requirements with the profile; the rest is in the list of what is owed. */
const mostUnpaid = 40;

/** What the person has to pay for before it goes on. */
async function awaitingPayment(call: Call, profileId: string) {
  const outstanding = await readOutstanding(call, { profileId, after: null, limit: mostUnpaid });
  const fees = await readFees(
    call,
    outstanding.map((one) => one.requirementId),
  );
  return outstanding.flatMap(({ requirementId, name, price }) => {
    const { waived = false, paid = false, discount = 0 } = fees.get(requirementId) ?? {};
    return feeOwed({ payer: "Individual", price, waived, paid, discount }) > 0 ? [{ requirementId, name }] : [];
  });
}

/** The acting profile and its organization, as the page keeps them. @throws NotFound for any other organization. */
export async function selectOrganization(call: Call, organizationId: string): Promise<z.output<typeof activeProfile>> {
  const profileId = actingProfile(call);
  if (organizationId !== call.organizationId || call.actor.kind !== "person" || !profileId) {
    throw notFound("organization");
  }
  const own = await ownOrganization(call);
  const notice = await hasFile(call, "BackgroundCheckNotice");
  const root = await rootLevel(call);
  const people = await peopleActedFor(call, profileId);
  const memberships = await membershipsOf(
    call,
    people.map((person) => person.profileId),
  );
  const mine = memberships.filter((row) => row.profileId === profileId);
  const self = people.find((person) => person.profileId === profileId);
  if (!self) throw notFound("profile");
  const held = [...new Set(mine.map((row) => row.role))];
  const top = highestRole(held);
  const logo = own.logoId === null ? null : logoPath(own.organizationId, own.logoId);
  const picture = self.photoId === null ? null : photoPath(profileId, self.photoId);
  const current = mine.find((row) => row.role === top) ?? null;
  const partner = await partnerOf(call, profileId);
  const session = await sessionUser(call, { profileId, country: own.countryCode, paysFor: mayOnboard(held) });
  const organizationCount = await organizationsOfAccount(call.db, call.actor.appUserId);
  // What waits for review is read last: its statements end the transaction.
  return {
    userId: call.actor.appUserId,
    profileId,
    firstName: self.firstName,
    lastName: self.lastName,
    email: current?.email ?? null,
    organizationId: own.organizationId,
    organizationName: own.name,
    organizationPhoto: logo,
    organizationPaymentMethodProvided: await hasCard(call),
    organizationContent: await contentTypes(call),
    userAwaitingIndividualPaymentContent: await awaitingPayment(call, profileId),
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

/** Where the photo is fetched; with another photo the address is another. */
const photoPath = (profileId: string, photoId: string) =>
  getProfilePhoto.path.replace("{id}", profileId).replace("{photoId}", photoId);
