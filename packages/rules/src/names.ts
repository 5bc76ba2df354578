/** Normalizes, splits, and compares people's names and other words, in any script. */

/**
 * Returns the key that names of the same person share: case and the accents of Latin, Greek, and Cyrillic letters don't count.
 * Vowel signs of other scripts count, because different names would be equal without them. It is deliberately stricter than the
 * folding of the API's lists and searches, because people with the same key here become one.
 */
export function nameKey(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]+/g, "")
    .replaceAll(/['’ʼ`]/g, "'")
    .toLowerCase();
}

/**
 * Returns the key by which a file's words for levels, roles, and columns are compared: letters and digits, with single spaces.
 */
export function wordKey(word: string): string {
  return nameKey(word)
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, " ")
    .trim();
}

/** Letters without a decomposition into plain ones, as people type them on another keyboard. */
export const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** A name prepared for comparison: its words in plain lowercase letters, without accents, hyphens, and apostrophes. */
export type PlainName = { words: readonly string[]; joined: string };

/**
 * Prepares a first or last name for comparison. Letters without a plain form, such as ø and ß, are written as people type them.
 */
export function plainName(name: string): PlainName {
  const letters = nameKey(name).replaceAll(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] as string);
  const words = letters
    .replaceAll("'", "")
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, " ")
    .trim()
    .split(" ")
    .filter(Boolean);
  return { words, joined: words.join("") };
}

/** Trims a text, reduces white space to single spaces, and composes characters. */
export function tidy(text: string): string {
  return text.normalize("NFC").replaceAll(/\s+/gu, " ").trim();
}

/**
 * Control characters, and those that reverse the direction of text, because the displayed text would differ from the stored
 * one.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this matches control characters on purpose
export const unreadable = /[\u0000-\u0008\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

/** Words that belong to the last name after them. */
const particles = new Set(
  "af al ap av ben bin da dal de degli dei del della den der di do dos du el la las le los lo san santa st te ten ter van vom von y zu zum zur".split(
    " ",
  ),
);
const suffixes = new Set(["jr", "sr", "ii", "iii", "iv"]);
const isSuffix = (word: string) => suffixes.has(wordKey(word));
/** Scripts in which the family name comes first. */
const familyFirst = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\s]+$/u;

/**
 * Splits a full name: "Last, First" at its comma, the family name first for scripts with that order, otherwise before the last
 * word with its particles ("de la", "van der") and suffix. A single name becomes the last name.
 */
export function splitName(full: string): { firstName: string; lastName: string } {
  const name = tidy(full);
  const [before = "", ...after] = name.split(",").map((part) => part.trim());
  const rest = after.join(", ");
  if (before && rest && !isSuffix(rest)) return { firstName: rest, lastName: before };
  const words = name.split(" ");
  if (words.length === 2 && familyFirst.test(name)) return { firstName: words[1] ?? "", lastName: words[0] ?? "" };
  let from = words.length - 1;
  while (from > 0 && isSuffix(words[from] as string)) from -= 1;
  while (from > 0 && particles.has(wordKey(words[from - 1] as string))) from -= 1;
  return { firstName: words.slice(0, from).join(" "), lastName: words.slice(from).join(" ") };
}

/** Returns the edit distance of two words: letters that are changed, added, or left out, and swapped neighbors. */
export function distance(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  let older: number[] = [];
  let above = right.map((_, index) => index + 1);
  above.unshift(0);
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1];
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (swapped) least = Math.min(least, (older[j - 2] ?? 0) + 1);
      row.push(least);
    }
    older = above;
    above = row;
  }
  return above[right.length] ?? 0;
}

/** Returns names that a word may have meant, the nearest first and at most three. */
export function nearest<Named extends { name: string }>(word: string, among: readonly Named[]): Named[] {
  return suggester(among)(word);
}

/**
 * Finds the nearest names for many words. Each new word is compared with every name, so the number of unknown words that are
 * answered is limited.
 *
 * @param most the number of words that are answered. Further ones get no suggestions.
 */
export function suggester<Named extends { name: string }>(
  among: readonly Named[],
  most = Number.POSITIVE_INFINITY,
): (word: string) => Named[] {
  const answered = new Map<string, Named[]>();
  let keyed: { one: Named; name: string }[] | undefined;
  return (word) => {
    const key = wordKey(word);
    if (key === "") return [];
    const before = answered.get(key);
    if (before) return before;
    if (answered.size >= most) return [];
    keyed ??= among.map((one) => ({ one, name: wordKey(one.name) })).filter(({ name }) => name !== "");
    const near = nearestOf(key, keyed);
    answered.set(key, near);
    return near;
  };
}

function nearestOf<Named>(key: string, among: readonly { one: Named; name: string }[]): Named[] {
  const allowed = Math.max(1, Math.floor(key.length / 4));
  return among
    .flatMap(({ one, name }) => {
      if (` ${name} `.includes(` ${key} `) || ` ${key} `.includes(` ${name} `)) return [{ one, far: 0.5 }];
      if (Math.abs(name.length - key.length) > allowed) return [];
      const far = distance(name, key);
      return far <= allowed ? [{ one, far }] : [];
    })
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ one }) => one);
}
