import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { checkNotice } from "./html.ts";

/** Creates a one-page PDF with a title and lines of text. The same text and time give the same bytes. */
export async function simulatedPdf(
  title: string,
  lines: readonly string[],
  at: Date,
  notice = checkNotice,
): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(title);
  document.setCreationDate(at);
  document.setModificationDate(at);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const sheet = document.addPage([612, 792]);
  sheet.drawText(printable(title), { x: 72, y: 700, size: 20, font });
  for (const [index, line] of [`${notice}.`, ...lines].entries()) {
    sheet.drawText(printable(line), { x: 72, y: 660 - index * 20, size: 12, font });
  }
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** The standard fonts have only Latin letters. */
const printable = (text: string) => text.normalize("NFC").replace(/[^\x20-\x7e\xa0-\xff]/g, "?");
