import type { Call } from "../../../../call.ts";
import { notFound } from "../../../../errors.ts";
import { authorize } from "../../../../security/authorize.ts";
import { formerMembership } from "../../../compliance/index.ts";
import { memberTargets } from "../../../people/index.ts";
import { personBehind } from "../../timeline/queries/person.ts";

/**
 * Returns the person of a record, by a membership of theirs. For one that has ended, this requires access to the whole
 * organization.
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
