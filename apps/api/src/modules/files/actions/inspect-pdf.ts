import { inflateSync } from "node:zlib";
import { endsAsZip } from "./inspect-zip.ts";

/** Bytes that object streams may unpack to, all together. */
const mostUnpacked = 30 * 1024 * 1024;
/** Each takes its time, however little is in it; a document of 25 MB has a few thousand. */
const mostPacks = 10_000;
const active: readonly [RegExp, string][] = [
  [/\/(JavaScript|JS)\b/, "runs a script when it is opened"],
  [/\/Launch\b/, "starts a program when it is opened"],
  [/\/(EmbeddedFiles?|RichMedia|Movie|Sound|GoToE)\b/, "has other files inside"],
  [/\/(SubmitForm|ImportData)\b/, "sends what is filled in somewhere else"],
];

const [zero, nine, hash] = [48, 57, 35];
const isDigit = (code: number) => code >= zero && code <= nine;
/** What a digit of sixteen stands for; −1: it is none. */
function sixteenth(code: number | undefined): number {
  const digit = code === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? -1 : digit;
}

/** The text of these bytes, which are written over. Names may be written with their letters as numbers. */
function named(bytes: Buffer): string {
  let end = bytes.indexOf(hash);
  if (end < 0) return bytes.toString("latin1");
  for (let at = end; at < bytes.length; at += 1) {
    const [code = 0, high, low] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const letter = code === hash && sixteenth(low) >= 0 ? sixteenth(high) * 16 + sixteenth(low) : -1;
    bytes[end] = letter >= 0 ? letter : code;
    if (letter >= 0) at += 2;
    end += 1;
  }
  return bytes.toString("latin1", 0, end);
}

/** Everything outside streams, and what object streams hold; null: these unpack to far too much. Each byte is looked at once. */
function words(bytes: Buffer): { outside: string; inside: string } | null {
  // In one piece, as there may be a million streams.
  const outside = Buffer.allocUnsafeSlow(bytes.length);
  const inside: string[] = [];
  let filled = 0;
  let unpacked = 0;
  let packs = 0;
  const keep = (from: number, end: number) => {
    filled += bytes.copy(outside, filled, from, end);
  };
  let at = 0;
  for (;;) {
    const begin = bytes.indexOf("stream", at, "latin1");
    if (begin < 0) break;
    keep(at, begin);
    outside[filled] = 10;
    filled += 1;
    let from = begin + 6;
    if (bytes[from] === 13) from += 1;
    if (bytes[from] === 10) from += 1;
    const found = bytes.indexOf("endstream", from, "latin1");
    const end = found < 0 ? bytes.length : found;
    const dictionary = named(Buffer.from(bytes.subarray(Math.max(at, begin - 600), begin)));
    const own = dictionary.slice(dictionary.lastIndexOf(" obj") + 1);
    if (/\/ObjStm\b/.test(own)) {
      packs += 1;
      if (packs > mostPacks) return null;
      try {
        const room = mostUnpacked - unpacked;
        const flat = /\/FlateDecode\b|\/Fl\b/.test(own)
          ? inflateSync(bytes.subarray(from, end), { maxOutputLength: room })
          : bytes.subarray(from, end);
        unpacked += flat.length;
        inside.push(named(Buffer.from(flat)));
      } catch (error) {
        if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") return null;
        // Readers pass over what they cannot unpack, too.
      }
    }
    at = end + (found < 0 ? 0 : 9);
    if (found < 0) break;
  }
  keep(at, bytes.length);
  return { outside: named(outside.subarray(0, filled)), inside: inside.join("\n") };
}

/** Where the run of what is asked for begins that ends here. */
function runBefore(text: string, end: number, isOf: (code: number) => boolean): number {
  let at = end;
  while (at > 0 && isOf(text.charCodeAt(at - 1))) at -= 1;
  return at;
}
const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0;

/** Where objects begin, with the two numbers that stand before the word; read backwards from it, as each run of digits is then read once. */
function* beginnings(text: string): Generator<{ number: number; generation: number; at: number; end: number }> {
  for (let word = text.indexOf("obj"); word >= 0; word = text.indexOf("obj", word + 3)) {
    const generationEnd = runBefore(text, word, isBlank);
    const generation = runBefore(text, generationEnd, isDigit);
    const numberEnd = runBefore(text, generation, isBlank);
    const number = runBefore(text, numberEnd, isDigit);
    if (generationEnd === word || generation === generationEnd || numberEnd === generation || number === numberEnd)
      continue;
    yield {
      number: Number(text.slice(number, numberEnd)),
      generation: Number(text.slice(generation, generationEnd)),
      at: number,
      end: word + 3,
    };
  }
}

