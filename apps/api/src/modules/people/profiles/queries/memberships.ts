import type { OverallStatus, Role } from "@touchline/contract";
import type { membership } from "@touchline/contract/people/profiles";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Call, Reading } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { memberStanding } from "../../../../schema/compliance.ts";
import { label } from "../../../../schema/library.ts";
import { level, profile, profileLevelAccess } from "../../../../schema/people.ts";
import { profileDetail } from "../../../../schema/requirements.ts";
import { relationTo, verdictOn } from "../../../../security/authorize.ts";
import { overallStatusNow } from "../../../compliance/index.ts";

/** Far more memberships than anybody has. */
export const mostMemberships = 500;

/** A read with the current time, which statuses depend on. */
export type ReadingNow = Reading & Pick<Call, "now">;

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
