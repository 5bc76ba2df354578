import { and, eq, inArray, or } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { profile, profileDirectory, profileLevelAccess } from "../../../../schema/people.ts";
import { follow, recordMemberEvents } from "../../../compliance/index.ts";
import { keepSearched } from "../../search/actions/found.ts";
import { membershipsOf } from "../queries/memberships.ts";
import { endMemberships } from "./end-many.ts";
import { keepProfiles } from "./keep-profiles.ts";

type Entries = { keep: string; merge: string };

/**
 * Gives the memberships of one entry of a person to the other; each keeps its id and its history, and equal ones collapse.
 * What was done is the other's already (`mergeWork`). The caller authorizes, and holds the duties and both people.
 *
 * @returns the ids of those that collapsed.
 */
export async function moveMemberships(call: Call, { keep, merge }: Entries): Promise<string[]> {
  const [theirs, present] = [await membershipsOf(call, [merge]), await membershipsOf(call, [keep])];
  const isThere = (one: (typeof theirs)[number]) =>
    present.some((other) => other.levelId === one.levelId && other.labelId === one.labelId);
  const collapsing = theirs.filter(isThere);
  const moving = theirs.filter((one) => !isThere(one));
  await endMemberships(call, collapsing);
  const ids = moving.map((one) => one.profileLevelAccessId);
  if (ids.length > 0) {
    await call.db
      .update(profileLevelAccess)
      .set({ profileId: keep })
      .where(and(ours(profileLevelAccess, call), inArray(profileLevelAccess.profileLevelAccessId, ids)));
    await call.db
      .update(profile)
      .set({ archivedAt: null })
      .where(and(ours(profile, call), eq(profile.profileId, keep)));
    await recordMemberEvents(
      call,
      moving.flatMap(({ profileLevelAccessId, levelId, labelId }) => {
        const membership = { profileLevelAccessId, levelId, labelId };
        return [
          { ...membership, profileId: merge, kind: "left" as const },
          { ...membership, profileId: keep, kind: "joined" as const },
        ];
      }),
    );
  }
  await follow(call, { profileLevelAccessIds: ids, profileIds: [keep] });
  return collapsing.map((one) => one.profileLevelAccessId);
}

/**
 * Ends an entry that has nothing left of its own: it stays, archived, and says where the person is. Those that went into it
 * before say so too. Its login, the same as the other's, is that one's alone.
 */
export async function archiveMergedProfile(call: Call, { keep, merge }: Entries): Promise<void> {
  const merged = await call.db
    .update(profile)
    .set({ mergedInto: keep })
    .where(and(ours(profile, call), or(eq(profile.profileId, merge), eq(profile.mergedInto, merge))))
    .returning({ profileId: profile.profileId });
  await call.db
    .update(profile)
    .set({ appUserId: null, activatedAt: null, archivedAt: call.now })
    .where(and(ours(profile, call), eq(profile.profileId, merge)));
  await keepProfiles(
    call,
    merged.map((one) => one.profileId),
  );
  await call.db
    .update(profileDirectory)
    .set({ appUserId: null })
    .where(and(ours(profileDirectory, call), eq(profileDirectory.profileId, merge)));
  await keepSearched(call, [{ profileId: merge, firstName: "", lastName: "", email: null }]);
}
