import { and, eq, isNull, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { sortNameOf } from "../../../../database/names.ts";
import { ours, type Tenancy } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { profile, profileDirectory } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { lockPeople, restand } from "../../../compliance/index.ts";
import { keepSearched } from "../../search/actions/found.ts";
import { childrenOf } from "../queries/actor.ts";
import { holdAccount } from "./hold-account.ts";
import { keepProfiles } from "./keep-profiles.ts";

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
  account: { appUserId: string; activatedAt: Date; confirmedAt: Date | null } | null,
): Promise<string> {
  const profileId = newId();
  const appUserId = account?.appUserId ?? null;
  if (appUserId !== null) await holdAccount(call, appUserId);
  await call.db.insert(profile).values({
    ...person,
    organizationId: call.organizationId,
    profileId,
    appUserId,
    sortName: sortNameOf(person.firstName, person.lastName),
    activatedAt: account?.activatedAt ?? null,
    // People added by an administrator need not confirm their address; people who sign up themselves do.
    confirmedAt: account ? account.confirmedAt : call.now,
    createdAt: call.now,
  });
  await call.db.insert(profileDirectory).values({ profileId, organizationId: call.organizationId, appUserId });
  await keepProfiles(call, [profileId]);
  await keepSearched(call, [{ ...person, profileId }], { unknown: true });
  await audit(call, [{ action: "person.added", subjectId: profileId, profileId }]);
  return profileId;
}

/**
 * Links a profile to the account that activates it and marks it as confirmed. The caller authorizes, and derives the statuses
 * of the person and their children again.
 *
 * @param names as the person entered them; null keeps the current ones.
 * @throws Conflict if the profile is already activated, or the person has left.
 */
export async function activateProfile(
  call: Call,
  profileId: string,
  appUserId: string,
  names: { firstName: string; lastName: string } | null,
): Promise<void> {
  await holdAccount(call, appUserId);
  const [row] = await call.db
    .update(profile)
    .set({
      appUserId,
      activatedAt: sql`coalesce(${profile.activatedAt}, ${call.now.toISOString()}::timestamptz)`,
      confirmedAt: sql`coalesce(${profile.confirmedAt}, ${call.now.toISOString()}::timestamptz)`,
      ...(names && { ...names, sortName: sortNameOf(names.firstName, names.lastName) }),
    })
    .where(
      and(ours(profile, call), eq(profile.profileId, profileId), isNull(profile.appUserId), isNull(profile.archivedAt)),
    )
    .returning({ email: profile.email });
  if (!row) throw conflict("This profile already has a login. Log in instead.", "accepted");
  await keepProfiles(call, [profileId]);
  if (names) await keepSearched(call, [{ ...names, profileId, email: row.email }]);
  await call.db
    .update(profileDirectory)
    .set({ appUserId })
    .where(and(ours(profileDirectory, call), eq(profileDirectory.profileId, profileId)));
  await audit(call, [{ action: "invitation.accepted", subjectId: profileId, profileId }]);
}

/** Corrects names and date of birth: lists, searches and what depends on age follow. The caller authorizes and locks. */
export async function correctPerson(
  call: Call,
  profileId: string,
  person: Pick<NewPerson, "firstName" | "lastName" | "dateOfBirth">,
): Promise<void> {
  const { firstName, lastName, dateOfBirth } = person;
  const [row] = await call.db
    .update(profile)
    .set({ firstName, lastName, dateOfBirth, sortName: sortNameOf(firstName, lastName) })
    .where(and(ours(profile, call), eq(profile.profileId, profileId)))
    .returning({ email: profile.email });
  if (!row) throw notFound("person");
  await keepProfiles(call, [profileId]);
  await keepSearched(call, [{ profileId, firstName, lastName, email: row.email }]);
  await restand(call, [profileId]);
}

/** Gives a person without a login another address: an invitation to the one before does nothing anymore. As above. */
export async function changeEmail(call: Call, profileId: string, email: string | null): Promise<void> {
  const [row] = await call.db
    .update(profile)
    .set({ email })
    .where(and(ours(profile, call), eq(profile.profileId, profileId), isNull(profile.appUserId)))
    .returning({ firstName: profile.firstName, lastName: profile.lastName });
  if (!row) throw conflict("This person now has a login. Reload the page.", "emailOfLogin");
  await keepProfiles(call, [profileId]);
  await keepSearched(call, [{ profileId, ...row, email }]);
}

/** Marks a profile as confirmed, once the address of its account is; children without a login follow. The caller authorizes. */
export async function confirmProfile(call: Call, profileId: string): Promise<void> {
  const people = [profileId, ...(await childrenOf(call, profileId))];
  // Lock all people before any row changes, because bulk actions lock them in the same order.
  await lockPeople(call, people);
  const confirmed = await call.db
    .update(profile)
    .set({ confirmedAt: call.now })
    .where(and(ours(profile, call), eq(profile.profileId, profileId), isNull(profile.confirmedAt)))
    .returning({ id: profile.profileId });
  if (confirmed.length === 0) return;
  await keepProfiles(call, [profileId]);
  await restand(call, people);
}

/** Confirms every profile of an account whose address is confirmed, in each organization; once more does nothing. */
export async function confirmProfilesOf(
  { tenancy, adapters }: Pick<Call, "adapters"> & { tenancy: Tenancy },
  now: Date,
  appUserId: string,
): Promise<void> {
  const actor = { kind: "system", name: "confirmation" } as const;
  for (const { profileId, organizationId } of await tenancy.profilesOfAccount(appUserId)) {
    await tenancy.run(organizationId, (db) => confirmProfile({ actor, organizationId, db, now, adapters }, profileId));
  }
}

/** Gives the profiles of an account that waits for its address to be confirmed the corrected one. The caller has judged. */
export async function correctAddressOf(
  { tenancy, adapters }: Pick<Call, "adapters"> & { tenancy: Tenancy },
  now: Date,
  appUserId: string,
  email: string,
): Promise<void> {
  const actor = { kind: "system", name: "confirmation" } as const;
  for (const { profileId, organizationId } of await tenancy.profilesOfAccount(appUserId)) {
    await tenancy.run(organizationId, async (db) => {
      const call: Call = { actor, organizationId, db, now, adapters };
      await lockPeople(call, [profileId]);
      const [row] = await db
        .update(profile)
        .set({ email })
        .where(and(ours(profile, call), eq(profile.profileId, profileId), isNull(profile.confirmedAt)))
        .returning({ firstName: profile.firstName, lastName: profile.lastName });
      if (!row) return;
      await keepProfiles(call, [profileId]);
      await keepSearched(call, [{ ...row, profileId, email }]);
    });
  }
}
