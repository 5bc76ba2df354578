import type { ExternalReviewer } from "@touchline/contract/screening/external-review";
import { currentRole } from "@touchline/rules";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Acting, Call, OrganizationFacts } from "../../../../call.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { ours } from "../../../../database/tenancy.ts";
import { guardianship } from "../../../../schema/joining.ts";
import { profile } from "../../../../schema/people.ts";
import { mostMemberships } from "./memberships.ts";

type ActorRow = OrganizationFacts & {
  review: boolean;
  content: boolean;
  demanded: string[];
  reviewer: ExternalReviewer | null;
  grants: { role: string; levelId: string; pre: number; last: number }[];
  children: string[];
  entries: string[];
  guarded: string[];
};

/** A limit far above what anybody guards. */
const mostGuarded = 1000;

/**
 * Reads who a profile is and what it may do, with the facts about its organization, in one statement. It is read again for
 * each call, so a removed role has no effect from the next call on; nor has an account that the profile no longer belongs to.
 */
export async function loadActor(
  call: Omit<Call, "actor">,
  identified: { appUserId: string },
  profileId: string,
): Promise<Acting | null> {
  const { appUserId } = identified;
  const { rows } = await prepared<ActorRow>(
    call.db,
    "profile.actor",
    sql`
    SELECT organization.managers_review AS review, organization.managers_edit_content AS content,
      organization.second_factor_roles AS demanded, (
        SELECT reviewer FROM external_review_setting WHERE organization_id = ${call.organizationId}) AS reviewer, organization.name, organization.time_zone AS "timeZone",
      organization.languages, organization.wrapped_key AS "wrappedKey",
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
  // Unknown roles grant nothing; renamed roles are mapped to their current names.
  const grants = self.grants.flatMap(({ role, ...place }) => {
    const known = currentRole(role);
    return known === null ? [] : { role: known, ...place };
  });
  const { name, timeZone, languages, wrappedKey } = self;
  return {
    organization: { name, timeZone, languages, wrappedKey },
    actor: {
      kind: "person",
      profileId,
      appUserId,
      grants,
      entries: self.entries,
      children: self.children,
      onceGuarded: self.guarded,
      managers: { review: self.review, content: self.content },
      externalReviewer: self.reviewer,
      demandsSecondFactor: grants.some(({ role }) => self.demanded.includes(role)),
    },
  };
}

/**
 * Builds a call on behalf of a person with their current permissions, so that a job can do nothing the person could not do.
 *
 * @returns null if they no longer have access.
 */
export async function actingAgain(call: Call, profileId: string): Promise<Call | null> {
  const [person] = await call.db
    .select({ appUserId: profile.appUserId })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.profileId, profileId)));
  if (!person?.appUserId) return null;
  const acting = await loadActor(call, { appUserId: person.appUserId }, profileId);
  return acting && { ...call, ...acting };
}

/**
 * The condition that a guardianship is in effect. It ends at local midnight of the child's 18th birthday, even if it isn't
 * recorded as ended yet. Someone whose date of birth is unknown counts as a child.
 */
export function stillGuards({ organizationId, now }: Pick<Call, "organizationId" | "now">): SQL {
  return sql`(guardianship.ended_at IS NULL AND (guardianship.child_born IS NULL OR guardianship.child_born > (
    SELECT (${now.toISOString()}::timestamptz AT TIME ZONE time_zone)::date - interval '18 years'
    FROM organization WHERE organization_id = ${organizationId})))`;
}

/** Lists the profiles of all children a person is guardian of, including adult ones, because their statuses depend on the guardian's. */
export async function childrenOf(call: Pick<Call, "db" | "organizationId">, profileId: string): Promise<string[]> {
  const children = await call.db
    .select({ id: guardianship.childProfileId })
    .from(guardianship)
    .where(and(ours(guardianship, call), eq(guardianship.guardianProfileId, profileId), isNull(guardianship.endedAt)))
    .limit(100);
  return children.map((child) => child.id);
}
