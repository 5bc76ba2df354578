/** Reads each row of a roster independently. `roster-matching.ts` decides its result. */
import type { LabelGiver, Role } from "@touchline/contract";
import { phoneForm } from "@touchline/contract/phone";
import { type DateOrder, type RosterField, type RosterMapping, rosterFields } from "@touchline/contract/setup/imports";
import type { Day } from "../calendar.ts";
import { adultAge, ageOn } from "../compliance/age.ts";
import { splitName, suggester, tidy, unreadable, wordKey } from "../names.ts";
import { levelFinder, type NamedLevel } from "../people/places.ts";
import { dateOfBirthProblem } from "../requirements/details.ts";
import { readDay } from "../written-dates.ts";
import { mailKey } from "./roster-matching.ts";

export type RosterContext = {
  mapping: RosterMapping;
  /** All levels of the organization, in tree order. */
  levels: readonly NamedLevel[];
  labels: readonly { labelId: string; name: string; role: Role; givenBy?: LabelGiver }[];
  /** Returns a sentence about why the importer may not assign a label with this role at a level; null if they may. */
  refusal: (levelPre: number, role: Role, givenBy?: LabelGiver) => string | null;
  /** Tests whether the importer may add levels below one. */
  mayAddLevels: (parentPre: number) => boolean;
  /** The order of day and month in the date column. The mapping's order takes precedence. */
  dateOrder: DateOrder | null;
  /** Today in the organization's time zone, for computing ages. */
  today: Day;
};

/** A row's cells by meaning. */
export type RowCells = Partial<Record<RosterField, string>>;

/**
 * One row of the file. `fault`: why its cells couldn't be separated; `fixed`: corrections by a person who has seen the
 * fault.
 */
export type RosterRow = { number: number; cells: readonly string[]; fault: string | null; fixed?: RowCells };

/** A guardian in a row. */
export type RosterGuardian = { firstName: string; lastName: string; email: string };

export type Wrong = { field: RosterField | null; message: string; suggestions: { id: string; name: string }[] };

/** A parsed row. `email` is the person's own; for a minor it is null. */
export type ReadRow = {
  number: number;
  firstName: string;
  lastName: string;
  /** The original text of the file. */
  address: string;
  email: string | null;
  dateOfBirth: Day | null;
  phone: string;
  /** The words of the file. */
  level: string;
  label: string;
  minor: boolean;
  /** The row's guardians; empty unless the person is a minor. */
  guardians: RosterGuardian[];
  levelId: string | null;
  /** The level that is created for the row, by its word in the mapping. */
  newLevel: string | null;
  labelId: string | null;
  notes: string[];
  wrong: Wrong | null;
};

/** Answers to "Requires guardian", normalized by `wordKey`. Check marks have no letters and are handled first. */
const answers: ReadonlyMap<string, boolean> = new Map([
  ...["yes", "y", "true", "t", "1", "x", "si", "s", "ja", "j", "oui", "o", "sim"].map((yes) => [yes, true] as const),
  ...["", "no", "n", "false", "f", "0", "nein", "non", "nao"].map((not) => [not, false] as const),
]);
const ticks: ReadonlyMap<string, boolean> = new Map([
  ...["✓", "✔", "☑"].map((yes) => [yes, true] as const),
  ...["✗", "✘", "☐"].map((not) => [not, false] as const),
]);

/** Validates like the contract's `z.email()`. */
const emailShape = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const longestName = 100;
const longestEmail = 254;
const longestPhone = 40;
/** The maximum number of unknown role words that are compared with existing roles. */
const mostSuggested = 50;

class Refused extends Error {
  readonly wrong: Wrong;
  constructor(field: RosterField | null, message: string, suggestions: Wrong["suggestions"] = []) {
    super(message);
    this.wrong = { field, message, suggestions };
  }
}

/** Returns the refusal that `work` throws, or null. */
function refusedBy(work: () => unknown): Wrong | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.wrong;
    throw error;
  }
}

