import type { LabelGiver, Role } from "@touchline/contract";
import type { PermissionTarget } from "@touchline/rules";
import { and, eq, isNull } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, notFound } from "../../../../errors.ts";
import { label } from "../../../../schema/library.ts";
import { level, profile, profileLevelAccess } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { type Followed, follow, recordMemberEvents } from "../../../compliance/index.ts";
import type { MemberTarget } from "../queries/members.ts";
import { changeMany, outcomeOfOne, ownMembership } from "./change-many.ts";
import { endMany } from "./end-many.ts";
import { createProfile, type NewPerson } from "./people.ts";
import { mustSeePerson } from "./visible-person.ts";
import { withLocks } from "./with-locks.ts";

/**
 * Adds a person to a level under a label; their requirements there follow in the same transaction.
 *
 * @param others people the caller writes about later, locked together with this one.
 * @throws NotFound, Forbidden (out of reach, or the label's role is above the actor's own), Conflict (already there).
 */
export async function addMember(
  unlocked: Call,
  input: { levelId: string; labelId: string; profileId?: string | undefined; person?: NewPerson | undefined },
  others: readonly string[] = [],
): Promise<{ profileId: string; profileLevelAccessId: string }> {
  const call = await withLocks(unlocked, { people: [...(input.profileId ? [input.profileId] : []), ...others] });
  const { place, named } = await placeAndLabel(call, input);
  authorizeGiving(call, place.pre, named);
  if (!input.person === !input.profileId) {
    throw invalid("person", "Choose either a new person or an existing profile.");
  }
  if (input.profileId) await mustSeePerson(call, input.profileId);
  const profileId = input.person ? await createProfile(call, input.person, null) : (input.profileId as string);
  return createMembership(call, { profileId, levelId: input.levelId, labelId: input.labelId });
}

/** Adds a person of the organization to a level under a label. The caller authorizes and holds the requirements lock (`lockDuties`). */
export async function createMembership(
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
  if (!known) throw notFound("person");
  const profileLevelAccessId = newId();
  const added = await call.db
    .insert(profileLevelAccess)
    .values({ organizationId: call.organizationId, profileLevelAccessId, ...membership, joinedAt: call.now })
    .onConflictDoNothing()
    .returning({ id: profileLevelAccess.profileLevelAccessId });
  if (added.length === 0) throw conflict(`This person is already ${named.name} at ${place.name}.`, "alreadyMember");
  await recordMemberEvents(call, [{ ...membership, profileLevelAccessId, kind: "joined" }]);
  const { levelId, labelId } = membership;
  await audit(call, [
    { action: "membership.added", subjectId: profileLevelAccessId, profileId, levelId, facts: { labelId } },
  ]);
  await follow(call, { profileLevelAccessIds: [profileLevelAccessId], profileIds: [profileId] });
  return { profileId, profileLevelAccessId };
}

/** The permission that giving a label needs. */
export const givingPermission = (role: Role) => (role === "Individual" ? "members.add" : "labels.give");

/** A label as giving it is judged. */
export type GrantedRole = { role: Role; givenBy: LabelGiver };

/** What giving a label does, as the permission table wants it. */
export const givingOf = (levelPre: number, { role, givenBy }: GrantedRole): PermissionTarget => ({
  levelPre,
  roles: [role],
  givers: [givenBy],
});

/** Authorizes giving a person a label. @throws Forbidden (out of reach, above the actor's own role, or reserved for others) */
export function authorizeGiving(call: Call, levelPre: number, role: GrantedRole): void {
  authorize(call, givingPermission(role.role), givingOf(levelPre, role));
}

/**
 * Changes the label of a membership. Requirements follow, and completed work stays.
 *
 * @throws NotFound, Forbidden (also if the old or the new label's role is above the actor's own), Conflict (the actor's own
 * membership, or the person has that label there already).
 */
export async function changeRole(call: Call, input: { profileLevelAccessId: string; newLabelId: string }) {
  const { profileLevelAccessId, newLabelId: labelId } = input;
  return outcomes(outcomeOfOne(await changeMany(call, [{ profileLevelAccessId, labelId }])));
}

/** Ends a membership; its demands go, work done is kept with the person. @throws NotFound, Forbidden, Conflict (one's own) */
export async function deleteMembership(call: Call, { id }: { id: string }) {
  return outcomes(outcomeOfOne(await endMany(call, [id])));
}

/** Adding or removing a label with a role changes permissions, so people cannot do it for themselves. */
export function authorizeChange(call: Call, target: MemberTarget, change: Pick<PermissionTarget, "roles" | "givers">) {
  if (target.profileId === actingProfile(call)) throw ownMembership();
  authorize(call, "memberships.change", { levelPre: target.levelPre, ...change });
}

/** A level and a label of the organization. @throws NotFound */
export async function placeAndLabel(call: Call, input: { levelId: string; labelId: string }) {
  const [place] = await call.db
    .select({ name: level.name, pre: level.pre })
    .from(level)
    .where(and(ours(level, call), eq(level.levelId, input.levelId), isNull(level.archivedAt)));
  if (!place) throw notFound("level");
  const [named] = await call.db
    .select({ name: label.name, role: label.role, givenBy: label.givenBy })
    .from(label)
    .where(and(ours(label, call), eq(label.labelId, input.labelId), isNull(label.archivedAt)));
  if (!named) throw notFound("role");
  return { place, named };
}

export type Outcomes = { requirements: { id: string; outcome: "kept" | "dropped" | "added" }[] };

/** Returns the outcome of a person's requirements, each requirement once. */
export function outcomes({ added, dropped }: Followed): Outcomes {
  const gained = new Set(added.map((row) => row.requirementId));
  const lost = new Set(dropped.map((row) => row.requirementId));
  return {
    requirements: [...new Set([...gained, ...lost])].map((id) => ({
      id,
      outcome: gained.has(id) && lost.has(id) ? "kept" : gained.has(id) ? "added" : "dropped",
    })),
  };
}
