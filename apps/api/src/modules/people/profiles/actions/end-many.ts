import { and, inArray, isNull, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, type Refusal } from "../../../../errors.ts";
import { profile, profileLevelAccess } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import {
  type Followed,
  follow,
  forgetStanding,
  recordMemberEvents,
  restand,
  restoreMemberships,
  standingBefore,
  standingChanged,
} from "../../../compliance/index.ts";
import { type MemberTarget, memberTargets } from "../queries/members.ts";
import {
  beginsAnew,
  type Changed,
  type ChangeOutcome,
  labelFacts,
  labelGone,
  levelFacts,
  levelGone,
  type MembershipBefore,
  membershipGone,
  nothingFollowed,
  ownMembership,
  placeKey,
  refusalAt,
  takenPlaces,
} from "./change-many.ts";
import { ownEntry, withLocks } from "./with-locks.ts";

/** A membership that ended, in ids, codes and instants. */
export type EndedMembership = MembershipBefore & { profileId: string; joinedAt: string };

/**
 * Ends memberships, one or many, in a fixed number of statements. Each is checked separately. Their requirements end, and
 * completed work stays with the person. Some hundred fit into one transaction.
 */
export async function endMany(
  unlocked: Call,
  profileLevelAccessIds: readonly string[],
): Promise<Changed<EndedMembership>> {
  const call = await withLocks(unlocked, { people: ownEntry(unlocked), peopleOf: profileLevelAccessIds });
  const targets = await memberTargets(call, profileLevelAccessIds);
  const outcomes = new Map<string, ChangeOutcome<EndedMembership>>();
  const ending: MemberTarget[] = [];
  for (const id of new Set(profileLevelAccessIds)) {
    const target = targets.get(id);
    const refused = target ? whyNot(call, target) : membershipGone();
    if (refused) outcomes.set(id, { refused });
    else ending.push(target as MemberTarget);
  }
  const standings = await standingBefore(
    call,
    ending.map((one) => one.profileLevelAccessId),
  );
  const { joined, followed } = await endMemberships(call, ending);
  const kept = await standingChanged(call, standings);
  for (const { profileLevelAccessId: id, profileId, levelId, labelId } of ending) {
    const joinedAt = joined.get(id) ?? call.now.toISOString();
    outcomes.set(id, { done: { profileId, levelId, labelId, joinedAt, standing: kept.get(id) ?? null } });
  }
  return { outcomes, followed };
}

function whyNot(call: Call, { self, levelPre, role }: MemberTarget) {
  return self ? ownMembership() : refusalAt(call, { levelPre, roles: [role] });
}

/** A membership that is to end. */
export type EndingMembership = { profileLevelAccessId: string; profileId: string; levelId: string; labelId: string };

/**
 * Ends memberships, and archives people who have none left together with their submissions. The caller authorizes, and holds
 * the requirements lock (`lockDuties`) and the people.
 *
 * @returns by membership, its start date and the outcome of its requirements.
 */
export async function endMemberships(
  call: Call,
  ending: readonly EndingMembership[],
): Promise<{ joined: Map<string, string>; followed: Followed }> {
  if (ending.length === 0) return { joined: new Map(), followed: nothingFollowed };
  const ids = ending.map((one) => one.profileLevelAccessId);
  const profileIds = [...new Set(ending.map((one) => one.profileId))];
  const followed = await follow(call, { profileLevelAccessIds: ids, profileIds, leaving: true });
  await forgetStanding(call, ...ids);
  await recordMemberEvents(
    call,
    ending.map(({ profileLevelAccessId, profileId, levelId, labelId }) => ({
      ...{ profileLevelAccessId, profileId, levelId, labelId, kind: "left" as const },
    })),
  );
  const deleted = await call.db
    .delete(profileLevelAccess)
    .where(and(ours(profileLevelAccess, call), inArray(profileLevelAccess.profileLevelAccessId, ids)))
    .returning({ id: profileLevelAccess.profileLevelAccessId, joinedAt: profileLevelAccess.joinedAt });
  await call.db.execute(sql`
    UPDATE profile SET archived_at = ${call.now.toISOString()}::timestamptz
    WHERE organization_id = ${call.organizationId} AND profile_id = ANY(${sql.param(profileIds)}::uuid[])
      AND archived_at IS NULL
      AND NOT EXISTS (SELECT FROM profile_level_access AS other
        WHERE other.organization_id = profile.organization_id AND other.profile_id = profile.profile_id)`);
  await restand(call, profileIds);
  await audit(
    call,
    ending.map((one) => ({
      action: "membership.removed" as const,
      subjectId: one.profileLevelAccessId,
      profileId: one.profileId,
      levelId: one.levelId,
      facts: { labelId: one.labelId },
    })),
  );
  return { joined: new Map(deleted.map(({ id, joinedAt }) => [id, joinedAt.toISOString()])), followed };
}