const quoted = (word: string) => `“${word.length > 60 ? `${word.slice(0, 60)}…` : word}”`;
const meant = (names: readonly { name: string }[]) =>
  names.length === 0 ? "" : ` Did you mean ${names.map(({ name }) => quoted(name)).join(" or ")}?`;

/** Parses rows by a mapping: the person, the level and the role; or a sentence about what prevents it. */
export function rosterReader(context: RosterContext): (row: RosterRow) => ReadRow {
  const { mapping, labels, refusal } = context;
  const pres = new Map(context.levels.map((level) => [level.levelId, level.pre]));
  const names = new Map(context.levels.map((level) => [level.levelId, level.name]));
  const find = levelFinder(context.levels, (pre) => refusal(pre, "Individual") === null);
  const nearLabels = suggester(labels, mostSuggested);
  const labelById = new Map(labels.map((label) => [label.labelId, label]));
  const labelByKey = new Map(labels.map((label) => [wordKey(label.name), label]));

  const siblings = new Map(context.levels.map((level) => [`${level.parentId} ${siblingKey(level.name)}`, level]));

  /** Finds a row's level: an existing one, or one that is created below `pre`. */
  function levelOf(word: string): { levelId: string | null; newLevel: string | null; pre: number } {
    const chosen = word === "" ? mapping.levelId : mapping.levels[wordKey(word)];
    const at = (levelId: string) => ({ levelId, newLevel: null, pre: pres.get(levelId) ?? -1 });
    if (chosen && pres.has(chosen)) return at(chosen);
    if (word === "")
      throw new Refused("level", "The level is missing. Enter one, or choose a level for all rows without one.");
    const found = find(word);
    if (!("refused" in found)) return at(found.levelId);
    const key = wordKey(word);
    const created = Object.hasOwn(mapping.newLevels, key) ? mapping.newLevels[key] : undefined;
    if (created) {
      const there = siblings.get(`${created.parentId} ${siblingKey(created.name)}`);
      if (there) return at(there.levelId);
      const pre = pres.get(created.parentId);
      if (pre === undefined) {
        throw new Refused("level", `The level above ${quoted(created.name)} is no longer there. Choose another one.`);
      }
      if (!context.mayAddLevels(pre)) {
        throw new Refused("level", `You can't add levels to ${quoted(names.get(created.parentId) ?? "")}.`);
      }
      return { levelId: null, newLevel: key, pre };
    }
    throw found.refused === "ambiguous"
      ? new Refused(
          "level",
          `Several levels are named ${quoted(word)}. Include the parent level, for example ${quoted(found.suggestions[0]?.name ?? "")}.`,
          found.suggestions,
        )
      : new Refused("level", `There is no level named ${quoted(word)}.${meant(found.suggestions)}`, found.suggestions);
  }

  function labelOf(word: string) {
    const chosen = word === "" ? mapping.labelId : mapping.labels[wordKey(word)];
    const label = labelById.get(chosen ?? "") ?? labelByKey.get(wordKey(word));
    if (label && (word !== "" || chosen)) return label;
    if (word === "")
      throw new Refused("label", "The role is missing. Enter one, or choose a role for all rows without one.");
    const near = nearLabels(word);
    const suggestions = near.map(({ labelId, name }) => ({ id: labelId, name }));
    throw new Refused("label", `There is no role named ${quoted(word)}.${meant(near)}`, suggestions);
  }

  function read(row: RosterRow, into: ReadRow): void {
    if (row.fault !== null && row.fixed === undefined) throw new Refused(null, row.fault);
    const cell = cellOf(row, mapping);
    for (const field of rosterFields) {
      const text = cell(field);
      if (text === "") continue;
      if (unreadable.test(text) || !text.isWellFormed() || text.includes("\ufffd")) {
        throw new Refused(field, "This contains a hidden or broken character. Type it again.");
      }
    }
    into.level = tidy(cell("level"));
    into.label = tidy(cell("label"));
    into.address = addressIn(cell("email"));
    Object.assign(into, nameIn(cell, into.notes));
    let pre = -1;
    // All errors are reported at once, so that all can be fixed at once.
    const parts = [
      () => ({ pre, levelId: into.levelId, newLevel: into.newLevel } = levelOf(into.level)),
      () => (into.labelId = labelOf(into.label).labelId),
      () => mustBeAddress("email", into.address),
      () => (into.phone = phoneIn(tidy(cell("phone")))),
      () => (into.minor = minorIn(tidy(cell("minor")))),
      () => (into.dateOfBirth = bornIn(cell("dateOfBirth"))),
      () => (into.guardians = guardiansIn(cell, mapping)),
    ];
    refuseAll(parts.map(refusedBy).filter((wrong) => wrong !== null));
    const label = labelById.get(into.labelId ?? "");
    if (!label) return;
    const refused = refusal(pre, label.role, label.givenBy);
    if (refused !== null) {
      const outside = refusal(pre, "Individual") !== null;
      throw new Refused(
        outside ? "level" : "label",
        `${quoted(outside ? (names.get(into.levelId ?? "") ?? into.level) : label.name)}: ${refused}`,
      );
    }
    settleAge(into);
  }

  /** Decides whether the person is a child: a child has no login, and only a child has guardians. */
  function settleAge(into: ReadRow): void {
    const { dateOfBirth, guardians, notes } = into;
    const adult = dateOfBirth === null ? null : ageOn(dateOfBirth, context.today) >= adultAge;
    if (adult === true && into.minor) {
      throw new Refused(
        "minor",
        "This person is 18 or older, so no guardian is required. Correct the date of birth or the guardian column.",
      );
    }
    if (adult === null && guardians.length > 0) {
      throw new Refused("dateOfBirth", "A guardian is listed, but the date of birth is missing. Enter it.");
    }
    if (adult === false) into.minor = true;
    if (adult === true && guardians.length > 0) {
      into.guardians = [];
      notes.push("This person is 18 or older, so the guardian is left out.");
    }
    if (into.minor) {
      notes.push(
        guardians.length === 0
          ? "This child has no login. Add a guardian later. The email address isn't stored."
          : into.address === ""
            ? "This child has no login."
            : "This child has no login. The child's own email address isn't stored.",
      );
    } else if (into.address === "") notes.push("Without an email address, this person can't be invited.");
    else into.email = into.address;
  }

  function bornIn(text: string): Day | null {
    if (text.trim() === "") return null;
    const written = tidy(text);
    const read = readDay(written, mapping.dateOrder ?? context.dateOrder);
    if ("refused" in read) throw new Refused("dateOfBirth", noDayTexts[read.refused](quoted(written)));
    const problem = dateOfBirthProblem(read.day, context.today);
    if (problem === "future") throw new Refused("dateOfBirth", `${quoted(written)} is in the future.`);
    if (problem === "tooLongAgo")
      throw new Refused("dateOfBirth", `${quoted(written)} is too long ago. Check the year.`);
    return read.day;
  }

  return (row) => {
    const into: ReadRow = {
      number: row.number,
      firstName: "",
      lastName: "",
      address: "",
      email: null,
      dateOfBirth: null,
      phone: "",
      level: "",
      label: "",
      minor: false,
      guardians: [],
      levelId: null,
      newLevel: null,
      labelId: null,
      notes: [],
      wrong: null,
    };
    into.wrong = refusedBy(() => read(row, into));
    return into;
  };
}

