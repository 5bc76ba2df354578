/** Finds levels and roles as people write them in a spreadsheet: by name, or by a path of names. */
import { suggester, wordKey } from "../names.ts";

/** A level of the organization, in tree order. */
export type NamedLevel = { levelId: string; parentId: string | null; name: string; pre: number };

export type PlaceMatch =
  | { levelId: string; pre: number }
  /** There is no level of that name, or several. The suggestions are written so that they would be found. */
  | { refused: "unknown" | "ambiguous"; suggestions: { id: string; name: string }[] };

const between = /\s*[/>›»\\|]\s*/;
/** Splits a path, "Region / Club / Team", into its names. A single name is a path too. */
export const pathNames = (word: string): string[] => word.split(between).filter((name) => wordKey(name) !== "");
const mostSuggestions = 5;
/** The number of unknown words that are compared with every reachable name. A page doesn't show more. */
const mostSuggested = 50;

/**
 * Finds levels by their names. If several levels have a name, one of the levels above must come before it, as in "Region / Club
 * / Team", with as much of the path as needed. If only one of several is within reach, that one is meant.
 *
 * @param reached tests whether the importer may add people at a level. Only such levels are suggested.
 */
export function levelFinder(
  levels: readonly NamedLevel[],
  reached: (pre: number) => boolean,
): (word: string) => PlaceMatch {
  const byId = new Map(levels.map((level) => [level.levelId, level]));
  const keys = new Map(levels.map((level) => [level.levelId, wordKey(level.name)]));
  const keyOf = (level: NamedLevel) => keys.get(level.levelId) ?? "";
  const byKey = Map.groupBy(levels, keyOf);
  const nearby = suggester(
    levels.filter((level) => reached(level.pre)),
    mostSuggested,
  );
  const known = new Map<string, PlaceMatch>();

  const above = (level: NamedLevel): NamedLevel[] => {
    const line: NamedLevel[] = [];
    let next = byId.get(level.parentId ?? "");
    while (next && line.length < levels.length) {
      line.push(next);
      next = byId.get(next.parentId ?? "");
    }
    return line;
  };
  const pathOf = (level: NamedLevel) =>
    [level, ...above(level).filter((one) => one.parentId !== null)]
      .reverse()
      .map((one) => one.name)
      .join(" / ");
  const suggested = (some: readonly NamedLevel[]) =>
    some.slice(0, mostSuggestions).map((level) => ({
      id: level.levelId,
      name: (byKey.get(keyOf(level))?.length ?? 0) > 1 ? pathOf(level) : level.name,
    }));

  /** Tests whether the names occur above a level in this order, with or without other levels between them. */
  const liesUnder = (level: NamedLevel, names: readonly string[]) => {
    const wanted = [...names];
    for (const one of above(level)) if (keyOf(one) === wanted.at(-1)) wanted.pop();
    return wanted.length === 0;
  };

  /** Maps a name to its levels by the names above them, so that of thousands of "U12" a path has to check only a few. */
  const below = new Map<string, Map<string, NamedLevel[]>>();
  const belowOf = (key: string) => {
    const before = below.get(key);
    if (before) return before;
    const found = new Map<string, NamedLevel[]>();
    for (const level of byKey.get(key) ?? []) {
      for (const name of new Set(above(level).map(keyOf))) {
        const there = found.get(name);
        if (there) there.push(level);
        else found.set(name, [level]);
      }
    }
    below.set(key, found);
    return found;
  };
  const pathed = (parts: readonly string[]) => {
    const [last = "", over, ...rest] = parts.toReversed();
    if (over === undefined) return byKey.get(last) ?? [];
    const candidates = belowOf(last).get(over) ?? [];
    return rest.length === 0 ? candidates : candidates.filter((level) => liesUnder(level, parts.slice(0, -1)));
  };

  const find = (word: string): PlaceMatch => {
    const parts = word.split(between).map(wordKey).filter(Boolean);
    const whole = byKey.get(wordKey(word)) ?? [];
    const last = byKey.get(parts.at(-1) ?? "") ?? [];
    const named = whole.length > 0 ? whole : pathed(parts);
    const mine = named.length > 1 ? named.filter((level) => reached(level.pre)) : named;
    const [only] = mine;
    if (only && mine.length === 1) return only;
    if (mine.length > 1) return { refused: "ambiguous", suggestions: suggested(mine) };
    const alike: NamedLevel[] = [];
    for (const level of last) {
      if (alike.length === mostSuggestions) break;
      if (reached(level.pre)) alike.push(level);
    }
    return { refused: "unknown", suggestions: suggested(alike.length > 0 ? alike : nearby(parts.at(-1) ?? "")) };
  };
  return (word) => {
    const before = known.get(word);
    if (before) return before;
    const found = find(word);
    known.set(word, found);
    return found;
  };
}