/**
 * Puts ended memberships back as they were: the same ids, joined when they were, with what was under way. Each is judged by
 * itself, as at its end.
 *
 * @returns by membership.
 */
export async function restoreMany(
  unlocked: Call,
  ended: ReadonlyMap<string, EndedMembership>,
): Promise<Map<string, ChangeOutcome<null>>> {
  const all = [...ended].map(([id, before]) => ({ id, ...before }));
  const call = await withLocks(unlocked, { people: all.map((one) => one.profileId) });
  const levels = await levelFacts(
    call,
    all.map((one) => one.levelId),
  );
  const labels = await labelFacts(
    call,
    all.map((one) => one.labelId),
  );
  const people = await known(
    call,
    all.map((one) => one.profileId),
  );
  const taken = await takenPlaces(call, all);
  const again = await takenAwayAgain(call, [...ended.keys()]);
  const outcomes = new Map(
    all.map((one): [string, ChangeOutcome<null>] => {
      const [place, named] = [levels.get(one.levelId), labels.get(one.labelId)];
      const refuse = (refused: Refusal): [string, ChangeOutcome<null>] => [one.id, { refused }];
      if (!place) return refuse(levelGone());
      if (!named) return refuse(labelGone());
      if (!people.has(one.profileId))
        return refuse(conflict("This person was merged into another profile since then.", "merged"));
      if (one.profileId === actingProfile(call)) return refuse(ownMembership());
      const refusal = refusalAt(call, { levelPre: place.pre, roles: [named.role], givers: [named.givenBy] });
      if (refusal) return refuse(refusal);
      const key = placeKey(one.profileId, one);
      if (taken.has(key)) return refuse(conflict(`Is already ${named.name} at ${place.name} again.`, "alreadyMember"));
      if (again.has(one.id)) {
        return refuse(conflict(`Was ${named.name} at ${place.name} again, but no longer is.`, "concurrentChange"));
      }
      taken.add(key);
      return [one.id, { done: null }];
    }),
  );
  const back = all.filter((one) => "done" in (outcomes.get(one.id) as ChangeOutcome<null>));
  const anew = back.length > 0 ? await restore(call, back) : new Set();
  for (const { id } of back) if (anew.has(id)) outcomes.set(id, { done: null, note: beginsAnew });
  return outcomes;
}

/** Picks those of these people who are an entry of their own still. */
async function known(call: Call, profileIds: readonly string[]): Promise<Set<string>> {
  const rows = await call.db
    .select({ id: profile.profileId })
    .from(profile)
    .where(and(ours(profile, call), inArray(profile.profileId, [...new Set(profileIds)]), isNull(profile.mergedInto)));
  return new Set(rows.map((row) => row.id));
}

/** Picks those of these ended memberships whose person was put there again since, and was there no longer: that was meant. */
async function takenAwayAgain(call: Call, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await call.db.execute<{ id: string }>(sql`
    SELECT DISTINCT ended.profile_level_access_id AS id FROM member_event AS ended
    JOIN member_event AS again ON again.organization_id = ended.organization_id
      AND again.profile_id = ended.profile_id AND again.level_id = ended.level_id AND again.label_id = ended.label_id
      AND again.profile_level_access_id <> ended.profile_level_access_id AND again.at >= ended.at
    WHERE ended.organization_id = ${call.organizationId} AND ended.kind = 'left'
      AND ended.profile_level_access_id = ANY(${sql.param([...ids])}::uuid[])`);
  return new Set(rows.map((row) => row.id));
}

/** @returns the people for whom something that waited for the applicant must be started again. */
async function restore(call: Call, back: readonly (EndedMembership & { id: string })[]): Promise<Set<string>> {
  const profileIds = back.map((one) => one.profileId);
  const ids = back.map((one) => one.id);
  await call.db
    .update(profile)
    .set({ archivedAt: null })
    .where(and(ours(profile, call), inArray(profile.profileId, profileIds)));
  const memberships = back.map(({ id, profileId, levelId, labelId }) => ({
    profileLevelAccessId: id,
    profileId,
    levelId,
    labelId,
  }));
  await call.db.insert(profileLevelAccess).values(
    memberships.map((one, index) => ({
      ...one,
      organizationId: call.organizationId,
      joinedAt: new Date((back[index] as EndedMembership).joinedAt),
    })),
  );
  await recordMemberEvents(
    call,
    memberships.map((one) => ({ ...one, kind: "joined" as const })),
  );
  await follow(call, { profileLevelAccessIds: ids, profileIds });
  const standings = back.flatMap(({ id, standing }) => (standing === null ? [] : [[id, standing] as const]));
  const anew = await restoreMemberships(call, new Map(standings), profileIds);
  await audit(
    call,
    memberships.map((one) => ({
      action: "membership.added" as const,
      subjectId: one.profileLevelAccessId,
      profileId: one.profileId,
      levelId: one.levelId,
      facts: { labelId: one.labelId, restored: true },
    })),
  );
  return anew;
}
