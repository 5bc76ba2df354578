import type { Call } from "@touchline/api/kernel/call";
import { sortNameOf } from "@touchline/api/kernel/names";
import { guardianship } from "@touchline/api/modules/families/tables";
import { profile, profileDirectory, profileLevelAccess } from "@touchline/api/modules/profiles/tables";
import { keepSearched } from "@touchline/api/modules/search/actions";
import { follow, lockDuties } from "@touchline/api/modules/standing/actions/follow";
import { recordMemberEvents } from "@touchline/api/modules/standing/actions/record";
import type { DemoKey } from "./logins.ts";
import type { LabelKey, PlannedPerson } from "./plan.ts";

/** Rows of one INSERT. */
const batch = 1000;

export type Known = { labels: ReadonlyMap<LabelKey, string>; accounts: ReadonlyMap<DemoKey, string> };

/**
 * What `addMember` does, for hundreds at once: a verb per person would take ten times as long. Guardians and their
 * children come together.
 */
export async function joinTogether(call: Call, people: readonly PlannedPerson[], known: Known): Promise<void> {
  const { organizationId, now } = call;
  await lockDuties(call, "memberships");
  const accountOf = (person: PlannedPerson) => (person.login && known.accounts.get(person.login)) ?? null;
  const memberships = people.flatMap((person) =>
    person.memberships.map(({ label, ...one }) => ({
      ...one,
      profileId: person.profileId,
      labelId: known.labels.get(label) ?? "",
    })),
  );
  for (const some of batches(people)) {
    await call.db.insert(profile).values(
      some.map((person) => ({
        organizationId,
        profileId: person.profileId,
        appUserId: accountOf(person),
        firstName: person.firstName,
        lastName: person.lastName,
        sortName: sortNameOf(person.firstName, person.lastName),
        email: person.email,
        dateOfBirth: person.dateOfBirth,
        activatedAt: person.activated ? now : null,
        confirmedAt: person.confirmed ? now : null,
        createdAt: now,
      })),
    );
    await call.db
      .insert(profileDirectory)
      .values(some.map((person) => ({ organizationId, profileId: person.profileId, appUserId: accountOf(person) })));
    await keepSearched(call, some);
  }
  const guarded = people.flatMap((person) =>
    person.guards.map((childProfileId) => ({
      organizationId,
      guardianProfileId: person.profileId,
      childProfileId,
      createdAt: now,
    })),
  );
  for (const some of batches(guarded)) await call.db.insert(guardianship).values(some);
  for (const some of batches(memberships)) {
    await call.db.insert(profileLevelAccess).values(some.map((one) => ({ organizationId, ...one, joinedAt: now })));
  }
  await recordMemberEvents(
    call,
    memberships.map((one) => ({ ...one, kind: "joined" as const })),
  );
  for (const some of batches(memberships)) {
    await follow(call, {
      profileLevelAccessIds: some.map((one) => one.profileLevelAccessId),
      profileIds: some.map((one) => one.profileId),
    });
  }
}

function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += batch) yield items.slice(start, start + batch);
}
