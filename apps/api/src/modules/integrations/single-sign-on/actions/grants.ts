import type { BodyOf } from "@touchline/contract";
import type { addSsoConnection } from "@touchline/contract/integrations/single-sign-on";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Call, Reading } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { invalid } from "../../../../errors.ts";
import { label } from "../../../../schema/library.ts";
import { level } from "../../../../schema/people.ts";
import { ssoGrant, ssoMembership } from "../../../../schema/single-sign-on.ts";
import {
  adminRoles,
  authorizeGiving,
  createMembership,
  endMemberships,
  labelFacts,
  leavingEffect,
  levelsById,
  membershipsOf,
} from "../../../people/index.ts";

type Grants = BodyOf<typeof addSsoConnection>["grants"];
type Place = { levelId: string; labelId: string };

/** Whoever says which roles sign-ins grant must be allowed to give each of them. @throws Forbidden, NotFound, 400 */
export async function authorizeGrants(call: Call, grants: Grants): Promise<void> {
  const levels = await levelsById(
    call,
    grants.map(({ levelId }) => levelId),
  );
  const labels = await labelFacts(
    call,
    grants.map(({ labelId }) => labelId),
  );
  for (const [at, { levelId, labelId }] of grants.entries()) {
    const named = labels.get(labelId);
    if (!named) throw invalid(`grants.${at}.labelId`, "This role doesn't exist anymore. Choose another one.");
    authorizeGiving(call, levels.get(levelId)?.pre ?? 0, named);
  }
}

/** Lists what an identity provider grants to somebody with these groups; levels and roles that were deleted grant nothing. */
export async function grantedPlaces(
  call: Reading,
  ssoConnectionId: string,
  groups: readonly string[],
): Promise<Place[]> {
  const { groupName, levelId, labelId } = ssoGrant;
  const rows = await call.db
    .select({ group: groupName, levelId, labelId })
    .from(ssoGrant)
    .innerJoin(level, and(ours(level, call), eq(level.levelId, levelId), isNull(level.archivedAt)))
    .innerJoin(label, and(ours(label, call), eq(label.labelId, labelId), isNull(label.archivedAt)))
    .where(and(ours(ssoGrant, call), eq(ssoGrant.ssoConnectionId, ssoConnectionId)));
  const granted = rows.filter(({ group }) => group === null || groups.includes(group));
  const byPlace = new Map(granted.map((row) => [placeKey(row), { levelId: row.levelId, labelId: row.labelId }]));
  return [...byPlace.values()];
}

const placeKey = ({ levelId, labelId }: Place) => `${levelId} ${labelId}`;

/**
 * Adds the memberships that a sign-in grants, and ends those that an earlier one added and this one doesn't grant. An organization's
 * only administrator stays one. The caller holds the requirements lock (`lockDuties`) and the person (`lockLeaving`).
 */
export async function followGrants(
  call: Call,
  { ssoConnectionId, profileId }: { ssoConnectionId: string; profileId: string },
  granted: readonly Place[],
): Promise<void> {
  const { organizationId } = call;
  const wanted = new Set(granted.map(placeKey));
  const current = await membershipsOf(call, [profileId]);
  const present = new Set(current.map(placeKey));
  const added = await call.db
    .select({
      id: ssoMembership.profileLevelAccessId,
      levelId: ssoMembership.levelId,
      labelId: ssoMembership.labelId,
    })
    .from(ssoMembership)
    .where(
      and(
        ours(ssoMembership, call),
        eq(ssoMembership.ssoConnectionId, ssoConnectionId),
        // Those of profiles that were merged into this one count, too.
        sql`${ssoMembership.profileId} IN (SELECT one.profile_id FROM profile AS one
          WHERE one.organization_id = ${organizationId} AND (one.profile_id = ${profileId} OR one.merged_into = ${profileId}))`,
      ),
    )
    .limit(500);
  const placeNow = new Map(current.map((one) => [one.profileLevelAccessId, placeKey(one)]));
  const given = added.map(({ id, levelId, labelId }) => ({
    id,
    place: levelId === null || labelId === null ? null : placeKey({ levelId, labelId }),
  }));
  const gone = given.filter(({ id, place }) => place !== null && placeNow.get(id) !== place);
  // What somebody removed, moved or changed by hand isn't added again while the groups still grant it.
  const removed = new Set(gone.map(({ place }) => place));
  for (const place of granted) {
    if (present.has(placeKey(place)) || removed.has(placeKey(place))) continue;
    const { profileLevelAccessId } = await createMembership(call, { profileId, ...place });
    await call.db
      .insert(ssoMembership)
      .values({ organizationId, profileLevelAccessId, ssoConnectionId, profileId, ...place });
  }
  await forget(
    call,
    gone.filter(({ place }) => place !== null && !wanted.has(place)).map(({ id }) => id),
  );
  // What was changed by hand is no longer the sign-in's, and who holds a deleted role is moved to another one by itself.
  const own = new Set(given.filter((one) => !gone.includes(one)).map(({ id }) => id));
  const deleted = await deletedAmong(
    call,
    current.map(({ labelId }) => labelId),
  );
  const over = current.filter(
    (one) => own.has(one.profileLevelAccessId) && !wanted.has(placeKey(one)) && !deleted.has(one.labelId),
  );
  if (over.length === 0) return;
  const { onlyAdmin } = await leavingEffect(call, profileId);
  const ending = over.filter(({ role }) => !onlyAdmin || !adminRoles.includes(role));
  if (ending.length === 0) return;
  await endMemberships(
    call,
    ending.map(({ profileLevelAccessId, levelId, labelId }) => ({ profileLevelAccessId, profileId, levelId, labelId })),
  );
  await forget(
    call,
    ending.map(({ profileLevelAccessId }) => profileLevelAccessId),
  );
}

/** Returns those of these roles that were deleted. */
async function deletedAmong(call: Call, labelIds: readonly string[]): Promise<Set<string>> {
  if (labelIds.length === 0) return new Set();
  const rows = await call.db
    .select({ labelId: label.labelId })
    .from(label)
    .where(and(ours(label, call), inArray(label.labelId, [...labelIds]), isNotNull(label.archivedAt)));
  return new Set(rows.map(({ labelId }) => labelId));
}

async function forget(call: Call, profileLevelAccessIds: readonly string[]): Promise<void> {
  if (profileLevelAccessIds.length === 0) return;
  await call.db
    .delete(ssoMembership)
    .where(and(ours(ssoMembership, call), inArray(ssoMembership.profileLevelAccessId, [...profileLevelAccessIds])));
}
