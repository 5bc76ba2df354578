import { plainLetters, unreadable } from "@touchline/rules";
import { invalid } from "../errors.ts";

/**
 * Without accents, in lower case: what names are compared by. Looser than `nameKey` of the rules on purpose: here more is
 * found and sorted together, there two people must not become one.
 */
export function foldedName(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{Mark}+/gu, "")
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] as string);
}

/** The order of names in lists: folded and by code points, so that every server agrees; as written where that is the same. */
export function byName(a: string, b: string): number {
  const [one, other] = [foldedName(a), foldedName(b)];
  if (one !== other) return one < other ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Folded words: apostrophes are left out (O'Brien is obrien), other punctuation parts words (Smith-Jones is two). */
const wordsOf = (text: string) =>
  foldedName(text)
    .replaceAll(/['’ʼ`]/g, "")
    .split(/[\s\p{Punctuation}]+/u)
    .filter((word) => word !== "");

/**
 * How a person's name sorts: the words of the last name first. Compared by code points (C collation), so that every
 * server agrees. A name without any letter sorts as it is written.
 */
export const sortNameOf = (firstName: string, lastName: string) =>
  [lastName, firstName].map((name) => wordsOf(name).join(" ") || foldedName(name)).join(", ");

/** What a person is found by: every word of the names, then the email address, each after a space. */
export const searchedText = (person: { firstName: string; lastName: string; email: string | null }) =>
  ["", ...wordsOf(`${person.firstName} ${person.lastName}`), (person.email ?? "").toLowerCase()].join(" ");

/** A search, taken apart: what must begin a word of the names or the address, and what may stand anywhere in the latter. */
export type Searched = { words: string[]; addresses: string[] };

/** The words of a search as they are compared, at most five; what looks like part of an address is not taken apart. */
export function searchedFor(search: string): Searched {
  const typed = search.split(/\s+/).filter((word) => word !== "");
  const addresses = typed.filter((word) => /[@.]/.test(word)).map((word) => word.toLowerCase());
  const words = typed.filter((word) => !/[@.]/.test(word)).flatMap(wordsOf);
  return { addresses: addresses.slice(0, 2), words: words.slice(0, 5 - Math.min(addresses.length, 2)) };
}

const escaped = (word: string) => word.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** As patterns of LIKE on `searchedText`, all of which must match. */
export const searchPatterns = ({ words, addresses }: Searched): string[] => [
  ...words.map((word) => `% ${escaped(word)}%`),
  ...addresses.map((part) => `%${escaped(part)}%`),
];

/** The words of the names alone: they stand before the address, which is last and has no space after it. */
export const namePatterns = ({ words }: Searched): string[] => words.map((word) => `% ${escaped(word)}% %`);

/** Wherever people write names of themselves and others. @throws 400 about `field` where it would be shown otherwise than it is stored. */
export function mustBeLegible(field: string, text: string): void {
  if (unreadable.test(text)) throw invalid(field, "This contains characters that can't be displayed. Type it again.");
}
