import type { DateOrder, GuardianFate, ImportState, RosterField, RowFate } from "@touchline/contract/setup/imports";
import type { Tone } from "@touchline/ui";
import type { ImportRow, RosterImport } from "./queries.ts";

const number = new Intl.NumberFormat();

/** "1 person", "412 people". */
export const countOf = (count: number, one: string, many: string) =>
  `${number.format(count)} ${count === 1 ? one : many}`;

export const fieldNames: Record<RosterField, string> = {
  firstName: "First name",
  lastName: "Last name",
  fullName: "Full name",
  email: "Email address",
  dateOfBirth: "Date of birth",
  phone: "Phone",
  level: "Level or team",
  label: "Role",
  minor: "Requires guardian",
  guardianFirstName: "Guardian first name",
  guardianLastName: "Guardian name",
  guardianEmail: "Guardian email",
  guardian2FirstName: "Guardian 2 first name",
  guardian2LastName: "Guardian 2 name",
  guardian2Email: "Guardian 2 email",
};

const guardianNames: Record<GuardianFate, string> = {
  new: "is added as the guardian",
  known: "is here already and becomes the guardian",
  left: "isn't linked",
};

/** What becomes of a guardian whom a row names. */
export function guardianText({ name, email, fate, message }: ImportRow["guardians"][number]): string {
  return `${name}, ${email}, ${guardianNames[fate]}.${message === "" ? "" : ` ${message}`}`;
}

const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeZone: "UTC" });

/** The two days that "03/04/2012" may mean. */
export function dateReadings(example: string): Record<DateOrder, string> {
  const [first = 1, second = 1, year = 2000] = (example.match(/\d+/g) ?? []).map(Number);
  const day = (month: number, of: number) => longDay.format(Date.UTC(year, month - 1, of));
  return { monthFirst: day(first, second), dayFirst: day(second, first) };
}

export const fateNames: Record<RowFate, string> = {
  create: "New person",
  join: "Further membership",
  alike: "Looks like somebody",
  present: "Already there",
  duplicate: "Repeated row",
  error: "Needs fixing",
};

/** What a row's fate is called once the import has written it. */
export const doneNames: Partial<Record<RowFate, string>> = { create: "Added", join: "Membership added" };

export const fateTones: Record<RowFate, Tone> = {
  create: "done",
  join: "done",
  alike: "needs",
  present: "none",
  duplicate: "none",
  error: "stop",
};

export const stateNames: Record<ImportState, string> = {
  draft: "Not checked yet",
  checking: "Being checked",
  checked: "Ready to import",
  running: "Under way",
  done: "Finished",
  canceled: "Canceled",
  failed: "Stopped",
};

/** What the button does, and to how many. */
export function startText({ fates, invitable, toWrite, written }: RosterImport, invite: boolean): string {
  if (written > 0) return `Go on with the remaining ${countOf(toWrite - written, "row", "rows")}`;
  const people = countOf(fates.create, "person", "people");
  const memberships = countOf(fates.join, "membership", "memberships");
  const add =
    fates.join === 0 ? `Add ${people}` : fates.create === 0 ? `Add ${memberships}` : `Add ${people} and ${memberships}`;
  return invite && invitable > 0 ? `${add}, invite ${number.format(invitable)}` : add;
}

/** Which rows the button passes over; empty when it takes all. */
export function leftOutText({ fates }: Pick<RosterImport, "fates">): string {
  const known = fates.present + fates.duplicate;
  return [
    fates.alike > 0 &&
      `${countOf(fates.alike, "row looks", "rows look")} like somebody who is here and ${fates.alike === 1 ? "waits" : "wait"} for your answer.`,
    fates.error > 0 &&
      `${countOf(fates.error, "row needs", "rows need")} fixing and ${fates.error === 1 ? "is" : "are"} left out.`,
    known > 0 && `${countOf(known, "row adds", "rows add")} nobody new.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** What came of it, in a sentence or two. */
export function resultText({ state, written, toWrite, fates, failure }: RosterImport): string {
  const added = `${countOf(written, "row was", "rows were")} added`;
  const rest = fates.error === 0 ? "" : ` ${countOf(fates.error, "row needs", "rows need")} fixing.`;
  if (state === "done") return `${added}.${rest}`;
  const left = `${countOf(toWrite - written, "row", "rows")} left`;
  return `${failure ? `${failure} ` : ""}${added}, ${left}. What was added stays.${rest}`;
}
