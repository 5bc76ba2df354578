/** How far a value of a person agrees with that of a registry entry. */
export type Agreement = "same" | "partly" | "different" | "unknown";

/** Normalizes a word of a name for comparison: without accents, capitals, and punctuation. */
const plainWord = (word: string) =>
  word
    .normalize("NFD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

const plainWords = (name: string) => name.split(/\s+/).map(plainWord).filter(Boolean);

/** Returns the words of a name in order, each with whether a name of the other side has it too. */
export function comparedWords(name: string, others: readonly string[]): { word: string; agrees: boolean }[] {
  const known = new Set(others.flatMap(plainWords));
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ word, agrees: known.has(plainWord(word)) }));
}

/** Compares the names of a person and an entry: the same name, a common word, or nothing. */
export function namesAgree(names: readonly string[], others: readonly string[]): Agreement {
  const known = new Set(others.map((name) => plainWords(name).join(" ")));
  if (names.some((name) => known.has(plainWords(name).join(" ")))) return "same";
  return names.some((name) => comparedWords(name, others).some(({ agrees }) => agrees)) ? "partly" : "different";
}

/** Compares two dates of birth, if both are known. */
export function birthsAgree(one: string | null, other: string | null): Agreement {
  if (one === null || other === null) return "unknown";
  return one === other ? "same" : "different";
}

/** Sorts matches for the reviewer: entries that an earlier review found to be another person come last. */
export const inReadingOrder = <Match extends { dismissed: boolean }>(matches: readonly Match[]): Match[] => [
  ...matches.filter(({ dismissed }) => !dismissed),
  ...matches.filter(({ dismissed }) => dismissed),
];
