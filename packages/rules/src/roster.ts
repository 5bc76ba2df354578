/**
 * What becomes of each row of a roster, decided before anything is written, and decided again when it is. Three steps:
 * a row is read by itself (`rosterReader`), beside the rows before it (`repetitions`), and against the people who are
 * there (`fateOf`).
 */
import type { LabelGiver, Role } from "@touchline/contract/enums";
import { type RosterField, type RosterMapping, type RowFate, rosterFields } from "@touchline/contract/imports";
import { nameKey, splitName, suggester, tidy, unreadable, wordKey } from "./names.ts";
import { levelFinder, type NamedLevel } from "./places.ts";

export type RosterContext = {
  mapping: RosterMapping;
  /** All levels of the organization, in tree order. */
  levels: readonly NamedLevel[];
  labels: readonly { labelId: string; name: string; role: Role; givenBy?: LabelGiver }[];
  /** Why the importer may not give a label with this role at a level, in a sentence; null when they may. */
  refusal: (levelPre: number, role: Role, givenBy?: LabelGiver) => string | null;
};

/** One row of the file; `fault`: why its cells could not be told apart. */
export type RosterRow = { number: number; cells: readonly string[]; fault: string | null };

export type Wrong = { field: RosterField | null; message: string; suggestions: { id: string; name: string }[] };

/** A row as it is understood. `email` is the person's own; of a minor it is nobody's yet. */
export type ReadRow = {
  number: number;
  firstName: string;
  lastName: string;
  /** As the file has it. */
  address: string;
  email: string | null;
  /** The file's words. */
  level: string;
  label: string;
  minor: boolean;
  levelId: string | null;
  labelId: string | null;
  notes: string[];
  wrong: Wrong | null;
};

/** A person of the organization whose name is a row's. */
export type KnownPerson = {
  profileId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  memberships: readonly { levelId: string; labelId: string }[];
};

/** The answers to "Requires guardian", as `wordKey` has them; ticks have no letters and are told apart before. */
const answers: ReadonlyMap<string, boolean> = new Map([
  ...["yes", "y", "true", "t", "1", "x", "si", "s", "ja", "j", "oui", "o", "sim"].map((yes) => [yes, true] as const),
  ...["", "no", "n", "false", "f", "0", "nein", "non", "nao"].map((not) => [not, false] as const),
]);
const ticks: ReadonlyMap<string, boolean> = new Map([
  ...["✓", "✔", "☑"].map((yes) => [yes, true] as const),
  ...["✗", "✘", "☐"].map((not) => [not, false] as const),
]);

/** As the contract's `z.email()` judges. */
const emailShape = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const longestName = 100;
const longestEmail = 254;
/** Unknown words for roles that are compared with the roles there are. */
const mostSuggested = 50;

class Refused extends Error {
  readonly wrong: Wrong;
  constructor(field: RosterField | null, message: string, suggestions: Wrong["suggestions"] = []) {
    super(message);
    this.wrong = { field, message, suggestions };
  }
}

/** What `work` refuses, or null. */
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

/** Reads rows by a mapping: who it is, where, as what; or what stands in the way, one sentence. */
export function rosterReader(context: RosterContext): (row: RosterRow) => ReadRow {
  const { mapping, labels, refusal } = context;
  const pres = new Map(context.levels.map((level) => [level.levelId, level.pre]));
  const names = new Map(context.levels.map((level) => [level.levelId, level.name]));
  const find = levelFinder(context.levels, (pre) => refusal(pre, "Individual") === null);
  const nearLabels = suggester(labels, mostSuggested);
  const labelById = new Map(labels.map((label) => [label.labelId, label]));
  const labelByKey = new Map(labels.map((label) => [wordKey(label.name), label]));

  function levelOf(word: string): string {
    const chosen = word === "" ? mapping.levelId : mapping.levels[wordKey(word)];
    if (chosen && pres.has(chosen)) return chosen;
    if (word === "")
      throw new Refused("level", "No level is given. Write the team, or choose a level for all such rows.");
    const found = find(word);
    if (!("refused" in found)) return found.levelId;
    throw found.refused === "ambiguous"
      ? new Refused(
          "level",
          `Several levels are called ${quoted(word)}. Write the level above before it, for example ${quoted(found.suggestions[0]?.name ?? "")}.`,
          found.suggestions,
        )
      : new Refused("level", `There is no level called ${quoted(word)}.${meant(found.suggestions)}`, found.suggestions);
  }

  function labelOf(word: string) {
    const chosen = word === "" ? mapping.labelId : mapping.labels[wordKey(word)];
    const label = labelById.get(chosen ?? "") ?? labelByKey.get(wordKey(word));
    if (label && (word !== "" || chosen)) return label;
    if (word === "") throw new Refused("label", "No role is given. Write the role, or choose one for all such rows.");
    const near = nearLabels(word);
    const suggestions = near.map(({ labelId, name }) => ({ id: labelId, name }));
    throw new Refused("label", `There is no role called ${quoted(word)}.${meant(near)}`, suggestions);
  }

  function read(row: RosterRow, into: ReadRow): void {
    if (row.fault !== null) throw new Refused(null, row.fault);
    const cell = (field: RosterField) => row.cells[mapping.columns[field] ?? -1] ?? "";
    for (const field of rosterFields) {
      const text = cell(field);
      if (unreadable.test(text) || !text.isWellFormed() || text.includes("\ufffd")) {
        throw new Refused(field, "This holds a hidden or broken character. Type it again.");
      }
    }
    into.level = tidy(cell("level"));
    into.label = tidy(cell("label"));
    into.address = addressIn(cell("email"));
    Object.assign(into, nameIn(cell, into.notes));
    into.minor = minorIn(tidy(cell("minor")));
    if (into.address !== "" && (!emailShape.test(into.address) || into.address.length > longestEmail)) {
      throw new Refused("email", `${quoted(into.address)} is not an e-mail address.`);
    }
    // Both are said at once, so that both can be mended at once.
    const both = [() => (into.levelId = levelOf(into.level)), () => (into.labelId = labelOf(into.label).labelId)];
    const wrongs = both.flatMap((one) => refusedBy(one) ?? []);
    const [first] = wrongs;
    if (first) throw new Refused(first.field, wrongs.map((one) => one.message).join(" "), first.suggestions);
    const label = labelById.get(into.labelId ?? "");
    if (!label || into.levelId === null) return;
    const refused = refusal(pres.get(into.levelId) ?? -1, label.role, label.givenBy);
    if (refused !== null) {
      const outside = refusal(pres.get(into.levelId) ?? -1, "Individual") !== null;
      throw new Refused(
        outside ? "level" : "label",
        `${quoted(outside ? (names.get(into.levelId) ?? "") : label.name)}: ${refused}`,
      );
    }
    if (into.minor) {
      into.notes.push("A child without a login: a guardian is to be added; the address is not stored as the child's.");
    } else if (into.address === "") into.notes.push("Without an e-mail address nobody can be invited.");
    else into.email = into.address;
  }

  return (row) => {
    const into: ReadRow = {
      number: row.number,
      firstName: "",
      lastName: "",
      address: "",
      email: null,
      level: "",
      label: "",
      minor: false,
      levelId: null,
      labelId: null,
      notes: [],
      wrong: null,
    };
    into.wrong = refusedBy(() => read(row, into));
    return into;
  };
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
  if (firstName === "") notes.push("A single name: it is kept as the last name.");
  return { firstName, lastName };
}

