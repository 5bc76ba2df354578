import type { InvitationProblem } from "@touchline/contract";
import { invitationProblem, nameKey, tidy } from "@touchline/rules";
import { and, asc, desc, eq, inArray, isNull, not, sql } from "drizzle-orm";
import { type Call, organizationFacts, type Reading } from "../../../call.ts";
import { onKey, ours } from "../../../database/tenancy.ts";
import { guardianship, invitation } from "../../../schema/joining.ts";
import { label } from "../../../schema/library.ts";
import { level, profile, profileLevelAccess } from "../../../schema/people.ts";
import { organizationIntroduction } from "../../messages/index.ts";
import { membershipsOf, namesOf, stillGuards } from "../../people/index.ts";

type ReadingNow = Reading & Pick<Call, "now">;

/** Memberships and children that an invitation names. */
const mostNamed = 10;

/** Two spellings of one address. The identity service compares more finely; here a difference only voids a link. */
export const sameAddress = (one: string | null, other: string | null) =>
  one !== null && other !== null && one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * True of a profile that acts through guardians: under 18 in the organization's time zone, or guarded while the date of birth
 * is not known. Such a person has no account of their own.
 */
const actsThroughGuardians = (call: ReadingNow) => sql`(
  coalesce(${profile.dateOfBirth} > (
    SELECT (${call.now.toISOString()}::timestamptz AT TIME ZONE time_zone)::date - interval '18 years'
    FROM organization WHERE organization_id = ${call.organizationId}), false)
  OR EXISTS (SELECT FROM guardianship WHERE guardianship.organization_id = ${profile.organizationId}
    AND guardianship.child_profile_id = ${profile.profileId} AND ${stillGuards(call)}))`;

/** Those of these people who act through guardians. */
export async function minorsAmong(call: Call, profileIds: readonly string[]): Promise<Set<string>> {
  const rows = await call.db
    .select({ profileId: profile.profileId })
    .from(profile)
    .where(
      and(
        ours(profile, call),
        sql`${profile.profileId} = ANY(${sql.param([...profileIds])}::uuid[])`,
        actsThroughGuardians(call),
      ),
    );
  return new Set(rows.map((row) => row.profileId));
}

/** Lists the guardians of those of these people who are represented by guardians. */
export async function guardiansOfMinors(
  call: Call,
  profileIds: readonly string[],
): Promise<{ guardian: string; child: string }[]> {
  return call.db
    .select({ guardian: guardianship.guardianProfileId, child: guardianship.childProfileId })
    .from(guardianship)
    .where(
      and(
        ours(guardianship, call),
        sql`${guardianship.childProfileId} = ANY(${sql.param([...profileIds])}::uuid[])`,
        stillGuards(call),
      ),
    )
    .orderBy(asc(guardianship.createdAt), asc(guardianship.place));
}

/** Lists the guardians of these memberships' people, so that an inviting caller can lock them together. */
export async function guardiansOfMembers(call: Call, profileLevelAccessIds: readonly string[]): Promise<string[]> {
  const rows = await call.db
    .selectDistinct({ profileId: guardianship.guardianProfileId })
    .from(profileLevelAccess)
    .innerJoin(guardianship, onKey(guardianship.childProfileId, profileLevelAccess.profileId))
    .where(
      and(
        ours(profileLevelAccess, call),
        sql`${profileLevelAccess.profileLevelAccessId} = ANY(${sql.param([...profileLevelAccessIds])}::uuid[])`,
        stillGuards(call),
      ),
    );
  return rows.map((row) => row.profileId);
}

/**
 * Returns the one adult who was added with this address and name and hasn't answered yet; null if there are several. Families
 * may share a mailbox, so a person with another name accepts the invitation from their own email.
 */
export async function invitedProfile(
  call: ReadingNow,
  { email, firstName, lastName }: { email: string; firstName: string; lastName: string },
): Promise<string | null> {
  const same = ofName(await waitingWith(call, email), { firstName, lastName });
  return same.length === 1 ? (same[0]?.profileId ?? null) : null;
}

/**
 * The grown-up whom an address of their employer's or club's own domain leads to, which families don't share: whoever was added
 * with it, by their name where several were.
 */
export async function awaitedProfile(
  call: ReadingNow,
  { email, firstName, lastName }: { email: string; firstName: string; lastName: string },
): Promise<string | null> {
  const waiting = await waitingWith(call, email);
  const found = waiting.length === 1 ? waiting : ofName(waiting, { firstName, lastName });
  return found.length === 1 ? (found[0]?.profileId ?? null) : null;
}

