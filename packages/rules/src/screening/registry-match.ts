/**
 * Compares people with the entries of a sex offender registry. Candidates are found by date of birth (`nearBirths`), those without one
 * by name (`registryNameKeys`), and each is then compared (`matchRegistry`). A match is never a decision: a person reviews it.
 */
import type { RegistryMatchReason, RegistrySearchProblem } from "@touchline/contract/screening/registry";
import { doubleMetaphone } from "double-metaphone";
import { distance, type PlainName, plainName } from "../names.ts";
import { areNicknames, fullNamesOf } from "../people/nicknames.ts";

export type NamedPerson = { firstName: string; lastName: string };

/**
 * A person or an entry. `names` has the current name first, then earlier names and aliases. `dateOfBirth` is an ISO
 * date.
 */
export type RegistryIdentity = { names: readonly NamedPerson[]; dateOfBirth: string | null };

/** An identity that is prepared for many comparisons. */
export type ComparedIdentity = {
  names: readonly { first: PlainName; last: PlainName }[];
  dateOfBirth: string | null;
};

export const comparedIdentity = ({ names, dateOfBirth }: RegistryIdentity): ComparedIdentity => ({
  names: names.map(({ firstName, lastName }) => ({ first: plainName(firstName), last: plainName(lastName) })),
  dateOfBirth,
});

/** `score` is from 0 to 100. A match from `registryMatchFrom` on is shown to a reviewer. */
export type RegistryMatch = { score: number; reasons: RegistryMatchReason[] };

/**
 * The score from which a reviewer decides, chosen by the measurement in docs/screening.md: lower scores include a completely
 * different date of birth or name.
 */
export const registryMatchFrom = 65;

/**
 * Longer words are cut, because the rest distinguishes no one and the time of a comparison grows with the square of the
 * length.
 */
const mostLetters = 40;

type Agreement = { points: number; reason: RegistryMatchReason };

const namePoints = {
  sameName: 30,
  nickname: 26,
  spelledAlike: 24,
  soundsAlike: 22,
  partOfName: 22,
  initial: 12,
} as const;
const birthPoints = { sameBirth: 40, swappedDayAndMonth: 30, nearBirth: 25, noBirth: 10 } as const;
const swapCosts = 6;

const agreement = (reason: keyof typeof namePoints): Agreement => ({ points: namePoints[reason], reason });

/**
 * Rates how well two people match in name and date of birth. Null if the names, or two known dates of birth, are
 * unrelated, or if the
 * score is below `registryMatchFrom`.
 */
export function matchRegistry(person: ComparedIdentity, entry: ComparedIdentity): RegistryMatch | null {
  const birth = compareBirths(person.dateOfBirth, entry.dateOfBirth);
  if (birth === null) return null;
  let best: RegistryMatch | null = null;
  for (const [mine, one] of person.names.entries()) {
    for (const [theirs, other] of entry.names.entries()) {
      const names = compareNames(one, other);
      if (names === null) continue;
      const score = names.points + birth.points;
      if (score < registryMatchFrom || (best !== null && best.score >= score)) continue;
      const alias = mine > 0 || theirs > 0 ? (["alias"] as const) : [];
      best = { score, reasons: [...new Set([...names.reasons, ...alias, birth.reason])] };
    }
  }
  return best;
}

type NameAgreement = { points: number; reasons: RegistryMatchReason[] };

type ComparedName = ComparedIdentity["names"][number];

function compareNames(one: ComparedName, other: ComparedName): NameAgreement | null {
  const straight = both(compareFirstNames(one.first, other.first), compareLastNames(one.last, other.last));
  const swapped = both(compareFirstNames(one.first, other.last), compareLastNames(one.last, other.first));
  if (swapped === null || (straight !== null && straight.points >= swapped.points - swapCosts)) return straight;
  return { points: swapped.points - swapCosts, reasons: ["swappedNames", ...swapped.reasons] };
}

function both(first: Agreement | null, last: Agreement | null): NameAgreement | null {
  if (first === null || last === null) return null;
  const reasons = new Set([first.reason, last.reason]);
  // A name that matches in only one part isn't the same name.
  if (reasons.size > 1) reasons.delete("sameName");
  return { points: first.points + last.points, reasons: [...reasons] };
}

