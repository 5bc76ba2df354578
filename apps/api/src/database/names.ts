import { plainLetters, unreadable } from "@touchline/rules";
import { invalid } from "../errors.ts";

/**
 * Normalizes a name for comparison: lower case without accents. Looser than `nameKey` of the rules on purpose: here more is
 * found and sorted together, there two people must not become one.
 */
export function foldedName(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{Mark}+/gu, "")
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] as string);
}

/** Compares names for sorting: normalized and by code points, so that every server agrees; as written if those are equal. */
export function byName(a: string, b: string): number {
  const [one, other] = [foldedName(a), foldedName(b)];
  if (one !== other) return one < other ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

/**
 * Splits into normalized words: apostrophes are dropped (O'Brien is obrien), other punctuation separates words (Smith-Jones is
 * two).
 */
const wordsOf = (text: string) =>
  foldedName(text)
    .replaceAll(/['’ʼ`]/g, "")
    .split(/[\s\p{Punctuation}]+/u)
    .filter((word) => word !== "");

/**
 * Returns the sort name of a person: the words of the last name first. Compared by code points (C collation), so that every
 * server agrees. A name without any letter sorts as it is written.
 */
export const sortNameOf = (firstName: string, lastName: string) =>
  [lastName, firstName].map((name) => wordsOf(name).join(" ") || foldedName(name)).join(", ");

/** Returns the searchable text of a person: every word of the names, then the email address, each after a space. */
export const searchedText = (person: { firstName: string; lastName: string; email: string | null }) =>
  ["", ...wordsOf(`${person.firstName} ${person.lastName}`), (person.email ?? "").toLowerCase()].join(" ");

/** A parsed search: beginnings of words in the names or the address, and parts of the address. */
export type Searched = { words: string[]; addresses: string[] };

/** Parses a search into normalized words, at most five; parts of an address aren't split. */
export function searchedFor(search: string): Searched {
  const typed = search.split(/\s+/).filter((word) => word !== "");
  const addresses = typed.filter((word) => /[@.]/.test(word)).map((word) => word.toLowerCase());
  const words = typed.filter((word) => !/[@.]/.test(word)).flatMap(wordsOf);
  return { addresses: addresses.slice(0, 2), words: words.slice(0, 5 - Math.min(addresses.length, 2)) };
}

const escaped = (word: string) => word.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Returns LIKE patterns on `searchedText`, all of which must match. */
export const searchPatterns = ({ words, addresses }: Searched): string[] => [
  ...words.map((word) => `% ${escaped(word)}%`),
  ...addresses.map((part) => `%${escaped(part)}%`),
];

/** Returns patterns for words of the names only: they precede the address, which is last and has no space after it. */
export const namePatterns = ({ words }: Searched): string[] => words.map((word) => `% ${escaped(word)}% %`);

/**
 * Checks the names of people wherever they are entered.
 *
 * @throws 400 about `field` if it would be displayed differently than it is stored.
 */
export function mustBeLegible(field: string, text: string): void {
  if (unreadable.test(text)) throw invalid(field, "This contains characters that can't be displayed. Type it again.");
}
