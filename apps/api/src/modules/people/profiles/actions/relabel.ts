import { and, eq, inArray } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { profileLevelAccess } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { follow, recordMemberEvents } from "../../../compliance/index.ts";
import { endMemberships } from "./end-many.ts";

/** `merged`: the person was under the other label at that level too, and keeps that membership. */
export type Relabelled = "moved" | "merged";

/**
 * Changes the label of many memberships. Requirements follow, and completed work stays. The caller authorizes, and holds the
 * duties (`lockDuties`) and the people. The actor's own memberships, and those that have another label by now, are skipped and
 * missing from the answer.
 */
export async function relabel(
  call: Call,
  { profileLevelAccessIds, from, to }: { profileLevelAccessIds: readonly string[]; from: string; to: string },
): Promise<Map<string, Relabelled>> {
  const targets = (await membershipsUnder(call, profileLevelAccessIds, from)).filter(
    (one) => one.profileId !== actingProfile(call),
  );
  if (targets.length === 0) return new Map();
  const profileIds = [...new Set(targets.map((one) => one.profileId))];
  const there = await call.db
    .select({ profileId: profileLevelAccess.profileId, levelId: profileLevelAccess.levelId })
    .from(profileLevelAccess)
    .where(
      and(
        ours(profileLevelAccess, call),
        inArray(profileLevelAccess.profileId, profileIds),
        eq(profileLevelAccess.labelId, to),
      ),
    );
  const place = (one: { profileId: string; levelId: string }) => `${one.profileId} ${one.levelId}`;
  const taken = new Set(there.map(place));
  const [double, moving] = [
    targets.filter((one) => taken.has(place(one))),
    targets.filter((one) => !taken.has(place(one))),
  ];
  await endMemberships(call, double);
  await move(call, moving, to);
  // Withdrawn submissions are reported where they end.
  await audit(
    call,
    moving.map((one) => ({
      action: "membership.changed",
      subjectId: one.profileLevelAccessId,
      profileId: one.profileId,
      levelId: one.levelId,
      facts: { labelId: to, formerLabelId: from },
    })),
  );
  return new Map(targets.map((one) => [one.profileLevelAccessId, taken.has(place(one)) ? "merged" : "moved"]));
}

type Membership = { profileLevelAccessId: string; profileId: string; levelId: string; labelId: string };

async function move(call: Call, memberships: readonly Membership[], labelId: string): Promise<void> {
  if (memberships.length === 0) return;
  const profileLevelAccessIds = memberships.map((one) => one.profileLevelAccessId);
  await call.db
    .update(profileLevelAccess)
    .set({ labelId })
    .where(
      and(ours(profileLevelAccess, call), inArray(profileLevelAccess.profileLevelAccessId, profileLevelAccessIds)),
    );
  await recordMemberEvents(
    call,
    memberships.map((one) => ({ ...one, labelId, kind: "relabelled" as const })),
  );
  await follow(call, { profileLevelAccessIds, profileIds: [...new Set(memberships.map((one) => one.profileId))] });
}

function membershipsUnder(call: Call, ids: readonly string[], labelId: string): Promise<Membership[]> {
  return call.db
    .select({
      profileLevelAccessId: profileLevelAccess.profileLevelAccessId,
      profileId: profileLevelAccess.profileId,
      levelId: profileLevelAccess.levelId,
      labelId: profileLevelAccess.labelId,
    })
    .from(profileLevelAccess)
    .where(
      and(
        ours(profileLevelAccess, call),
        inArray(profileLevelAccess.profileLevelAccessId, [...ids]),
        eq(profileLevelAccess.labelId, labelId),
      ),
    );
}
