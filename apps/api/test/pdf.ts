import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, type PDFRawStream, PDFString } from "@cantoo/pdf-lib";
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Opens a PDF without the machine's own typefaces. */
export const openPdf = (bytes: Uint8Array): Promise<PDFDocumentProxy> =>
  getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: VerbosityLevel.ERRORS }).promise;

/** Returns a document's text page by page, as a reader selects it, with single spaces. */
export async function textOf(document: PDFDocumentProxy): Promise<string> {
  const pages: string[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  return pages.join(" ").replaceAll(/\s+/g, " ");
}

/** Returns the text of a file that is attached to a document, or null if there is none of that name. */
export async function attachedTo(document: PDFDocumentProxy, name: string): Promise<string | null> {
  const bytes = (await document.getAttachments())?.has(name) ? await document.getAttachmentContent(name) : null;
  return bytes && Buffer.from(bytes as Uint8Array).toString();
}

/**
 * Returns the text of a document from our compiler, like readers that use the replacement text of tagged content (ActualText).
 */
export async function wordsOf(pdf: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const texts: string[] = [];
  for (const page of document.getPages()) {
    const fonts = page.node.Resources()?.lookup(PDFName.of("Font"), PDFDict);
    const letters = new Map(
      (fonts?.keys() ?? []).map((name) => [name.toString(), lettersOf(fonts?.lookup(name, PDFDict) as PDFDict)]),
    );
    const stream = page.node.lookup(PDFName.of("Contents")) as PDFRawStream;
    const content = Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1");
    // The nesting depth of marked content with a replacement text, whose glyphs are skipped.
    const open: { actual: boolean; backwards: boolean }[] = [];
    let font = new Map<number, string>();
    const tokens =
      /\/(\w+) (?:BMC|<<([^>]*(?:<[0-9A-F]+>)?[^>]*)>> BDC)|\bEMC\b|(\/\w+) [\d.]+ Tf|\(((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*)\)/g;
    for (const [token, tag, properties = "", face, string] of content.matchAll(tokens)) {
      if (token === "EMC") open.pop();
      else if (tag) {
        const actual = /\/ActualText <FEFF([0-9A-F]*)>/.exec(properties)?.[1];
        if (actual) texts.push(Buffer.from(actual, "hex").swap16().toString("utf16le"));
        open.push({ actual: actual !== undefined, backwards: tag === "ReversedChars" });
      } else if (face) font = letters.get(face) ?? new Map();
      else if (string !== undefined && !open.some(({ actual }) => actual)) {
        const codes = PDFString.of(string).asBytes();
        const shapes = Array.from(
          { length: codes.length / 2 },
          (_, at) => (codes[2 * at] ?? 0) * 256 + (codes[2 * at + 1] ?? 0),
        );
        if (open.some(({ backwards }) => backwards)) shapes.reverse();
        texts.push(shapes.map((shape) => font.get(shape) ?? "").join(""));
      }
    }
  }
  return texts.join("");
}

/** Returns the characters of a font's glyphs. */
function lettersOf(font: PDFDict): Map<number, string> {
  const stream = font.lookup(PDFName.of("ToUnicode")) as PDFRawStream;
  const map = Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1");
  return new Map(
    [...map.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]+)>/gm)].map(([, shape = "", letters = ""]) => [
      Number.parseInt(shape, 16),
      Buffer.from(letters, "hex").swap16().toString("utf16le"),
    ]),
  );
}
