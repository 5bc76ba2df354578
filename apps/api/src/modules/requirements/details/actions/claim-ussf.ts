import { and, eq, inArray } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { profile } from "../../../../schema/people.ts";
import { ussfClaim } from "../../../../schema/requirements.ts";

const digestOf = (call: Call, { wrappedKey }: { wrappedKey: Buffer }, ussfId: string) =>
  call.adapters.vault.digest(
    wrappedKey,
    { tenant: call.organizationId, table: "ussf_claim", column: "digest" },
    ussfId,
  );

/**
 * Assigns a U.S. Soccer ID to a person, replacing their previous one. IDs of people who left can be reused.
 *
 * @returns false if another person of the organization has the ID.
 */
export async function claimUssfId(
  call: Call,
  person: { profileId: string; wrappedKey: Buffer },
  ussfId: string,
): Promise<boolean> {
  const { organizationId } = call;
  const { profileId } = person;
  const digest = digestOf(call, person, ussfId);
  const [holder] = await call.db
    .select({ profileId: ussfClaim.profileId, archivedAt: profile.archivedAt })
    .from(ussfClaim)
    .innerJoin(profile, onKey(profile.profileId, ussfClaim.profileId))
    .where(and(ours(ussfClaim, call), eq(ussfClaim.digest, digest)));
  if (holder?.profileId === profileId) return true;
  if (holder?.archivedAt) await releaseUssfIds(call, [holder.profileId]);
  await releaseUssfIds(call, [profileId]);
  const claimed = await call.db
    .insert(ussfClaim)
    .values({ organizationId, digest, profileId })
    .onConflictDoNothing()
    .returning({ profileId: ussfClaim.profileId });
  return claimed.length > 0;
}

/** Releases the U.S. Soccer IDs of these people for others to use. */
export async function releaseUssfIds(call: Call, profileIds: readonly string[]): Promise<void> {
  await call.db.delete(ussfClaim).where(and(ours(ussfClaim, call), inArray(ussfClaim.profileId, [...profileIds])));
}