/** Grown-ups who were added with an address and have not answered yet. */
const waitingWith = (call: ReadingNow, email: string) =>
  call.db
    .select({ profileId: profile.profileId, firstName: profile.firstName, lastName: profile.lastName })
    .from(profile)
    .where(
      and(
        ours(profile, call),
        sql`lower(${profile.email}) = lower(${email.trim()})`,
        isNull(profile.appUserId),
        isNull(profile.archivedAt),
        // With a child's profile often stands the address of a parent.
        not(actsThroughGuardians(call)),
      ),
    )
    .limit(mostNamed);

type Named = { firstName: string; lastName: string };
const nameOf = ({ firstName, lastName }: Named) => `${nameKey(tidy(firstName))}|${nameKey(tidy(lastName))}`;
const ofName = <Row extends Named>(rows: readonly Row[], named: Named) =>
  rows.filter((row) => nameOf(row) === nameOf(named));

export type FoundInvitation = {
  invitationId: string;
  profileId: string;
  email: string;
  firstName: string;
  lastName: string;
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
  problem: InvitationProblem | null;
};

/** Returns one invitation, and why it can't be accepted now, if so. */
export async function invitationById(call: Call, invitationId: string): Promise<FoundInvitation | null> {
  const [row] = await call.db
    .select({
      invitation,
      firstName: profile.firstName,
      lastName: profile.lastName,
      presentEmail: profile.email,
      appUserId: profile.appUserId,
      archivedAt: profile.archivedAt,
      minor: actsThroughGuardians(call).mapWith(Boolean),
    })
    .from(invitation)
    .innerJoin(profile, onKey(profile.profileId, invitation.profileId))
    .where(and(ours(invitation, call), eq(invitation.invitationId, invitationId)));
  if (!row) return null;
  const { acceptedAt, supersededAt, expiresAt, createdAt, profileId, email, invitedBy } = row.invitation;
  const taken = acceptedAt ?? (row.appUserId === null ? null : createdAt);
  const replaced = supersededAt ?? (sameAddress(email, row.presentEmail) ? null : createdAt);
  const problem = invitationProblem(
    {
      acceptedAt: taken?.getTime() ?? null,
      supersededAt: replaced?.getTime() ?? null,
      expiresAt: expiresAt.getTime(),
      left: row.archivedAt !== null,
      minor: row.minor,
    },
    call.now.getTime(),
  );
  const { firstName, lastName } = row;
  return { invitationId, profileId, email, firstName, lastName, invitedBy, createdAt, expiresAt, problem };
}

/** Builds the invitation page for the holder of a valid link. */
export async function shownInvitation(call: Call, found: FoundInvitation) {
  const memberships = await membershipsOf(call, [found.profileId]);
  const children = await call.db
    .select({ firstName: profile.firstName })
    .from(guardianship)
    .innerJoin(profile, onKey(profile.profileId, guardianship.childProfileId))
    .where(and(ours(guardianship, call), eq(guardianship.guardianProfileId, found.profileId), stillGuards(call)))
    .orderBy(asc(profile.sortName))
    .limit(mostNamed);
  const names = await namesOf(call, found.invitedBy === null ? [] : [found.invitedBy]);
  return {
    ...(await organizationIntroduction(call)),
    invitedBy: found.invitedBy === null ? null : (names.get(found.invitedBy) ?? null),
    firstName: found.firstName,
    lastName: found.lastName,
    email: found.email,
    memberships: memberships.slice(0, mostNamed).map(({ labelName, levelName }) => ({ labelName, levelName })),
    children: children.map((child) => child.firstName),
    expiresAt: found.expiresAt.toISOString(),
  };
}

/** Reads what the invitation emails say: the organization, and each person's name and topmost membership. */
export async function invitedTo(call: Call, profileIds: readonly string[]) {
  const own = await organizationFacts(call);
  const rows = await call.db
    .selectDistinctOn([profile.profileId], {
      profileId: profile.profileId,
      firstName: profile.firstName,
      role: label.name,
      level: level.name,
    })
    .from(profile)
    .leftJoin(profileLevelAccess, onKey(profileLevelAccess.profileId, profile.profileId))
    .leftJoin(level, onKey(level.levelId, profileLevelAccess.levelId))
    .leftJoin(label, onKey(label.labelId, profileLevelAccess.labelId))
    .where(and(ours(profile, call), inArray(profile.profileId, [...profileIds])))
    .orderBy(profile.profileId, asc(level.pre), asc(label.name));
  const people = rows.map(
    ({ profileId, firstName, role, level }) =>
      [profileId, { firstName, role: role ?? undefined, level: level ?? undefined }] as const,
  );
  return { organization: own.name, zone: own.timeZone, people: new Map(people) };
}

/** The latest invitation of a person. */
export async function latestInvitation(call: Call, profileId: string) {
  const [row] = await call.db
    .select()
    .from(invitation)
    .where(and(ours(invitation, call), eq(invitation.profileId, profileId)))
    .orderBy(desc(invitation.createdAt), desc(invitation.invitationId))
    .limit(1);
  return row ?? null;
}
