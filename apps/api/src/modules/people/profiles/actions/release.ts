import { legacyRoleNames } from "@touchline/rules";
import { and, eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { profile, profileDirectory } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { lockPeople, restand } from "../../../compliance/index.ts";
import { childrenOf } from "../queries/actor.ts";
import { keepProfiles } from "./keep-profiles.ts";

type Within = Pick<Call, "db" | "organizationId">;

export type Leaving = {
  organizationName: string;
  admin: boolean;
  /** Whether the person is the organization's only administrator. */
  onlyAdmin: boolean;
  /** Who could become Admin, at most three. */
  couldBecome: string[];
  /** Children who would be left without a guardian who can sign in. */
  childrenAlone: string[];
};

/** The roles of administrators, under their current and older names. */
export const adminRoles: readonly string[] = [
  "Admin",
  ...Object.keys(legacyRoleNames).filter((old) => old === "President"),
];
const nextInLine = ["Director", "Account Manager", "Manager"];

/** What would be missing in an organization without this person's login. */
export async function leavingEffect(call: Within, profileId: string): Promise<Leaving> {
  const { organizationId } = call;
  const { rows } = await call.db.execute<{
    name: string;
    admin: boolean;
    others: boolean;
    could: string[];
    children: string[];
  }>(sql`
    WITH holder AS (
      SELECT DISTINCT pla.profile_id, label.role, profile.first_name || ' ' || profile.last_name AS name, level.pre
      FROM profile_level_access AS pla
      JOIN label ON label.organization_id = pla.organization_id AND label.label_id = pla.label_id
      JOIN level ON level.organization_id = pla.organization_id AND level.level_id = pla.level_id
      JOIN profile ON profile.organization_id = pla.organization_id AND profile.profile_id = pla.profile_id
      WHERE pla.organization_id = ${organizationId} AND profile.app_user_id IS NOT NULL
        AND label.role = ANY(${sql.param([...adminRoles, ...nextInLine])}::text[])
    ), admin AS (
      SELECT profile_id FROM holder WHERE role = ANY(${sql.param([...adminRoles])}::text[]) AND pre = 0
    )
    SELECT organization.name,
      EXISTS (SELECT FROM admin WHERE profile_id = ${profileId}) AS admin,
      EXISTS (SELECT FROM admin WHERE profile_id <> ${profileId}) AS others,
      ARRAY(SELECT name FROM holder WHERE profile_id <> ${profileId}
        GROUP BY profile_id, name ORDER BY min(pre), min(array_position(${sql.param(nextInLine)}::text[], role)), name
        LIMIT 3) AS could,
      ARRAY(SELECT child.first_name || ' ' || child.last_name FROM guardianship AS mine
        JOIN profile AS child ON child.organization_id = mine.organization_id
          AND child.profile_id = mine.child_profile_id AND child.app_user_id IS NULL
        WHERE mine.organization_id = ${organizationId} AND mine.guardian_profile_id = ${profileId}
          AND mine.ended_at IS NULL
          AND NOT EXISTS (SELECT FROM guardianship AS other
            JOIN profile AS guardian ON guardian.organization_id = other.organization_id
              AND guardian.profile_id = other.guardian_profile_id AND guardian.app_user_id IS NOT NULL
            WHERE other.organization_id = ${organizationId} AND other.child_profile_id = mine.child_profile_id
              AND other.ended_at IS NULL
              AND other.guardian_profile_id <> ${profileId})
        ORDER BY child.sort_name LIMIT 100) AS children
    FROM organization WHERE organization.organization_id = ${organizationId}`);
  const [row] = rows;
  return {
    organizationName: row?.name ?? "",
    admin: row?.admin ?? false,
    onlyAdmin: (row?.admin ?? false) && !row?.others,
    couldBecome: row?.could ?? [],
    childrenAlone: row?.children ?? [],
  };
}

/** Says what to do first. */
export function onlyAdminRefusal({ organizationName, couldBecome }: Pick<Leaving, "organizationName" | "couldBecome">) {
  const message =
    couldBecome.length > 0
      ? `You're the only Admin of ${organizationName}. Make someone else an Admin first, for example ${couldBecome.join(" or ")}.`
      : `You're the only Admin of ${organizationName}. Make someone else an Admin first.`;
  return conflict(message, "onlyAdmin");
}

/**
 * Locks a person, and every administrator if they are one: administrators who leave at the same time lock each other, so that
 * each sees who is left.
 */
export async function lockLeaving(call: Call, profileId: string, others: readonly string[] = []): Promise<void> {
  const { rows: admins } = await call.db.execute<{ profile_id: string }>(sql`
    SELECT DISTINCT pla.profile_id FROM profile_level_access AS pla
    JOIN label ON label.organization_id = pla.organization_id AND label.label_id = pla.label_id
    WHERE pla.organization_id = ${call.organizationId} AND label.role = ANY(${sql.param([...adminRoles])}::text[])
    LIMIT 500`);
  const ids = admins.map((one) => one.profile_id);
  const people = [profileId, ...others];
  await lockPeople(call, ids.includes(profileId) ? [...people, ...ids] : people);
}

/**
 * Takes an account's profile back from it: the person stays a member with all that was cleared, not activated anymore, and
 * may be invited again. Children without a login follow. Once more does nothing.
 *
 * @throws Conflict `onlyAdmin`: of two Admins who leave at once the second is one.
 */
export async function releaseOwn(call: Call, profileId: string, appUserId: string): Promise<void> {
  const children = await childrenOf(call, profileId);
  const people = [profileId, ...children];
  await lockLeaving(call, profileId, children);
  const after = await leavingEffect(call, profileId);
  if (after.onlyAdmin) throw onlyAdminRefusal(after);
  const released = await call.db
    .update(profile)
    .set({ appUserId: null, activatedAt: null })
    .where(and(ours(profile, call), eq(profile.profileId, profileId), eq(profile.appUserId, appUserId)))
    .returning({ id: profile.profileId });
  if (released.length === 0) return;
  await keepProfiles(call, [profileId]);
  await call.db
    .update(profileDirectory)
    .set({ appUserId: null })
    .where(and(ours(profileDirectory, call), eq(profileDirectory.profileId, profileId)));
  await audit(call, [{ action: "person.left", subjectId: profileId, profileId }]);
  await restand(call, people);
}
