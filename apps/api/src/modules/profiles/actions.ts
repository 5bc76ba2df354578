import type { Role } from "@touchline/contract";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { authorize } from "../../kernel/authorize.ts";
import { actingProfile, type Call } from "../../kernel/call.ts";
import { conflict, invalid, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { sortNameOf } from "../../kernel/names.ts";
import { ours } from "../../kernel/tenancy.ts";
import { level } from "../hierarchy/tables.ts";
import { label } from "../labels/tables.ts";
import { keepSearched } from "../search/actions.ts";
import { type Followed, follow, lockDuties } from "../standing/actions/follow.ts";
import { recordMemberEvents } from "../standing/actions/record.ts";
import { forgetStanding, restand } from "../standing/actions/restand.ts";
import { memberTarget } from "./queries.ts";
import { profile, profileDirectory, profileLevelAccess } from "./tables.ts";

export type NewPerson = {
  firstName: string;
  lastName: string;
  email: string | null;
  dateOfBirth: string | null;
};

/** A person of the organization, without any membership yet. The caller authorizes. */
export async function createProfile(
  call: Call,
  person: NewPerson,
  account: { appUserId: string; activatedAt: Date; confirmedAt: Date } | null,
): Promise<string> {
  const profileId = newId();
  const appUserId = account?.appUserId ?? null;
  await call.db.insert(profile).values({
    ...person,
    organizationId: call.organizationId,
    profileId,
    appUserId,
    sortName: sortNameOf(person.firstName, person.lastName),
    activatedAt: account?.activatedAt ?? null,
    // Whoever is added by an administrator need not confirm an address; those who sign up by themselves do.
    confirmedAt: account?.confirmedAt ?? call.now,
    createdAt: call.now,
  });
  await call.db.insert(profileDirectory).values({ profileId, organizationId: call.organizationId, appUserId });
  await keepSearched(call, [{ ...person, profileId }]);
  return profileId;
}

/**
 * Puts a person at a level under a label: what they owe there follows in the same transaction.
 *
 * @throws NotFound, Forbidden (out of reach, or the label's role is above the actor's own), Conflict (already there).
 */
export async function addMember(
  call: Call,
  input: { levelId: string; labelId: string; profileId?: string | undefined; person?: NewPerson | undefined },
): Promise<{ profileId: string; profileLevelAccessId: string }> {
  const { place, named } = await placeAndLabel(call, input);
  authorize(call, joiningAs(named.role), { levelPre: place.pre, roles: [named.role] });
  if (!input.person === !input.profileId) {
    throw invalid("person", "Name either a new person or an existing profile.");
  }
  await lockDuties(call, "memberships");
  const profileId = input.person ? await createProfile(call, input.person, null) : (input.profileId as string);
  const [known] = await call.db
    .update(profile)
    .set({ archivedAt: null })
    .where(and(ours(profile, call), eq(profile.profileId, profileId)))
    .returning({ id: profile.profileId });
  if (!known) throw notFound("The person");
  const profileLevelAccessId = newId();
  const membership = { profileId, levelId: input.levelId, labelId: input.labelId };
  const added = await call.db
    .insert(profileLevelAccess)
    .values({ organizationId: call.organizationId, profileLevelAccessId, ...membership, joinedAt: call.now })
    .onConflictDoNothing()
    .returning({ id: profileLevelAccess.profileLevelAccessId });
  if (added.length === 0) throw conflict(`This person is ${named.name} at ${place.name} already.`, "alreadyMember");
  await recordMemberEvents(call, [{ ...membership, profileLevelAccessId, kind: "joined" }]);
  await follow(call, { profileLevelAccessIds: [profileLevelAccessId], profileIds: [profileId] });
  return { profileId, profileLevelAccessId };
}

/** Rows of one statement. */
const batch = 1000;

function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += batch) yield items.slice(start, start + batch);
}

export type BulkProfile = NewPerson & {
  profileId: string;
  appUserId: string | null;
  activatedAt: Date | null;
  confirmedAt: Date | null;
};

/** What `createProfile` does, for many at once and with ids of the caller's. The caller authorizes. */
export async function createProfiles(call: Call, people: readonly BulkProfile[]): Promise<void> {
  const { organizationId } = call;
  for (const some of batches(people)) {
    await call.db.insert(profile).values(
      some.map((person) => ({
        ...person,
        organizationId,
        sortName: sortNameOf(person.firstName, person.lastName),
        createdAt: call.now,
      })),
    );
    await call.db
      .insert(profileDirectory)
      .values(some.map(({ profileId, appUserId }) => ({ profileId, organizationId, appUserId })));
    await keepSearched(call, some);
  }
}

export type BulkMembership = { profileLevelAccessId: string; profileId: string; levelId: string; labelId: string };

/**
 * What `addMember` does, for many people at once: the number of statements grows by the thousand, not by the person.
 * Call it in steps of some hundreds, each a transaction of its own: statistics taken in the middle of a long one mislead
 * every plan after it.
 *
 * @returns the ids of the memberships that were added; those that were there already are left as they are.
 * @throws NotFound, Forbidden (out of reach, or a label's role is above the actor's own).
 */
