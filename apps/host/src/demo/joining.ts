import type { Call } from "@touchline/api/call";
import { linkGuardians } from "@touchline/api/modules/joining/families/actions/link-guardians";
import { addMembers, createProfiles } from "@touchline/api/modules/people/profiles/actions/add-members";
import type { DemoKey } from "./logins.ts";
import type { LabelKey, PlannedPerson } from "./plan.ts";

export type DemoAccounts = { labels: ReadonlyMap<LabelKey, string>; accounts: ReadonlyMap<DemoKey, string> };

/**
 * Returns the account that a person of the demo acts with, or null. Only logins have one that can log in. Other activated
 * people act under an ID that belongs to no account.
 */
export function accountOf(person: PlannedPerson, accounts: DemoAccounts["accounts"]): string | null {
  const own = person.login && accounts.get(person.login);
  return own ?? (person.activated ? person.profileId : null);
}

/** Lets many people join at once; guardians and their children come together. */
export async function joinTogether(call: Call, people: readonly PlannedPerson[], known: DemoAccounts): Promise<void> {
  const { now } = call;
  await createProfiles(
    call,
    people.map((person) => ({
      profileId: person.profileId,
      appUserId: accountOf(person, known.accounts),
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      dateOfBirth: person.dateOfBirth,
      activatedAt: person.activated ? now : null,
      confirmedAt: person.confirmed ? now : null,
    })),
  );
  await linkGuardians(
    call,
    people.flatMap(({ profileId: guardianProfileId, guards }) =>
      guards.map((childProfileId) => ({ guardianProfileId, childProfileId })),
    ),
  );
  await addMembers(
    call,
    people.flatMap(({ profileId, memberships }) =>
      memberships.map(({ profileLevelAccessId, levelId, label }) => ({
        profileLevelAccessId,
        profileId,
        levelId,
        labelId: known.labels.get(label) ?? "",
      })),
    ),
  );
}
