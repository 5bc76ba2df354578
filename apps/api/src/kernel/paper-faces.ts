import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Font as Shaper } from "harfbuzzjs";

const require = createRequire(import.meta.url);

/** Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic, Lao and more, in every cut. */
const cuts = {
  plain: "DejaVuSans.ttf",
  bold: "DejaVuSans-Bold.ttf",
  italic: "DejaVuSans-Oblique.ttf",
  boldItalic: "DejaVuSans-BoldOblique.ttf",
  mono: "DejaVuSansMono.ttf",
} as const;
export type Typeface = keyof typeof cuts;

/** What DejaVu lacks, in one cut each. A typeface is opened when a letter of its script is first to be drawn. */
const scripts = {
  // Simplified, traditional and Japanese characters, and kana: every character of the basic plane, and names' rare ones beyond.
  "chocolate-classical-sans/ChocolateClassicalSans":
    /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\u2e80-\u303f\u3100-\u33ff\ufe30-\ufe4f\uff00-\uffef\u2460-\u24ff]/u,
  "gowun-dodum/GowunDodum": /\p{scx=Hang}/u,
  "noto-sans-devanagari/NotoSansDevanagari": /\p{scx=Deva}/u,
  "noto-sans-bengali/NotoSansBengali": /\p{scx=Beng}/u,
  "noto-sans-gurmukhi/NotoSansGurmukhi": /\p{scx=Guru}/u,
  "noto-sans-gujarati/NotoSansGujarati": /\p{scx=Gujr}/u,
  "noto-sans-oriya/NotoSansOriya": /\p{scx=Orya}/u,
  "noto-sans-tamil/NotoSansTamil": /\p{scx=Taml}/u,
  "noto-sans-telugu/NotoSansTelugu": /\p{scx=Telu}/u,
  "noto-sans-kannada/NotoSansKannada": /\p{scx=Knda}/u,
  "noto-sans-malayalam/NotoSansMalayalam": /\p{scx=Mlym}/u,
  "noto-sans-sinhala/NotoSansSinhala": /\p{scx=Sinh}/u,
  "noto-sans-thai/NotoSansThai": /\p{scx=Thai}/u,
  "noto-sans-khmer/NotoSansKhmer": /\p{scx=Khmr}/u,
  "noto-sans-myanmar/NotoSansMyanmar": /\p{scx=Mymr}/u,
  "abyssinica-sil/AbyssinicaSIL": /\p{scx=Ethi}/u,
  "noto-emoji/NotoEmoji": /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u,
} as const;
type ScriptFace = keyof typeof scripts;
export type Face = Typeface | ScriptFace;

type Glyph = { id: number; advanceWidth: number; codePoints: number[] };
type Run = {
  glyphs: Glyph[];
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
  readonly advanceWidth: number;
};
type Subset = { glyphs: number[]; mapping: Record<number, number>; includeGlyph(glyph: number): number };
/** What is used of a font of the library that the PDF library builds on. */
type Font = {
  unitsPerEm: number;
  ascent: number;
  descent: number;
  hasGlyphForCodePoint(code: number): boolean;
  glyphForCodePoint(code: number): { id: number };
  layout(text: string, features?: string[]): Run;
  createSubset(): Subset;
};
type Opened = { font: Font; shaper(): Shaper };

/** Shaping, compiled once: the same library that browsers set text with. */
let shaping: typeof import("harfbuzzjs") | undefined;
/** To be awaited before the first document is drawn. */
export async function shapingReady(): Promise<void> {
  shaping ??= await import("harfbuzzjs");
}

/** Kept for the process: a typeface takes longer to open than a page to draw. */
const kept = new Map<Face, Opened>();

function opened(face: Face): Opened {
  const before = kept.get(face);
  if (before) return before;
  const [folder, name] = face.split("/");
  const bytes = readFileSync(
    require.resolve(
      name === undefined
        ? `dejavu-fonts-ttf/ttf/${cuts[face as Typeface]}`
        : `@expo-google-fonts/${folder}/400Regular/${name}_400Regular.ttf`,
    ),
  );
  const font: Font = require("fontkit").create(bytes);
  let shaper: Shaper | undefined;
  const now = {
    font,
    shaper() {
      if (!shaping) throw new Error("Shaping is not ready.");
      shaper ??= new shaping.Font(new shaping.Face(new shaping.Blob(Uint8Array.from(bytes).buffer)));
      return shaper;
    },
  };
  kept.set(face, now);
  return now;
}

/** Full-width signs that the typeface of their script lacks, and the narrower sign that it has. */
const narrower: Readonly<Record<string, string>> = { "・": "･", "／": "/", "｀": "`" };
const has = (font: Font, letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) as number);

/** Shapes nothing, and needs no shape: joiners, variation selectors, directions. */
const unseen = /^\p{Default_Ignorable_Code_Point}$/u;
const common = /^[\x20-\x7e]*$/;

/** Whether a typeface has a shape for every letter, or it is a space and needs none. */
export function hasAll(face: Face, text: string): boolean {
  if (common.test(text) && face in cuts) return true;
  const { font } = opened(face);
  for (const letter of text) {
    if (!/\s/u.test(letter) && !has(font, letter) && !has(font, narrower[letter] ?? letter)) return false;
  }
  return true;
}

/**
 * The typeface that sets a letter with all its marks, if any has them.
 * @param before what set the letter before: signs that several scripts share stay with their script.
 */
