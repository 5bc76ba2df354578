import type { QueryOf, ResponseOf } from "@touchline/contract";
import type { previewMembership as endpoint } from "@touchline/contract/people/memberships";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { invalid } from "../../../../errors.ts";
import { profileLevelAccess } from "../../../../schema/people.ts";
import { previewDuties } from "../../../compliance/index.ts";
import { authorizeSight, memberTarget } from "../queries/members.ts";
import { authorizeChange, authorizeGiving, placeAndLabel } from "./memberships.ts";

/** Previews a membership change for a caller who may make it. It changes nothing. @throws the errors of the change itself. */
export async function previewMembership(
  call: Call,
  { profileLevelAccessId, change, levelId, labelId }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const target = await memberTarget(call, profileLevelAccessId);
  authorizeSight(call, target);
  const to =
    change === "remove"
      ? null
      : {
          levelId: required("levelId", change === "relabel" ? target.levelId : levelId),
          labelId: required("labelId", change === "move" ? target.labelId : labelId),
        };
  if (to === null) authorizeChange(call, target, { roles: [target.role] });
  else {
    const { place, named } = await placeAndLabel(call, to);
    const roles = [target.role, named.role];
    if (change === "add") authorizeGiving(call, place.pre, named);
    else {
      const act = { roles, givers: [named.givenBy] };
      authorizeChange(call, target, act);
      authorizeChange(call, { ...target, levelPre: place.pre }, act);
    }
  }
  const others = await call.db
    .select({
      id: profileLevelAccess.profileLevelAccessId,
      levelId: profileLevelAccess.levelId,
      labelId: profileLevelAccess.labelId,
    })
    .from(profileLevelAccess)
    .where(and(ours(profileLevelAccess, call), eq(profileLevelAccess.profileId, target.profileId)))
    .limit(500);
  const duties = await previewDuties(call, target.profileId, change === "add" ? null : target.profileLevelAccessId, to);
  return {
    requirements: duties,
    only: others.length === 1,
    alreadyThere: to !== null && others.some((one) => one.levelId === to.levelId && one.labelId === to.labelId),
  };
}

function required(name: string, value: string | undefined): string {
  if (value === undefined) throw invalid(name, "Choose a level or a role.");
  return value;
}
