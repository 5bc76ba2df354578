import { type HolderFacts, isNameOn } from "@touchline/rules";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { guardianship } from "../../../../schema/joining.ts";
import { profile } from "../../../../schema/people.ts";

/** More relatives than a family has are never looked at. */
const mostRelatives = 50;

/** A person's guardians, the children that they guard, and the other children of the same guardians. */
async function familyOf(call: Call, profileId: string) {
  const { organizationId } = call;
  const rows = await call.db
    .select({
      ...{ firstName: profile.firstName, lastName: profile.lastName, dateOfBirth: profile.dateOfBirth },
      isGuardian: sql<boolean>`EXISTS (${call.db
        .select({ one: sql`1` })
        .from(guardianship)
        .where(
          and(
            ours(guardianship, call),
            isNull(guardianship.endedAt),
            onKey(guardianship.guardianProfileId, profile.profileId),
            eq(guardianship.childProfileId, profileId),
          ),
        )})`,
    })
    .from(profile)
    .where(
      and(
        eq(profile.organizationId, organizationId),
        ne(profile.profileId, profileId),
        sql`${profile.profileId} IN (
          SELECT guardian_profile_id FROM guardianship
          WHERE organization_id = ${organizationId} AND ended_at IS NULL AND child_profile_id = ${profileId}
          UNION ALL
          SELECT child_profile_id FROM guardianship
          WHERE organization_id = ${organizationId} AND ended_at IS NULL AND guardian_profile_id = ${profileId}
          UNION ALL
          SELECT other.child_profile_id FROM guardianship own
          JOIN guardianship other ON other.organization_id = ${organizationId}
            AND other.guardian_profile_id = own.guardian_profile_id AND other.ended_at IS NULL
          WHERE own.organization_id = ${organizationId} AND own.ended_at IS NULL AND own.child_profile_id = ${profileId}
        )`,
      ),
    )
    .limit(mostRelatives);
  return rows;
}

/**
 * Returns others of the family whom what is printed on a document fits better than the person: a sibling, a twin, or the guardian with an
 * own document. By name and date of birth; by one of them where the other isn't known.
 */
export async function relativesOn(
  call: Call,
  profileId: string,
  printed: readonly (HolderFacts | null)[],
  profile: HolderFacts,
): Promise<{ name: string; isGuardian: boolean }[]> {
  const doubtful = printed.flatMap((one) => (one && !isTheirs(one, profile) ? [one] : []));
  if (doubtful.length === 0) return [];
  const family = await familyOf(call, profileId);
  return family
    .filter((relative) => doubtful.some((one) => isTheirs(one, relative)))
    .map(({ firstName, lastName, isGuardian }) => ({ name: `${firstName} ${lastName}`.trim(), isGuardian }));
}

const isTheirs = (printed: HolderFacts, person: HolderFacts) =>
  isNameOn(printed, person) &&
  (printed.dateOfBirth === null || person.dateOfBirth === null || printed.dateOfBirth === person.dateOfBirth);
