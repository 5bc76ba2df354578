/** How far a value of a person and one of a registry entry agree. */
export type Agreement = "same" | "partly" | "different" | "unknown";

/** A word of a name as it is compared: without accents, capitals and punctuation. */
const plainWord = (word: string) =>
  word
    .normalize("NFD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

const plainWords = (name: string) => name.split(/\s+/).map(plainWord).filter(Boolean);

/** The words of a name in order, each with whether one of the other side's names has it too. */
export function comparedWords(name: string, others: readonly string[]): { word: string; agrees: boolean }[] {
  const known = new Set(others.flatMap(plainWords));
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ word, agrees: known.has(plainWord(word)) }));
}

/** Whether a person and an entry share a name, or a word of one. */
export function namesAgree(names: readonly string[], others: readonly string[]): Agreement {
  const known = new Set(others.map((name) => plainWords(name).join(" ")));
  if (names.some((name) => known.has(plainWords(name).join(" ")))) return "same";
  return names.some((name) => comparedWords(name, others).some(({ agrees }) => agrees)) ? "partly" : "different";
}

/** Whether two dates of birth are one, where both are known. */
export function birthsAgree(one: string | null, other: string | null): Agreement {
  if (one === null || other === null) return "unknown";
  return one === other ? "same" : "different";
}

/** Matches in the order in which a reviewer reads them: those that an earlier review found to be another person come last. */
export const inReadingOrder = <Match extends { dismissed: boolean }>(matches: readonly Match[]): Match[] => [
  ...matches.filter(({ dismissed }) => !dismissed),
  ...matches.filter(({ dismissed }) => dismissed),
];
