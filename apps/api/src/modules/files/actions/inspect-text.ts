const notText = "is not plain text. Save it as UTF-8 text and send that.";
/** What a browser would take for a page, or a computer for a program, whatever its name. */
const pretends = /^\s*(<!doctype\s+html|<html|<head|<body|<script|<svg|<iframe|<\?php|#!|<%)/i;
const mostDeep = 500;

/** The text of a file, by its mark at the beginning or as UTF-8; null when it is none. */
function textOf(bytes: Buffer): string | null {
  const [a, b] = bytes;
  const encoding = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: text has none but tabs and ends of lines and pages
    return /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Cells that a spreadsheet would calculate with, or start something by. */
const calculates = /(^|[,;\t\n"])[ \t]*(=|@|[+-][^\d\s.,;"+-][^,;\n]*[(|!])/;

/** A tag, or what stands where none is one. */
const markup =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)([A-Za-z_:][\w:.\-\u00b7-\uffff]*)((?:\s+[^\s=<>/"']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|</g;

/** Whether the tags of an XML file open and close as they should. */
function isWellFormed(text: string): boolean {
  const open: string[] = [];
  let roots = 0;
  for (const [whole, closing, name, , alone] of text.matchAll(markup)) {
    if (whole === "<") return false;
    if (name === undefined) continue;
    if (closing) {
      if (open.pop() !== name) return false;
      continue;
    }
    if (open.length === 0) roots += 1;
    if (!alone) open.push(name);
    if (roots > 1 || open.length > mostDeep) return false;
  }
  return open.length === 0 && roots === 1;
}

function checkXml(text: string): string | null {
  if (/<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text)) {
    return "declares a document type, which is not accepted. Save it without one and send that.";
  }
  if (/<\?xml-stylesheet/i.test(text)) return "brings a stylesheet along, which is not accepted. Save it without one.";
  if (!isWellFormed(text)) return "is not well-formed XML. Save it again and send that.";
  const root = /<([A-Za-z_:][\w:.-]*)/.exec(text.replaceAll(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, ""))?.[1] ?? "";
  return /(^|:)(svg|html|script)$/i.test(root)
    ? "is a page or a picture, not data. Save it as PDF and send that."
    : null;
}

/** Whether a file is text, and of its kind. */
export async function checkText(bytes: Buffer, extension: string): Promise<string | null> {
  const decoded = textOf(bytes);
  if (decoded === null) return notText;
  const text = decoded.replace(/^\ufeff/, "");
  if (text.trim() === "") return "has nothing in it. Choose the file again.";
  if (extension === "xml") return checkXml(text);
  if (pretends.test(text)) return "is a web page or a program, not text. Save it as PDF and send that.";
  if (extension === "csv" && calculates.test(text)) {
    return "has formulas in it. Save it with its values alone and send that.";
  }
  return null;
}
