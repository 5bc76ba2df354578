import { type GuardianRefusal, guardianRefusal, mostChildren, mostGuardians, tieRefusal } from "@touchline/rules";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, notFound } from "../../../../errors.ts";
import { type GuardianshipEnd, guardianship } from "../../../../schema/joining.ts";
import { profile } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize, denialText, relationTo } from "../../../../security/authorize.ts";
import { restand } from "../../../compliance/index.ts";
import { childrenOf, membershipsOf, withLocks } from "../../../people/index.ts";
import { guardiansOf, organizationToday, reasonPlace } from "../queries/guardians.ts";
import { keepGuardianships } from "./keep-guardianships.ts";

/** A person who acts for a child. */
export type Guarding = { guardianProfileId: string; childProfileId: string };

/**
 * Lets one person act for a child. Whether the child counts as activated and confirmed follows from the guardian.
 *
 * @throws NotFound; Forbidden (a level of the child is out of reach); 400 (an adult, or a guardian who is a child);
 *   Conflict (two guardians already, or this one is; a child of the actor's own, now or once; the actor themselves).
 */
export async function addGuardian(unlocked: Call, input: Guarding & { reason?: string | undefined }): Promise<void> {
  const { guardianProfileId, childProfileId } = input;
  const call = await withLocks(unlocked, { people: [guardianProfileId, childProfileId] });
  await authorizeOver(call, childProfileId);
  const { self, otherEntry } = relationTo(call, guardianProfileId);
  if (self || otherEntry) {
    throw conflict("You can't make yourself a guardian. Ask a colleague.", "ownGuardianship");
  }
  const refusal = await makeGuardian(call, input);
  if (refusal) refuseGuardian(refusal);
  await restand(call, [childProfileId]);
}

/**
 * Writes a guardianship, if the rules have nothing against it. The caller authorizes, holds both people locked and derives
 * the child's statuses.
 *
 * @throws NotFound
 */
export async function makeGuardian(
  call: Call,
  { guardianProfileId, childProfileId, reason }: Guarding & { reason?: string | undefined },
): Promise<GuardianRefusal | null> {
  const { today, wrappedKey } = await organizationToday(call);
  const people = await call.db
    .select({ profileId: profile.profileId, dateOfBirth: profile.dateOfBirth })
    .from(profile)
    .where(
      and(
        ours(profile, call),
        inArray(profile.profileId, [guardianProfileId, childProfileId]),
        isNull(profile.archivedAt),
      ),
    );
  const person = (profileId: string) => {
    const found = people.find((one) => one.profileId === profileId);
    if (!found) throw notFound("person");
    return found;
  };
  const [guardian, child] = [person(guardianProfileId), person(childProfileId)];
  const present = await guardiansOf(call, [childProfileId]);
  const guarded = (await childrenOf(call, guardianProfileId)).length;
  const refusal = guardianRefusal({ guardian, child, guardians: present.map((one) => one.profileId), guarded }, today);
  if (refusal) return refusal;
  const place = Array.from({ length: mostGuardians }, (_, index) => index + 1).find(
    (free) => !present.some((one) => one.place === free),
  ) as number;
  const key = { guardianProfileId, childProfileId, createdAt: call.now };
  await call.db.insert(guardianship).values({
    ...key,
    organizationId: call.organizationId,
    childBorn: child.dateOfBirth,
    place,
    createdBy: actingProfile(call),
    sealedAddedReason:
      reason === undefined
        ? null
        : call.adapters.vault.seal(wrappedKey, reasonPlace(call, "sealed_added_reason", key), reason),
  });
  await keepGuardianships(call, [childProfileId]);
  await auditGuardians(call, "guardianship.added", [key]);
  return null;
}

/** @throws 400 or Conflict, in a sentence. */
export function refuseGuardian(refusal: GuardianRefusal): never {
  switch (refusal) {
    case "self":
    case "notAChild":
      throw invalid("childProfileId", "Only a person under 18 can have guardians. Add the date of birth first.");
    case "guardianIsAChild":
      throw invalid("guardianProfileId", "A guardian must be an adult.");
    case "alreadyGuardian":
      throw conflict("This person is already a guardian of the child.", refusal);
    case "tooManyChildren":
      throw conflict(`A person can be the guardian of at most ${mostChildren} children.`, refusal);
    case "twoGuardians":
      throw conflict("This child already has two guardians. Remove one of them first.", refusal);
  }
}