/** An address alone, out of what mail programs copy: "Ana <ana@example.org>", "mailto:ana@example.org". */
function addressIn(text: string): string {
  const plain = tidy(text);
  return (/^[^<>]*<([^<>]+)>$/.exec(plain)?.[1] ?? plain).replace(/^mailto:/i, "").trim();
}

function minorIn(text: string): boolean {
  const answer = ticks.get(text) ?? answers.get(wordKey(text));
  if (answer === undefined)
    throw new Refused("minor", `Whether a guardian is required: ${quoted(text)} is neither yes nor no.`);
  return answer;
}

type Named = { firstName: string; lastName: string };
const keyOf = ({ firstName, lastName }: Named) => `${nameKey(lastName)}\n${nameKey(firstName)}`;
const mailKey = (email: string) => email.toLowerCase();
const sameMail = (a: string | null, b: string | null) => a === null || b === null || mailKey(a) === mailKey(b);

/** What rows say again that an earlier row said. Keyed by row number. */
export type Repetitions = {
  /** The same person at the same place in the same role. */
  duplicateOf: Map<number, number>;
  /** The same person (name and address) elsewhere. */
  samePersonAs: Map<number, number>;
};

/**
 * Compares each row with the ones before it, as they come. An address that differs makes two people, one that is missing does not.
 *
 * @returns what was found so far, and `add` for the next row.
 */
export function openRepetitions(): Repetitions & { add(row: ReadRow): void } {
  const duplicateOf = new Map<number, number>();
  const samePersonAs = new Map<number, number>();
  const places = new Map<string, ReadRow[]>();
  const people = new Map<string, number>();
  const add = (row: ReadRow) => {
    if (row.wrong !== null) return;
    const place = `${keyOf(row)}\n${row.levelId}\n${row.labelId}`;
    const there = places.get(place) ?? [];
    const twin = there.find((other) => sameMail(other.email, row.email));
    if (twin) {
      duplicateOf.set(row.number, twin.number);
      return;
    }
    places.set(place, [...there, row]);
    if (row.email === null) return;
    const person = `${keyOf(row)}\n${mailKey(row.email)}`;
    const first = people.get(person);
    if (first === undefined) people.set(person, row.number);
    else samePersonAs.set(row.number, first);
  };
  return { duplicateOf, samePersonAs, add };
}

/**
 * Against the people who are there. The same name and address is the same person; family members may share an address.
 * Without an address on either side the same name at the same place in the same role is the same person.
 *
 * @param known people of this name, as `nameKey` compares; others are passed over.
 */
export function fateOf(
  row: ReadRow,
  known: readonly KnownPerson[],
): { fate: Extract<RowFate, "create" | "join" | "present">; profileId: string | null } {
  const key = keyOf(row);
  const there = (person: KnownPerson) =>
    person.memberships.some((one) => one.levelId === row.levelId && one.labelId === row.labelId);
  const namesakes = known.filter((person) => keyOf(person) === key);
  const present = namesakes.find((person) => there(person) && sameMail(person.email, row.email));
  if (present) return { fate: "present", profileId: present.profileId };
  const same = namesakes.find(
    (person) => row.email !== null && person.email !== null && sameMail(person.email, row.email),
  );
  return same ? { fate: "join", profileId: same.profileId } : { fate: "create", profileId: null };
}
