import { sql } from "drizzle-orm";
import type { Tenancy } from "../../../kernel/tenancy.ts";
import { renameLegacyRoles } from "../../labels/actions.ts";
import { claimsWithin, withoutProfile } from "../../organizations/queries.ts";
import { accountChoice } from "../tables.ts";

/**
 * What an access token says of the acting profile: the one that is named, else the one this account named last, else its
 * first. A profile that is named is remembered. Roles that still carry an older name get today's.
 *
 * @returns null when that is no profile of this account. One without any may sign in, to take up an invitation.
 */
export async function tokenClaims(tenancy: Tenancy, now: Date, appUserId: string, profileId: string | null) {
  const own = await tenancy.profilesOfAccount(appUserId);
  const last = own.find((one) => one.chosen) ?? own[0];
  const acting = profileId === null ? last : own.find((one) => one.profileId === profileId);
  if (!acting) return own.length === 0 && profileId === null ? withoutProfile : null;
  const { organizationId } = acting;
  const claims = await tenancy.run(organizationId, async (db) => {
    await renameLegacyRoles({ db, organizationId });
    return claimsWithin({ db, organizationId }, acting.profileId);
  });
  if (profileId !== null && !acting.chosen) await remember(tenancy, now, appUserId, profileId);
  return { ...claims, currentProfileId: acting.profileId };
}

async function remember(tenancy: Tenancy, now: Date, appUserId: string, profileId: string): Promise<void> {
  await tenancy.runShared((db) =>
    db
      .insert(accountChoice)
      .values({ appUserId, profileId, chosenAt: now })
      .onConflictDoUpdate({
        target: accountChoice.appUserId,
        set: { profileId: sql`excluded.profile_id`, chosenAt: sql`excluded.chosen_at` },
      }),
  );
}
