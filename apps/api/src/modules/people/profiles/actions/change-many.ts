import { and, inArray, isNull, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, forbidden, Refusal } from "../../../../errors.ts";
import { label } from "../../../../schema/library.ts";
import { level, profileLevelAccess } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { denialText, verdictOn } from "../../../../security/authorize.ts";
import {
  type Followed,
  follow,
  moveSubmissions,
  recordMemberEvents,
  restoreMemberships,
  type StandingBefore,
  standingBefore,
  standingChanged,
} from "../../../compliance/index.ts";
import { type MemberTarget, memberTargets } from "../queries/members.ts";
import { ownEntry, withLocks } from "./with-locks.ts";

/** Another label, another level, or both, for one membership. */
export type Change = {
  profileLevelAccessId: string;
  levelId?: string;
  labelId?: string;
  /** The change is made only if these still match, that is, if there was no concurrent change. */
  only?: { levelId?: string; labelId?: string };
  /** Where it stood before, when it is put back to where it was. */
  standing?: StandingBefore | null;
};

/** What was there before a change, in ids, codes and instants. */
export type MembershipBefore = { levelId: string; labelId: string; standing: StandingBefore | null };

/** What came of one of many. */
export type ChangeOutcome<Before> = { done: Before; note?: string } | { refused: Refusal };

/** What came of each, by membership, and of what they owe. */
export type Changed<Before> = { outcomes: Map<string, ChangeOutcome<Before>>; followed: Followed };

export const nothingFollowed: Followed = { added: [], dropped: [] };

/** The result for a reinstated person whose pending invitation was canceled with the change. */
export const beginsAnew = "A pending invitation for this person was canceled with the change. Send it again.";

const missing = (message: string) => new Refusal("notFound", message);
export const membershipGone = () => missing("This membership no longer exists.");
export const levelGone = () => missing("The level no longer exists.");
export const labelGone = () => missing("The role no longer exists.");
const changedMeanwhile = () =>
  conflict("Someone else changed it at the same time. Reload the page.", "concurrentChange");
export const ownMembership = () => conflict("You can't change your own membership. Ask a colleague.", "ownMembership");

/** Why the actor may not take a membership with these roles from, or put it at, a level; null: they may. */
export function refusalAt(call: Call, target: Parameters<typeof verdictOn>[2]): Refusal | null {
  const verdict = verdictOn(call, "memberships.change", target);
  return verdict.allowed ? null : forbidden(denialText(verdict.reason), verdict.reason);
}

/**
 * Changes the label or level of memberships, one or many, in a fixed number of statements. Each is checked separately.
 * Requirements follow, and completed work stays. Some hundred fit into one transaction.
 */
export async function changeMany(unlocked: Call, changes: readonly Change[]): Promise<Changed<MembershipBefore>> {
  const ids = changes.map((one) => one.profileLevelAccessId);
  const call = await withLocks(unlocked, { people: ownEntry(unlocked), peopleOf: ids });
  const targets = await memberTargets(call, ids);
  const judged = await judge(call, changes, targets);
  const allowed = judged.flatMap((one) => ("to" in one ? [one] : []));
  const standings = await standingBefore(
    call,
    allowed.map(({ target }) => target.profileLevelAccessId),
  );
  const put = allowed.length > 0 ? await putThere(call, allowed) : new Set<string>();
  const changed = allowed.filter(({ target }) => put.has(target.profileLevelAccessId));
  const { followed, anew } = changed.length > 0 ? await write(call, changed) : nothingWritten;
  const kept = await standingChanged(call, standings);
  const outcomes = new Map(
    judged.map((one): [string, ChangeOutcome<MembershipBefore>] => {
      if ("refused" in one) return [one.profileLevelAccessId, { refused: one.refused }];
      const { profileLevelAccessId: id, levelId, labelId } = one.target;
      if (!put.has(id)) return [id, { refused: changedMeanwhile() }];
      const done = { levelId, labelId, standing: kept.get(id) ?? null };
      return [id, { done, ...(anew.has(id) && { note: beginsAnew }) }];
    }),
  );
  return { outcomes, followed };
}

/** Returns the outcome for one, or for several of which none may be left out. @throws the reason if any can't be changed. */
export function outcomeOfOne<Before>({ outcomes, followed }: Changed<Before>): Followed {
  for (const one of outcomes.values()) if ("refused" in one) throw one.refused;
  return followed;
}

