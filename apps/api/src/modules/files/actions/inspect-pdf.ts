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

const [zero, nine, hash, greater] = [48, 57, 35, 62];
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

const unreadable = "packs what it does in a way that cannot be looked into. Print it to PDF and send that.";
const bomb = "unpacks to far too much. Print it to PDF and send that.";

/** What a stream says of itself, in the text before it: from the last object that begins there; `sure`: that is no string and no comment. */
function dictionaryIn(text: string): { own: string; sure: boolean } {
  for (let word = text.lastIndexOf("obj"); word > 0; word = text.lastIndexOf("obj", word - 1)) {
    const numbers = runBefore(text, word, (code) => isBlank(code) || isDigit(code));
    if (numbers === word || !isBlank(text.charCodeAt(word - 1))) continue;
    const line = text.slice(Math.max(0, word - 100), word).split(/[\r\n]/);
    const own = text.slice(word + 3);
    return { own, sure: !line.at(-1)?.includes("%") && /^\s{0,100}<<[^()%]*$/.test(own) };
  }
  return { own: text, sure: false };
}

/** Readers take those that say where their first object is, too, whatever their type. */
const isPack = (own: string) => /\/ObjStm\b|\/First\b/.test(own);
const filter = /\/Filter\b/;
const onlyFlate = /^\s{0,100}(\/(FlateDecode|Fl)\s{0,100}(\/|>>)|\[\s{0,100}\/(FlateDecode|Fl)\s{0,100}\])/;

/** What an object stream holds; or why that cannot be told. What is packed twice, or after rows, might be anything. */
function unpack(packed: Buffer, { own, sure }: { own: string; sure: boolean }, room: number): Buffer | string {
  const [, told, ...more] = own.split(filter);
  const plainly = /\/(DecodeParms|DP|F|FFilter)\b(?!\s{0,100}null\b)/.test(own) ? false : more.length === 0;
  if (!sure || !plainly || (told !== undefined && !onlyFlate.test(told))) return unreadable;
  if (told === undefined) return packed.length > room ? bomb : Buffer.from(packed);
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, room) });
  } catch (error) {
    return (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? bomb : unreadable;
  }
}

/** Whether these bytes end as a dictionary does. */
function endsDictionary(bytes: Buffer, end: number): boolean {
  let at = end - 1;
  while (at > 0 && isBlank(bytes[at] ?? 0)) at -= 1;
  return bytes[at] === greater && bytes[at - 1] === greater;
}

/** The word with which an object begins between these places, which tables of objects may lead to, stream or not; −1: there is none. */
function objectWithin(bytes: Buffer, from: number, end: number): number {
  const within = bytes.subarray(from, end);
  for (let word = within.indexOf("obj"); word >= 0; word = within.indexOf("obj", word + 3)) {
    let at = word - 1;
    while (at > 0 && isBlank(within[at] ?? 0)) at -= 1;
    if (at < word - 1 && isDigit(within[at] ?? 0)) return from + at;
  }
  return -1;
}

/** Everything outside streams, and what object streams hold; or why that cannot be told. Each byte is looked at once. */
function words(bytes: Buffer): { outside: string; inside: string } | string {
  // In one piece, as there may be a million streams.
  const outside = Buffer.allocUnsafeSlow(bytes.length);
  const inside: string[] = [];
  let [filled, unpacked, packs, typed] = [0, 0, 0, 0];
  let [at, kept, end] = [0, 0, 0];
  const keep = (until: number) => {
    filled += bytes.copy(outside, filled, kept, until);
  };
  for (let begin = bytes.indexOf("stream"); begin >= 0; begin = bytes.indexOf("stream", at)) {
    at = begin + 6;
    if (!endsDictionary(bytes, begin)) continue;
    const dictionary = dictionaryIn(named(Buffer.from(bytes.subarray(kept, begin))));
    keep(begin);
    outside[filled] = 10;
    filled += 1;
    let from = begin + 6;
    if (bytes[from] === 13) from += 1;
    if (bytes[from] === 10) from += 1;
    // Several may share one end.
    if (end < from) end = bytes.indexOf("endstream", from);
    if (end < 0) end = bytes.length;
    if (isPack(dictionary.own)) {
      packs += 1;
      if (/\/ObjStm\b/.test(dictionary.own)) typed += 1;
      const flat = packs > mostPacks ? bomb : unpack(bytes.subarray(from, end), dictionary, mostUnpacked - unpacked);
      if (typeof flat === "string") return flat;
      unpacked += flat.length;
      inside.push(named(flat));
    }
    const object = objectWithin(bytes, from, end);
    at = object >= 0 ? object : Math.min(bytes.length, end + 9);
    kept = at;
  }
  keep(bytes.length);
  const text = named(outside.subarray(0, filled));
  // Each that is spoken of was unpacked; else one is hidden.
  if (text.split(/\/ObjStm\b/, typed + 2).length > typed + 1) return unreadable;
  return { outside: text, inside: inside.join("\n") };
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
  if (typeof read === "string") return read;
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
