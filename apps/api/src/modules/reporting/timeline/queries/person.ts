import type { Call } from "../../../../call.ts";
import { notFound } from "../../../../errors.ts";
import { relationTo, verdictOn } from "../../../../security/authorize.ts";
import { formerMembership, lastWithinReach } from "../../../compliance/index.ts";
import { authorizeSight, membershipsOf, memberTargets } from "../../../people/index.ts";
import { editVerdict } from "../../../requirements/index.ts";

/** Whose past is asked for, and what of it the caller may know. */
export type PastOf = Awaited<ReturnType<typeof personBehind>>;

/**
 * The person behind a membership, also behind one that has ended: what was, stays to be proven.
 *
 * @throws NotFound, Forbidden
 */
export async function personBehind(call: Call, profileLevelAccessId: string) {
  const present = (await memberTargets(call, [profileLevelAccessId])).get(profileLevelAccessId);
  const found = present ?? (await formerMembership(call, profileLevelAccessId));
  if (!found) throw notFound("member");
  const { profileId } = found;
  const related = relationTo(call, profileId);
  const target = { ...related, ...(found.levelPre === null ? {} : { levelPre: found.levelPre }) };
  authorizeSight(call, target as typeof target & { levelPre: number });
  const own = related.self || related.guardedChild;
  const memberships = await membershipsOf(call, [profileId]);
  const seesNow =
    own ||
    verdictOn(call, "members.see", { organizationWide: true }).allowed ||
    memberships.some(({ levelPre }) => verdictOn(call, "members.see", { levelPre }).allowed);
  const sees = (action: "notes" | "incidents.report" | "audit") => verdictOn(call, action, target).allowed;
  return {
    profileId,
    target,
    own,
    /** Where they are now. */
    membershipPres: memberships.map(({ levelPre }) => levelPre),
    /** Whether a level lies within sight; null: a level that is gone. */
    within: (levelPre: number | null) =>
      own || verdictOn(call, "members.see", levelPre === null ? {} : { levelPre }).allowed,
    mayCorrect: own || editVerdict(call, memberships).allowed,
    // As in the list of notes: of whoever has left, they are for those who reach all of the organization.
    notes: sees("notes") && (present !== undefined || verdictOn(call, "notes", { organizationWide: true }).allowed),
    incidents: !own && sees("incidents.report"),
    log: !own && sees("audit"),
    /** Whoever sees the person no longer hears of what was while they did. */
    until: seesNow ? null : await lastWithinReach(call, profileId),
  };
}
