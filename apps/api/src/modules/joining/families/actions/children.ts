import type { BodyOf } from "@touchline/contract";
import type { addChild as addChildCall } from "@touchline/contract/joining/families";
import { childBirthProblem, isMinor, mostChildren, sameChild, tidy } from "@touchline/rules";
import { and, eq, inArray } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, forbidden, invalid, notFound } from "../../../../errors.ts";
import { profile } from "../../../../schema/people.ts";
import { relationTo } from "../../../../security/authorize.ts";
import { lockPeople, restand } from "../../../compliance/index.ts";
import {
  childrenOf,
  createMembership,
  createProfile,
  endMemberships,
  membershipsOf,
  withLocks,
} from "../../../people/index.ts";
import { guardiansOf, organizationToday } from "../queries/guardians.ts";
import { childPlaces, removableAmong } from "../queries/overview.ts";
import { endGuardianshipsOf, makeGuardian, refuseGuardian } from "./guardians.ts";

/**
 * A guardian adds a child, where the family is and under a label that the organization leaves to guardians.
 *
 * @throws 400 (date of birth); Forbidden (not an adult, or no such place); Conflict (in the family already, too many).
 */
export async function addChild(
  unlocked: Call,
  input: BodyOf<typeof addChildCall>,
): Promise<{ profileId: string; profileLevelAccessId: string }> {
  const guardianProfileId = actingProfile(unlocked);
  if (guardianProfileId === null) throw notFound("profile");
  const { zone, today } = await organizationToday(unlocked);
  const birth = childBirthProblem(input.dateOfBirth, today);
  if (birth === "future") throw invalid("dateOfBirth", "This date is in the future.");
  if (birth === "adult") {
    throw invalid("dateOfBirth", "You can only add children under 18. Adults sign up with their own login.");
  }
  const call = await withLocks(unlocked, { also: (within) => lockFamily(within, guardianProfileId) });
  const [self] = await call.db
    .select({ dateOfBirth: profile.dateOfBirth })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.profileId, guardianProfileId)));
  if (self?.dateOfBirth && isMinor(self.dateOfBirth, call.now.getTime(), zone)) {
    throw forbidden("Only an adult can add children.", "guardianIsAChild");
  }
  const child = {
    firstName: tidy(input.firstName),
    lastName: tidy(input.lastName),
    email: null,
    dateOfBirth: input.dateOfBirth,
  };
  await refuseKnown(call, guardianProfileId, child);
  const places = await childPlaces(call, guardianProfileId);
  if (!places.some((one) => one.levelId === input.levelId && one.labelId === input.labelId)) {
    throw forbidden("Your organization doesn't let guardians do this. Ask an administrator.", "notForGuardians");
  }
  const profileId = await createProfile(call, child, null);
  const refusal = await makeGuardian(call, { guardianProfileId, childProfileId: profileId });
  if (refusal) refuseGuardian(refusal);
  return createMembership(call, { profileId, levelId: input.levelId, labelId: input.labelId });
}

/** Makes two guardians who add one child at once take turns. */
async function lockFamily(call: Call, guardianProfileId: string): Promise<void> {
  const children = await childrenOf(call, guardianProfileId);
  const partners = children.length === 0 ? [] : await guardiansOf(call, children);
  await lockPeople(call, [guardianProfileId, ...partners.map((one) => one.profileId)]);
}

type Named = { firstName: string; lastName: string; dateOfBirth: string };

/** One child is there once in a family. @throws Conflict with a way on. */
async function refuseKnown(call: Call, guardianProfileId: string, child: Named): Promise<void> {
  const mine = await childrenOf(call, guardianProfileId);
  if (mine.length >= mostChildren) {
    throw conflict(
      "Your family has reached the maximum number of children. Ask an administrator to add more.",
      "tooManyChildren",
    );
  }
  if (mine.length === 0) return;
  const partners = (await guardiansOf(call, mine)).filter((one) => one.profileId !== guardianProfileId);
  const theirs = new Map<string, string>();
  for (const partner of partners) {
    for (const id of await childrenOf(call, partner.profileId)) theirs.set(id, partner.firstName);
  }
  const known = await call.db
    .select({
      profileId: profile.profileId,
      firstName: profile.firstName,
      lastName: profile.lastName,
      dateOfBirth: profile.dateOfBirth,
    })
    .from(profile)
    .where(and(ours(profile, call), inArray(profile.profileId, [...mine, ...theirs.keys()])));
  const same = known.find((one) => sameChild(one, child));
  if (!same) return;
  if (mine.includes(same.profileId)) {
    throw conflict(`${same.firstName} is already in your family. Edit the card if something is wrong.`, "inFamily");
  }
  const partner = theirs.get(same.profileId);
  throw conflict(`${partner} already added ${same.firstName}. Ask ${partner} to invite you as a guardian.`, "inFamily");
}

/**
 * A guardian takes back a child that was added by mistake: it leaves every level and nobody guards it anymore.
 *
 * @throws NotFound; Conflict when somebody else added it, or something was ever sent in.
 */
export async function removeChild(unlocked: Call, profileId: string): Promise<void> {
  const call = await withLocks(unlocked, { people: [profileId] });
  if (!relationTo(call, profileId).guardedChild) throw notFound("child");
  if (!(await removableAmong(call, [profileId])).has(profileId)) {
    throw conflict("This child already has records, so you can't remove them. Ask an administrator.", "notRemovable");
  }
  await endMemberships(call, await membershipsOf(call, [profileId]));
  await endGuardianshipsOf(call, [profileId], "childRemoved");
  await restand(call, [profileId]);
}
