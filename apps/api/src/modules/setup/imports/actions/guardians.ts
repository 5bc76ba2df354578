import { adultAge, bornToBe, nameKey, type RosterGuardian, tidy } from "@touchline/rules";
import { and, asc, isNull, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { profile } from "../../../../schema/people.ts";
import type { JudgedGuardian } from "../../../../schema/setup.ts";
import { relationTo, verdictOn } from "../../../../security/authorize.ts";
import { guardianshipsOf, organizationToday } from "../../../joining/index.ts";
import { seenAt } from "./similar-people.ts";

/** An adult with an address; `seen`: the importer sees them, or a child of theirs. */
export type Adult = { profileId: string; firstName: string; lastName: string; hasLogin: boolean; seen: boolean };

const mostAdults = 50_000;
export const mailKey = (email: string) => email.toLowerCase();

/**
 * Finds the adults with one of these addresses, by the address in lower case. Guarded people and those known to be under 18 are
 * left out: a child's entry often has a parent's address.
 */
export async function adultsWith(call: Call, emails: readonly string[]): Promise<Map<string, Adult[]>> {
  const keys = [...new Set(emails.map(mailKey))];
  if (keys.length === 0) return new Map();
  const { today } = await organizationToday(call);
  const people = await call.db
    .select({
      profileId: profile.profileId,
      firstName: profile.firstName,
      lastName: profile.lastName,
      mail: sql<string>`lower(${profile.email})`,
      appUserId: profile.appUserId,
    })
    .from(profile)
    .where(
      and(
        ours(profile, call),
        sql`lower(${profile.email}) = ANY(${sql.param(keys)}::text[])`,
        isNull(profile.archivedAt),
        isNull(profile.mergedInto),
        sql`(${profile.dateOfBirth} IS NULL OR ${profile.dateOfBirth} <= ${bornToBe(adultAge, today)}::date)`,
        sql`NOT EXISTS (SELECT FROM guardianship WHERE guardianship.organization_id = ${call.organizationId}
          AND guardianship.child_profile_id = ${profile.profileId} AND guardianship.ended_at IS NULL)`,
      ),
    )
    .orderBy(asc(profile.createdAt), asc(profile.profileId))
    .limit(mostAdults);
  const seen = await seenAmong(
    call,
    people.map((one) => one.profileId),
  );
  return Map.groupBy(
    people.map(({ mail, appUserId, ...one }) => ({
      ...one,
      mail,
      hasLogin: appUserId !== null,
      seen: seen.has(one.profileId),
    })),
    (one) => one.mail,
  );
}

/** Filters people to those whom the actor sees, by a membership of their own or of their child. */
async function seenAmong(call: Call, profileIds: readonly string[]): Promise<Set<string>> {
  if (profileIds.length === 0) return new Set();
  if (verdictOn(call, "members.see", { organizationWide: true }).allowed) return new Set(profileIds);
  const own = await seenAt(call, profileIds);
  const pairs = await guardianshipsOf(call, profileIds);
  const children = await seenAt(
    call,
    pairs.map((pair) => pair.childProfileId),
  );
  return new Set([
    ...own.keys(),
    ...pairs.filter((pair) => children.has(pair.childProfileId)).map((pair) => pair.guardianProfileId),
  ]);
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim();
const sameName = (one: RosterGuardian | Adult, other: RosterGuardian | Adult) =>
  nameKey(tidy(nameOf(one))) === nameKey(tidy(nameOf(other)));

/**
 * Picks the guardian that a row means among people with the address: the one with the name, else the one who logs in with it,
 * else the first.
 */
export const guardianAmong = (adults: readonly Adult[], guardian: RosterGuardian): Adult | undefined =>
  adults.find((one) => sameName(one, guardian)) ?? adults.find((one) => one.hasLogin) ?? adults[0];

export const notYourself = "You can't make yourself a guardian. Ask a colleague.";
export const alreadyHere = "Guardians of people who are already here are added on the person's page.";

/**
 * Judges the guardians of a child whom a row would add, as far as the importer sees them: others are linked when the row is
 * written, but not mentioned.
 *
 * @param firstNamed the row of the file that names the address first.
 */
export function judgedGuardians(
  call: Call,
  row: { number: number; guardians: readonly RosterGuardian[] },
  adults: ReadonlyMap<string, readonly Adult[]>,
  firstNamed: ReadonlyMap<string, number>,
): JudgedGuardian[] {
  return row.guardians.map((guardian): JudgedGuardian => {
    const key = mailKey(guardian.email);
    const known = guardianAmong(
      (adults.get(key) ?? []).filter((one) => one.seen),
      guardian,
    );
    if (!known) {
      const first = firstNamed.get(key) ?? row.number;
      return { ...guardian, fate: "new", message: first === row.number ? "" : `The same person as in row ${first}.` };
    }
    const { self, otherEntry } = relationTo(call, known.profileId);
    if (self || otherEntry) return { ...guardian, fate: "left", message: notYourself };
    return {
      ...guardian,
      fate: "known",
      message: sameName(known, guardian) ? "" : `${nameOf(known)} has this email address.`,
    };
  });
}
