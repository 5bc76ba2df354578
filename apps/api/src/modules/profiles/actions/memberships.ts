import type { LabelGiver, Role } from "@touchline/contract";
import type { AuditAction } from "@touchline/contract/audit";
import type { Target } from "@touchline/rules";
import { and, eq, isNull, ne } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import { authorize } from "../../../kernel/authorize.ts";
import { actingProfile, type Call } from "../../../kernel/call.ts";
import { conflict, invalid, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { level } from "../../hierarchy/tables.ts";
import { label } from "../../labels/tables.ts";
import { type Followed, follow, lockDuties } from "../../standing/actions/follow.ts";
import { forgetStanding } from "../../standing/actions/forget-standing.ts";
import { lockPeople } from "../../standing/actions/lock-people.ts";
import { recordMemberEvents } from "../../standing/actions/record.ts";
import { restand } from "../../standing/actions/restand.ts";
import { memberTarget } from "../queries.ts";
import { profile, profileLevelAccess } from "../tables.ts";

import { mustKnow } from "./known-person.ts";
import { ownEntry, withOwnRights } from "./own-rights.ts";
import { createProfile, type NewPerson } from "./people.ts";

/**
 * Puts a person at a level under a label: what they owe there follows in the same transaction.
 *
 * @throws NotFound, Forbidden (out of reach, or the label's role is above the actor's own), Conflict (already there).
 */
export async function addMember(
  call: Call,
  input: { levelId: string; labelId: string; profileId?: string | undefined; person?: NewPerson | undefined },
): Promise<{ profileId: string; profileLevelAccessId: string }> {
  // First: whoever changes what the label carries is through, or waits.
  await lockDuties(call, "memberships");
  const { place, named } = await placeAndLabel(call, input);
  authorizeGiving(call, place.pre, named);
  if (!input.person === !input.profileId) {
    throw invalid("person", "Name either a new person or an existing profile.");
  }
  if (input.profileId) await mustKnow(call, input.profileId);
  const profileId = input.person ? await createProfile(call, input.person, null) : (input.profileId as string);
  return putAt(call, { profileId, levelId: input.levelId, labelId: input.labelId });
}

/** The same for somebody of the organization; the caller authorizes, and holds the duties (`lockDuties`). */
export async function putAt(
  call: Call,
  membership: { profileId: string; levelId: string; labelId: string },
): Promise<{ profileId: string; profileLevelAccessId: string }> {
  const { profileId } = membership;
  const { place, named } = await placeAndLabel(call, membership);
  const [known] = await call.db
    .update(profile)
    .set({ archivedAt: null })
    .where(and(ours(profile, call), eq(profile.profileId, profileId), isNull(profile.mergedInto)))
    .returning({ id: profile.profileId });
  if (!known) throw notFound("The person");
  const profileLevelAccessId = newId();
  const added = await call.db
    .insert(profileLevelAccess)
    .values({ organizationId: call.organizationId, profileLevelAccessId, ...membership, joinedAt: call.now })
    .onConflictDoNothing()
    .returning({ id: profileLevelAccess.profileLevelAccessId });
  if (added.length === 0) throw conflict(`This person is ${named.name} at ${place.name} already.`, "alreadyMember");
  await recordMemberEvents(call, [{ ...membership, profileLevelAccessId, kind: "joined" }]);
  await auditMembership(call, "membership.added", { ...membership, profileLevelAccessId });
  await follow(call, { profileLevelAccessIds: [profileLevelAccessId], profileIds: [profileId] });
  return { profileId, profileLevelAccessId };
}

/** The permission that giving a label needs. */
export const joiningAs = (role: Role) => (role === "Individual" ? "members.add" : "labels.give");

/** A label as giving it is judged. */
export type Given = { role: Role; givenBy: LabelGiver };

/** What giving a label does, as the permission table wants it. */
export const givingOf = (levelPre: number, { role, givenBy }: Given): Target => ({
  levelPre,
  roles: [role],
  givers: [givenBy],
});

/** Wherever somebody gets a label. @throws Forbidden (out of reach, above the actor's own role, left to others) */
export function authorizeGiving(call: Call, levelPre: number, given: Given): void {
  authorize(call, joiningAs(given.role), givingOf(levelPre, given));
}

/**
 * Gives a membership another label; what is owed follows, work done stays.
 *
 * @throws NotFound, Forbidden (also when the old or the new label's role is above the actor's own, or it is one's own).
 */
export async function changeRole(
  call: Call,
  input: { profileLevelAccessId: string; newLabelId: string },
): Promise<{ requirements: { id: string; outcome: "kept" | "dropped" | "added" }[] }> {
  await lockDuties(call, "memberships");
  const target = await memberTarget(call, input.profileLevelAccessId);
  const { named, place } = await placeAndLabel(call, { levelId: target.levelId, labelId: input.newLabelId });
  authorizeChange(call, target, { roles: [target.role, named.role], givers: [named.givenBy] });
  // Before the row itself: who adds the same membership holds the person and would wait for that row.
  await lockPeople(call, target.role === "Admin" ? [target.profileId, ...ownEntry(call)] : [target.profileId]);
  if (target.role === "Admin") authorizeChange(await withOwnRights(call), target, { roles: [target.role] });
  const others = await call.db
    .select({ labelId: profileLevelAccess.labelId })
    .from(profileLevelAccess)
    .where(
      and(
        ours(profileLevelAccess, call),
        eq(profileLevelAccess.profileId, target.profileId),
        eq(profileLevelAccess.levelId, target.levelId),
        eq(profileLevelAccess.labelId, input.newLabelId),
        ne(profileLevelAccess.profileLevelAccessId, target.profileLevelAccessId),
      ),
    );
  if (others.length > 0) throw conflict(`This person is ${named.name} at ${place.name} already.`, "alreadyMember");
  const changed = await call.db
    .update(profileLevelAccess)
    .set({ labelId: input.newLabelId })
    .where(
      and(
        ours(profileLevelAccess, call),
        eq(profileLevelAccess.profileLevelAccessId, target.profileLevelAccessId),
        eq(profileLevelAccess.labelId, target.labelId),
        eq(profileLevelAccess.levelId, target.levelId),
      ),
    )
    .returning({ id: profileLevelAccess.profileLevelAccessId });
  if (changed.length === 0) throw conflict("Somebody else changed this membership. Look again.", "concurrentChange");
  await recordMemberEvents(call, [
    {
      profileLevelAccessId: target.profileLevelAccessId,
      profileId: target.profileId,
      levelId: target.levelId,
      labelId: input.newLabelId,
      kind: "relabelled",
    },
  ]);
  await auditMembership(
    call,
    "membership.changed",
    { ...target, labelId: input.newLabelId },
    { formerLabelId: target.labelId },
  );
  const followed = await follow(call, {
    profileLevelAccessIds: [target.profileLevelAccessId],
    profileIds: [target.profileId],
  });
  return outcomes(followed);
}

/** Ends a membership; its demands go, work done is kept with the person. @throws NotFound, Forbidden */
export async function deleteMembership(
  call: Call,
  input: { id: string },
): Promise<{ requirements: { id: string; outcome: "kept" | "dropped" | "added" }[] }> {
  await lockDuties(call, "memberships");
  const { profileId } = await memberTarget(call, input.id);
  await lockPeople(call, [profileId, ...ownEntry(call)]);
  // Once both are held: whoever ended or changed it at the same moment is through, as is whoever took rights away.
  const target = await memberTarget(call, input.id);
  authorizeChange(await withOwnRights(call), target, { roles: [target.role] });
  return outcomes(await endMembership(call, target));
}

/** Ends a membership; the caller authorizes, and holds the duties (`lockDuties`). */
export async function endMembership(
  call: Call,
  target: { profileLevelAccessId: string; profileId: string; levelId: string; labelId: string },
): Promise<Followed> {
  const { profileLevelAccessId, profileId, levelId, labelId } = target;
  await lockPeople(call, [profileId]);
  const followed = await follow(call, {
    profileLevelAccessIds: [profileLevelAccessId],
    profileIds: [profileId],
    leaving: true,
  });
  await forgetStanding(call, profileLevelAccessId);
  await recordMemberEvents(call, [{ profileLevelAccessId, profileId, levelId, labelId, kind: "left" }]);
  await auditMembership(call, "membership.removed", target);
  await call.db
    .delete(profileLevelAccess)
    .where(and(ours(profileLevelAccess, call), eq(profileLevelAccess.profileLevelAccessId, profileLevelAccessId)));
  await archiveWithoutMembership(call, profileId);
  await restand(call, [profileId]);
  return followed;
}

function auditMembership(
  call: Call,
  action: AuditAction,
  {
    profileLevelAccessId: subjectId,
    profileId,
    levelId,
    labelId,
  }: { profileLevelAccessId: string; profileId: string; levelId: string; labelId: string },
  more: Record<string, string> = {},
): Promise<void> {
  return audit(call, [{ action, subjectId, profileId, levelId, facts: { labelId, ...more } }]);
}

/** Whoever has no membership left is archived, with everything they did. */
async function archiveWithoutMembership(call: Call, profileId: string) {
  const left = await call.db
    .select({ id: profileLevelAccess.profileLevelAccessId })
    .from(profileLevelAccess)
    .where(and(ours(profileLevelAccess, call), eq(profileLevelAccess.profileId, profileId)))
    .limit(1);
  if (left.length > 0) return;
  await call.db
    .update(profile)
    .set({ archivedAt: call.now })
    .where(and(ours(profile, call), eq(profile.profileId, profileId)));
}

/** Taking or changing a label that carries a role is giving roles; nobody does it to themselves. */
export function authorizeChange(
  call: Call,
  target: Awaited<ReturnType<typeof memberTarget>>,
  change: Pick<Target, "roles" | "givers">,
) {
  if (target.profileId === actingProfile(call)) {
    throw conflict("Nobody changes a membership of their own. Ask a colleague.", "ownMembership");
  }
  authorize(call, "memberships.change", { levelPre: target.levelPre, ...change });
}

/** A level and a label of the organization. @throws NotFound */
export async function placeAndLabel(call: Call, input: { levelId: string; labelId: string }) {
  const [place] = await call.db
    .select({ name: level.name, pre: level.pre })
    .from(level)
    .where(and(ours(level, call), eq(level.levelId, input.levelId), isNull(level.archivedAt)));
  if (!place) throw notFound("The level");
  const [named] = await call.db
    .select({ name: label.name, role: label.role, givenBy: label.givenBy })
    .from(label)
    .where(and(ours(label, call), eq(label.labelId, input.labelId), isNull(label.archivedAt)));
  if (!named) throw notFound("The role");
  return { place, named };
}

export function outcomes({ added, dropped }: Followed) {
  const gained = new Set(added.map((row) => row.requirementId));
  const lost = new Set(dropped.map((row) => row.requirementId));
  return {
    requirements: [...new Set([...gained, ...lost])].map((id) => ({
      id,
      outcome:
        gained.has(id) && lost.has(id) ? ("kept" as const) : gained.has(id) ? ("added" as const) : ("dropped" as const),
    })),
  };
}