/** What follows the first beginning of this object; null where it is not outside of streams. */
function objectAt(outside: string, number: number, generation: number): string | null {
  for (const begin of beginnings(outside)) {
    if (begin.number === number && begin.generation === generation) return outside.slice(begin.end, begin.end + 4000);
  }
  return null;
}

const mostPages = 20_000;

/** The objects that have others below them, each with what it says of these: the last of its number counts. */
function parents(outside: string): Map<number, string> {
  const found = new Map<number, string>();
  let before: { number: number; end: number } | null = null;
  const note = (end: number) => {
    if (!before) return;
    const body = outside.slice(before.end, end);
    const begin = /\/Kids\s{0,100}\[/.exec(body);
    if (!begin && !found.has(before.number)) return;
    const from = begin ? begin.index + begin[0].length : body.length;
    if (found.size < mostPages) found.set(before.number, body.slice(from, body.indexOf("]", from)));
  };
  for (const begin of beginnings(outside)) {
    note(begin.at);
    before = begin;
  }
  note(outside.length);
  return found;
}

/** Whether the tree of pages leads back into itself, as far as it stands outside of streams. */
function pagesLoop(outside: string, catalog: string): boolean {
  const kids = parents(outside);
  const seen = new Set<number>();
  const next = [Number(/\/Pages\s{1,100}(\d{1,10})\s/.exec(catalog)?.[1] ?? Number.NaN)];
  for (let number = next.pop(); number !== undefined; number = next.pop()) {
    const below = kids.get(number);
    if (below === undefined) continue;
    if (seen.has(number)) return true;
    seen.add(number);
    for (const [, kid] of below.matchAll(/(\d{1,10})\s{1,100}\d{1,10}\s{1,100}R/g)) next.push(Number(kid));
  }
  return false;
}

/** One for each time that a document was saved. */
const mostTables = 10_000;

/** Whether the tables of objects lead back into themselves: each says where the one before it is. */
function tablesLoop(bytes: Buffer): boolean {
  const seen = new Set<number>();
  const last = bytes.toString("latin1", Math.max(0, bytes.length - 2048));
  let at: number | null = Number([...last.matchAll(/startxref\s+(\d+)/g)].at(-1)?.[1] ?? Number.NaN);
  while (at !== null && at >= 0 && at < bytes.length) {
    if (seen.has(at) || seen.size >= mostTables) return true;
    seen.add(at);
    const trailer = bytes.indexOf(bytes[at] === 0x78 ? "trailer" : "<<", at, "latin1");
    if (trailer < 0) return false;
    const prev = /\/Prev\s+(\d+)/.exec(bytes.toString("latin1", trailer, trailer + 1000).split("startxref")[0] ?? "");
    at = prev ? Number(prev[1]) : null;
  }
  return false;
}

/**
 * Whether a PDF is one as far as its outline tells, and does nothing by itself. Where its pages are need not be written right:
 * every reader mends that.
 */
export async function checkPdf(bytes: Buffer): Promise<string | null> {
  const damaged = "is damaged or cut off. Open it, save it again as PDF, and send that.";
  if (endsAsZip(bytes)) return "is two kinds of file in one. Print it to PDF and send that.";
  const read = words(bytes);
  if (read === null) return "unpacks to far too much. Print it to PDF and send that.";
  const { outside, inside } = read;
  // Blanks and digits are bounded, so that a long run of them is not gone through from each place in it.
  const root = /\/Root\s{1,100}(\d{1,10})\s{1,100}(\d{1,10})\s{1,100}R\b/.exec(outside);
  if (!root || !/\b(trailer|startxref)\b/.test(outside) || beginnings(outside).next().done) return damaged;
  if (/\/Encrypt\s{0,100}(\d|<<)/.test(outside)) {
    return "is protected with a password. Save it without one and send that.";
  }
  const catalog = objectAt(outside, Number(root[1]), Number(root[2]));
  const stored = new RegExp(`(^|\\s)${root[1]}\\s`).test(inside);
  if (catalog === null && !stored) return damaged;
  if (!/\/Catalog\b/.test(catalog ?? "") && !/\/Catalog\b/.test(inside)) return damaged;
  if (tablesLoop(bytes) || pagesLoop(outside, catalog ?? "")) return damaged;
  for (const [what, does] of active) {
    if (what.test(outside) || what.test(inside)) return `${does}. Print it to PDF and send that.`;
  }
  return null;
}
