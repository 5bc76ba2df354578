import { and, inArray, isNull, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import { denialText, verdictOn } from "../../../kernel/authorize.ts";
import type { Call } from "../../../kernel/call.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { level } from "../../hierarchy/tables.ts";
import { label } from "../../labels/tables.ts";
import { follow, lockDuties } from "../../standing/actions/follow.ts";
import { lockPeopleOf } from "../../standing/actions/lock-people.ts";
import { moveSubmissions, putBack } from "../../standing/actions/put-back.ts";
import { recordMemberEvents } from "../../standing/actions/record.ts";
import { type StandingBefore, standingBefore } from "../../standing/queries/before.ts";
import { type MemberTarget, memberTargets } from "../queries.ts";
import { profileLevelAccess } from "../tables.ts";
import { ownEntry, withOwnRights } from "./own-rights.ts";

/** Another label, another level, or both, for one membership. */
export type Change = {
  profileLevelAccessId: string;
  levelId?: string;
  labelId?: string;
  /** Only while it is still so: nobody has changed it since. */
  only?: { levelId?: string; labelId?: string };
  /** Where it stood before, when it is put back to where it was. */
  standing?: StandingBefore | null;
};

/** What was there before a change, in ids, codes and instants. */
export type MembershipBefore = { levelId: string; labelId: string; standing: StandingBefore | null };

/** What came of one of many. */
export type Came<Before> = { done: Before } | { skipped: string };

export const gone = "This membership is not there any more.";
export const ownMembership = "Nobody changes a membership of their own. Ask a colleague.";

/**
 * What `changeRole` does, and moves to other levels, for many at once in a fixed number of statements; each is judged by
 * itself. What is owed follows, work done stays. Some hundred in one transaction.
 *
 * @returns by membership.
 */
export async function changeMany(
  given: Call,
  changes: readonly Change[],
): Promise<Map<string, Came<MembershipBefore>>> {
  const ids = changes.map((one) => one.profileLevelAccessId);
  await lockDuties(given, "memberships");
  await lockPeopleOf(given, ids, ownEntry(given));
  const call = await withOwnRights(given);
  const targets = await memberTargets(call, ids);
  const judged = await judge(call, changes, targets);
  const allowed = judged.flatMap((one) => ("to" in one ? [one] : []));
  const standings = await standingBefore(
    call,
    allowed.map(({ target }) => target.profileLevelAccessId),
  );
  if (allowed.length > 0) await write(call, allowed);
  return new Map(
    judged.map((one): [string, Came<MembershipBefore>] => {
      if ("skipped" in one) return [one.profileLevelAccessId, { skipped: one.skipped }];
      const { profileLevelAccessId: id, levelId, labelId } = one.target;
      return [id, { done: { levelId, labelId, standing: standings.get(id) ?? null } }];
    }),
  );
}

type Allowed = { target: MemberTarget; to: { levelId: string; labelId: string }; standing: StandingBefore | null };
type Judged = Allowed | { profileLevelAccessId: string; skipped: string };

async function judge(call: Call, changes: readonly Change[], targets: Map<string, MemberTarget>): Promise<Judged[]> {
  const levels = await levelFacts(call, [...changes.flatMap((one) => one.levelId ?? []), ...places(targets)]);
  const labels = await labelFacts(call, [
    ...changes.flatMap((one) => one.labelId ?? []),
    ...[...targets.values()].map((one) => one.labelId),
  ]);
  const taken = await takenPlaces(call, [...targets.values()]);
  return changes.map((change): Judged => {
    const { profileLevelAccessId } = change;
    const skip = (skipped: string) => ({ profileLevelAccessId, skipped });
    const target = targets.get(profileLevelAccessId);
    if (!target) return skip(gone);
    const to = { levelId: change.levelId ?? target.levelId, labelId: change.labelId ?? target.labelId };
    const [place, named] = [levels.get(to.levelId), labels.get(to.labelId)];
    if (!place) return skip("The level is not there any more.");
    if (!named) return skip("The role is not there any more.");
    if ((change.only?.levelId ?? target.levelId) !== target.levelId) return skip("Somebody moved it again since.");
    if ((change.only?.labelId ?? target.labelId) !== target.labelId) return skip("Somebody changed it again since.");
    if (to.levelId === target.levelId && to.labelId === target.labelId) {
      return skip(`Is ${named.name} at ${place.name} already.`);
    }
    if (target.self) return skip(ownMembership);
    const roles = [target.role, named.role];
    const givers = to.labelId === target.labelId ? [] : [named.givenBy];
    for (const levelPre of new Set([target.levelPre, place.pre])) {
      const verdict = verdictOn(call, "memberships.change", { levelPre, roles, givers });
      if (!verdict.allowed) return skip(denialText(verdict.reason));
    }
    const key = placeKey(target.profileId, to);
    if (taken.has(key)) return skip(`Is ${named.name} at ${place.name} already, by another membership.`);
    taken.add(key);
    return { target, to, standing: change.standing ?? null };
  });
}

const places = (targets: Map<string, MemberTarget>) => [...targets.values()].map((one) => one.levelId);

/** Where each level lies and what it is called; not of those that were deleted. */
export async function levelFacts(call: Call, levelIds: readonly string[]) {
  const rows = await call.db
    .select({ levelId: level.levelId, name: level.name, pre: level.pre })
    .from(level)
    .where(and(ours(level, call), inArray(level.levelId, [...new Set(levelIds)]), isNull(level.archivedAt)));
  return new Map(rows.map((row) => [row.levelId, row]));
}

/** What each label is called, which role it carries and who hands it out; not of those that are gone. */
export async function labelFacts(call: Call, labelIds: readonly string[]) {
  const rows = await call.db
    .select({ labelId: label.labelId, name: label.name, role: label.role, givenBy: label.givenBy })
    .from(label)
    .where(and(ours(label, call), inArray(label.labelId, [...new Set(labelIds)]), isNull(label.archivedAt)));
  return new Map(rows.map((row) => [row.labelId, row]));
}

export const placeKey = (profileId: string, at: { levelId: string; labelId: string }) =>
  `${profileId} ${at.levelId} ${at.labelId}`;

/** Every level and label that these people have a membership under. */
export async function takenPlaces(call: Call, people: readonly { profileId: string }[]): Promise<Set<string>> {
  const rows = await call.db
    .select({
      profileId: profileLevelAccess.profileId,
      levelId: profileLevelAccess.levelId,
      labelId: profileLevelAccess.labelId,
    })
    .from(profileLevelAccess)
    .where(
      and(
        ours(profileLevelAccess, call),
        inArray(profileLevelAccess.profileId, [...new Set(people.map((one) => one.profileId))]),
      ),
    );
  return new Set(rows.map((row) => placeKey(row.profileId, row)));
}

async function write(call: Call, allowed: readonly Allowed[]): Promise<void> {
  const ids = allowed.map(({ target }) => target.profileLevelAccessId);
  const profileIds = allowed.map(({ target }) => target.profileId);
  await call.db.execute(sql`
    UPDATE profile_level_access SET level_id = new.level_id, label_id = new.label_id
    FROM unnest(
      ${sql.param(ids)}::uuid[], ${sql.param(allowed.map(({ to }) => to.levelId))}::uuid[],
      ${sql.param(allowed.map(({ to }) => to.labelId))}::uuid[]
    ) AS new (id, level_id, label_id)
    WHERE profile_level_access.organization_id = ${call.organizationId}
      AND profile_level_access.profile_level_access_id = new.id`);
  const moved = (one: Allowed) => one.to.levelId !== one.target.levelId;
  await recordMemberEvents(
    call,
    allowed.map((one) => ({
      profileLevelAccessId: one.target.profileLevelAccessId,
      profileId: one.target.profileId,
      ...one.to,
      kind: moved(one) ? ("moved" as const) : ("relabelled" as const),
    })),
  );
  await moveSubmissions(
    call,
    allowed.filter(moved).map(({ target }) => target),
  );
  await follow(call, { profileLevelAccessIds: ids, profileIds });
  const back = allowed.flatMap(({ target, standing }) =>
    standing === null ? [] : [[target.profileLevelAccessId, standing] as const],
  );
  if (back.length > 0) await putBack(call, new Map(back), profileIds);
  await audit(
    call,
    allowed.map((one) => ({
      action: moved(one) ? ("membership.moved" as const) : ("membership.changed" as const),
      subjectId: one.target.profileLevelAccessId,
      profileId: one.target.profileId,
      levelId: one.to.levelId,
      facts: changedFrom(one.target, one.to),
    })),
  );
}

/** What became of a membership, as the audit log names it. */
export const changedFrom = (was: { levelId: string; labelId: string }, is: { levelId: string; labelId: string }) => ({
  labelId: is.labelId,
  ...(was.labelId !== is.labelId && { formerLabelId: was.labelId }),
  ...(was.levelId !== is.levelId && { formerLevelId: was.levelId }),
});
