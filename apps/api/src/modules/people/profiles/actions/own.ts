import { and, eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { sortNameOf } from "../../../../database/names.ts";
import { ours, type Tenancy } from "../../../../database/tenancy.ts";
import { profile } from "../../../../schema/people.ts";
import { lockPeople, restand } from "../../../compliance/index.ts";
import { keepSearched } from "../../search/actions/found.ts";
import { keepProfiles } from "./keep-profiles.ts";
import { recordOwnChange } from "./record.ts";

type Means = Pick<Call, "adapters"> & { tenancy: Tenancy };
type Names = { firstName: string; lastName: string };

/** Whatever an account does to its own profiles: each in its own organization's transaction, as the system. */
async function eachOwn(
  { tenancy, adapters }: Means,
  now: Date,
  appUserId: string,
  work: (call: Call, profileId: string) => Promise<void>,
  only?: string,
): Promise<number> {
  const actor = { kind: "system", name: "account" } as const;
  const own = (await tenancy.profilesOfAccount(appUserId)).filter(
    ({ profileId }) => only === undefined || profileId === only,
  );
  for (const { profileId, organizationId } of own) {
    await tenancy.run(organizationId, (db) => work({ actor, organizationId, db, now, adapters }, profileId));
  }
  return own.length;
}

/**
 * Gives an account's own profile the name that its owner wrote at `begunAt`; lists and search follow. Once more does nothing.
 */
export async function renameOwn(
  call: Call,
  profileId: string,
  appUserId: string,
  names: Names,
  begunAt: Date,
): Promise<void> {
  await lockPeople(call, [profileId]);
  const [before] = await call.db
    .select({ firstName: profile.firstName, lastName: profile.lastName })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.profileId, profileId)));
  const renamed = await call.db
    .update(profile)
    .set({ ...names, sortName: sortNameOf(names.firstName, names.lastName) })
    .where(
      and(
        ours(profile, call),
        eq(profile.profileId, profileId),
        eq(profile.appUserId, appUserId),
        sql`(${profile.firstName}, ${profile.lastName}) IS DISTINCT FROM (${names.firstName}, ${names.lastName})`,
        // A request that was interrupted and is finished later doesn't undo changes on the profile's own page since.
        sql`NOT EXISTS (SELECT FROM profile_event WHERE profile_event.organization_id = ${call.organizationId}
          AND profile_event.profile_id = ${profileId} AND profile_event.kind = 'name'
          AND profile_event.acting_as = 'person' AND profile_event.at > ${begunAt.toISOString()}::timestamptz)`,
      ),
    )
    .returning({ email: profile.email });
  const [row] = renamed;
  if (!row) return;
  await keepProfiles(call, [profileId]);
  await keepSearched(call, [{ ...names, profileId, email: row.email }]);
  await recordOwnChange(call, profileId, "name", { before, after: names });
  await restand(call, [profileId]);
}

/** Changes the name in each organization of the account, or in one profile's. @returns how many profiles have the name now. */
export const renameEachOwn = (
  means: Means,
  now: Date,
  appUserId: string,
  { begunAt, ...names }: Names & { begunAt: Date },
  only?: string,
) => eachOwn(means, now, appUserId, (call, profileId) => renameOwn(call, profileId, appUserId, names, begunAt), only);

/** Profiles that have the address that was the account's get its new one; those that have another keep that. */
export async function followEmail(
  means: Means,
  now: Date,
  appUserId: string,
  { before, email }: { before: string; email: string },
): Promise<void> {
  await eachOwn(means, now, appUserId, async (call, profileId) => {
    await lockPeople(call, [profileId]);
    const changed = await call.db
      .update(profile)
      .set({ email })
      .where(
        and(
          ours(profile, call),
          eq(profile.profileId, profileId),
          eq(profile.appUserId, appUserId),
          sql`lower(${profile.email}) = lower(${before})`,
        ),
      )
      .returning({ firstName: profile.firstName, lastName: profile.lastName });
    await keepSearched(
      call,
      changed.map((names) => ({ ...names, profileId, email })),
    );
    if (changed.length > 0) {
      await keepProfiles(call, [profileId]);
      await recordOwnChange(call, profileId, "contact", { before: { email: before }, after: { email } });
    }
  });
}
