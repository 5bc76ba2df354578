import { and, eq, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { memberEvent } from "../../../../schema/compliance.ts";
import { level } from "../../../../schema/people.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { rowsWithinReach } from "../../../../security/reach.ts";
import { membershipsOf, membershipsSeen } from "../queries/memberships.ts";

/**
 * Whoever gives somebody one more membership sees the whole organization, or the person, or saw them where they took part
 * last: an id alone gives nobody a look at a person. Nobody gives one to themselves.
 *
 * @throws NotFound, Conflict
 */
export async function mustSeePerson(call: Call, profileId: string): Promise<void> {
  if (call.actor.kind === "system") return;
  if (profileId === actingProfile(call)) {
    throw conflict("You can't give yourself a membership. Ask a colleague.", "ownMembership");
  }
  if (verdictOn(call, "members.see", { organizationWide: true }).allowed) return;
  if ((await membershipsSeen(call, profileId)).length > 0) return;
  const has = await membershipsOf(call, [profileId]);
  if (has.length > 0 || !(await leftWithin(call, profileId))) throw notFound("person");
}

async function leftWithin(call: Call, profileId: string): Promise<boolean> {
  const left = await call.db
    .select({ id: memberEvent.memberEventId })
    .from(memberEvent)
    .innerJoin(level, onKey(level.levelId, memberEvent.levelId))
    .where(
      and(
        ours(memberEvent, call),
        eq(memberEvent.profileId, profileId),
        eq(memberEvent.kind, "left"),
        rowsWithinReach(call, "members.see", level) ?? sql`false`,
      ),
    )
    .limit(1);
  return left.length > 0;
}
