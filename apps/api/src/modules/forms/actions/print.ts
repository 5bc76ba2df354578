import { createRequire } from "node:module";
import type { FormAnswers } from "@touchline/contract/form-definition";
import { openTurns } from "../../../kernel/turns.ts";

/** What stands in the PDF of a form that was filled in on the page. */
export type Printed = {
  title: string;
  organization: string;
  version: number;
  /** Of whom the form tells, and where they are a member. */
  about: string;
  place: string;
  /** Who filled it in. */
  signer: string;
  at: Date;
  zone: string;
  reference: string;
  sections: readonly { title: string; answers: readonly { label: string; lines: readonly string[] }[] }[];
  /** As data, put into the PDF beside what is drawn. */
  answers: FormAnswers;
};

const require = createRequire(import.meta.url);
/** Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic and more; Chinese, Japanese, Korean and the scripts of India are not in it. */
const fonts = { plain: "DejaVuSans.ttf", bold: "DejaVuSans-Bold.ttf" } as const;
const fontFile = (font: keyof typeof fonts) => require.resolve(`dejavu-fonts-ttf/ttf/${fonts[font]}`);
const margin = 54;
/** Fonts are taken apart for each: a few at a time. */
const turns = openTurns({ places: 2, longestLine: 200 });

/** The part of the font library that tells which letters a typeface has; the PDF library keeps it to itself. */
type Opened = { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };

const rightToLeft = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * The answers as a PDF. Letters that the typeface has no shapes for are drawn as boxes, and it says so: the answers are in the
 * file as data too (`answers.json`, in UTF-8), letter by letter.
 */
export function drawnAnswers(printed: Printed): Promise<Buffer> {
  return turns.inPlace(() => draw(printed));
}

async function draw(printed: Printed): Promise<Buffer> {
  const { default: Pdf } = await import("pdfkit");
  const doc = new Pdf({
    size: "LETTER",
    margin,
    bufferPages: true,
    lang: "en",
    info: { Title: printed.title, Author: printed.organization, CreationDate: printed.at },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => doc.on("end", () => resolve()));
  for (const font of ["plain", "bold"] as const) doc.registerFont(font, fontFile(font));
  let boxes = false;
  const shown = (font: keyof typeof fonts, text: string) => {
    doc.font(font);
    const { font: opened } = (doc as unknown as Opened)._font;
    return [...text]
      .map((letter) => {
        if (/\s/u.test(letter)) return " ";
        if (opened.hasGlyphForCodePoint(letter.codePointAt(0) as number)) return letter;
        boxes = true;
        return "\u25a1";
      })
      .join("");
  };
  const write = (text: string, font: keyof typeof fonts, size: number, color = "#111111", indent = 0) => {
    const words = shown(font, text);
    doc.fontSize(size).fillColor(color);
    const width = doc.page.width - 2 * margin - indent;
    // With features named, whole lines are set at once: Arabic and Hebrew run from right to left.
    doc.text(words, margin + indent, doc.y, { width, features: [], align: rightToLeft.test(words) ? "right" : "left" });
  };
  const rule = () => {
    const { y } = doc;
    doc
      .moveTo(margin, y)
      .lineTo(doc.page.width - margin, y)
      .lineWidth(0.5)
      .strokeColor("#bbbbbb")
      .stroke();
    doc.y = y + 8;
  };
  /** Whether the next few lines fit; else they begin a page, so that no question stands alone at its end. */
  const keepTogether = (points: number) => {
    if (doc.y + points > doc.page.height - margin - 24) doc.addPage();
  };
  const at = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short", timeZone: printed.zone });

  write(printed.organization, "plain", 10, "#555555");
  doc.moveDown(0.3);
  write(printed.title, "bold", 19);
  doc.moveDown(0.5);
  write(`Of: ${printed.about} (${printed.place})`, "plain", 10);
  write(`Filled in by: ${printed.signer}`, "plain", 10);
  write(`Sent: ${at.format(printed.at)} (${printed.zone})`, "plain", 10);
  write(`Version ${printed.version} of the form. Reference ${printed.reference}`, "plain", 10);
  doc.moveDown(0.6);
  for (const section of printed.sections) {
    keepTogether(90);
    rule();
    write(section.title, "bold", 14);
    doc.moveDown(0.5);
    for (const { label, lines } of section.answers) {
      keepTogether(48);
      write(label, "plain", 9.5, "#555555");
      if (lines.length === 0) write("No answer", "plain", 11, "#777777");
      for (const line of lines) line.trim() === "" ? doc.moveDown(0.6) : write(line, "plain", 11);
      doc.moveDown(0.7);
    }
  }
  if (boxes) {
    keepTogether(48);
    rule();
    const note =
      "The typeface has no shapes for some letters: they are boxes here. The attached answers.json has all of them.";
    write(note, "plain", 9, "#555555");
  }
  doc.file(Buffer.from(JSON.stringify({ ...printed, at: printed.at.toISOString() }, null, 2)), {
    name: "answers.json",
    type: "application/json",
    description: "What was answered, as data",
    creationDate: printed.at,
  });
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Below the margin, where text would begin a new page of its own.
    doc.page.margins.bottom = 0;
    doc.font("plain").fontSize(8).fillColor("#777777");
    doc.text(`Page ${page - start + 1} of ${count}`, margin, doc.page.height - 36, {
      width: doc.page.width - 2 * margin,
      align: "right",
      lineBreak: false,
    });
  }
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
