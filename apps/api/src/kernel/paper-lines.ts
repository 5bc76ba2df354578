import { createRequire } from "node:module";
import bidiFactory from "bidi-js";

const require = createRequire(import.meta.url);
type Break = { position: number; required?: boolean };
const LineBreaker: new (text: string) => { nextBreak(): Break | null } = require("linebreak");
const bidi = (bidiFactory as unknown as () => import("bidi-js").Bidi)();

export const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
const words = new Intl.Segmenter("en", { granularity: "word" });
/** Written without spaces between words: where a word ends is looked up in a dictionary. */
const spaceless = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const backwards = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether letters of a text run from right to left. */
const runsBackwards = (text: string): boolean => backwards.test(text);
/** Whether a text can be set as it comes: from left to right, one shape to a letter, broken at its spaces. */
export const isPlain = (text: string): boolean => !backwards.test(text) && !spaceless.test(text);

/** Tells of each letter (UTF-16 unit) how deep it lies in text of the other direction: odd ones run from right to left. */
export function levelsOf(text: string): ArrayLike<number> {
  return runsBackwards(text) ? bidi.getEmbeddingLevels(text, "auto").levels : new Uint8Array(text.length);
}

/** Whether a paragraph begins at the right: its first letter with a direction says so. */
export const beginsRight = (text: string): boolean =>
  runsBackwards(text) && (bidi.getEmbeddingLevels(text, "auto").paragraphs[0]?.level ?? 0) % 2 === 1;

/** Where a line may end. */
function breaksOf(text: string): Break[] {
  const breaker = new LineBreaker(text);
  const found: Break[] = [];
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) found.push(next);
  if (!spaceless.test(text)) return found;
  const known = new Set(found.map(({ position }) => position));
  for (const { index, segment } of words.segment(text)) {
    if (index > 0 && !known.has(index) && spaceless.test(segment) && spaceless.test(text[index - 1] ?? "")) {
      found.push({ position: index });
    }
  }
  return found.sort((one, other) => one.position - other.position);
}

export type Span = { start: number; end: number };

/** A text in lines of at most this width; what is wider than a line by itself is cut between two letters. */
export function linesOf(text: string, width: number, measure: (span: Span) => number): Span[] {
  const lines: Span[] = [];
  let start = 0;
  let filled = 0;
  const end = (at: number) => {
    lines.push({ start, end: at });
    start = at;
    filled = 0;
  };
  let from = 0;
  for (const { position, required } of breaksOf(text)) {
    const seen = measure({ start: from, end: from + text.slice(from, position).trimEnd().length });
    if (filled > 0 && filled + seen > width) end(from);
    if (seen <= width) filled += measure({ start: from, end: position });
    else {
      for (const { index, segment } of letters.segment(text.slice(from, position))) {
        const at = from + index;
        const wide = measure({ start: at, end: at + segment.length });
        if (filled > 0 && filled + wide > width) end(at);
        filled += wide;
      }
    }
    if (required) end(position);
    from = position;
  }
  if (start < text.length || lines.length === 0) end(text.length);
  return lines.map((line) => ({
    start: line.start,
    end: line.start + text.slice(line.start, line.end).trimEnd().length,
  }));
}

export type Piece = Span & { backwards: boolean };

/** A line cut where `same` says that two neighbours part or the direction turns: in the order in which the pieces stand, from the left. */
export function piecesOf(
  { start, end }: Span,
  levels: ArrayLike<number>,
  same: (one: number, other: number) => boolean,
): Piece[] {
  const pieces: (Span & { level: number })[] = [];
  for (let at = start; at < end; at += 1) {
    const level = levels[at] ?? 0;
    const last = pieces.at(-1);
    if (last && last.level === level && same(at - 1, at)) last.end = at + 1;
    else pieces.push({ start: at, end: at + 1, level });
  }
  // Rule L2 of Unicode's bidirectional algorithm.
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level -= 1) {
    for (let from = 0; from < pieces.length; from += 1) {
      let to = from;
      while ((pieces[to]?.level ?? -1) >= level) to += 1;
      if (to > from) pieces.splice(from, to - from, ...pieces.slice(from, to).reverse());
      from = Math.max(from, to - 1);
    }
  }
  return pieces.map((piece) => ({ start: piece.start, end: piece.end, backwards: piece.level % 2 === 1 }));
}
