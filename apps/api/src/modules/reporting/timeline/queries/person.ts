import type { Call } from "../../../../call.ts";
import { notFound } from "../../../../errors.ts";
import { relationTo, verdictOn } from "../../../../security/authorize.ts";
import { formerMembership, lastWithinReach } from "../../../compliance/index.ts";
import { authorizeSight, membershipsOf, memberTargets } from "../../../people/index.ts";
import { editVerdict } from "../../../requirements/index.ts";

/** The person whose past is read, and what of it the caller may see. */
export type PastOf = Awaited<ReturnType<typeof personBehind>>;

/**
 * Returns the person of a membership, also of an ended one, because the past must remain provable.
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
    /** The levels of their present memberships. */
    membershipPres: memberships.map(({ levelPre }) => levelPre),
    /** Tests whether a level is within sight; null: a deleted level. */
    within: (levelPre: number | null) =>
      own || verdictOn(call, "members.see", levelPre === null ? {} : { levelPre }).allowed,
    mayCorrect: own || editVerdict(call, memberships).allowed,
    // As in the list of notes: those about people who have left require access to the whole organization.
    notes: sees("notes") && (present !== undefined || verdictOn(call, "notes", { organizationWide: true }).allowed),
    incidents: !own && sees("incidents.report"),
    log: !own && sees("audit"),
    /** People who don't see the person anymore still see what happened while they did. */
    until: seesNow ? null : await lastWithinReach(call, profileId),
  };
}
