/**
 * What becomes of each row of a roster, decided before anything is written, and decided again when it is: a row that was read
 * (`rosterReader`) is compared with the rows before it (`openRepetitions`), then with the people who are there (`fateOf`).
 */
import type { RowFate } from "@touchline/contract/setup/imports";
import type { Day } from "../calendar.ts";
import { nameKey } from "../names.ts";
import type { ReadRow } from "./roster.ts";

/** A person of the organization whose name is a row's. */
export type KnownPerson = {
  profileId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  dateOfBirth: Day | null;
  memberships: readonly { levelId: string; labelId: string }[];
  /** Whether the importer sees the person. */
  seen: boolean;
};

type Named = { firstName: string; lastName: string };
/** The names of a person as rows are compared by them. */
export const rowNameKey = ({ firstName, lastName }: Named) => `${nameKey(lastName)}\n${nameKey(firstName)}`;
const keyOf = rowNameKey;
/** An address as it is compared. */
export const mailKey = (email: string) => email.toLowerCase();

/** By what two entries of one name are told to be one person or two. */
type Facts = Pick<ReadRow, "email" | "dateOfBirth">;

/** Whether nothing tells them apart: neither an address that differs nor a date of birth. */
const compatible = (a: Facts, b: Facts) =>
  (a.email === null || b.email === null || mailKey(a.email) === mailKey(b.email)) &&
  (a.dateOfBirth === null || b.dateOfBirth === null || a.dateOfBirth === b.dateOfBirth);

/** Whether they share what no namesake does: the address or the date of birth. */
const sharesFact = (a: Facts, b: Facts) =>
  (a.email !== null && b.email !== null && mailKey(a.email) === mailKey(b.email)) ||
  (a.dateOfBirth !== null && a.dateOfBirth === b.dateOfBirth);

const placeOf = (row: ReadRow) => `${row.levelId ?? `new ${row.newLevel}`} ${row.labelId}`;

/** Whether two rows of one name say the same: the same person at the same place in the same role. */
export const sameRow = (one: ReadRow, other: ReadRow): boolean =>
  placeOf(one) === placeOf(other) && compatible(one, other);

/** Whether two rows of one name are one person, at the same place or elsewhere. */
export const samePerson = (one: Facts, other: Facts): boolean => compatible(one, other) && sharesFact(one, other);

/** What rows say again that an earlier row said. Keyed by row number. */
export type Repetitions = {
  /** The earlier row that names one person at the same place in the same role. */
  duplicateOf: Map<number, number>;
  /** The earlier row that names one person (name and address) elsewhere. */
  samePersonAs: Map<number, number>;
};

/**
 * Compares each row with the ones before it, as they come. An address or a date of birth that differs makes two people, one that
 * is missing does not.
 *
 * @returns what was found so far, and `add` for the next row.
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
 * Against the people who are there. The same name and address is the same person; family members may share an address.
 * Without an address on either side the same name at the same place in the same role is the same person. So is who has the same
 * name and date of birth, if the importer sees them: a name and a birthday alone lead to nobody out of sight.
 *
 * @param known people of this name, as `nameKey` compares; others are passed over.
 */
export function fateOf(
  row: Named & Facts & Pick<ReadRow, "levelId" | "labelId">,
  known: readonly KnownPerson[],
): { fate: Extract<RowFate, "create" | "join" | "present">; profileId: string | null } {
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

/** A date of birth that tells two people apart counts of everybody; one that makes them the same only of those in sight. */
const differing = (person: Facts, row: Facts) => (person.dateOfBirth === row.dateOfBirth ? null : person.dateOfBirth);
