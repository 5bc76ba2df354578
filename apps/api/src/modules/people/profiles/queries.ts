import type { LabelGiver, OverallStatus, Role } from "@touchline/contract";
import type { membership } from "@touchline/contract/people/profiles";
import { currentRole } from "@touchline/rules";
import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor, Call, Reading } from "../../../call.ts";
import { prepared } from "../../../database/prepared-statement.ts";
import { onKey, ours } from "../../../database/tenancy.ts";
import { notFound } from "../../../errors.ts";
import { organization } from "../../../schema/accounts.ts";
import { memberStanding, requirement } from "../../../schema/compliance.ts";
import { guardianship } from "../../../schema/joining.ts";
import { content, label } from "../../../schema/library.ts";
import { level, profile, profileLevelAccess } from "../../../schema/people.ts";
import { profileDetail } from "../../../schema/requirements.ts";
import { authorize, type Relation, relationTo, verdictOn } from "../../../security/authorize.ts";
import type { CipherContext } from "../../../security/encryption.ts";
import { overallStatusNow } from "../../compliance/standing/queries/verdict.ts";

const mostMemberships = 500;

/** Where somebody stands is judged by the clock. */
type ReadingNow = Reading & Pick<Call, "now">;

type ActorRow = {
  review: boolean;
  content: boolean;
  demanded: string[];
  grants: { role: string; levelId: string; pre: number; last: number }[];
  children: string[];
  entries: string[];
  guarded: string[];
};

/** Far more people than anybody ever guards. */
const mostGuarded = 1000;

/**
 * Who a profile is and what it may do, read anew for each call, in one statement: a role taken away is gone at once, and so
 * is an account that the profile no longer belongs to.
 */
export async function loadActor(
  call: Omit<Call, "actor">,
  identified: { appUserId: string },
  profileId: string,
): Promise<Actor | null> {
  const { appUserId } = identified;
  const { rows } = await prepared<ActorRow>(
    call.db,
    "profile.actor",
    sql`
    SELECT organization.managers_review AS review, organization.managers_edit_content AS content,
      organization.second_factor_roles AS demanded,
      coalesce((SELECT json_agg(one) FROM (
        SELECT label.role, level.level_id AS "levelId", level.pre, level.last
        FROM profile_level_access AS pla
        JOIN label ON label.organization_id = pla.organization_id AND label.label_id = pla.label_id
        JOIN level ON level.organization_id = pla.organization_id AND level.level_id = pla.level_id
        WHERE pla.organization_id = ${call.organizationId} AND pla.profile_id = ${profileId}
        LIMIT ${mostMemberships}) AS one), '[]') AS grants,
      array(SELECT child_profile_id FROM guardianship
        WHERE organization_id = ${call.organizationId} AND guardian_profile_id = ${profileId}
          AND ${stillGuards(call)} LIMIT 100) AS children,
      own.entries,
      array(SELECT DISTINCT coalesce(child.merged_into, child.profile_id)
        FROM guardianship JOIN profile AS child ON child.organization_id = guardianship.organization_id
          AND child.profile_id = guardianship.child_profile_id
        WHERE guardianship.organization_id = ${call.organizationId}
          AND guardianship.guardian_profile_id = ANY(own.entries) ORDER BY 1 LIMIT ${mostGuarded}) AS guarded
    FROM profile CROSS JOIN LATERAL (
      SELECT array(
        SELECT mine.profile_id FROM profile AS mine
        WHERE mine.organization_id = ${call.organizationId} AND mine.app_user_id = ${appUserId}
        UNION
        SELECT former.profile_id FROM profile AS mine JOIN profile AS former
          ON former.organization_id = mine.organization_id AND former.merged_into = mine.profile_id
        WHERE mine.organization_id = ${call.organizationId} AND mine.app_user_id = ${appUserId}
        ORDER BY 1 LIMIT ${mostMemberships}) AS entries
    ) AS own
    JOIN organization ON organization.organization_id = profile.organization_id
    WHERE profile.organization_id = ${call.organizationId} AND profile.profile_id = ${profileId}
      AND profile.app_user_id = ${appUserId}`,
  );
  const [self] = rows;
  if (!self) return null;
  // A role nobody knows grants nothing; one with an older name is today's.
  const grants = self.grants.flatMap(({ role, ...place }) => {
    const known = currentRole(role);
    return known === null ? [] : { role: known, ...place };
  });
  return {
    kind: "person",
    profileId,
    appUserId,
    grants,
    entries: self.entries,
    children: self.children,
    onceGuarded: self.guarded,
    managers: { review: self.review, content: self.content },
    demandsSecondFactor: grants.some(({ role }) => self.demanded.includes(role)),
  };
}