/** Returns the key that distinguishes the levels below one. */
const siblingKey = (name: string) => name.normalize("NFKC").toLowerCase();

const noDayTexts = {
  ambiguous: (written: string) => `${written} can be read two ways. Choose the date format of the file.`,
  shortYear: (written: string) => `${written} has a two-digit year. Enter all four digits.`,
  unknown: (written: string) => `${written} isn't a date. Write it like 2012-04-30.`,
} as const;

type CellOf = (field: RosterField) => string;

/** Returns a row's cells by meaning; corrections take precedence over the file. */
function cellOf({ cells, fixed }: RosterRow, { columns }: Pick<RosterMapping, "columns">): CellOf {
  return (field) => fixed?.[field] ?? cells[columns[field] ?? -1] ?? "";
}

/** Returns the cells of a row that have a meaning and aren't empty. */
export function meantCells(row: RosterRow, mapping: Pick<RosterMapping, "columns">): RowCells {
  const cell = cellOf(row, mapping);
  return Object.fromEntries(rosterFields.flatMap((field) => (cell(field) === "" ? [] : [[field, cell(field)]])));
}

/** @throws Refused with the first error, and the sentences of all. */
function refuseAll(wrongs: readonly Wrong[]): void {
  const [first] = wrongs;
  if (first) throw new Refused(first.field, wrongs.map((one) => one.message).join(" "), first.suggestions);
}

