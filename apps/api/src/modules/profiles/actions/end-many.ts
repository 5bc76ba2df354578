import { and, inArray, isNull, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import { denialText, verdictOn } from "../../../kernel/authorize.ts";
import { actingProfile, type Call } from "../../../kernel/call.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { follow, lockDuties } from "../../standing/actions/follow.ts";
import { forgetStanding } from "../../standing/actions/forget-standing.ts";
import { lockPeople, lockPeopleOf } from "../../standing/actions/lock-people.ts";
import { putBack } from "../../standing/actions/put-back.ts";
import { recordMemberEvents } from "../../standing/actions/record.ts";
import { restand } from "../../standing/actions/restand.ts";
import { standingBefore } from "../../standing/queries/before.ts";
import { type MemberTarget, memberTargets } from "../queries.ts";
import { profile, profileLevelAccess } from "../tables.ts";
import {
  type Came,
  gone,
  labelFacts,
  levelFacts,
  type MembershipBefore,
  ownMembership,
  placeKey,
  takenPlaces,
} from "./change-many.ts";
import { ownEntry, withOwnRights } from "./own-rights.ts";

/** A membership that ended, in ids, codes and instants. */
export type EndedMembership = MembershipBefore & { profileId: string; joinedAt: string };

/**
 * What `deleteMembership` does, for many at once in a fixed number of statements; each is judged by itself. Some hundred in one
 * transaction.
 *
 * @returns by membership.
 */
export async function endMany(
  given: Call,
  profileLevelAccessIds: readonly string[],
): Promise<Map<string, Came<EndedMembership>>> {
  await lockDuties(given, "memberships");
  await lockPeopleOf(given, profileLevelAccessIds, ownEntry(given));
  const call = await withOwnRights(given);
  const targets = await memberTargets(call, profileLevelAccessIds);
  const refused = new Map(
    profileLevelAccessIds.flatMap((id) => {
      const why = whyNot(call, targets.get(id));
      return why === null ? [] : [[id, { skipped: why }] as const];
    }),
  );
  const ending = [...targets.values()].filter((one) => !refused.has(one.profileLevelAccessId));
  const ids = ending.map((one) => one.profileLevelAccessId);
  const standings = await standingBefore(call, ids);
  const ended = ids.length === 0 ? null : await end(call, ending, ids);
  const done = ending.map(({ profileLevelAccessId: id, profileId, levelId, labelId }) => {
    const before = {
      profileId,
      levelId,
      labelId,
      joinedAt: ended?.get(id) ?? call.now.toISOString(),
      standing: standings.get(id) ?? null,
    };
    return [id, { done: before }] as const;
  });
  return new Map<string, Came<EndedMembership>>([...refused, ...done]);
}

function whyNot(call: Call, target: MemberTarget | undefined): string | null {
  if (!target) return gone;
  if (target.self) return ownMembership;
  const verdict = verdictOn(call, "memberships.change", { levelPre: target.levelPre, roles: [target.role] });
  return verdict.allowed ? null : denialText(verdict.reason);
}

async function end(call: Call, ending: readonly MemberTarget[], ids: string[]) {
  const profileIds = [...new Set(ending.map((one) => one.profileId))];
  await follow(call, { profileLevelAccessIds: ids, profileIds, leaving: true });
  await forgetStanding(call, ...ids);
  await recordMemberEvents(
    call,
    ending.map(({ profileLevelAccessId, profileId, levelId, labelId }) => ({
      profileLevelAccessId,
      profileId,
      levelId,
      labelId,
      kind: "left" as const,
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
  return new Map(deleted.map(({ id, joinedAt }) => [id, joinedAt.toISOString()]));
}

/**
 * Puts ended memberships back as they were: the same ids, joined when they were, with what was under way. Each is judged by
 * itself, as at its end.
 *
 * @returns by membership.
 */
export async function restoreMany(
  call: Call,
  ended: ReadonlyMap<string, EndedMembership>,
): Promise<Map<string, Came<null>>> {
  const all = [...ended].map(([id, before]) => ({ id, ...before }));
  await lockDuties(call, "memberships");
  await lockPeople(
    call,
    all.map((one) => one.profileId),
  );
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
    all.map((one): [string, Came<null>] => {
      const [place, named] = [levels.get(one.levelId), labels.get(one.labelId)];
      if (!place) return [one.id, { skipped: "The level is not there any more." }];
      if (!named) return [one.id, { skipped: "The role is not there any more." }];
      if (!people.has(one.profileId)) return [one.id, { skipped: "This person went into another entry since." }];
      if (one.profileId === actingProfile(call)) return [one.id, { skipped: ownMembership }];
      const verdict = verdictOn(call, "memberships.change", {
        levelPre: place.pre,
        roles: [named.role],
        givers: [named.givenBy],
      });
      if (!verdict.allowed) return [one.id, { skipped: denialText(verdict.reason) }];
      const key = placeKey(one.profileId, one);
      if (taken.has(key)) return [one.id, { skipped: `Is ${named.name} at ${place.name} again already.` }];
      if (again.has(one.id)) return [one.id, { skipped: `Was ${named.name} at ${place.name} again and is no longer.` }];
      taken.add(key);
      return [one.id, { done: null }];
    }),
  );
  const back = all.filter((one) => "done" in (outcomes.get(one.id) as Came<null>));
  if (back.length > 0) await restore(call, back);
  return outcomes;
}

/** Of these people those who are an entry of their own still. */
async function known(call: Call, profileIds: readonly string[]): Promise<Set<string>> {
  const rows = await call.db
    .select({ id: profile.profileId })
    .from(profile)
    .where(and(ours(profile, call), inArray(profile.profileId, [...new Set(profileIds)]), isNull(profile.mergedInto)));
  return new Set(rows.map((row) => row.id));
}

/** Of these ended memberships those whose person was put there again since, and was there no longer: that was meant. */
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

async function restore(call: Call, back: readonly (EndedMembership & { id: string })[]): Promise<void> {
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
  await putBack(call, new Map(standings), profileIds);
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
}
