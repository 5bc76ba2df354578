import { sameChild } from "@touchline/rules";
import { and, inArray, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours, type Tenancy } from "../../../../database/tenancy.ts";
import { profile } from "../../../../schema/people.ts";
import { lockDuties, lockPeople, restand } from "../../../compliance/index.ts";
import { acceptForAccount, endGuardianshipsOf, invitedProfile, makeGuardian } from "../../../joining/index.ts";
import {
  childrenOf,
  confirmProfilesOf,
  createMembership,
  endMemberships,
  membershipsOf,
  releaseOwn,
} from "../../../people/index.ts";

type Means = Pick<Call, "adapters"> & { tenancy: Tenancy; now: () => Date };

/**
 * Confirms the profiles of an account whose owner has shown that they receive mail at its address. If somebody had added the
 * person before with this address and name, the account takes over that profile. Repeating it changes nothing.
 */
export async function followConfirmation({ tenancy, adapters, now }: Means, appUserId: string): Promise<void> {
  const actor = { kind: "system", name: "confirmation" } as const;
  for (const { profileId, organizationId } of await tenancy.profilesOfAccount(appUserId)) {
    await tenancy.run(organizationId, (db) =>
      becomeWaiting({ actor, organizationId, db, now: now(), adapters }, profileId, appUserId),
    );
  }
  await confirmProfilesOf({ tenancy, adapters }, now(), appUserId);
}

/** Moves memberships and children of a profile made by sign-up to the profile that was added before, and archives the first. */
async function becomeWaiting(call: Call, profileId: string, appUserId: string): Promise<void> {
  const before = await signedUp(call, profileId, appUserId);
  if (!before || !(await invitedProfile(call, before))) return;
  await lockDuties(call, "memberships");
  const waiting = await invitedProfile(call, before);
  if (!waiting) return;
  const [brought, there] = [await childrenOf(call, profileId), await childrenOf(call, waiting)];
  await lockPeople(call, [profileId, waiting, ...brought, ...there]);
  if (!(await signedUp(call, profileId, appUserId))) return;
  await acceptForAccount(call, waiting, appUserId);
  await moveMemberships(call, profileId, waiting);
  const children = await bornOf(call, [...brought, ...there]);
  for (const id of brought) {
    const [child] = children.filter((one) => one.profileId === id);
    const same = child && children.find((one) => there.includes(one.profileId) && sameChild(one, child));
    await endGuardianshipsOf(call, [id], "samePerson", { guardianProfileId: profileId });
    if (same) await moveMemberships(call, id, same.profileId);
    else await makeGuardian(call, { guardianProfileId: waiting, childProfileId: id });
  }
  await releaseOwn(call, profileId, appUserId);
  await restand(call, [waiting, ...brought, ...there]);
}

async function moveMemberships(call: Call, from: string, to: string): Promise<void> {
  const [theirs, present] = [await membershipsOf(call, [from]), await membershipsOf(call, [to])];
  for (const { levelId, labelId } of theirs) {
    if (!present.some((one) => one.levelId === levelId && one.labelId === labelId)) {
      await createMembership(call, { profileId: to, levelId, labelId });
    }
  }
  await endMemberships(call, theirs);
}

function bornOf(call: Call, profileIds: readonly string[]) {
  return call.db
    .select({
      profileId: profile.profileId,
      firstName: profile.firstName,
      lastName: profile.lastName,
      dateOfBirth: profile.dateOfBirth,
    })
    .from(profile)
    .where(and(ours(profile, call), inArray(profile.profileId, [...profileIds])));
}

/**
 * Finds the account's profile from a sign-up link with an unconfirmed address, for which, and for whose children, nothing was
 * done yet: a profile that has begun anything is kept.
 */
async function signedUp(call: Call, profileId: string, appUserId: string) {
  const { organizationId } = call;
  const people = sql`(SELECT ${profileId}::uuid AS profile_id UNION SELECT child_profile_id FROM guardianship
    WHERE organization_id = ${organizationId} AND guardian_profile_id = ${profileId} AND ended_at IS NULL)`;
  const { rows } = await call.db.execute<{ first_name: string; last_name: string; email: string }>(sql`
    SELECT first_name, last_name, email FROM profile
    WHERE organization_id = ${organizationId} AND profile_id = ${profileId} AND app_user_id = ${appUserId}
      AND email IS NOT NULL
      AND EXISTS (SELECT FROM signup_url_use WHERE signup_url_use.organization_id = ${organizationId}
        AND signup_url_use.profile_id = profile.profile_id AND waited)
      AND NOT EXISTS (SELECT FROM requirement JOIN attempt ON attempt.organization_id = requirement.organization_id
          AND attempt.requirement_id = requirement.requirement_id
        WHERE requirement.organization_id = ${organizationId} AND requirement.profile_id IN ${people})
      AND NOT EXISTS (SELECT FROM profile_event WHERE profile_event.organization_id = ${organizationId}
        AND profile_event.profile_id IN ${people})`);
  const [row] = rows;
  return row ? { firstName: row.first_name, lastName: row.last_name, email: row.email } : null;
}
