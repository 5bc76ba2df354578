import { getDocument, type PDFDocumentProxy, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Opens a PDF, with nothing of the machine's own typefaces. */
export const openPdf = (bytes: Uint8Array): Promise<PDFDocumentProxy> =>
  getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: VerbosityLevel.ERRORS }).promise;

/** What a document says, page after page, as a reader selects it, with one space wherever there is any. */
export async function textOf(document: PDFDocumentProxy): Promise<string> {
  const pages: string[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  return pages.join(" ").replaceAll(/\s+/g, " ");
}

/** The text of a file that lies in a document; null when there is none of that name. */
export async function attachedTo(document: PDFDocumentProxy, name: string): Promise<string | null> {
  const bytes = (await document.getAttachments())?.has(name) ? await document.getAttachmentContent(name) : null;
  return bytes && Buffer.from(bytes as Uint8Array).toString();
}