/**
 * A call as somebody who began something earlier, with what they may do at this moment: a job does nothing that they
 * could not do themselves.
 *
 * @returns null when they cannot act here any more.
 */
export async function actingAgain(call: Call, profileId: string): Promise<Call | null> {
  const [person] = await call.db
    .select({ appUserId: profile.appUserId })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.profileId, profileId)));
  if (!person?.appUserId) return null;
  const actor = await loadActor(call, { appUserId: person.appUserId }, profileId);
  return actor && { ...call, actor };
}

/**
 * Whether a guardianship lasts. From local midnight of the child's 18th birthday on it does not, even where nothing
 * has ended it yet; whose date of birth is not known is a child still.
 */
export function stillGuards({ organizationId, now }: Pick<Call, "organizationId" | "now">): SQL {
  return sql`(guardianship.ended_at IS NULL AND (guardianship.child_born IS NULL OR guardianship.child_born > (
    SELECT (${now.toISOString()}::timestamptz AT TIME ZONE time_zone)::date - interval '18 years'
    FROM organization WHERE organization_id = ${organizationId})))`;
}

/** The profiles of the children whom a person guards, of age or not: their statuses follow from the guardian's. */
export async function childrenOf(call: Pick<Call, "db" | "organizationId">, profileId: string): Promise<string[]> {
  const children = await call.db
    .select({ id: guardianship.childProfileId })
    .from(guardianship)
    .where(and(ours(guardianship, call), eq(guardianship.guardianProfileId, profileId), isNull(guardianship.endedAt)))
    .limit(100);
  return children.map((child) => child.id);
}

export type MemberTarget = Relation & {
  profileLevelAccessId: string;
  profileId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  dateOfBirth: string | null;
  photoId: string | null;
  levelId: string;
  levelPre: number;
  levelName: string;
  labelId: string;
  labelName: string;
  role: Role;
  givenBy: LabelGiver;
  overallStatus: OverallStatus;
  overallStatusSince: Date;
  /** The preorder number of the level of every membership of the person. */
  membershipPres: number[];
};

/** What is told of a membership and its person, whoever asks. */
export type MemberRead = Omit<MemberTarget, keyof Relation>;

/** The membership that a call is about, as the permission table wants it. @throws NotFound */
export async function memberTarget(call: Call, profileLevelAccessId: string): Promise<MemberTarget> {
  return targetOf(call, await readMember(call, profileLevelAccessId));
}

/** The membership as a target, from what was read. @throws NotFound */
export function targetOf(call: Call, read: MemberRead | null): MemberTarget {
  if (!read) throw notFound("The member");
  return { ...read, ...relationTo(call, read.profileId) };
}

/** The memberships as targets, by their ids, in one query; those that do not exist are not in it. */
export async function memberTargets(
  call: Call,
  profileLevelAccessIds: readonly string[],
): Promise<Map<string, MemberTarget>> {
  return (await memberTargetsFor(call, profileLevelAccessIds))(call);
}

/** Reads a membership before it is known who asks: given the call, how they are related to whom. */
export async function memberTargetsFor(
  call: ReadingNow,
  profileLevelAccessIds: readonly string[],
): Promise<(asking: Call) => Map<string, MemberTarget>> {
  const [first, ...more] = new Set(profileLevelAccessIds);
  if (first === undefined) return () => new Map();
  const rows = more.length === 0 ? [await readMember(call, first)] : await readMembers(call, [first, ...more]);
  return (asking) =>
    new Map(rows.flatMap((row) => (row ? [[row.profileLevelAccessId, targetOf(asking, row)] as const] : [])));
}

/** The levels of every membership of the person. */
const presOf = ({ organizationId }: Reading) => sql`array(
  SELECT DISTINCT place.pre FROM profile_level_access AS every
  JOIN level AS place ON place.organization_id = every.organization_id AND place.level_id = every.level_id
  WHERE every.organization_id = ${organizationId} AND every.profile_id = pla.profile_id
  LIMIT ${sql.raw(String(mostMemberships))})`;

/** Reads the memberships of each of these people, by person, in one statement; of somebody who has left none. */
export async function placesOf(call: Reading, profileIds: readonly string[]): Promise<Map<string, number[]>> {
  if (profileIds.length === 0) return new Map();
  const { rows } = await call.db.execute<{ profileId: string; pres: number[] }>(sql`
    SELECT pla.profile_id AS "profileId", ${presOf(call)} AS pres
    FROM unnest(${sql.param([...new Set(profileIds)])}::uuid[]) AS pla (profile_id)`);
  return new Map(rows.map((row) => [row.profileId, row.pres]));
}

/** A membership with its person, whoever asks; null: there is none. */
export async function readMember(call: ReadingNow, profileLevelAccessId: string): Promise<MemberRead | null> {
  const which = sql`pla.profile_level_access_id = ${profileLevelAccessId}`;
  const [row] = await readRows<MemberRead>(call, { which, pres: presOf(call), name: "profile.member" });
  return row ?? null;
}

