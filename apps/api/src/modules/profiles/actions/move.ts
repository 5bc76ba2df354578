import { and, eq, isNull } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { level } from "../../hierarchy/tables.ts";
import { follow, lockDuties } from "../../standing/actions/follow.ts";
import { lockPeople } from "../../standing/actions/lock-people.ts";
import { moveSubmissions } from "../../standing/actions/put-back.ts";
import { recordMemberEvents } from "../../standing/actions/record.ts";
import { memberTarget } from "../queries.ts";
import { profileLevelAccess } from "../tables.ts";
import { changedFrom } from "./change-many.ts";
import { authorizeChange, outcomes } from "./memberships.ts";

/**
 * Takes a membership to another level under the same label: what is owed follows, work done and what was sent in stay.
 *
 * @throws NotFound, Forbidden (either level out of reach, or a role above the actor's own), Conflict (there already, one's own).
 */
export async function moveMembership(
  call: Call,
  input: { profileLevelAccessId: string; newLevelId: string },
): Promise<ReturnType<typeof outcomes>> {
  await lockDuties(call, "memberships");
  const target = await memberTarget(call, input.profileLevelAccessId);
  const [place] = await call.db
    .select({ name: level.name, pre: level.pre })
    .from(level)
    .where(and(ours(level, call), eq(level.levelId, input.newLevelId), isNull(level.archivedAt)));
  if (!place) throw notFound("The level");
  const change = { roles: [target.role] };
  authorizeChange(call, target, change);
  authorizeChange(call, { ...target, levelPre: place.pre }, change);
  await lockPeople(call, [target.profileId]);
  const there = await call.db
    .select({ id: profileLevelAccess.profileLevelAccessId })
    .from(profileLevelAccess)
    .where(
      and(
        ours(profileLevelAccess, call),
        eq(profileLevelAccess.profileId, target.profileId),
        eq(profileLevelAccess.levelId, input.newLevelId),
        eq(profileLevelAccess.labelId, target.labelId),
      ),
    );
  if (there.length > 0) {
    throw conflict(`This person is ${target.labelName} at ${place.name} already.`, "alreadyMember");
  }
  const moved = await call.db
    .update(profileLevelAccess)
    .set({ levelId: input.newLevelId })
    .where(
      and(
        ours(profileLevelAccess, call),
        eq(profileLevelAccess.profileLevelAccessId, target.profileLevelAccessId),
        eq(profileLevelAccess.levelId, target.levelId),
        eq(profileLevelAccess.labelId, target.labelId),
      ),
    )
    .returning({ id: profileLevelAccess.profileLevelAccessId });
  if (moved.length === 0) throw conflict("Somebody else changed this membership. Look again.", "concurrentChange");
  const { profileLevelAccessId, profileId, labelId } = target;
  const at = { profileLevelAccessId, profileId, levelId: input.newLevelId, labelId };
  await recordMemberEvents(call, [{ ...at, kind: "moved" }]);
  await moveSubmissions(call, [at]);
  const followed = await follow(call, { profileLevelAccessIds: [profileLevelAccessId], profileIds: [profileId] });
  await audit(call, [
    {
      action: "membership.moved",
      subjectId: profileLevelAccessId,
      profileId,
      levelId: input.newLevelId,
      facts: changedFrom(target, at),
    },
  ]);
  return outcomes(followed);
}
