import { and, asc, eq, gt, inArray, isNull, type SQL } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { guardianship } from "../../../../schema/joining.ts";
import { profile } from "../../../../schema/people.ts";
import { stillGuards } from "../../../people/index.ts";

export type Recipient = { profileId: string; firstName: string; email: string | null; active: boolean };
/** A person a mail is about: the recipient, or a child of theirs without a login. */
export type ReminderSubject = { recipientId: string; profileId: string; name: string | null; activatedAt: Date };

/** Reads the next people of the organization, ordered by id. */
export const nextPeople = (call: Call, after: string, most: number) =>
  peopleWhere(call, gt(profile.profileId, after), most);

/** Reads one person; null when they have left. */
export async function personById(call: Call, profileId: string) {
  const [person] = await peopleWhere(call, eq(profile.profileId, profileId), 1);
  return person ?? null;
}

async function peopleWhere(call: Call, which: SQL, most: number): Promise<(Recipient & ReminderSubject)[]> {
  const rows = await call.db
    .select({
      profileId: profile.profileId,
      firstName: profile.firstName,
      email: profile.email,
      appUserId: profile.appUserId,
      activatedAt: profile.activatedAt,
      confirmedAt: profile.confirmedAt,
      createdAt: profile.createdAt,
    })
    .from(profile)
    .where(and(ours(profile, call), which, isNull(profile.archivedAt)))
    .orderBy(asc(profile.profileId))
    .limit(most);
  return rows.map(({ appUserId, activatedAt, confirmedAt, createdAt, ...person }) => ({
    ...person,
    recipientId: person.profileId,
    name: null,
    // An unconfirmed address may be somebody else's.
    active: appUserId !== null && confirmedAt !== null,
    activatedAt: activatedAt ?? createdAt,
  }));
}

/** Reads the children without a login of these guardians; they count as activated when they have a guardian. */
export async function guardedBy(
  call: Call,
  guardians: readonly Pick<ReminderSubject, "profileId" | "activatedAt">[],
): Promise<ReminderSubject[]> {
  if (guardians.length === 0) return [];
  const came = new Map(guardians.map((one) => [one.profileId, one.activatedAt]));
  const rows = await call.db
    .select({
      recipientId: guardianship.guardianProfileId,
      profileId: profile.profileId,
      firstName: profile.firstName,
      createdAt: guardianship.createdAt,
    })
    .from(guardianship)
    .innerJoin(profile, onKey(profile.profileId, guardianship.childProfileId))
    .where(
      and(
        ours(guardianship, call),
        inArray(guardianship.guardianProfileId, [...came.keys()]),
        stillGuards(call),
        isNull(profile.archivedAt),
        isNull(profile.appUserId),
      ),
    )
    .orderBy(asc(guardianship.createdAt))
    .limit(guardians.length * 20);
  return rows.map(({ firstName, createdAt, ...one }) => {
    const guardianCame = came.get(one.recipientId) ?? createdAt;
    return { ...one, name: firstName, activatedAt: guardianCame > createdAt ? guardianCame : createdAt };
  });
}
