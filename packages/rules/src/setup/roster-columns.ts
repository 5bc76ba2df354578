/** Identifies the columns of a roster by their headings. */
import { type RosterField, type RosterMapping, rosterFields } from "@touchline/contract/setup/imports";
import { wordKey } from "../names.ts";

/** Headings of a guardian's columns: "Parent 2 email", "Second guardian first name", "Guardian email 2". */
function guardianHeadings<Which extends "guardian" | "guardian2">(
  which: Which,
  before: readonly string[],
  after: readonly string[],
): Record<`${Which}${"FirstName" | "LastName" | "Email"}`, string[]> {
  const people = ["guardian", "parent", "parent guardian"];
  const named = (words: readonly string[]) =>
    people.flatMap((person) =>
      words.flatMap((word) => [
        ...before.map((number) =>
          number.trim() === "second" ? `second ${person} ${word}` : `${person} ${number}${word}`,
        ),
        ...after.map((number) => `${person} ${word}${number}`),
      ]),
    );
  return {
    [`${which}FirstName`]: named(["first name", "first", "given name"]),
    // A column of full names counts too: the names are split.
    [`${which}LastName`]: named(["last name", "last", "surname", "family name", "name", "full name"]),
    [`${which}Email`]: named(["email", "e mail", "mail", "email address", "e mail address"]),
  } as Record<`${Which}${"FirstName" | "LastName" | "Email"}`, string[]>;
}

/** Headings normalized by `wordKey`. Next to a last name, "Name" is the first name; alone it is the full name. */
export const headings: Record<RosterField, readonly string[]> = {
  firstName: [
    "first name",
    "first",
    "firstname",
    "given name",
    "given",
    "forename",
    "fname",
    "nombre",
    "prenom",
    "vorname",
  ],
  lastName: [
    "last name",
    "last",
    "lastname",
    "surname",
    "family name",
    "family",
    "lname",
    "apellido",
    "apellidos",
    "nom de famille",
    "nachname",
  ],
  fullName: [
    "full name",
    "fullname",
    "name",
    "member",
    "member name",
    "person",
    "player name",
    "coach name",
    "nombre completo",
  ],
  email: [
    "email",
    "e mail",
    "mail",
    "email address",
    "e mail address",
    "emailaddress",
    "correo",
    "correo electronico",
    "courriel",
  ],
  dateOfBirth: [
    "date of birth",
    "birth date",
    "birthdate",
    "birthday",
    "birth day",
    "dob",
    "d o b",
    "born",
    "fecha de nacimiento",
    "nacimiento",
    "geburtsdatum",
    "date de naissance",
  ],
  phone: [
    "phone",
    "phone number",
    "telephone",
    "mobile",
    "mobile phone",
    "cell",
    "cell phone",
    "telefono",
    "movil",
    "telefon",
  ],
  level: [
    "level team",
    "level",
    "team",
    "team name",
    "club",
    "club name",
    "group",
    "squad",
    "region",
    "equipo",
    "equipe",
    "mannschaft",
    "division",
    "age group",
  ],
  label: ["role", "roles", "position", "title", "job", "label", "function", "rol", "funktion"],
  minor: [
    "requires guardian",
    "requiresguardian",
    "guardian required",
    "needs guardian",
    "minor",
    "is minor",
    "child",
    "kid",
    "under 18",
    "menor",
  ],
  ...guardianHeadings("guardian", ["", "1 "], ["", " 1"]),
  ...guardianHeadings("guardian2", ["2 ", "second "], [" 2"]),
};

const meaning = new Map(rosterFields.flatMap((field) => headings[field].map((heading) => [heading, field] as const)));

/** Returns what one heading means. If it combines words ("Club/Team", "Role (position)"), all of them must agree. */
function meaningOf(cell: string): RosterField | undefined {
  const whole = meaning.get(wordKey(cell));
  if (whole) return whole;
  const parts = cell
    .split(/[/|,;()]/)
    .map(wordKey)
    .filter((part) => part !== "");
  const meanings = parts.map((part) => meaning.get(part));
  // "E-mail (guardian email)" is one column for both: whether a guardian is required decides.
  const [first, ...others] = meanings.includes("email")
    ? meanings.map((one) => (one === "guardianEmail" ? "email" : one))
    : meanings;
  return others.length > 0 && others.every((other) => other === first) ? first : undefined;
}

/** Tests whether a file's first row has headings rather than a person. */
export function isHeading(cells: readonly string[]): boolean {
  if (cells.some((cell) => cell.includes("@"))) return false;
  return cells.some((cell) => meaningOf(cell) !== undefined);
}

/** Suggests what each column is. Each field is used once, for the first heading that fits. */
export function proposeColumns(header: readonly string[]): RosterMapping["columns"] {
  const columns = Object.fromEntries(rosterFields.map((field) => [field, null])) as RosterMapping["columns"];
  header.forEach((cell, place) => {
    const field = meaningOf(cell);
    if (field && columns[field] === null) columns[field] = place;
  });
  if (columns.lastName !== null && columns.firstName === null && columns.fullName !== null) {
    columns.firstName = columns.fullName;
  }
  if (columns.firstName !== null || columns.lastName !== null) columns.fullName = null;
  return columns;
}

/**
 * Applies a saved mapping to another file: each column by its heading, and for equal headings by their order; null if
 * it is missing.
 */
export function fitColumns(
  columns: RosterMapping["columns"],
  saved: readonly string[],
  headers: readonly string[],
): RosterMapping["columns"] {
  const turnOf = (among: readonly string[], place: number) =>
    among.slice(0, place).filter((heading) => wordKey(heading) === wordKey(among[place] ?? "")).length;
  const found = (place: number | null) => {
    if (place === null || saved[place] === undefined) return null;
    const key = wordKey(saved[place]);
    const places = headers.flatMap((heading, at) => (wordKey(heading) === key ? [at] : []));
    return places[turnOf(saved, place)] ?? null;
  };
  return Object.fromEntries(rosterFields.map((field) => [field, found(columns[field])])) as RosterMapping["columns"];
}