export async function addMembers(call: Call, memberships: readonly BulkMembership[]): Promise<Set<string>> {
  if (memberships.length === 0) return new Set();
  await authorizeJoining(call, memberships);
  await lockDuties(call, "memberships");
  const added = new Set<string>();
  for (const some of batches(memberships)) {
    const profileIds = some.map((one) => one.profileId);
    await call.db
      .update(profile)
      .set({ archivedAt: null })
      .where(and(ours(profile, call), inArray(profile.profileId, profileIds), isNotNull(profile.archivedAt)));
    const fresh = await call.db
      .insert(profileLevelAccess)
      .values(some.map((one) => ({ ...one, organizationId: call.organizationId, joinedAt: call.now })))
      .onConflictDoNothing()
      .returning({ id: profileLevelAccess.profileLevelAccessId });
    for (const { id } of fresh) added.add(id);
    const joined = some.filter((one) => added.has(one.profileLevelAccessId));
    await recordMemberEvents(
      call,
      joined.map((one) => ({ ...one, kind: "joined" as const })),
    );
    await follow(call, {
      profileLevelAccessIds: joined.map((one) => one.profileLevelAccessId),
      profileIds: joined.map((one) => one.profileId),
    });
  }
  return added;
}

/** Each level and label that occurs, judged once. */
async function authorizeJoining(call: Call, memberships: readonly BulkMembership[]) {
  const levels = await call.db
    .select({ id: level.levelId, pre: level.pre })
    .from(level)
    .where(and(ours(level, call), inArray(level.levelId, [...new Set(memberships.map((one) => one.levelId))])));
  const labels = await call.db
    .select({ id: label.labelId, role: label.role })
    .from(label)
    .where(and(ours(label, call), inArray(label.labelId, [...new Set(memberships.map((one) => one.labelId))])));
  const pres = new Map(levels.map((one) => [one.id, one.pre]));
  const roles = new Map(labels.map((one) => [one.id, one.role]));
  const pairs = new Map(memberships.map((one) => [`${one.levelId} ${one.labelId}`, one]));
  for (const { levelId, labelId } of pairs.values()) {
    const [levelPre, role] = [pres.get(levelId), roles.get(labelId)];
    if (levelPre === undefined) throw notFound("The level");
    if (role === undefined) throw notFound("The role");
    authorize(call, joiningAs(role), { levelPre, roles: [role] });
  }
}

/** The permission that giving a label needs. */
export const joiningAs = (role: Role) => (role === "Individual" ? "members.add" : "labels.give");

/**
 * Gives a membership another label; what is owed follows, work done stays.
 *
 * @throws NotFound, Forbidden (also when the old or the new label's role is above the actor's own, or it is one's own).
 */
export async function changeRole(
  call: Call,
  input: { profileLevelAccessId: string; newLabelId: string },
): Promise<{ requirements: { id: string; outcome: "kept" | "dropped" | "added" }[] }> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  const { named } = await placeAndLabel(call, { levelId: target.levelId, labelId: input.newLabelId });
  authorizeChange(call, target, [target.role, named.role]);
  await lockDuties(call, "memberships");
  const changed = await call.db
    .update(profileLevelAccess)
    .set({ labelId: input.newLabelId })
    .where(
      and(
        ours(profileLevelAccess, call),
        eq(profileLevelAccess.profileLevelAccessId, target.profileLevelAccessId),
        eq(profileLevelAccess.labelId, target.labelId),
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
  const target = await memberTarget(call, input.id);
  authorizeChange(call, target, [target.role]);
  await lockDuties(call, "memberships");
  const { profileLevelAccessId, profileId, levelId, labelId } = target;
  const followed = await follow(call, {
    profileLevelAccessIds: [profileLevelAccessId],
    profileIds: [profileId],
    leaving: true,
  });
  await forgetStanding(call, profileLevelAccessId);
  await recordMemberEvents(call, [{ profileLevelAccessId, profileId, levelId, labelId, kind: "left" }]);
  await call.db
    .delete(profileLevelAccess)
    .where(and(ours(profileLevelAccess, call), eq(profileLevelAccess.profileLevelAccessId, profileLevelAccessId)));
  await archiveWithoutMembership(call, profileId);
  await restand(call, [profileId]);
  return outcomes(followed);
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
function authorizeChange(call: Call, target: Awaited<ReturnType<typeof memberTarget>>, roles: Role[]) {
  if (target.profileId === actingProfile(call)) {
    throw conflict("Nobody changes a membership of their own. Ask a colleague.", "ownMembership");
  }
  authorize(call, "memberships.change", { levelPre: target.levelPre, roles });
}

async function placeAndLabel(call: Call, input: { levelId: string; labelId: string }) {
  const [place] = await call.db
    .select({ name: level.name, pre: level.pre })
    .from(level)
    .where(and(ours(level, call), eq(level.levelId, input.levelId)));
  if (!place) throw notFound("The level");
  const [named] = await call.db
    .select({ name: label.name, role: label.role })
    .from(label)
    .where(and(ours(label, call), eq(label.labelId, input.labelId)));
  if (!named) throw notFound("The role");
  return { place, named };
}

function outcomes({ added, dropped }: Followed) {
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
