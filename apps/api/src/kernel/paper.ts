import {
  type Face,
  faceForDocument,
  faceOf,
  hasAll,
  leftToRight,
  reachOf,
  rightToLeft,
  shapingReady,
  type Typeface,
} from "./paper-faces.ts";
import { beginsRight, isPlain, letters, levelsOf, linesOf, piecesOf, type Span } from "./paper-lines.ts";
import { openTurns } from "./turns.ts";

export type { Typeface } from "./paper-faces.ts";

/** Text in one typeface; letters that it lacks are set in one that has them. */
export type Run = { text: string; typeface?: Typeface };
export type Place = {
  x: number;
  width: number;
  /** Without: at the side on which the text begins. */
  align?: "left" | "center" | "right";
  lineGap?: number;
  /** No line ends before the text does. */
  oneLine?: boolean;
};

/** A document being drawn. */
export type Paper = {
  doc: PDFKit.PDFDocument;
  /** Sets a paragraph below what stands there, in the size and colour chosen. Letters of no typeface are set as their numbers. */
  write(paragraph: string | readonly Run[], place: Place): void;
  /** How high `write` would make it. */
  height(paragraph: string | readonly Run[], place: Place): number;
  /** The letters that no typeface has. */
  missing(text: string): string[];
};

/** Documents are drawn in one go each: a few at a time. */
const turns = openTurns({ places: 2, longestLine: 200 });

/** A PDF as `draw` draws it. @throws Unavailable when too many wait for one already. */
export function onPaper(
  options: PDFKit.PDFDocumentOptions,
  draw: (paper: Paper) => void | Promise<void>,
): Promise<Buffer> {
  return turns.inPlace(async () => {
    const [{ default: Pdf }] = await Promise.all([import("pdfkit"), shapingReady()]);
    const doc = new Pdf(options);
    const chunks: Buffer[] = [];
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise<void>((resolve) => doc.on("end", () => resolve()));
    await draw(paperOf(doc));
    doc.end();
    await ended;
    return Buffer.concat(chunks);
  });
}

/** With features named, whole lines are set at once. */
const wholeLines = { features: [] } as const satisfies PDFKit.Mixins.TextOptions;
const numberOf = (letter: string) =>
  `[U+${(letter.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}]`;