export function faceOf(letter: string, wanted: Typeface, before?: Face): Face | undefined {
  // A bold comma among letters that come in one cut looks like a mistake.
  if (before && before in scripts && wanted !== "plain" && /^\p{P}$/u.test(letter) && hasAll(before, letter))
    return before;
  const seen = [...letter].filter((part) => !unseen.test(part)).join("") || letter;
  const suiting = (Object.keys(scripts) as ScriptFace[]).filter((face) => scripts[face].test(seen));
  const first = suiting.includes(before as ScriptFace) ? [before as ScriptFace] : [];
  return [wanted, "plain" as const, ...first, ...suiting].find((face) => hasAll(face, seen));
}

/** How far a typeface reaches above and below its line, in thousandths of its size. */
export function reachOf(face: Face): { above: number; below: number } {
  // Full-width letters fill their square and no more, whatever room their typeface asks for.
  if (/^(chocolate|gowun)/.test(face)) return { above: 880, below: 236 };
  const { font } = opened(face);
  return { above: (font.ascent * 1000) / font.unitsPerEm, below: (-font.descent * 1000) / font.unitsPerEm };
}

/** Named as a feature, it has a text shaped as browsers do, in that direction; without, the PDF library shapes it. */
export const leftToRight = "ltrm";
export const rightToLeft = "rtlm";

/** A typeface as one document uses it: what the PDF library embeds of it, and how it is asked to lay text out. */
export function faceForDocument(face: Face): Font {
  const { font, shaper } = opened(face);
  /** What else than its own letter a shape stands for in this document, by shape. */
  const meanings = new Map<number, string[]>();
  /** A number for a shape that stands for these letters: who copies or searches the text finds what was written. */
  const numbered = (glyph: number, letters: readonly number[]): number => {
    const [only] = letters;
    if (only !== undefined && letters.length === 1 && font.glyphForCodePoint(only).id === glyph) return glyph;
    const known = meanings.get(glyph) ?? [];
    meanings.set(glyph, known);
    const meaning = letters.join();
    if (!known.includes(meaning)) known.push(meaning);
    return glyph + 0x10000 * (known.indexOf(meaning) + 1);
  };
  const drawn = (text: string) =>
    text.replaceAll(/[・／｀]/g, (sign) => (has(font, sign) ? sign : (narrower[sign] ?? sign)));
  // The library remembers with a shape the letters it first stood for: what one document means by it is nothing to the next.
  const own: Font = Object.assign(Object.create(font), { _glyphs: {} });
  return Object.assign(own, {
    layout: (text: string, features?: string[]) =>
      features?.some((one) => one === leftToRight || one === rightToLeft)
        ? shaped(shaper(), text, drawn(text), features.includes(rightToLeft), numbered)
        : font.layout.call(own, text, features),
    createSubset() {
      const subset = font.createSubset.call(Object.assign(Object.create(font), { _glyphs: {} }));
      subset.includeGlyph = (numbered) => {
        const known = subset.mapping[numbered];
        if (known !== undefined) return known;
        subset.glyphs.push(numbered % 0x10000);
        subset.mapping[numbered] = subset.glyphs.length - 1;
        return subset.glyphs.length - 1;
      };
      return subset;
    },
  });
}

/** Stands for a shape that adds nothing to the letters of the shapes beside it; unseen wherever the text is read. */
const joiner = 0x2060;

let line: import("harfbuzzjs").Buffer | undefined;

function shaped(
  shaper: Shaper,
  text: string,
  drawn: string,
  backwards: boolean,
  numbered: (glyph: number, letters: readonly number[]) => number,
): Run {
  if (!shaping) throw new Error("Shaping is not ready.");
  const { Buffer: Line, Direction, ClusterLevel, shape } = shaping;
  // One for all, and emptied: its memory is not the garbage collector's.
  line ??= new Line();
  line.reset();
  line.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
  line.addText(drawn);
  line.setDirection(backwards ? Direction.RTL : Direction.LTR);
  line.guessSegmentProperties();
  shape(shaper, line);
  const shapes = line.getGlyphInfos();
  const starts = [...new Set(shapes.map(({ cluster }) => cluster)), text.length].sort((one, other) => one - other);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1]]));
  const glyphs: Glyph[] = [];
  for (let from = 0; from < shapes.length; ) {
    const cluster = shapes[from]?.cluster as number;
    let to = from + 1;
    while (shapes[to]?.cluster === cluster) to += 1;
    const letters = [...text.slice(cluster, ends.get(cluster))].map((letter) => letter.codePointAt(0) as number);
    // Shapes of one cluster stand in another order than its letters: each is given the letter whose turn it is to be read.
    const shares = shapes
      .slice(from, to)
      .map((_shape, index) => (index === to - from - 1 ? letters.slice(index) : letters.slice(index, index + 1)));
    if (backwards) shares.reverse();
    for (const [index, share] of shares.entries()) {
      const glyph = shapes[from + index]?.codepoint as number;
      const codePoints = share.length === 0 ? [joiner] : share;
      glyphs.push({ id: numbered(glyph, codePoints), advanceWidth: shaper.glyphHAdvance(glyph), codePoints });
    }
    from = to;
  }
  const positions = line
    .getGlyphPositions()
    .map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance, xOffset, yOffset }));
  return {
    glyphs,
    positions,
    // Asked for when the positions were scaled.
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}