function mustBeAddress(field: RosterField, address: string): void {
  if (address !== "" && (!emailShape.test(address) || address.length > longestEmail)) {
    throw new Refused(field, `${quoted(address)} isn't a valid email address. Use the format name@example.org.`);
  }
}

function phoneIn(written: string): string {
  if (written !== "" && (!phoneForm.test(written) || written.length > longestPhone)) {
    throw new Refused("phone", `${quoted(written)} isn't a phone number. Write it with digits, like 206 555 0142.`);
  }
  return written;
}

/** Returns the row's guardians, as far as they are given. */
function guardiansIn(cell: CellOf, { columns }: Pick<RosterMapping, "columns">): RosterGuardian[] {
  const guardians = (["guardian", "guardian2"] as const).flatMap((which) => {
    const written = [cell(`${which}Email`), cell(`${which}FirstName`), cell(`${which}LastName`)] as const;
    if (written.every((text) => text.trim() === "")) return [];
    const email = addressIn(written[0]);
    let [firstName, lastName] = [tidy(written[1]), tidy(written[2])];
    if (columns[`${which}FirstName`] === null && firstName === "") ({ firstName, lastName } = splitName(lastName));
    if (lastName === "") [firstName, lastName] = ["", firstName];
    if (lastName === "") throw new Refused(`${which}LastName`, "The guardian's name is missing.");
    if (firstName.length > longestName || lastName.length > longestName) {
      throw new Refused(`${which}LastName`, `A name has at most ${longestName} characters.`);
    }
    if (email === "") throw new Refused(`${which}Email`, "The guardian's email is missing. Enter it.");
    mustBeAddress(`${which}Email`, email);
    return [{ firstName, lastName, email }];
  });
  const [one, other] = guardians;
  if (one && other && mailKey(one.email) === mailKey(other.email)) {
    throw new Refused("guardian2Email", "Both guardians have the same email. Enter each guardian's own.");
  }
  return guardians;
}

function nameIn(cell: (field: RosterField) => string, notes: string[]): { firstName: string; lastName: string } {
  const full = tidy(cell("fullName"));
  let [firstName, lastName] = [tidy(cell("firstName")), tidy(cell("lastName"))];
  if (full !== "" && firstName === "" && lastName === "") ({ firstName, lastName } = splitName(full));
  if (lastName === "") [firstName, lastName] = ["", firstName];
  if (lastName === "") throw new Refused("lastName", "The name is missing.");
  if (firstName.length > longestName || lastName.length > longestName) {
    throw new Refused(
      firstName.length > longestName ? "firstName" : "lastName",
      `A name has at most ${longestName} characters.`,
    );
  }
  if (firstName === "") notes.push("There is only one name. It's used as the last name.");
  return { firstName, lastName };
}

/** Extracts the address from what mail programs copy: "Ana <ana@example.org>", "mailto:ana@example.org". */
function addressIn(text: string): string {
  const plain = tidy(text);
  return (/^[^<>]*<([^<>]+)>$/.exec(plain)?.[1] ?? plain).replace(/^mailto:/i, "").trim();
}

function minorIn(text: string): boolean {
  const answer = ticks.get(text) ?? answers.get(wordKey(text));
  if (answer === undefined) throw new Refused("minor", `${quoted(text)} in the guardian column is neither yes nor no.`);
  return answer;
}
