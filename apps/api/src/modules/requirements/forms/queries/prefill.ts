import type { ResponseOf } from "@touchline/contract";
import type { PrefillSource } from "@touchline/contract/library/form-definition";
import { states } from "@touchline/contract/regions";
import type { getPrefillData } from "@touchline/contract/requirements/forms";
import { and, asc, eq } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { forbidden } from "../../../../errors.ts";
import { guardianship } from "../../../../schema/joining.ts";
import { profile } from "../../../../schema/people.ts";
import { authorize } from "../../../../security/authorize.ts";
import { memberTarget, stillGuards } from "../../../people/index.ts";
import { contactOf, decryptDetail, personSeen } from "../../details/queries/person.ts";

/**
 * Returns initial values for fields, from the details of the caller or of a child they are guardian of. Unknown values are left out.
 * @throws NotFound, Forbidden
 */
export async function prefillOf(call: Call, plaId: string): Promise<ResponseOf<typeof getPrefillData>> {
  const target = await memberTarget(call, plaId);
  authorize(call, "own", target);
  if (!target.self && !target.guardedChild)
    throw forbidden("Only the member and their guardians can fill this in.", "notYours");
  const person = await personSeen(call, target.profileId);
  const { email, phone, address, city, stateId } = contactOf(call, person);
  const [emergency] = decryptDetail(call, person, "emergency_contacts") ?? [];
  const state = states.find((one) => one.stateId === stateId);
  const known: Partial<Record<Exclude<PrefillSource, "address">, string | null>> = {
    firstName: person.firstName,
    lastName: person.lastName,
    fullName: `${person.firstName} ${person.lastName}`,
    dateOfBirth: person.dateOfBirth,
    email,
    phone,
    ussfId: decryptDetail(call, person, "ussf_id"),
    levelName: target.levelName,
    labelName: target.labelName,
    organizationName: (await organizationFacts(call)).name,
    guardianName: await guardianOf(call, target.profileId),
    emergencyContactName: emergency ? `${emergency.firstName} ${emergency.lastName}`.trim() : null,
    emergencyContactPhone: emergency?.phone ?? null,
  };
  const lives = { street: address, city, state: state?.name ?? "", postalCode: "", country: state?.country ?? "" };
  return {
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value)),
    ...(address || city ? { address: lives } : {}),
  };
}

/** The name of who guards a person: the actor's own, if they do, else the first. */
async function guardianOf(call: Call, childProfileId: string): Promise<string | null> {
  const rows = await call.db
    .select({ profileId: profile.profileId, firstName: profile.firstName, lastName: profile.lastName })
    .from(guardianship)
    .innerJoin(profile, onKey(profile.profileId, guardianship.guardianProfileId))
    .where(and(ours(guardianship, call), eq(guardianship.childProfileId, childProfileId), stillGuards(call)))
    .orderBy(asc(profile.lastName), asc(profile.firstName), asc(profile.profileId))
    .limit(10);
  const own = call.actor.kind === "person" ? call.actor.profileId : null;
  const guardian = rows.find((row) => row.profileId === own) ?? rows[0];
  return guardian ? `${guardian.firstName} ${guardian.lastName}` : null;
}