const readMembers = (call: ReadingNow, ids: readonly string[]) =>
  // How many there are decides how they are best read.
  readRows<MemberRead>(call, {
    which: sql`pla.profile_level_access_id = ANY(${sql.param([...ids])}::uuid[])`,
    pres: presOf(call),
    name: null,
  });

/** Every membership of the person whose membership this is, in tree order, whoever asks. */
export const readMemberships = (call: ReadingNow, profileLevelAccessId: string) =>
  readRows<Omit<MemberRead, "membershipPres">>(call, {
    which: sql`pla.profile_id = (
        SELECT one.profile_id FROM profile_level_access AS one
        WHERE one.organization_id = ${call.organizationId} AND one.profile_level_access_id = ${profileLevelAccessId})
      ORDER BY level.pre, label.name LIMIT ${sql.raw(String(mostMemberships))}`,
    pres: sql`NULL`,
    name: "profile.memberships",
  });

async function readRows<Row extends Omit<MemberRead, "membershipPres">>(
  call: ReadingNow,
  { which, pres, name }: { which: SQL; pres: SQL; name: string | null },
): Promise<Row[]> {
  const { organizationId } = call;
  const { rows } = await prepared<Omit<Row, "overallStatusSince"> & { overallStatusSince: string }>(
    call.db,
    name,
    sql`
    SELECT pla.profile_level_access_id AS "profileLevelAccessId", pla.profile_id AS "profileId",
      profile.first_name AS "firstName", profile.last_name AS "lastName", profile.email,
      profile.date_of_birth AS "dateOfBirth", detail.photo_id AS "photoId",
      pla.level_id AS "levelId", level.pre AS "levelPre", level.name AS "levelName",
      pla.label_id AS "labelId", label.name AS "labelName", label.role, label.given_by AS "givenBy",
      ${overallStatusNow(call, "standing")} AS "overallStatus", standing.since AS "overallStatusSince", ${pres} AS "membershipPres"
    FROM profile_level_access AS pla
    JOIN profile ON profile.organization_id = pla.organization_id AND profile.profile_id = pla.profile_id
    LEFT JOIN profile_detail AS detail
      ON detail.organization_id = pla.organization_id AND detail.profile_id = pla.profile_id
    JOIN level ON level.organization_id = pla.organization_id AND level.level_id = pla.level_id
    JOIN label ON label.organization_id = pla.organization_id AND label.label_id = pla.label_id
    JOIN member_standing AS standing ON standing.organization_id = pla.organization_id
      AND standing.profile_level_access_id = pla.profile_level_access_id
    WHERE pla.organization_id = ${organizationId} AND ${which}`,
  );
  return rows.map((row) => ({ ...row, overallStatusSince: new Date(row.overallStatusSince) }) as unknown as Row);
}

/** Whether the actor may see this member at all. @throws Forbidden */
export function authorizeSight(call: Call, target: Pick<MemberTarget, "levelPre" | "self" | "guardedChild">): void {
  authorize(call, target.self || target.guardedChild ? "own" : "members.see", target);
}

/** A person's memberships with where they stand, in tree order. */
export async function membershipsOf(call: ReadingNow, profileIds: readonly string[]) {
  return memberships(call)
    .where(and(ours(profileLevelAccess, call), inArray(profileLevelAccess.profileId, [...profileIds])))
    .orderBy(asc(level.pre), asc(label.name))
    .limit(mostMemberships);
}

/** The roles that a person's labels carry, whatever they are called by now. */
export async function rolesOf(call: Pick<Call, "db" | "organizationId">, profileId: string): Promise<Role[]> {
  const rows = await call.db
    .selectDistinct({ role: label.role })
    .from(profileLevelAccess)
    .innerJoin(label, onKey(label.labelId, profileLevelAccess.labelId))
    .where(and(ours(profileLevelAccess, call), eq(profileLevelAccess.profileId, profileId)))
    .limit(mostMemberships);
  return rows.map(({ role }) => role);
}

/** A person's memberships as far as the actor sees them; all of one's own and of a guarded child. */
export async function membershipsSeen(call: Call, profileId: string) {
  return seenAmong(call, profileId, await membershipsOf(call, [profileId]));
}

/** The memberships that the actor sees, from what was read. */
export function seenAmong<Row extends { levelPre: number }>(
  call: Call,
  profileId: string,
  rows: readonly Row[],
): Row[] {
  const { self, guardedChild } = relationTo(call, profileId);
  return rows.filter(({ levelPre }) => self || guardedChild || verdictOn(call, "members.see", { levelPre }).allowed);
}

