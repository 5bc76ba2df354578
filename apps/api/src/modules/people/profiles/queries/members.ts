import type { LabelGiver, OverallStatus, Role } from "@touchline/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Call, Reading } from "../../../../call.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { notFound } from "../../../../errors.ts";
import { authorize, type Relation, relationTo } from "../../../../security/authorize.ts";
import { overallStatusNow } from "../../../compliance/index.ts";
import { mostMemberships, type ReadingNow } from "./memberships.ts";

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

/** A membership with its person, read before authorization. */
export type MemberRead = Omit<MemberTarget, keyof Relation>;

/** The membership that a call is about, as the permission table wants it. @throws NotFound */
export async function memberTarget(call: Call, profileLevelAccessId: string): Promise<MemberTarget> {
  return targetOf(call, await readMember(call, profileLevelAccessId));
}

/** The membership as a target, from what was read. @throws NotFound */
export function targetOf(call: Call, read: MemberRead | null): MemberTarget {
  if (!read) throw notFound("member");
  return { ...read, ...relationTo(call, read.profileId) };
}

/** The memberships as targets, by their ids, in one query; those that do not exist are not in it. */
export async function memberTargets(
  call: Call,
  profileLevelAccessIds: readonly string[],
): Promise<Map<string, MemberTarget>> {
  return (await memberTargetsFor(call, profileLevelAccessIds))(call);
}

/** Reads memberships before the caller is known, and returns a function that adds the caller's relationship to each person. */
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

/** Reads the memberships of each of these people in one statement; people who left have none. */
export async function placesOf(call: Reading, profileIds: readonly string[]): Promise<Map<string, number[]>> {
  if (profileIds.length === 0) return new Map();
  const { rows } = await call.db.execute<{ profileId: string; pres: number[] }>(sql`
    SELECT pla.profile_id AS "profileId", ${presOf(call)} AS pres
    FROM unnest(${sql.param([...new Set(profileIds)])}::uuid[]) AS pla (profile_id)`);
  return new Map(rows.map((row) => [row.profileId, row.pres]));
}

/** Reads a membership with its person, or null if it does not exist. The caller authorizes. */
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

/** Reads all memberships of the person of the given membership, in tree order. The caller authorizes. */
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
