import {
  type PDFContext,
  PDFDict,
  PDFHexString,
  type PDFName,
  type PDFObject,
  PDFObjectParser,
  PDFString,
} from "@cantoo/pdf-lib";
import { forbiddenKeys } from "./pdf-active-content.ts";
import { refuse } from "./pdf-problems.ts";

export const mostNodes = 250_000;
const mostDepth = 100;
const longestText = 8192;
const longestNumber = 40;

export const isBlank = (code: number | undefined) =>
  code === 32 || code === 10 || code === 13 || code === 9 || code === 12 || code === 0;
export const isDigit = (code: number | undefined) => code !== undefined && code >= 48 && code <= 57;
const ascii = (text: string) => Buffer.from(text, "latin1");
export const [objectWord, streamWord, endWord, trailerWord, startWord] = [
  "obj",
  "stream",
  "end",
  "trailer",
  "startxref",
].map(ascii) as [Buffer, Buffer, Buffer, Buffer, Buffer];
export const startsAt = (bytes: Buffer, word: Buffer, at: number) =>
  at >= 0 && bytes.compare(word, 0, word.length, at, at + word.length) === 0 && at + word.length <= bytes.length;

/** Keys whose value readers act upon: if one occurs twice, readers disagree about which counts. */
const oneOfEach = new Set([
  ...["S", "A", "AA", "OpenAction", "Next", "PA", "URI", "F", "UF", "Type", "Subtype", "Filter", "DecodeParms"],
  ...["N", "First", "Encrypt", "Root", "Names", "AcroForm"],
]);

/**
 * The library's object parser with limits: it stops at a dictionary instead of copying the stream after it, and tokens, nesting
 * and objects are bounded.
 */
export class ObjectParser extends PDFObjectParser {
  private depth = 0;
  private nodes = 0;
  private readonly source: Buffer;

  constructor(source: Buffer, at: number, context: PDFContext) {
    // Only a factory can pass the bytes to the constructor.
    const { bytes } = PDFObjectParser.forBytes(source, context) as unknown as { bytes: never };
    super(bytes, context);
    this.source = source;
    this.bytes.moveTo(at);
  }

  get offset(): number {
    return this.bytes.offset();
  }

  override parseObject(): PDFObject {
    this.depth += 1;
    this.nodes += 1;
    if (this.depth > mostDepth || this.nodes > mostNodes) refuse("tooMuch");
    const object = super.parseObject();
    this.depth -= 1;
    return object;
  }

  /** Parses only a dictionary: the caller handles what follows it, a stream or not. */
  protected override parseDictOrStream(): PDFDict {
    this.bytes.moveTo(this.bytes.offset() + 2);
    this.skipWhitespaceAndComments();
    const entries = new Map<PDFName, PDFObject>();
    while (this.bytes.peek() !== 62) {
      const key = this.parseName();
      const value = this.parseObject();
      const name = key.decodeText();
      if (entries.has(key) && (oneOfEach.has(name) || Object.hasOwn(forbiddenKeys, name))) refuse("unreadable");
      entries.set(key, value);
      this.skipWhitespaceAndComments();
    }
    this.bytes.assertNext(62);
    this.bytes.assertNext(62);
    return PDFDict.fromMapWithContext(entries, this.context);
  }

  protected override parseString(): PDFString {
    const from = this.bytes.offset();
    let nesting = 0;
    for (let at = from; at < this.source.length; at += 1) {
      const code = this.source[at];
      if (code === 92) at += 1;
      else if (code === 40) nesting += 1;
      else if (code === 41) nesting -= 1;
      if (nesting > 0) continue;
      this.bytes.moveTo(at + 1);
      return PDFString.of(this.source.toString("latin1", from + 1, Math.min(at, from + 1 + longestText)));
    }
    return refuse("damaged");
  }

  protected override parseHexString(): PDFHexString {
    const from = this.bytes.offset() + 1;
    const end = this.source.indexOf(62, from);
    if (end < 0) refuse("damaged");
    this.bytes.moveTo(end + 1);
    return PDFHexString.of(this.source.toString("latin1", from, Math.min(end, from + longestText)));
  }

  protected override parseName(): PDFName {
    const from = this.bytes.offset();
    let end = from + 1;
    while (end < this.source.length && !/[\s\0()<>[\]{}/%]/.test(String.fromCharCode(this.source[end] ?? 0))) {
      end += 1;
      if (end - from > longestText) refuse("tooMuch");
    }
    return super.parseName();
  }

  protected override parseRawNumber(): number {
    const from = this.bytes.offset();
    const [number = ""] = /^[-+\d]*\.?\d*/.exec(this.source.toString("latin1", from, from + longestNumber)) ?? [];
    const value = Number(number);
    if (number === "" || number.length === longestNumber || Number.isNaN(value)) refuse("damaged");
    this.bytes.moveTo(from + number.length);
    return value;
  }

  /** Returns where the bytes of a stream begin that follows the object just read; −1: none. */
  streamBehind(): number {
    this.skipWhitespaceAndComments();
    let at = this.bytes.offset();
    if (!startsAt(this.source, streamWord, at)) return -1;
    at += streamWord.length;
    if (this.source[at] === 13) at += 1;
    if (this.source[at] === 10) at += 1;
    return at;
  }
}

/** Programs don't write longer runs of digits or spaces before an object. */
const longestRun = 1000;
const isOfNumber = (code: number | undefined) => isDigit(code) || code === 43 || code === 45 || code === 46;

/**
 * Returns the number of the object whose keyword begins here, read backwards from it. `hidden`: some readers may see an object
 * where others see none, because of a comment or an endless run. Null: not an object.
 */
export function numberBefore(bytes: Buffer, word: number): { number: number } | "hidden" | null {
  let at = word;
  const back = (isOf: (code: number | undefined) => boolean) => {
    const end = at;
    while (at > 0 && end - at < longestRun && isOf(bytes[at - 1])) at -= 1;
    return end - at;
  };
  let blanks = back(isBlank);
  const generation = back(isOfNumber);
  if (generation === 0) return blanks > 0 && behindComment(bytes, at) ? "hidden" : null;
  blanks = Math.max(blanks, back(isBlank));
  const end = at;
  const digits = back(isOfNumber);
  if (Math.max(blanks, generation, digits) >= longestRun) return "hidden";
  if (digits > 0 && end < word) return { number: Number(bytes.toString("latin1", at, end)) };
  return behindComment(bytes, at) ? "hidden" : null;
}

/** Returns whether the line that ends here may end in a comment. */
function behindComment(bytes: Buffer, at: number): boolean {
  if (bytes[at] !== 10 && bytes[at] !== 13) return false;
  let from = at;
  while (from > 0 && at - from < longestRun && bytes[from - 1] !== 10 && bytes[from - 1] !== 13) from -= 1;
  return at - from >= longestRun || bytes.subarray(from, at).includes(37);
}
