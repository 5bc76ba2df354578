import type { Call } from "../../../../call.ts";
import { notFound } from "../../../../errors.ts";
import { authorize } from "../../../../security/authorize.ts";
import { formerMembership } from "../../../compliance/index.ts";
import { memberTargets } from "../../../people/index.ts";
import { personBehind } from "../../timeline/queries/person.ts";

/**
 * The person whose record is asked for, by a membership of theirs, also by one that has ended: then whoever reaches all of
 * the organization may have it.
 *
 * @throws NotFound, Forbidden
 */
export async function personOfRecord(call: Call, profileLevelAccessId: string) {
  const target = (await memberTargets(call, [profileLevelAccessId])).get(profileLevelAccessId);
  if (target) authorize(call, "records.export", target);
  else {
    if (!(await formerMembership(call, profileLevelAccessId))) throw notFound("member");
    authorize(call, "records.export", { organizationWide: true });
  }
  return personBehind(call, profileLevelAccessId);
}
