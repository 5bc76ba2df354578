import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

type Typeface = {
  /** The name with which templates choose the typeface. */
  family: string;
  /** The cuts of it, as files of installed packages. */
  files: readonly string[];
  /** The letters for which it is loaded; without, it is always there. */
  letters?: RegExp;
};

const google = (folder: string, name: string, cut = "400Regular") =>
  `@expo-google-fonts/${folder}/${cut}/${name}_${cut}.ttf`;
const noto = (script: string, letters: RegExp): Typeface => ({
  family: `Noto Sans ${script}`,
  files: [google(`noto-sans-${script.toLowerCase()}`, `NotoSans${script}`)],
  letters,
});

/** Typefaces in the order in which a letter is looked for. */
export const typefaces: readonly Typeface[] = [
  {
    family: "Noto Sans",
    files: ["400Regular", "400Regular_Italic", "700Bold", "700Bold_Italic"].map((cut) =>
      google("noto-sans", "NotoSans", cut),
    ),
  },
  // Hebrew, Arabic, Armenian, Georgian, Lao and signs.
  { family: "DejaVu Sans", files: ["dejavu-fonts-ttf/ttf/DejaVuSans.ttf"] },
  {
    // Simplified, traditional and Japanese characters, and kana: every character of the basic plane, and names' rare ones beyond.
    family: "Chocolate Classical Sans",
    files: [google("chocolate-classical-sans", "ChocolateClassicalSans")],
    letters:
      /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\u2e80-\u303f\u3100-\u33ff\ufe30-\ufe4f\uff00-\uffef\u2460-\u24ff]/u,
  },
  { family: "Gowun Dodum", files: [google("gowun-dodum", "GowunDodum")], letters: /\p{scx=Hang}/u },
  noto("Devanagari", /\p{scx=Deva}/u),
  noto("Bengali", /\p{scx=Beng}/u),
  noto("Gurmukhi", /\p{scx=Guru}/u),
  noto("Gujarati", /\p{scx=Gujr}/u),
  noto("Oriya", /\p{scx=Orya}/u),
  noto("Tamil", /\p{scx=Taml}/u),
  noto("Telugu", /\p{scx=Telu}/u),
  noto("Kannada", /\p{scx=Knda}/u),
  noto("Malayalam", /\p{scx=Mlym}/u),
  noto("Sinhala", /\p{scx=Sinh}/u),
  noto("Thai", /\p{scx=Thai}/u),
  noto("Khmer", /\p{scx=Khmr}/u),
  noto("Myanmar", /\p{scx=Mymr}/u),
  { family: "Abyssinica SIL", files: [google("abyssinica-sil", "AbyssinicaSIL")], letters: /\p{scx=Ethi}/u },
  {
    family: "Noto Emoji",
    files: [google("noto-emoji", "NotoEmoji")],
    letters: /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u,
  },
];

/** Codes, addresses and hashes are set in this; letters that it lacks are looked for among the others. */
export const monospaced: Typeface = {
  family: "Noto Sans Mono",
  files: [google("noto-sans-mono", "NotoSansMono")],
};

/** The bytes of a typeface's files; none where its package is not installed. */
export function filesOf({ files, letters }: Typeface): Uint8Array[] {
  try {
    return files.map((file) => new Uint8Array(readFileSync(require.resolve(file))));
  } catch (error) {
    // The packages of scripts are optional; without the others there is no document.
    if (letters && (error as { code?: string }).code === "MODULE_NOT_FOUND") return [];
    throw error;
  }
}

/** Whether a typeface has a shape for a letter, by the letter's Unicode number. */
export type Coverage = (code: number) => boolean;

/** @param runs lengths of alternating runs from U+0000 on: letters without a shape, letters with one, and so on. */
export function coverageOf(runs: readonly number[]): Coverage {
  const ends: number[] = [];
  let end = 0;
  for (const length of runs) {
    end += length;
    ends.push(end);
  }
  return (code) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) > code) high = middle;
      else low = middle + 1;
    }
    return low < ends.length && low % 2 === 1;
  };
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Needs no shape: joiners, variation selectors, directions. */
const invisible = /^\p{Default_Ignorable_Code_Point}$/u;
const ascii = /^[\x20-\x7e\n]*$/;
/** Full-width signs that the typeface of their script lacks, and the narrower sign that it has. */
const narrower: Readonly<Record<string, string>> = { "・": "･", "／": "/", "｀": "`" };
const unicodeNumber = (letter: string) =>
  `[U+${(letter.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}]`;

export type Printable = {
  /** The text with letters that no typeface has replaced by their Unicode numbers. */
  text(value: string): string;
  /** The families that the texts so far need, in the order in which they are tried. */
  families(): string[];
  /** The letters that no typeface has. */
  missing(): string[];
};

/** Makes texts printable. @param coverage of a typeface; it has no shapes where its package is not installed. */
export function openPrintable(coverage: (typeface: Typeface) => Coverage): Printable {
  const needed = new Set(typefaces.filter(({ letters }) => letters === undefined));
  const missing = new Set<string>();

  const typefaceOf = (grapheme: string): Typeface | undefined => {
    const visible = [...grapheme].filter((letter) => !invisible.test(letter) && !/\s/u.test(letter));
    const base = visible.join("") || grapheme;
    return typefaces.find((typeface) => {
      if (typeface.letters && !typeface.letters.test(base)) return false;
      const has = coverage(typeface);
      return visible.every((letter) => has(letter.codePointAt(0) as number));
    });
  };
  const use = (grapheme: string): string | undefined => {
    const narrow = [...grapheme].map((letter) => narrower[letter] ?? letter).join("");
    for (const candidate of new Set([grapheme, narrow])) {
      const found = typefaceOf(candidate);
      if (found) {
        needed.add(found);
        return candidate;
      }
    }
    return undefined;
  };
  const letterOrNumber = (letter: string): string => {
    const found = use(letter);
    if (found !== undefined) return found;
    missing.add(letter);
    return unicodeNumber(letter);
  };

  return {
    text(value) {
      if (ascii.test(value)) return value;
      // Typefaces lack most of the other spaces, and have composed letters rather than marks that fit.
      const spaced = value.normalize("NFC").replaceAll(/[^\S\n\u00a0]/gu, " ");
      return [...graphemes.segment(spaced)]
        .map(({ segment }) => use(segment) ?? [...segment].map(letterOrNumber).join(""))
        .join("");
    },
    families: () => typefaces.filter((typeface) => needed.has(typeface)).map(({ family }) => family),
    missing: () => [...missing],
  };
}
