import type { FormAnswers } from "@touchline/contract/form-definition";
import { footers, onPaper, type Paper, type Typeface } from "../../../kernel/paper.ts";

/** What stands in the PDF of a form that was filled in on the page. */
export type Printed = {
  title: string;
  organization: string;
  version: number;
  /** The person whom the form is about, and where they are a member. */
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

const margin = 54;

/**
 * The answers as a PDF. Letters of which no typeface has a shape are printed by their Unicode numbers, and it says so: the
 * answers are in the file as data too (`answers.json`, in UTF-8), letter by letter.
 */
export function drawnAnswers(printed: Printed): Promise<Buffer> {
  const options = {
    size: "LETTER",
    margin,
    bufferPages: true,
    lang: "en",
    info: { Title: printed.title, Author: printed.organization, CreationDate: printed.at },
  };
  return onPaper(options, (paper) => draw(paper, printed));
}

function draw(paper: Paper, printed: Printed): void {
  const { doc } = paper;
  let numbers = false;
  const write = (text: string, font: Typeface, size: number, color = "#111111", indent = 0) => {
    numbers ||= paper.missing(text).length > 0;
    doc.fontSize(size).fillColor(color);
    const width = doc.page.width - 2 * margin - indent;
    paper.write([{ text: text.replaceAll(/\s/gu, " "), typeface: font }], { x: margin + indent, width });
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
  if (numbers) {
    keepTogether(48);
    rule();
    const note =
      "No typeface here has shapes for some letters: their Unicode numbers stand for them. The attached answers.json has the letters.";
    write(note, "plain", 9, "#555555");
  }
  doc.file(Buffer.from(JSON.stringify({ ...printed, at: printed.at.toISOString() }, null, 2)), {
    name: "answers.json",
    type: "application/json",
    description: "What was answered, as data",
    creationDate: printed.at,
  });
  const foot = { margin, top: 36, size: 8, color: "#777777", align: "right" } as const;
  footers(paper, foot, (page, of) => `Page ${page} of ${of}`);
}
