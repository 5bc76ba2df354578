import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Call, Reading } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { organization } from "../../../../schema/accounts.ts";
import { requirement } from "../../../../schema/compliance.ts";
import { guardianship } from "../../../../schema/joining.ts";
import { content } from "../../../../schema/library.ts";
import { level, profile, profileLevelAccess } from "../../../../schema/people.ts";
import { profileDetail } from "../../../../schema/requirements.ts";
import type { CipherContext } from "../../../../security/encryption.ts";
import { stillGuards } from "./actor.ts";

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

/** Returns a person's date of birth; null if it is unknown. The caller authorizes. */
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