function memberships(call: ReadingNow) {
  return call.db
    .select({
      profileLevelAccessId: profileLevelAccess.profileLevelAccessId,
      profileId: profileLevelAccess.profileId,
      firstName: profile.firstName,
      lastName: profile.lastName,
      email: profile.email,
      dateOfBirth: profile.dateOfBirth,
      photoId: profileDetail.photoId,
      levelId: profileLevelAccess.levelId,
      levelPre: level.pre,
      levelName: level.name,
      levelDepth: level.depth,
      labelId: profileLevelAccess.labelId,
      labelName: label.name,
      role: label.role,
      givenBy: label.givenBy,
      overallStatus: sql<OverallStatus>`${overallStatusNow(call, "member_standing")}`,
      overallStatusSince: memberStanding.since,
    })
    .from(profileLevelAccess)
    .innerJoin(profile, onKey(profile.profileId, profileLevelAccess.profileId))
    .leftJoin(profileDetail, onKey(profileDetail.profileId, profileLevelAccess.profileId))
    .innerJoin(level, onKey(level.levelId, profileLevelAccess.levelId))
    .innerJoin(label, onKey(label.labelId, profileLevelAccess.labelId))
    .innerJoin(memberStanding, onKey(memberStanding.profileLevelAccessId, profileLevelAccess.profileLevelAccessId))
    .$dynamic();
}

/** A membership in the contract's shape. */
export function shownMembership(row: z.output<typeof membership>): z.output<typeof membership> {
  const { profileLevelAccessId, profileId, levelId, levelName, labelId, labelName, role, overallStatus } = row;
  return { profileLevelAccessId, profileId, levelId, levelName, labelId, labelName, role, overallStatus };
}

/** The acting profile, and the children it guards, each with the organization's name. */
export async function peopleActedFor(call: Pick<Call, "db" | "organizationId" | "now">, profileId: string) {
  const rows = await call.db
    .select({
      profileId: profile.profileId,
      organizationId: profile.organizationId,
      organizationName: organization.name,
      firstName: profile.firstName,
      lastName: profile.lastName,
      guarded: sql<boolean>`${profile.profileId} <> ${profileId}`,
      photoId: profileDetail.photoId,
    })
    .from(profile)
    .innerJoin(organization, eq(organization.organizationId, profile.organizationId))
    .leftJoin(profileDetail, onKey(profileDetail.profileId, profile.profileId))
    .where(
      and(
        ours(profile, call),
        // One array, so that the key is used: with OR every profile of the organization is read.
        sql`${profile.profileId} = ANY(ARRAY[${profileId}]::uuid[] || ARRAY(
          SELECT ${guardianship.childProfileId} FROM ${guardianship}
          WHERE ${guardianship.organizationId} = ${call.organizationId}
            AND ${guardianship.guardianProfileId} = ${profileId} AND ${stillGuards(call)} LIMIT 100))`,
      ),
    )
    .orderBy(sql`(${profile.profileId} <> ${profileId})`, asc(profile.sortName))
    .limit(100);
  return rows;
}

/** On which day a person was born; null where nobody said. The caller authorizes. */
export async function birthOf(call: Pick<Call, "db" | "organizationId">, profileId: string): Promise<string | null> {
  const [row] = await call.db
    .select({ dateOfBirth: profile.dateOfBirth })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.profileId, profileId)));
  return row?.dateOfBirth ?? null;
}

/** Full names by profile id, for history and reviews. */
export async function namesOf(call: Reading, profileIds: readonly string[]): Promise<Map<string, string>> {
  if (profileIds.length === 0) return new Map();
  const rows = await call.db
    .select({ profileId: profile.profileId, firstName: profile.firstName, lastName: profile.lastName })
    .from(profile)
    .where(and(ours(profile, call), inArray(profile.profileId, [...new Set(profileIds)])));
  return new Map(rows.map((row) => [row.profileId, `${row.firstName} ${row.lastName}`]));
}

const places = {
  member: { table: profileLevelAccess, key: profileLevelAccess.profileLevelAccessId },
  requirement: { table: requirement, key: requirement.requirementId },
  level: { table: level, key: level.levelId },
  content: { table: content, key: content.contentId },
};

/** Whether the organization has what an address leads to; whether it may be seen is for the page's own call. */
export async function holds(call: Pick<Call, "db" | "organizationId">, kind: keyof typeof places, id: string) {
  const { table, key } = places[kind];
  const rows = await call.db
    .select({ id: key })
    .from(table)
    .where(and(ours(table, call), eq(key, id)))
    .limit(1);
  return rows.length > 0;
}

/** What a change in a person's history is bound to. */
export const changePlace = (call: Pick<Call, "organizationId">, profileEventId: string): CipherContext => ({
  tenant: call.organizationId,
  table: "profile_event",
  column: "change",
  id: profileEventId,
});
