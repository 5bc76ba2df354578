import { and, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { sortNameOf } from "../../../../database/names.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { label } from "../../../../schema/library.ts";
import { level, profile, profileDirectory, profileLevelAccess } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { follow, recordMemberEvents } from "../../../compliance/index.ts";
import { keepSearched } from "../../search/actions/found.ts";
import { keepProfiles } from "./keep-profiles.ts";
import { authorizeGiving } from "./memberships.ts";
import type { NewPerson } from "./people.ts";
import { withLocks } from "./with-locks.ts";

/** Rows of one statement. */
const batch = 1000;

function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += batch) yield items.slice(start, start + batch);
}

export type BulkProfile = NewPerson & {
  profileId: string;
  appUserId: string | null;
  activatedAt: Date | null;
  confirmedAt: Date | null;
};

/** What `createProfile` does, for many at once and with ids of the caller's. The caller authorizes. */
export async function createProfiles(call: Call, people: readonly BulkProfile[]): Promise<void> {
  const { organizationId } = call;
  await insertRows(
    call,
    profile,
    people.map((person) => ({
      ...person,
      organizationId,
      sortName: sortNameOf(person.firstName, person.lastName),
      createdAt: call.now,
    })),
  );
  await insertRows(
    call,
    profileDirectory,
    people.map(({ profileId, appUserId }) => ({ profileId, organizationId, appUserId })),
  );
  await keepProfiles(
    call,
    people.map((one) => one.profileId),
  );
  for (const some of batches(people)) await keepSearched(call, some, { unknown: true });
  await audit(
    call,
    people.map(({ profileId }) => ({ action: "person.added", subjectId: profileId, profileId })),
  );
}

export type BulkMembership = { profileLevelAccessId: string; profileId: string; levelId: string; labelId: string };

/**
 * What `addMember` does, for many people at once: the number of statements grows by the thousand, not by the person.
 * Call it in steps of some hundreds, each a transaction of its own: statistics taken in the middle of a long one mislead
 * every plan after it.
 *
 * @returns the ids of the memberships that were added; those that were there already are left as they are.
 * @throws NotFound, Forbidden (out of reach, or a label's role is above the actor's own).
 */
export async function addMembers(unlocked: Call, memberships: readonly BulkMembership[]): Promise<Set<string>> {
  if (memberships.length === 0) return new Set();
  const call = await withLocks(unlocked, { people: [...new Set(memberships.map((one) => one.profileId))] });
  await authorizeJoining(call, memberships);
  const added = new Set<string>();
  for (const some of batches(memberships)) {
    const profileIds = [...new Set(some.map((one) => one.profileId))];
    await call.db
      .update(profile)
      .set({ archivedAt: null })
      .where(and(ours(profile, call), inArray(profile.profileId, profileIds), isNotNull(profile.archivedAt)));
    const fresh = await call.db
      .insert(profileLevelAccess)
      .values(some.map((one) => ({ ...one, organizationId: call.organizationId, joinedAt: call.now })))
      .onConflictDoNothing()
      .returning({ id: profileLevelAccess.profileLevelAccessId });
    for (const { id } of fresh) added.add(id);
    const joined = some.filter((one) => added.has(one.profileLevelAccessId));
    await recordMemberEvents(
      call,
      joined.map((one) => ({ ...one, kind: "joined" as const })),
    );
    await audit(
      call,
      joined.map(({ profileLevelAccessId: subjectId, profileId, levelId, labelId }) => ({
        action: "membership.added",
        ...{ subjectId, profileId, levelId, facts: { labelId } },
      })),
    );
    await follow(call, {
      profileLevelAccessIds: joined.map((one) => one.profileLevelAccessId),
      profileIds: joined.map((one) => one.profileId),
    });
  }
  return added;
}

/** Each level and label that occurs, judged once. */
async function authorizeJoining(call: Call, memberships: readonly BulkMembership[]) {
  const levels = await call.db
    .select({ id: level.levelId, pre: level.pre })
    .from(level)
    .where(
      and(
        ours(level, call),
        isNull(level.archivedAt),
        inArray(level.levelId, [...new Set(memberships.map((one) => one.levelId))]),
      ),
    );
  const labels = await call.db
    .select({ id: label.labelId, role: label.role, givenBy: label.givenBy })
    .from(label)
    .where(
      and(
        ours(label, call),
        inArray(label.labelId, [...new Set(memberships.map((one) => one.labelId))]),
        isNull(label.archivedAt),
      ),
    );
  const pres = new Map(levels.map((one) => [one.id, one.pre]));
  const labelById = new Map(labels.map((one) => [one.id, one]));
  const pairs = new Map(memberships.map((one) => [`${one.levelId} ${one.labelId}`, one]));
  for (const { levelId, labelId } of pairs.values()) {
    const [levelPre, named] = [pres.get(levelId), labelById.get(labelId)];
    if (levelPre === undefined) throw notFound("level");
    if (named === undefined) throw notFound("role");
    authorizeGiving(call, levelPre, named);
  }
}
