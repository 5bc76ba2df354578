import { isMinor } from "@touchline/rules";
import { and, count, eq, inArray } from "drizzle-orm";
import { authorize } from "../../kernel/authorize.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, invalid, notFound } from "../../kernel/errors.ts";
import { ours } from "../../kernel/tenancy.ts";
import { organization } from "../organizations/tables.ts";
import { membershipsOf } from "../profiles/queries.ts";
import { profile } from "../profiles/tables.ts";
import { lockPeople } from "../standing/actions/lock-people.ts";
import { restand } from "../standing/actions/restand.ts";
import { guardianship } from "./tables.ts";

/** A child may have two. */
const mostGuardians = 2;

/**
 * Lets one person act for a child. Whether the child counts as activated and confirmed follows from the guardian.
 *
 * @throws NotFound; Forbidden (the child's levels are out of reach); 400 (an adult, or a guardian who is a child);
 *   Conflict (two guardians already).
 */
export async function addGuardian(
  call: Call,
  input: { guardianProfileId: string; childProfileId: string },
): Promise<void> {
  const { guardianProfileId, childProfileId } = input;
  const [at] = await membershipsOf(call, [childProfileId]);
  authorize(call, "members.add", at ? { levelPre: at.levelPre, roles: ["Individual"] } : { organizationWide: true });
  await lockPeople(call, [guardianProfileId, childProfileId]);
  const people = await call.db
    .select({ profileId: profile.profileId, dateOfBirth: profile.dateOfBirth, zone: organization.timeZone })
    .from(profile)
    .innerJoin(organization, eq(organization.organizationId, profile.organizationId))
    .where(and(ours(profile, call), inArray(profile.profileId, [guardianProfileId, childProfileId])));
  const minor = (id: string) => {
    const person = people.find((one) => one.profileId === id);
    if (!person) throw notFound("The person");
    return person.dateOfBirth !== null && isMinor(person.dateOfBirth, call.now.getTime(), person.zone);
  };
  if (!minor(childProfileId))
    throw invalid("childProfileId", "Only a person under 18 is guarded. Give the date of birth.");
  if (minor(guardianProfileId)) throw invalid("guardianProfileId", "A guardian is an adult.");
  const [present] = await call.db
    .select({ guardians: count() })
    .from(guardianship)
    .where(and(ours(guardianship, call), eq(guardianship.childProfileId, childProfileId)));
  if ((present?.guardians ?? 0) >= mostGuardians)
    throw conflict("This child has two guardians already.", "twoGuardians");
  await call.db
    .insert(guardianship)
    .values({ organizationId: call.organizationId, guardianProfileId, childProfileId, createdAt: call.now });
  await restand(call, [childProfileId]);
}