function compareFirstNames(one: PlainName, other: PlainName): Agreement | null {
  if (one.joined === other.joined) return one.joined === "" ? null : agreement("sameName");
  const [a, b] = [one.words[0] ?? "", other.words[0] ?? ""];
  if (a === "" || b === "") return null;
  if (areNicknames(one.joined, other.joined) || areNicknames(a, b)) return agreement("nickname");
  // Middle names may be missing on either side, and some people use theirs.
  if (one.words.some((word) => word.length > 1 && other.words.includes(word))) return agreement("partOfName");
  if (isInitial(a, b) || isInitial(b, a)) return agreement("initial");
  return compareSpellings(one.joined, other.joined) ?? compareSpellings(a, b);
}

function compareLastNames(one: PlainName, other: PlainName): Agreement | null {
  if (one.joined === other.joined) return one.joined === "" ? null : agreement("sameName");
  if (one.words.some((word) => word.length > 2 && other.words.includes(word))) return agreement("partOfName");
  return compareSpellings(one.joined, other.joined);
}

const isInitial = (short: string, long: string) => short.length === 1 && long.startsWith(short);

function compareSpellings(one: string, other: string): Agreement | null {
  const [a, b] = [one.slice(0, mostLetters), other.slice(0, mostLetters)];
  const shorter = Math.min(a.length, b.length);
  if (shorter < 3) return null;
  if (Math.abs(a.length - b.length) <= 2) {
    const edits = distance(a, b);
    if (edits <= (shorter >= 8 ? 2 : 1)) return agreement("spelledAlike");
    if (edits <= 3 && soundsOf(a).some((sound) => soundsOf(b).includes(sound))) return agreement("soundsAlike");
  }
  return null;
}

/** Returns the Double Metaphone codes of a word; none for other scripts. */
const soundsOf = (word: string) => [...new Set(doubleMetaphone(word))].filter(Boolean);

type BirthAgreement = { points: number; reason: keyof typeof birthPoints };

function compareBirths(one: string | null, other: string | null): BirthAgreement | null {
  const reason = birthReason(one, other);
  return reason && { points: birthPoints[reason], reason };
}

function birthReason(one: string | null, other: string | null): keyof typeof birthPoints | null {
  if (one === null || other === null) return "noBirth";
  if (one === other) return "sameBirth";
  const [year, month, day] = one.split("-");
  if (other === `${year}-${day}-${month}`) return "swappedDayAndMonth";
  return [...one].filter((digit, place) => digit !== other[place]).length === 1 ? "nearBirth" : null;
}

/**
 * Lists the dates of birth of entries that `matchRegistry` can match with a person's: the date itself, with day and
 * month swapped, and
 * with any one digit changed. There are about 50.
 */
export function nearBirths(date: string): string[] {
  const [year, month, day] = date.split("-");
  const dates = new Set([date, `${year}-${day}-${month}`]);
  for (const [place, digit] of [...date].entries()) {
    if (digit === "-") continue;
    for (const other of "0123456789") dates.add(date.slice(0, place) + other + date.slice(place + 1));
  }
  return [...dates].filter(isDate);
}

/** Tests whether a day exists. There is no year 0, and the database refuses it. */
const isDate = (date: string) =>
  !date.startsWith("0000") && new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) === date;

/**
 * Returns the name keys that two people share if their names match well enough without a date of birth: in full, or as
 * a nickname.
 * Only needed for entries without one; all others are found by `nearBirths`.
 */
export function registryNameKeys(names: readonly NamedPerson[]): string[] {
  const keys = names.flatMap((name) => {
    const [first, last] = [plainName(name.firstName), plainName(name.lastName)];
    const fullNames = new Set([first.joined, ...[first.joined, first.words[0] ?? ""].flatMap(fullNamesOf)]);
    return [...fullNames].map((one) => `${one} ${last.joined}`);
  });
  return [...new Set(keys)];
}

/** The message for reviewers when the search's vendor couldn't be reached. The search is retried automatically. */
export const searchProblemTexts: Record<RegistrySearchProblem, string> = {
  unreachable: "The search isn't answering. Touchline tries again by itself.",
  busy: "The search is busy. Touchline tries again by itself.",
  unauthorized: "The search doesn't accept Touchline's key. The operator is told, and Touchline tries again by itself.",
  malformed: "The search sent an answer that can't be read. The operator is told, and Touchline tries again by itself.",
  refused: "The search refused the request. The operator is told, and Touchline tries again by itself.",
};
