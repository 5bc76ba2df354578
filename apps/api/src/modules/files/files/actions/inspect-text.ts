const notText = "“{name}” isn't plain text. Save it as UTF-8 text and upload that.";
/** Text that a browser would treat as a page, or a computer as a program, whatever its name; leading whitespace is removed. */
const pretends = /^(<!doctype\b|<html|<head|<body|<script|<svg|<iframe|<\?php|#!|<%)/i;
const mostDeep = 500;

/** Returns the text of a file, by its byte order mark or as UTF-8; null when it isn't text. */
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

const [tab, lineEnd, quote, comma, semicolon, blank] = [9, 10, 34, 44, 59, 32];
const [plus, minus, equals, at] = [43, 45, 61, 64];
const [exclamation, bracket, bar] = [33, 40, 124];
/** Returns whether a character can follow the sign of a number, or of harmless text. */
const isPlain = (letter: string) => /^[\d\s.,;"+-]?$/.test(letter);

/**
 * Returns whether a spreadsheet would calculate a cell, or run something from it: one that begins with = or @, or with a sign
 * and a letter, and later contains the syntax of a function or a command. Each character is read once.
 */
function calculates(text: string): boolean {
  let begins = true;
  /** The place from which text after a sign can be a command; −1: none. */
  let command = -1;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (command >= 0 && place >= command && (code === exclamation || code === bracket || code === bar)) return true;
    if (begins && (code === equals || code === at)) return true;
    if (begins && (code === plus || code === minus) && command < 0 && !isPlain(text.charAt(place + 1))) {
      command = place + 2;
    }
    if (code === comma || code === semicolon || code === lineEnd) command = -1;
    begins =
      code === comma ||
      code === semicolon ||
      code === lineEnd ||
      code === tab ||
      code === quote ||
      (begins && code === blank);
  }
  return false;
}

const nameAt =
  /[A-Za-z_:][\w:.\-\u00b7-\u1fff\u200b-\u200d\u203f-\u2040\u2070-\u2fef\u3001-\ud7ff\ud800-\ufefe\uff00-\ufffd]{0,999}/y;
const attributeAt = /[^\s=<>/"']{1,1000}/y;

/** Returns the match of a pattern at exactly this place; null: none. */
function foundAt(pattern: RegExp, text: string, place: number): string | null {
  pattern.lastIndex = place;
  return pattern.exec(text)?.[0] ?? null;
}

function behindBlanks(text: string, from: number): number {
  let place = from;
  while (" \t\r\n".includes(text[place] ?? "-")) place += 1;
  return place;
}

/** Returns the end of an attribute's value that begins here; −1 if it has none. */
function behindValue(text: string, from: number): number {
  const equal = behindBlanks(text, from);
  const begin = behindBlanks(text, equal + 1);
  const mark = text[begin];
  if (text[equal] !== "=" || (mark !== '"' && mark !== "'")) return -1;
  const end = text.indexOf(mark, begin + 1);
  return end < 0 || text.slice(begin, end).includes("<") ? -1 : end + 1;
}

type Tag = { name: string; closing: boolean; alone: boolean; end: number };

/** Returns the tag that begins here; null if there is no well-formed one. */
function tagAt(text: string, from: number): Tag | null {
  const closing = text[from + 1] === "/";
  const begin = from + (closing ? 2 : 1);
  const name = foundAt(nameAt, text, begin);
  if (name === null) return null;
  for (let place = begin + name.length; ; ) {
    const next = behindBlanks(text, place);
    if (text[next] === ">") return { name, closing, alone: false, end: next + 1 };
    if (text[next] === "/") return text[next + 1] === ">" ? { name, closing, alone: true, end: next + 2 } : null;
    const attribute = next > place ? foundAt(attributeAt, text, next) : null;
    if (attribute === null) return null;
    place = behindValue(text, next + attribute.length);
    if (place < 0) return null;
  }
}

const markupKinds = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

/** Returns the end of a construct that isn't a tag and begins here; null if a tag begins, −1 if it never ends. */
function markupEnd(text: string, from: number): number | null {
  const kind = markupKinds.find(([begin]) => text.startsWith(begin, from));
  if (!kind) return null;
  const [begin, end] = kind;
  const place = text.indexOf(end, from + begin.length);
  return place < 0 ? -1 : place + end.length;
}

/** Returns the name of the outermost element if all tags are properly nested; else null. Goes from tag to tag, never back. */
function rootOf(text: string): string | null {
  const open: string[] = [];
  let root: string | null = null;
  for (let place = text.indexOf("<"); place >= 0; ) {
    const behind = markupEnd(text, place);
    const tag = behind === null ? tagAt(text, place) : null;
    if (behind === -1 || (behind === null && tag === null)) return null;
    if (tag?.closing) {
      if (open.pop() !== tag.name) return null;
    } else if (tag) {
      if (open.length === 0 && root !== null) return null;
      root ??= tag.name;
      if (!tag.alone) open.push(tag.name);
      if (open.length > mostDeep) return null;
    }
    place = text.indexOf("<", tag?.end ?? behind ?? text.length);
  }
  return open.length === 0 ? root : null;
}

function checkXml(text: string): string | null {
  if (/<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text)) {
    return "“{name}” declares a document type, which isn't accepted. Save it without one and upload that.";
  }
  if (/<\?xml-stylesheet/i.test(text)) return "“{name}” has a stylesheet, which isn't accepted. Save it without one.";
  const root = rootOf(text);
  if (root === null) return "“{name}” isn't well-formed XML. Save it again and upload that.";
  return /(^|:)(svg|html|script)$/i.test(root)
    ? "“{name}” is a page or a picture, not data. Save it as PDF and upload that."
    : null;
}

/** Checks whether a file is text of its type. */
export async function checkText(bytes: Buffer, extension: string): Promise<string | null> {
  const decoded = textOf(bytes);
  if (decoded === null) return notText;
  const text = decoded.replace(/^\ufeff/, "");
  if (text.trim() === "") return "“{name}” is empty. Choose another file.";
  if (extension === "xml") return checkXml(text);
  if (pretends.test(text.trimStart().slice(0, 20)))
    return "“{name}” is a web page or a program, not text. Save it as PDF and upload that.";
  if (extension === "csv" && calculates(text)) {
    return "“{name}” contains formulas. Save it with values only and upload that.";
  }
  return null;
}
