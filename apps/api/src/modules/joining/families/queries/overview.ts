import { type OverallStatus, RequirementStatus, RequirementType, type ResponseOf } from "@touchline/contract";
import type { childPlace, getFamily } from "@touchline/contract/joining/families";
import type { reason } from "@touchline/contract/people/profiles";
import {
  ageFacts,
  byUrgency,
  done,
  endsAtEighteen,
  handOverState,
  isMinor,
  needsDoing,
  overallSeverity,
  severity,
} from "@touchline/rules";
import { and, asc, eq, getTableColumns, gt, inArray, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { actingProfile, type Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { requirement } from "../../../../schema/compliance.ts";
import { guardianInvitation, guardianInvitationChild } from "../../../../schema/joining.ts";
import { content, label } from "../../../../schema/library.ts";
import { mail } from "../../../../schema/messages.ts";
import { profile } from "../../../../schema/people.ts";
import { declinedRequirement, profileDetail } from "../../../../schema/requirements.ts";
import {
  latestAttemptFirst,
  type OwedHere,
  owedOn,
  type PeopleFacts,
  readPeople,
  reasonsFor,
} from "../../../compliance/index.ts";
import { membershipsOf, shownMembership } from "../../../people/index.ts";
import { guardiansOf, organizationToday } from "./guardians.ts";
import { invitationMailKeyPrefix } from "./invitation.ts";

type Family = ResponseOf<typeof getFamily>;
type Child = Family["children"][number];
type Memberships = Awaited<ReturnType<typeof membershipsOf>>;

/** A page of the children of the acting profile, with everything their cards show, in a fixed number of queries. */
export async function familyOf(call: Call, { page, perPage }: { page: number; perPage: number }): Promise<Family> {
  const profileId = actingProfile(call);
  if (profileId === null || call.actor.kind !== "person") throw notFound("profile");
  const all = [...call.actor.children];
  const people = await call.db
    .select({ ...getTableColumns(profile), photoId: profileDetail.photoId })
    .from(profile)
    .leftJoin(profileDetail, onKey(profileDetail.profileId, profile.profileId))
    .where(and(ours(profile, call), inArray(profile.profileId, [profileId, ...all])))
    .orderBy(asc(profile.dateOfBirth), asc(profile.sortName), asc(profile.profileId));
  const listed = people.filter((one) => one.profileId !== profileId).slice((page - 1) * perPage, page * perPage);
  const ids = listed.map((one) => one.profileId);
  const [{ zone }, memberships, guardians, invitations, removable, facts, types, returned, declined] =
    await Promise.all([
      organizationToday(call),
      membershipsOf(call, [profileId, ...all]),
      guardiansOf(call, ids),
      openInvitations(call, ids),
      removableAmong(call, ids),
      readPeople(call, ids),
      typesOwedBy(call, ids),
      returnedTo(call, ids),
      declinedAmong(call, ids),
    ]);
  const now = call.now.getTime();
  const self = people.find((one) => one.profileId === profileId);
  const mayGuard = !self?.dateOfBirth || !isMinor(self.dateOfBirth, now, zone);
  const children = listed.map((one): Child => {
    const theirs = memberships.filter((row) => row.profileId === one.profileId);
    const dates = one.dateOfBirth === null ? null : ageFacts(one.dateOfBirth, now, zone);
    const invitation = invitations.find((row) => row.childProfileId === one.profileId);
    return {
      profileId: one.profileId,
      firstName: one.firstName,
      lastName: one.lastName,
      photoId: one.photoId,
      dateOfBirth: one.dateOfBirth,
      age: dates?.age ?? null,
      adultOn: dates?.adultOn ?? null,
      adultSoon: handOverState(one.dateOfBirth, now, zone) !== "guarded",
      email: one.email,
      hasLogin: one.appUserId !== null,
      memberships: theirs.map(shownMembership),
      ...standing(call, facts, one, theirs, { types, returned, declined }),
      guardians: guardians
        .filter((row) => row.childProfileId === one.profileId)
        .map(({ profileId: id, firstName, lastName }) => ({
          profileId: id,
          firstName,
          lastName,
          self: id === profileId,
        })),
      invitation: invitation
        ? {
            guardianInvitationId: invitation.guardianInvitationId,
            firstName: invitation.firstName,
            lastName: invitation.lastName,
            email: invitation.email,
            expiresAt: invitation.expiresAt.toISOString(),
            mine: invitation.invitedBy === profileId,
            undelivered: invitation.undelivered,
          }
        : null,
      removable: removable.has(one.profileId),
    };
  });
  return {
    mayGuard,
    children,
    pagination: { page, perPage, totalRecords: all.length },
    places: mayGuard ? await placesAmong(call, memberships) : [],
  };
}

/** Summarizes a child's status over all memberships, with the next step. */
function standing(
  call: Call,
  people: PeopleFacts,
  { profileId, dateOfBirth }: Pick<typeof profile.$inferSelect, "profileId" | "dateOfBirth">,
  memberships: Memberships,
  {
    types,
    returned,
    declined,
  }: {
    types: Awaited<ReturnType<typeof typesOwedBy>>;
    returned: ReadonlySet<string>;
    declined: ReadonlySet<string>;
  },
): Pick<Child, "overallStatus" | "reasons" | "owed" | "done" | "waits" | "next"> {
  const [worst] = memberships.toSorted(
    (a, b) => overallSeverity[b.overallStatus] - overallSeverity[a.overallStatus] || a.levelPre - b.levelPre,
  );
  const overall: OverallStatus = worst?.overallStatus ?? "NoRequirements";
  const requirements = people.requirements.get(profileId) ?? [];
  const merged = new Map<string, OwedHere & { profileLevelAccessId: string }>();
  for (const { profileLevelAccessId } of memberships) {
    for (const one of owedOn(requirements, profileLevelAccessId, call.now)) {
      const before = merged.get(one.requirement.requirementId);
      const worse =
        !before ||
        severity[one.status] > severity[before.status] ||
        (one.status === before.status && one.mandatory && !before.mandatory);
      if (worse) merged.set(one.requirement.requirementId, { ...one, profileLevelAccessId });
    }
  }
  const all = [...merged.values()].map((one) => {
    const { facts, completion, contentName } = one.requirement;
    const inHand = facts.openAttempt === "pendingReview" || facts.openAttempt === "waitingProvider";
    const expiresAt = completion?.expiresAt?.getTime() ?? null;
    // A guardian's signature that ends at 18 cannot be renewed before.
    const isWaiver = types.get(one.requirement.contentId) === RequirementType.Waiver;
    const waits = inHand || (isWaiver && endsAtEighteen(expiresAt, dateOfBirth, people.zone));
    return {
      ...one,
      waits,
      changesRequested: returned.has(one.requirement.requirementId),
      name: contentName,
      dueAt: one.dueAt?.getTime() ?? null,
      expiresAt,
    };
  });
  const [next] = all
    .filter((one) => needsDoing(one) && !(isLeft(one) && declined.has(one.requirement.requirementId)))
    .sort(byUrgency);
  const required = all.filter(({ mandatory }) => mandatory);
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const type = next && types.get(next.requirement.contentId);
  return {
    overallStatus: overall,
    reasons: worst ? reasonsOn(call, people, worst) : [],
    owed: required.length,
    done: required.filter((one) => done(one.status)).length,
    waits: all.filter((one) => one.waits && !done(one.status)).length,
    next:
      next && type !== undefined
        ? {
            requirementId: next.requirement.requirementId,
            profileLevelAccessId: next.profileLevelAccessId,
            name: next.name,
            draft: next.requirement.facts.openAttempt === "draft",
            changesRequested: next.changesRequested,
            type,
            status: next.status,
            mandatory: next.mandatory,
            dueAt: iso(next.dueAt),
            expiresAt: iso(next.expiresAt),
          }
        : null,
  };
}

function reasonsOn(call: Call, people: PeopleFacts, membership: Memberships[number]): z.output<typeof reason>[] {
  const { labelName, levelName } = membership;
  return reasonsFor(people, membership, call.now).map((one) => {
    if (!("demand" in one)) return { kind: one.kind };
    const { requirement: row, status } = one.demand;
    return {
      kind: one.kind,
      requirementId: row.requirementId,
      contentName: row.contentName,
      status,
      since: row.statusSince.toISOString(),
      owedAs: { labelName, levelName, assignedAt: [] },
    };
  });
}

/** The types of the contents that these people owe. */
async function typesOwedBy(call: Call, profileIds: readonly string[]) {
  if (profileIds.length === 0) return new Map<string, typeof content.$inferSelect.type>();
  const rows = await call.db
    .select({ contentId: content.contentId, type: content.type })
    .from(content)
    .where(
      and(
        ours(content, call),
        sql`${content.contentId} IN (SELECT content_id FROM requirement
          WHERE organization_id = ${call.organizationId}
            AND profile_id = ANY(${sql.param([...profileIds])}::uuid[]))`,
      ),
    );
  return new Map(rows.map((row) => [row.contentId, row.type]));
}

/** The requirements of these people whose latest attempt was returned for changes. */
async function returnedTo(call: Call, profileIds: readonly string[]): Promise<Set<string>> {
  if (profileIds.length === 0) return new Set();
  const { rows } = await call.db.execute<{ requirement_id: string }>(sql`
    SELECT latest.requirement_id FROM (
      SELECT DISTINCT ON (attempt.requirement_id) attempt.requirement_id, attempt.state
      FROM requirement
      JOIN attempt ON attempt.organization_id = requirement.organization_id
        AND attempt.requirement_id = requirement.requirement_id
      WHERE requirement.organization_id = ${call.organizationId}
        AND requirement.profile_id = ANY(${sql.param([...profileIds])}::uuid[])
      ORDER BY attempt.requirement_id, ${sql.join(latestAttemptFirst, sql`, `)}
    ) AS latest
    WHERE latest.state = 'reset'`);
  return new Set(rows.map((row) => row.requirement_id));
}

/** Whether somebody who declined it has left it: it is optional, and still open. */
const isLeft = ({ mandatory, status }: { mandatory: boolean; status: RequirementStatus }) =>
  !mandatory && status === RequirementStatus.Incomplete;

/** The optional requirements of these people that they, or a guardian, aren't interested in. */
async function declinedAmong(call: Call, profileIds: readonly string[]): Promise<Set<string>> {
  if (profileIds.length === 0) return new Set();
  const rows = await call.db
    .select({ requirementId: requirement.requirementId })
    .from(requirement)
    .innerJoin(declinedRequirement, onKey(declinedRequirement.requirementId, requirement.requirementId))
    .where(
      and(
        ours(requirement, call),
        inArray(requirement.profileId, [...profileIds]),
        sql`NOT EXISTS (SELECT FROM attempt WHERE attempt.organization_id = ${call.organizationId}
          AND attempt.requirement_id = ${requirement.requirementId} AND attempt.created_at > ${declinedRequirement.declinedAt})`,
      ),
    );
  return new Set(rows.map((row) => row.requirementId));
}

/** Lists where this guardian may add a child: levels where their family has members, under labels that guardians may assign. */
export async function childPlaces(call: Call, guardianProfileId: string): Promise<z.output<typeof childPlace>[]> {
  const children = call.actor.kind === "person" ? call.actor.children : [];
  return placesAmong(call, await membershipsOf(call, [guardianProfileId, ...children]));
}

async function placesAmong(call: Call, memberships: Memberships): Promise<z.output<typeof childPlace>[]> {
  const labels = await call.db
    .select({ labelId: label.labelId, labelName: label.name })
    .from(label)
    .where(and(ours(label, call), eq(label.forFamily, "child"), eq(label.role, "Individual"), isNull(label.archivedAt)))
    .orderBy(asc(label.name))
    .limit(20);
  const levels = new Map(memberships.map(({ levelId, levelName }) => [levelId, levelName]));
  return [...levels].flatMap(([levelId, levelName]) => labels.map((one) => ({ levelId, levelName, ...one })));
}

/** Finds children who were added by their guardians only, have no login, and have no started attempts. */
export async function removableAmong(call: Call, profileIds: readonly string[]): Promise<Set<string>> {
  if (profileIds.length === 0) return new Set();
  const { rows } = await call.db.execute<{ profile_id: string }>(sql`
    SELECT profile.profile_id FROM profile
    WHERE profile.organization_id = ${call.organizationId}
      AND profile.profile_id = ANY(${sql.param([...profileIds])}::uuid[])
      AND profile.app_user_id IS NULL
      AND EXISTS (SELECT FROM member_event AS joined WHERE joined.organization_id = profile.organization_id
        AND joined.profile_id = profile.profile_id AND joined.kind = 'joined')
      AND NOT EXISTS (SELECT FROM member_event AS joined WHERE joined.organization_id = profile.organization_id
        AND joined.profile_id = profile.profile_id AND joined.kind = 'joined'
        AND (joined.actor_profile_id IS NULL OR NOT EXISTS (
          SELECT FROM guardianship WHERE guardianship.organization_id = profile.organization_id
            AND guardianship.child_profile_id = profile.profile_id
            AND guardianship.guardian_profile_id = joined.actor_profile_id)))
      AND NOT EXISTS (SELECT FROM requirement JOIN attempt ON attempt.organization_id = requirement.organization_id
          AND attempt.requirement_id = requirement.requirement_id
        WHERE requirement.organization_id = profile.organization_id
          AND requirement.profile_id = profile.profile_id)`);
  return new Set(rows.map((row) => row.profile_id));
}

/** Second guardians who were asked for these children and may still answer, and whether the email to them was given up. */
export async function openInvitations(call: Call, childProfileIds: readonly string[]) {
  if (childProfileIds.length === 0) return [];
  const rows = await call.db
    .select({
      childProfileId: guardianInvitationChild.childProfileId,
      guardianInvitationId: guardianInvitation.guardianInvitationId,
      firstName: guardianInvitation.firstName,
      lastName: guardianInvitation.lastName,
      email: guardianInvitation.email,
      invitedBy: guardianInvitation.invitedBy,
      expiresAt: guardianInvitation.expiresAt,
      failedReason: mail.failedReason,
      failedAt: mail.failedAt,
    })
    .from(guardianInvitationChild)
    .innerJoin(
      guardianInvitation,
      onKey(guardianInvitation.guardianInvitationId, guardianInvitationChild.guardianInvitationId),
    )
    .leftJoin(
      mail,
      and(
        eq(mail.organizationId, call.organizationId),
        eq(mail.key, sql`${invitationMailKeyPrefix} || ${guardianInvitation.guardianInvitationId}`),
      ),
    )
    .where(
      and(
        ours(guardianInvitationChild, call),
        inArray(guardianInvitationChild.childProfileId, [...childProfileIds]),
        isNull(guardianInvitation.acceptedAt),
        isNull(guardianInvitation.revokedAt),
        gt(guardianInvitation.expiresAt, call.now),
      ),
    )
    .limit(100);
  return rows.map(({ failedReason, failedAt, ...invitation }) => ({
    ...invitation,
    undelivered: failedReason && failedAt ? { reason: failedReason, at: failedAt.toISOString() } : null,
  }));
}