/** An administrator ends a guardianship; what the guardian did stays. @throws NotFound, Forbidden */
export async function endGuardianship(unlocked: Call, input: Guarding & { reason: string }): Promise<void> {
  const call = await withLocks(unlocked, { people: [input.childProfileId] });
  await authorizeOver(call, input.childProfileId);
  const ended = await endGuardianshipsOf(call, [input.childProfileId], "administrator", input);
  if (ended.length === 0) throw notFound("guardian");
  await restand(call, [input.childProfileId]);
}

/** Ends the caller's own guardianship of a child. @throws NotFound; Conflict if the child has no other guardian. */
export async function endOwnGuardianship(unlocked: Call, childProfileId: string): Promise<void> {
  const call = await withLocks(unlocked, { people: [childProfileId] });
  const guardianProfileId = actingProfile(call);
  if (guardianProfileId === null || !relationTo(call, childProfileId).guardedChild) throw notFound("child");
  const others = (await guardiansOf(call, [childProfileId])).filter((one) => one.profileId !== guardianProfileId);
  if (others.length === 0) {
    throw conflict(
      "You're the only guardian of this child. Invite a second guardian first, or ask an administrator of your organization.",
      "onlyGuardian",
    );
  }
  const ended = await endGuardianshipsOf(call, [childProfileId], "ownWish", { guardianProfileId });
  if (ended.length === 0) throw notFound("child");
  await restand(call, [childProfileId]);
}

/**
 * Ends guardianships that are open: all of these children, or one guardian's. The caller authorizes, holds the children and
 * derives their statuses.
 */
export async function endGuardianshipsOf(
  call: Call,
  childProfileIds: readonly string[],
  how: GuardianshipEnd,
  one: { guardianProfileId?: string; reason?: string } = {},
): Promise<Guarding[]> {
  const { guardianProfileId, reason } = one;
  const ended = await call.db
    .update(guardianship)
    .set({ endedAt: call.now, endedBy: actingProfile(call), endedHow: how })
    .where(
      and(
        ours(guardianship, call),
        inArray(guardianship.childProfileId, [...childProfileIds]),
        isNull(guardianship.endedAt),
        guardianProfileId === undefined ? undefined : eq(guardianship.guardianProfileId, guardianProfileId),
      ),
    )
    .returning({
      guardianProfileId: guardianship.guardianProfileId,
      childProfileId: guardianship.childProfileId,
      createdAt: guardianship.createdAt,
    });
  const [first] = ended;
  if (reason !== undefined && first) {
    const { wrappedKey } = await organizationToday(call);
    const place = reasonPlace(call, "sealed_ended_reason", first);
    await call.db
      .update(guardianship)
      .set({ sealedEndedReason: call.adapters.vault.seal(wrappedKey, place, reason) })
      .where(
        and(
          ours(guardianship, call),
          eq(guardianship.guardianProfileId, first.guardianProfileId),
          eq(guardianship.childProfileId, first.childProfileId),
          eq(guardianship.createdAt, first.createdAt),
        ),
      );
  }
  await keepGuardianships(call, [...new Set(ended.map((one) => one.childProfileId))]);
  await auditGuardians(call, "guardianship.ended", ended, { how });
  return ended;
}

export function auditGuardians(
  call: Call,
  action: "guardianship.added" | "guardianship.ended",
  pairs: readonly Guarding[],
  facts: Record<string, string> = {},
): Promise<void> {
  return audit(
    call,
    pairs.map(({ guardianProfileId: guardianId, childProfileId: profileId }) => ({
      ...{ action, subjectId: guardianId, profileId, facts: { guardianId, ...facts } },
    })),
  );
}

/**
 * Checks that the profile exists in this organization before any permission is mentioned, so that other organizations' people stay hidden.
 * @throws NotFound
 */
async function known(call: Call, profileId: string): Promise<void> {
  const rows = await call.db
    .select({ profileId: profile.profileId })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.profileId, profileId)));
  if (rows.length === 0) throw notFound("child");
}

/** Authorizes callers who may change roles at every level of the child, except for their own children. @throws NotFound, Forbidden */
export async function authorizeOver(call: Call, childProfileId: string): Promise<void> {
  const places = await membershipsOf(call, [childProfileId]);
  if (places.length === 0) await known(call, childProfileId);
  if (places.length === 0) authorize(call, "memberships.change", { organizationWide: true, roles: ["Individual"] });
  for (const { levelPre } of places) authorize(call, "memberships.change", { levelPre, roles: ["Individual"] });
  const tie = tieRefusal(relationTo(call, childProfileId));
  if (tie === "guardedChild") {
    throw conflict("You can't change the guardians of your own child. Ask a colleague.", tie);
  }
  if (tie !== null) throw conflict(denialText(tie), tie);
}
