/**
 * Decides the result of each roster row before anything is written, and again on import: a row that was read (`rosterReader`)
 * is compared with earlier rows (`openRepetitions`), then with existing people (`fateOf`).
 */
import type { ImportRowResult } from "@touchline/contract/setup/imports";
import type { Day } from "../calendar.ts";
import { nameKey } from "../names.ts";
import type { ReadRow } from "./roster.ts";

/** A person of the organization with the same name as a row. */
export type KnownPerson = {
  profileId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  dateOfBirth: Day | null;
  memberships: readonly { levelId: string; labelId: string }[];
  /** Whether the importer can see the person. */
  seen: boolean;
};

type Named = { firstName: string; lastName: string };
/** Normalizes a person's names for comparison. */
export const rowNameKey = ({ firstName, lastName }: Named) => `${nameKey(lastName)}\n${nameKey(firstName)}`;
const keyOf = rowNameKey;
/** Normalizes an address for comparison. */
export const mailKey = (email: string) => email.toLowerCase();

/** The data that tells whether two entries with the same name are one person. */
type Facts = Pick<ReadRow, "email" | "dateOfBirth">;

/** Tests whether nothing distinguishes them: no different address and no different date of birth. */
const compatible = (a: Facts, b: Facts) =>
  (a.email === null || b.email === null || mailKey(a.email) === mailKey(b.email)) &&
  (a.dateOfBirth === null || b.dateOfBirth === null || a.dateOfBirth === b.dateOfBirth);

/** Tests whether they share the address or the date of birth, unlike people who only share a name. */
const sharesFact = (a: Facts, b: Facts) =>
  (a.email !== null && b.email !== null && mailKey(a.email) === mailKey(b.email)) ||
  (a.dateOfBirth !== null && a.dateOfBirth === b.dateOfBirth);

const placeOf = (row: ReadRow) => `${row.levelId ?? `new ${row.newLevel}`} ${row.labelId}`;

/** Tests whether two rows with the same name are equal: the same person at the same place in the same role. */
export const sameRow = (one: ReadRow, other: ReadRow): boolean =>
  placeOf(one) === placeOf(other) && compatible(one, other);

/** Tests whether two rows with the same name are one person, at the same place or elsewhere. */
export const samePerson = (one: Facts, other: Facts): boolean => compatible(one, other) && sharesFact(one, other);

/** Rows that repeat an earlier one, by row number. */
export type Repetitions = {
  /** The earlier row with the same person at the same place in the same role. */
  duplicateOf: Map<number, number>;
  /** The earlier row with the same person (name and address) elsewhere. */
  samePersonAs: Map<number, number>;
};

/**
 * Compares each row with earlier ones. A different address or date of birth makes two people; a missing one doesn't.
 *
 * @returns the repetitions found so far, and `add` for the next row.
 */
export function openRepetitions(): Repetitions & { add(row: ReadRow): void } {
  const duplicateOf = new Map<number, number>();
  const samePersonAs = new Map<number, number>();
  const places = new Map<string, ReadRow[]>();
  const people = new Map<string, ReadRow[]>();
  const add = (row: ReadRow) => {
    if (row.wrong !== null) return;
    const place = `${keyOf(row)}\n${placeOf(row)}`;
    const there = places.get(place) ?? [];
    const twin = there.find((other) => compatible(other, row));
    if (twin) {
      duplicateOf.set(row.number, twin.number);
      return;
    }
    places.set(place, [...there, row]);
    const facts = [row.email === null ? null : mailKey(row.email), row.dateOfBirth].filter((fact) => fact !== null);
    const keys = facts.map((fact) => `${keyOf(row)}\n${fact}`);
    const first = keys.flatMap((key) => people.get(key) ?? []).find((other) => samePerson(other, row));
    if (first) samePersonAs.set(row.number, first.number);
    else for (const key of keys) people.set(key, [...(people.get(key) ?? []), row]);
  };
  return { duplicateOf, samePersonAs, add };
}

/**
 * Compares a row with existing people. The same name and address is the same person; family members may share an address. If
 * an address is missing, the same name at the same place in the same role is the same person. So is a person with the same
 * name and date of birth, but only if the importer can see them.
 *
 * @param known people with this name, as `nameKey` compares; others are ignored.
 */
export function fateOf(
  row: Named & Facts & Pick<ReadRow, "levelId" | "labelId">,
  known: readonly KnownPerson[],
): { fate: Extract<ImportRowResult, "create" | "join" | "present">; profileId: string | null } {
  const key = keyOf(row);
  const there = (person: KnownPerson) =>
    person.memberships.some((one) => one.levelId === row.levelId && one.labelId === row.labelId);
  const namesakes = known.filter((person) => keyOf(person) === key);
  const present = namesakes.find((person) => there(person) && compatible(person, row));
  if (present) return { fate: "present", profileId: present.profileId };
  const same = namesakes.find((person) =>
    samePerson(person.seen ? person : { ...person, dateOfBirth: differing(person, row) }, row),
  );
  return same ? { fate: "join", profileId: same.profileId } : { fate: "create", profileId: null };
}

/**
 * A different date of birth distinguishes two people always; an equal one identifies only people whom the importer can
 * see.
 */
const differing = (person: Facts, row: Facts) => (person.dateOfBirth === row.dateOfBirth ? null : person.dateOfBirth);