function paperOf(doc: PDFKit.PDFDocument): Paper {
  const registered = new Set<Face>();
  const use = (face: Face) => {
    if (!registered.has(face)) {
      // The library takes an opened font too; its types do not say so.
      doc.registerFont(face, faceForDocument(face) as unknown as string);
      registered.add(face);
    }
    return doc.font(face);
  };

  /** The cut that each part can be set in as it comes, if that goes for all of them. */
  const simply = (parts: readonly Run[]): { text: string; face: Typeface }[] | undefined => {
    const found: { text: string; face: Typeface }[] = [];
    for (const { text, typeface = "plain" } of parts) {
      const face = [typeface, "plain" as const].find((one) => isPlain(text) && hasAll(one, text));
      if (!face) return undefined;
      found.push({ text, face });
    }
    return found;
  };

  /** The text as it can be set, and what sets each letter (UTF-16 unit) of it. */
  const set = (parts: readonly Run[]) => {
    let text = "";
    const faces: Face[] = [];
    const add = (some: string, face: Face) => {
      text += some;
      for (let unit = 0; unit < some.length; unit += 1) faces.push(face);
    };
    for (const { text: given, typeface = "plain" } of parts) {
      for (const { segment } of letters.segment(given)) {
        const whole = faceOf(segment, typeface, faces.at(-1));
        if (whole) add(segment, whole);
        else {
          for (const letter of segment) {
            const face = faceOf(letter, typeface, faces.at(-1));
            add(face ? letter : numberOf(letter), face ?? typeface);
          }
        }
      }
    }
    return { text, faces, levels: levelsOf(text) };
  };

  /** Lines of pieces of one typeface and direction each, measured at the size chosen. */
  const lined = (parts: readonly Run[], { width, oneLine }: Place) => {
    const { text, faces, levels } = set(parts);
    const same = (one: number, other: number) => faces[one] === faces[other];
    // Words, and letters where there are no words, come again and again.
    const widths = new Map<string, number>();
    const pieces = (span: Span) =>
      piecesOf(span, levels, same).map(({ start, end, backwards }) => {
        const face = faces[start] as Face;
        const options = { features: [backwards ? rightToLeft : leftToRight] } as PDFKit.Mixins.TextOptions;
        const piece = text.slice(start, end);
        const key = `${face} ${backwards} ${piece}`;
        const width = widths.get(key) ?? use(face).widthOfString(piece, options);
        widths.set(key, width);
        return { face, options, text: piece, width };
      });
    const measure = (span: Span) => pieces(span).reduce((sum, piece) => sum + piece.width, 0);
    const spans = oneLine ? [{ start: 0, end: text.length }] : linesOf(text, width, measure);
    const size = (doc as unknown as { _fontSize: number })._fontSize / 1000;
    return spans.map((span) => {
      const set = pieces(span);
      const reach = [faces[span.start] ?? "plain", "plain" as const, ...set.map(({ face }) => face)].map(reachOf);
      const above = Math.max(...reach.map((one) => one.above)) * size;
      const below = Math.max(...reach.map((one) => one.below)) * size;
      return { set, width: set.reduce((sum, piece) => sum + piece.width, 0), above, high: above + below };
    });
  };

  const partsOf = (paragraph: string | readonly Run[]) =>
    (typeof paragraph === "string" ? [{ text: paragraph }] : paragraph)
      .filter((part) => part.text !== "")
      // Typefaces lack most of the other spaces.
      .map((part) => ({ ...part, text: part.text.replaceAll(/[^\S\n\u00a0]/gu, " ") }));

  return {
    doc,
    write(paragraph, place) {
      const parts = partsOf(paragraph);
      const { x, width, align, lineGap = 0, oneLine } = place;
      const simple = simply(parts);
      if (simple) {
        const options = {
          ...wholeLines,
          width,
          lineGap,
          ...(align && { align }),
          ...(oneLine && { lineBreak: false }),
        };
        simple.forEach(({ text, face }, index) => {
          use(face);
          const more = { ...options, continued: index < simple.length - 1 };
          if (index === 0) doc.text(text, x, doc.y, more);
          else doc.text(text, more);
        });
        return;
      }
      const side = align ?? (beginsRight(parts.map((part) => part.text).join("")) ? "right" : "left");
      for (const line of lined(parts, place)) {
        if (doc.y + line.high > doc.page.maxY()) doc.continueOnNewPage();
        const top = doc.y;
        const left = side === "left" ? 0 : (width - line.width) / (side === "right" ? 1 : 2);
        let at = x + left;
        for (const piece of line.set) {
          use(piece.face).text(piece.text, at, top + line.above, {
            ...piece.options,
            lineBreak: false,
            baseline: "alphabetic",
          });
          at += piece.width;
        }
        doc.x = x;
        doc.y = top + line.high + lineGap;
      }
    },
    height(paragraph, place) {
      const parts = partsOf(paragraph);
      const [only, ...others] = simply(parts) ?? [];
      if (only && others.length === 0) {
        const { width, lineGap = 0 } = place;
        return use(only.face).heightOfString(only.text, { ...wholeLines, width, lineGap });
      }
      return lined(parts, place).reduce((sum, line) => sum + line.high + (place.lineGap ?? 0), 0);
    },
    missing: (text) =>
      hasAll("plain", text) ? [] : [...new Set(text)].filter((letter) => faceOf(letter, "plain") === undefined),
  };
}

/** Writes at the foot of every page; the document has `bufferPages`. */
export function footers(
  { doc, write }: Paper,
  {
    margin,
    top,
    size,
    color,
    align,
  }: { margin: number; top: number; size: number; color: string; align: "center" | "right" },
  text: (page: number, of: number) => string,
): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    // Below the margin, where text would open another page.
    doc.page.margins.bottom = 0;
    doc.markContent("Artifact", { type: "Pagination" });
    doc.fontSize(size).fillColor(color);
    doc.y = doc.page.height - top;
    write(text(index - start + 1, count), { x: margin, width: doc.page.width - 2 * margin, align, oneLine: true });
    doc.endMarkedContent();
  }
}
