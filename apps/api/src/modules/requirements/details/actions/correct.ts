import type { Call } from "../../../../call.ts";
import { followPeople } from "../../../compliance/index.ts";
import { followBirth } from "../../../joining/index.ts";
import { correctPerson, recordChange } from "../../../people/index.ts";
import { followSignatures } from "../../waivers/actions/follow-birth.ts";

type NameAndBirth = { firstName: string; lastName: string; dateOfBirth: string | null };

/**
 * Corrects names and date of birth, with history, and whatever follows from an age: guardianships, until when a guardian's
 * signatures bind, what is asked. The only way in which a date of birth changes. The caller authorizes, judges the date, and
 * holds the duties and the person.
 */
export async function correctNameAndBirth(
  call: Call,
  person: Parameters<typeof recordChange>[1],
  before: NameAndBirth,
  after: NameAndBirth,
): Promise<void> {
  const named = ({ firstName, lastName }: NameAndBirth) => ({ firstName, lastName });
  const renamed = after.firstName !== before.firstName || after.lastName !== before.lastName;
  const reborn = after.dateOfBirth !== before.dateOfBirth;
  if (!renamed && !reborn) return;
  const { profileId } = person;
  if (reborn) await followBirth(call, profileId, after.dateOfBirth);
  await correctPerson(call, profileId, { ...named(after), dateOfBirth: after.dateOfBirth });
  if (renamed) await recordChange(call, person, "name", { before: named(before), after: named(after) });
  if (!reborn) return;
  await recordChange(call, person, "dateOfBirth", { before: before.dateOfBirth, after: after.dateOfBirth });
  await followSignatures(call, profileId, { before: before.dateOfBirth, after: after.dateOfBirth });
  await followPeople(call, [profileId]);
}
