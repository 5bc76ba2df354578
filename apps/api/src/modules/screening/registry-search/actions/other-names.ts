import { RequirementType, type ResponseOf } from "@touchline/contract";
import { type getOtherNames, mostOtherNames } from "@touchline/contract/screening/other-names";
import type { NamedPerson } from "@touchline/rules";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { otherName } from "../../../../schema/screening.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { memberTarget, withLocks } from "../../../people/index.ts";
import { requirementOn } from "../../../requirements/index.ts";
import { distinctNames, otherNamePlace, saidNames } from "../queries/names.ts";

type Place = { requirementId: string; profileLevelAccessId: string };

/** Finds the person whose other names a search or a background check needs. @throws NotFound, Forbidden, Conflict */
async function screened(call: Call, { requirementId, profileLevelAccessId }: Place): Promise<string> {
  const target = await memberTarget(call, profileLevelAccessId);
  authorize(call, "own", target);
  const { required } = await requirementOn(call, target, requirementId);
  if (required.type !== RequirementType.SexOffenderSearch && required.type !== RequirementType.BackgroundCheck) {
    throw conflict("Other names aren't asked for this requirement.", "notForThisType");
  }
  return target.profileId;
}

/** Returns the other names that a person has entered, for them and their guardian. @throws NotFound, Forbidden, Conflict */
export async function otherNamesShown(call: Call, place: Place): Promise<ResponseOf<typeof getOtherNames>> {
  const profileId = await screened(call, place);
  // Merged profiles may have entered more names than can be saved; all of them are searched for.
  return { names: distinctNames(await saidNames(call, [profileId])).slice(0, mostOtherNames) };
}

/** Saves a person's other names, encrypted. The next search includes them. @throws NotFound, Forbidden, Conflict */
export async function saveNames(
  unlocked: Call,
  { names, ...place }: Place & { names: NamedPerson[] },
): Promise<ResponseOf<typeof getOtherNames>> {
  const call = await withLocks(unlocked, { peopleOf: [place.profileLevelAccessId] });
  const profileId = await screened(call, place);
  const { wrappedKey } = await organizationFacts(call);
  const said = {
    sealedNames: call.adapters.vault.seal(wrappedKey, otherNamePlace(call, profileId), JSON.stringify(names)),
    ...{ changedAt: call.now, changedBy: actingProfile(call) ?? profileId },
  };
  await call.db
    .insert(otherName)
    .values({ organizationId: call.organizationId, profileId, ...said })
    .onConflictDoUpdate({
      target: [otherName.organizationId, otherName.profileId],
      set: said,
      setWhere: ours(otherName, call),
    });
  await audit(call, [{ action: "screening.otherNamesSaved", subjectId: profileId, facts: { count: names.length } }]);
  return { names };
}