type Allowed = { target: MemberTarget; to: { levelId: string; labelId: string }; standing: StandingBefore | null };
type Judged = Allowed | { profileLevelAccessId: string; refused: Refusal };

async function judge(call: Call, changes: readonly Change[], targets: Map<string, MemberTarget>): Promise<Judged[]> {
  const levels = await levelFacts(call, [...changes.flatMap((one) => one.levelId ?? []), ...places(targets)]);
  const labels = await labelFacts(call, [
    ...changes.flatMap((one) => one.labelId ?? []),
    ...[...targets.values()].map((one) => one.labelId),
  ]);
  const taken = await takenPlaces(call, [...targets.values()]);
  return changes.map((change): Judged => {
    const { profileLevelAccessId } = change;
    const refuse = (refused: Refusal) => ({ profileLevelAccessId, refused });
    const target = targets.get(profileLevelAccessId);
    if (!target) return refuse(membershipGone());
    const to = { levelId: change.levelId ?? target.levelId, labelId: change.labelId ?? target.labelId };
    const [place, named] = [levels.get(to.levelId), labels.get(to.labelId)];
    if (!place) return refuse(levelGone());
    if (!named) return refuse(labelGone());
    if (target.self) return refuse(ownMembership());
    // Wherever it comes to be, or as what, is given by who moves it.
    const act = { roles: [target.role, named.role], givers: [named.givenBy] };
    for (const levelPre of new Set([target.levelPre, place.pre])) {
      const refusal = refusalAt(call, { ...act, levelPre });
      if (refusal) return refuse(refusal);
    }
    if ((change.only?.levelId ?? target.levelId) !== target.levelId) {
      return refuse(conflict("Someone moved it again since then.", "concurrentChange"));
    }
    if ((change.only?.labelId ?? target.labelId) !== target.labelId) {
      return refuse(conflict("Someone changed it again since then.", "concurrentChange"));
    }
    const key = placeKey(target.profileId, to);
    if (taken.has(key)) {
      return refuse(conflict(`This person is already ${named.name} at ${place.name}.`, "alreadyMember"));
    }
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

/** `anew`: the people for whom something that waited for the applicant must be started again. */
type Written = { followed: Followed; anew: ReadonlySet<string> };
const nothingWritten: Written = { followed: nothingFollowed, anew: new Set() };

/** Only from where, and as what, each was judged. @returns the ids of those that were still so */
async function putThere(call: Call, allowed: readonly Allowed[]): Promise<ReadonlySet<string>> {
  const column = (of: (one: Allowed) => string) => sql`${sql.param(allowed.map(of))}::uuid[]`;
  const { rows } = await call.db.execute<{ id: string }>(sql`
    UPDATE profile_level_access SET level_id = new.level_id, label_id = new.label_id
    FROM unnest(
      ${column(({ target }) => target.profileLevelAccessId)},
      ${column(({ target }) => target.levelId)}, ${column(({ target }) => target.labelId)},
      ${column(({ to }) => to.levelId)}, ${column(({ to }) => to.labelId)}
    ) AS new (id, old_level_id, old_label_id, level_id, label_id)
    WHERE profile_level_access.organization_id = ${call.organizationId}
      AND profile_level_access.profile_level_access_id = new.id
      AND profile_level_access.level_id = new.old_level_id AND profile_level_access.label_id = new.old_label_id
    RETURNING profile_level_access.profile_level_access_id AS id`);
  return new Set(rows.map((row) => row.id));
}

/** What follows from memberships that are put. */
async function write(call: Call, allowed: readonly Allowed[]): Promise<Written> {
  const ids = allowed.map(({ target }) => target.profileLevelAccessId);
  const profileIds = allowed.map(({ target }) => target.profileId);
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
  const followed = await follow(call, { profileLevelAccessIds: ids, profileIds });
  const back = allowed.flatMap(({ target, standing }) =>
    standing === null ? [] : [[target.profileLevelAccessId, standing] as const],
  );
  const anew = back.length > 0 ? await restoreMemberships(call, new Map(back), profileIds) : nothingWritten.anew;
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
  return { followed, anew };
}

/** What became of a membership, as the audit log names it. */
const changedFrom = (was: { levelId: string; labelId: string }, is: { levelId: string; labelId: string }) => ({
  labelId: is.labelId,
  ...(was.labelId !== is.labelId && { formerLabelId: was.labelId }),
  ...(was.levelId !== is.levelId && { formerLevelId: was.levelId }),
});
