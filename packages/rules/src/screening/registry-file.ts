/** Reads the rows of a sex offender registry's file. Every state has its own columns. */

import { type RegistryField, registryFields } from "@touchline/contract/screening/registry";
import type { DateOrder } from "@touchline/contract/setup/imports";
import { splitName, tidy, wordKey } from "../names.ts";
import { readDay } from "../written-dates.ts";
import type { NamedPerson } from "./registry-match.ts";

/** The field of each column, in the file's order; null: reviewers see it under its own heading. */
export type RegistryColumns = readonly { heading: string; field: RegistryField | null }[];

export type RegistryEntry = {
  entryId: string;
  /** The name first, then other names. */
  names: readonly NamedPerson[];
  dateOfBirth: string | null;
  link: string | null;
  facts: readonly { label: string; value: string }[];
};

const headings: Record<RegistryField, readonly string[]> = {
  entryId: [
    "id",
    "registry id",
    "offender id",
    "registrant id",
    "person id",
    "sor",
    "sor id",
    "sid",
    "registration number",
    "number",
  ],
  firstName: ["first name", "first", "fname", "given name", "firstname"],
  middleName: ["middle name", "middle", "mname", "middlename", "middle initial"],
  lastName: ["last name", "last", "lname", "surname", "family name", "lastname"],
  fullName: ["name", "full name", "offender name", "registrant name", "fullname"],
  dateOfBirth: ["date of birth", "dob", "birth date", "birthdate", "birthday", "born"],
  aliases: ["aliases", "alias", "aka", "a k a", "other names", "also known as", "alias names"],
  link: ["link", "url", "profile", "web page", "website"],
};
const fieldOf = new Map(registryFields.flatMap((field) => headings[field].map((heading) => [heading, field] as const)));

/** Suggests the columns' fields by their headings. Each is used once, except other names. */
export function proposeRegistryColumns(headers: readonly string[]): RegistryColumns {
  const taken = new Set<RegistryField>();
  return headers.map((heading) => {
    const field = fieldOf.get(wordKey(heading).replace(/ \d$/, "")) ?? null;
    if (field === null || (taken.has(field) && field !== "aliases")) return { heading, field: null };
    taken.add(field);
    return { heading, field };
  });
}

/** Returns a sentence about why these columns aren't enough; null if they are. */
export function columnsProblem(columns: RegistryColumns): string | null {
  const has = (field: RegistryField) => columns.some((column) => column.field === field);
  if (!has("fullName") && !(has("firstName") && has("lastName"))) {
    return "No column holds the names. Choose a column for the full name, or for first and last name.";
  }
  const twice = registryFields.find(
    (field) => field !== "aliases" && columns.filter((column) => column.field === field).length > 1,
  );
  return twice === undefined ? null : "Two columns hold the same. Choose one of them.";
}

/** Separates several names in one cell. */
const betweenAliases = /\s*[;|\n]\s*/;

/**
 * Reads the entry in a row.
 *
 * @param order the order of day and month for ambiguous dates.
 * @returns a sentence about why it isn't an entry.
 */
export function registryEntryOf(
  cells: readonly string[],
  columns: RegistryColumns,
  { order, row }: { order: DateOrder | null; row: number },
): RegistryEntry | string {
  const cell = (field: RegistryField) => tidy(cells[columns.findIndex((column) => column.field === field)] ?? "");
  const first = [cell("firstName"), cell("middleName")].filter(Boolean).join(" ");
  const name = cell("lastName")
    ? { firstName: first, lastName: cell("lastName") }
    : splitName(cell("fullName") || first);
  if (name.firstName === "" || name.lastName === "") return "This row has no first and last name.";
  const written = cell("dateOfBirth");
  const day = written === "" ? null : readDay(written, order);
  if (day !== null && "refused" in day) {
    return day.refused === "ambiguous"
      ? `The date of birth “${written}” can be read two ways.`
      : `The date of birth “${written}” can't be read. Write it like 1980-12-31.`;
  }
  const aliases = columns
    .flatMap(({ field }, place) => (field === "aliases" ? (cells[place] ?? "").split(betweenAliases) : []))
    .map(tidy)
    .map(splitName)
    .filter((alias) => alias.firstName !== "" && alias.lastName !== "");
  const link = cell("link");
  return {
    entryId: cell("entryId") || `Row ${row}`,
    names: [name, ...aliases],
    dateOfBirth: day?.day ?? null,
    link: /^https?:\/\/\S+$/.test(link) ? link : null,
    facts: columns.flatMap(({ heading, field }, place) => {
      const value = tidy(cells[place] ?? "");
      return field === null && value !== "" ? [{ label: heading, value }] : [];
    }),
  };
}
