/**
 * Finds people who may be the same person under different spellings. There are two steps: people are found by keys that their
 * spellings share (`likenessKeys`), and each pair is then compared (`likeness`). This alone never merges anyone.
 */
import type { LikenessReason } from "@touchline/contract/reporting/duplicates";
import { distance, type PlainName, plainName } from "../names.ts";
import { areNicknames, fullNamesOf } from "./nicknames.ts";

export type Described = {
  firstName: string;
  lastName: string;
  email: string | null;
  dateOfBirth: string | null;
};

export type Likeness = { score: number; reasons: LikenessReason[] };

/** The score from which two people are shown as possible duplicates. */
export const likely = 50;

/** Shorter words, such as initials and particles, do not distinguish people. */
const telling = (word: string) => [...word].length >= 3;
const mostWords = 3;

type Alike = "same" | "nickname" | "part" | "oneLetter" | null;

function alikeFirst(one: PlainName, other: PlainName): Alike {
  if (one.joined === other.joined) return "same";
  const [a, b] = [one.words[0] ?? "", other.words[0] ?? ""];
  if (areNicknames(one.joined, other.joined)) return "nickname";
  if (a !== "" && a === b) return "part";
  if (a !== "" && b !== "" && areNicknames(a, b)) return "nickname";
  return differByOne(one.joined, other.joined) ? "oneLetter" : null;
}

function alikeLast(one: PlainName, other: PlainName): Alike {
  if (one.joined === other.joined) return one.joined === "" ? null : "same";
  const words = new Set(other.words.slice(0, mostWords).filter(telling));
  if (one.words.slice(0, mostWords).some((word) => words.has(word))) return "part";
  return differByOne(one.joined, other.joined) ? "oneLetter" : null;
}

const differByOne = (one: string, other: string) =>
  Math.min(one.length, other.length) >= 4 &&
  Math.abs(one.length - other.length) <= 1 &&
  one.length <= 100 &&
  distance(one, other) === 1;

const first = { same: 25, nickname: 15, part: 12, oneLetter: 8 } as const;
const last = { same: 35, nickname: 0, part: 15, oneLetter: 12 } as const;
const points = {
  sameEmail: 40,
  otherEmail: -15,
  sameBirth: 35,
  nearBirth: 20,
  otherBirth: -60,
} as const;

type Names = { score: number; reasons: LikenessReason[] };

function alikeNames(one: readonly [PlainName, PlainName], other: readonly [PlainName, PlainName]): Names | null {
  const [firstNames, family] = [alikeFirst(one[0], other[0]), alikeLast(one[1], other[1])];
  if (firstNames === null || family === null) return null;
  if (firstNames === "oneLetter" && family !== "same") return null;
  if (family === "oneLetter" && firstNames !== "same") return null;
  const reasons = new Set<LikenessReason>();
  if (firstNames === "same" && family === "same") reasons.add("sameName");
  if (firstNames === "nickname") reasons.add("nickname");
  if (firstNames === "part" || family === "part") reasons.add("partOfName");
  if (firstNames === "oneLetter" || family === "oneLetter") reasons.add("oneLetter");
  return { score: first[firstNames] + last[family], reasons: [...reasons] };
}

/**
 * Rates how similar two people are, with the reasons. Null if their names are unrelated. An equal address alone isn't enough,
 * because families share addresses.
 */
export function likeness(one: Described, other: Described): Likeness | null {
  const a = [plainName(one.firstName), plainName(one.lastName)] as const;
  const b = [plainName(other.firstName), plainName(other.lastName)] as const;
  const straight = alikeNames(a, b);
  // Either of them may have first and last name swapped.
  const turned = [alikeNames([a[1], a[0]], b), alikeNames(a, [b[1], b[0]])].flatMap((crossed): Names[] =>
    crossed
      ? [
          {
            score: crossed.score,
            reasons: ["swappedNames", ...crossed.reasons.filter((reason) => reason !== "sameName")],
          },
        ]
      : [],
  );
  const names = [straight, ...turned].reduce<Names | null>(
    (best, next) => (next && (!best || next.score > best.score) ? next : best),
    null,
  );
  if (!names) return null;
  const facts = [alikeEmail(one.email, other.email), alikeBirth(one.dateOfBirth, other.dateOfBirth)].filter(
    (fact) => fact !== null,
  );
  const score = names.score + facts.reduce((sum, fact) => sum + points[fact], 0);
  return {
    score: Math.max(0, score),
    reasons: [...names.reasons, ...facts.filter((fact) => fact !== "otherBirth" && fact !== "otherEmail")],
  };
}

/** Returns whether two people are shown as possible duplicates. */
export function looksLike(one: Described, other: Described): Likeness | null {
  const found = likeness(one, other);
  return found && found.score >= likely ? found : null;
}

function alikeEmail(one: string | null, other: string | null): "sameEmail" | "otherEmail" | null {
  if (one === null || other === null) return null;
  return one.trim().toLowerCase() === other.trim().toLowerCase() ? "sameEmail" : "otherEmail";
}

function alikeBirth(one: string | null, other: string | null): "sameBirth" | "nearBirth" | "otherBirth" | null {
  if (one === null || other === null) return null;
  if (one === other) return "sameBirth";
  const [year, month, day] = one.split("-");
  if (other === `${year}-${day}-${month}`) return "nearBirth";
  const differing = [...one].filter((digit, place) => digit !== other[place]).length;
  return one.length === other.length && differing === 1 ? "nearBirth" : "otherBirth";
}

/** Returns a word with the full names that it may be short for. */
const spellings = (word: string) => [word, ...fullNamesOf(word)];

/** Returns the key that people with the same address share. */
export const addressKey = (email: string) => `@${email.trim().toLowerCase()}`;

/**
 * Returns the keys by which people are found. People who `looksLike` each other share at least one, unless one letter of a name
 * differs and the addresses do too. The order of first and last name doesn't matter. There are at most a few dozen.
 */
export function likenessKeys({ firstName, lastName, email }: Omit<Described, "dateOfBirth">): string[] {
  const sides = [plainName(firstName), plainName(lastName)].map(({ words, joined }) => {
    const parts =
      words.length > 1 ? words.slice(0, mostWords).filter((word, place) => place === 0 || telling(word)) : [];
    return [...new Set([joined, ...parts].flatMap(spellings))];
  });
  const [firstNames = [], family = []] = sides;
  const keys = new Set<string>();
  for (const one of firstNames) for (const other of family) keys.add([one, other].sort().join("\n"));
  return [...(email === null ? [] : [addressKey(email)]), ...keys].slice(0, 48);
}
