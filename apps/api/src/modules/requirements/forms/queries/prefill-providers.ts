import type { PrefillSource } from "@touchline/contract/library/form-definition";
import { states } from "@touchline/contract/regions";
import { and, asc, eq, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { guardianship } from "../../../../schema/joining.ts";
import { partnerConnection, partnerPerson } from "../../../../schema/partners.ts";
import { profile } from "../../../../schema/people.ts";
import { externalIdentity } from "../../../../schema/requirements.ts";
import { type MemberTarget, stillGuards } from "../../../people/index.ts";
import { contactOf, decryptDetail, personSeen } from "../../details/queries/person.ts";

type Address = { street: string; city: string; state: string; postalCode: string; country: string };

/** What is known about a member, by what it fills in. */
type Known = Partial<Record<Exclude<PrefillSource, "address">, string | null>> & { address?: Address };

/** Knows something about a member that can prefill their forms. The caller authorizes. */
export type PrefillProvider = (call: Call, target: MemberTarget) => Promise<Known>;

/** What the member or their guardians entered here, and where they are a member. */
const ownDetails: PrefillProvider = async (call, target) => {
  const person = await personSeen(call, target.profileId);
  const { email, phone, address, city, stateId } = contactOf(call, person);
  const [emergency] = decryptDetail(call, person, "emergency_contacts") ?? [];
  const state = states.find((one) => one.stateId === stateId);
  const lives = { street: address, city, state: state?.name ?? "", postalCode: "", country: state?.country ?? "" };
  return {
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
    ...(address || city ? { address: lives } : {}),
  };
};

const longest = { email: 254, phone: 40 };

/** What the partner on which the member registered sent about them; the one that was synced last. Any text may be no such thing. */
const partners: PrefillProvider = async (call, { profileId, self }) => {
  const [sent] = await call.db
    .select({ email: partnerPerson.email, phone: partnerPerson.phone, dateOfBirth: partnerPerson.dateOfBirth })
    .from(externalIdentity)
    .innerJoin(
      partnerConnection,
      and(
        ours(partnerConnection, call),
        eq(partnerConnection.integrationSource, externalIdentity.integrationSource),
        eq(partnerConnection.siteId, externalIdentity.siteId),
        eq(partnerConnection.state, "active"),
      ),
    )
    .innerJoin(
      partnerPerson,
      and(
        ours(partnerPerson, call),
        eq(partnerPerson.partnerConnectionId, partnerConnection.partnerConnectionId),
        eq(partnerPerson.externalId, externalIdentity.externalId),
      ),
    )
    .where(and(ours(externalIdentity, call), eq(externalIdentity.profileId, profileId)))
    .orderBy(sql`${partnerConnection.lastSyncAt} DESC NULLS LAST`, asc(externalIdentity.externalId))
    .limit(1);
  if (!sent) return {};
  const { email, phone, dateOfBirth } = sent;
  return {
    // A child's contact details may be those of another parent.
    ...(self && /^\S+@\S+$/.test(email) && email.length <= longest.email && { email }),
    ...(self && phone.length <= longest.phone && { phone: phone.trim() }),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth) && { dateOfBirth }),
  };
};

/** Everyone who is asked, in this order: what people entered themselves stands before what a partner sent. */
export const prefillProviders: readonly PrefillProvider[] = [ownDetails, partners];

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
