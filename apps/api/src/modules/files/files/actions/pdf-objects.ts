import { inflateSync } from "node:zlib";
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from "@cantoo/pdf-lib";
import {
  allowedActions,
  allowedAddress,
  allowedNames,
  forbiddenActions,
  forbiddenKeys,
  forbiddenTypes,
} from "./pdf-active-content.ts";
import {
  endWord,
  isBlank,
  isDigit,
  mostNodes,
  numberBefore,
  ObjectParser,
  objectWord,
  startsAt,
  startWord,
  trailerWord,
} from "./pdf-parser.ts";
import { problems, Refused, refuse } from "./pdf-problems.ts";

/** CPU time for everything. Real documents of 25 MB take a fraction. */
const mostMilliseconds = 1500;
/** Bytes that all object streams together may unpack to. */
const mostUnpacked = 30 * 1024 * 1024;
/** Each takes time, however small it is; a document of 25 MB has a few thousand. */
const mostObjectStreams = 10_000;
/** One for each time that a document was saved. */
const mostTables = 10_000;

/** How an object is used, as far as that decides what it may be. */
type Use = "action" | "actions" | "address" | "file";
/** The location of an object: in the document, or in the unpacked bytes of an object stream. */
type Place = { bytes: Buffer; at: number };

const text = (object: PDFObject | undefined): string | null =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : null;
const nameOf = (object: PDFObject | undefined): string | null =>
  object instanceof PDFName ? object.decodeText() : null;

/**
 * Checks every object of a document, wherever it is: readers find objects by tables that may point anywhere, even into a stream
 * or a string, so each place where an object could begin is parsed and checked.
 */
class Judge {
  private readonly context = PDFContext.create();
  private readonly places = new Map<number, Place[]>();
  private readonly uses: { number: number; use: Use }[] = [];
  private readonly seen = new Set<string>();
  private readonly kids = new Map<number, number[]>();
  private readonly roots = new Set<number>();
  private readonly packed: { dict: PDFDict; from: number }[] = [];
  private unpackedBytes = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  judge(): void {
    this.trailers();
    let objects = 0;
    for (let word = this.bytes.indexOf(objectWord); word >= 0; word = this.bytes.indexOf(objectWord, word + 3)) {
      if (startsAt(this.bytes, endWord, word - 3)) continue;
      const header = numberBefore(this.bytes, word);
      if (header === "hidden") refuse("unreadable");
      if (header === null) continue;
      objects += 1;
      this.objectAt(header.number, { bytes: this.bytes, at: word + 3 });
    }
    if (objects === 0 || this.roots.size === 0) refuse("damaged");
    for (const stream of this.packed) this.unpack(stream);
    this.follow();
    if (![...this.roots].some((root) => this.isCatalog(root))) refuse("damaged");
    if (this.tablesLoop() || this.pagesLoop()) refuse("damaged");
  }

  private parse({ bytes, at }: Place): { object: PDFObject; parser: ObjectParser } {
    const { user, system } = process.threadCpuUsage();
    if ((user + system) / 1000 - begun > mostMilliseconds) refuse("tooMuch");
    const parser = new ObjectParser(bytes, at, this.context);
    return { object: parser.parseObject(), parser };
  }

  private objectAt(number: number, place: Place): void {
    let stream = -1;
    let object: PDFObject;
    try {
      const parsed = this.parse(place);
      object = parsed.object;
      if (object instanceof PDFDict && place.bytes === this.bytes) stream = parsed.parser.streamBehind();
    } catch (error) {
      // If anything isn't a valid object, neither is the document.
      throw error instanceof Refused ? error : new Refused(problems.damaged);
    }
    const places = this.places.get(number);
    if (places) places.push(place);
    else this.places.set(number, [place]);
    this.judgeObject(object);
    if (!(object instanceof PDFDict)) return;
    this.noteKids(number, object);
    if (stream >= 0) this.judgeStream(object, stream);
  }

  private judgeStream(dict: PDFDict, from: number): void {
    const get = (key: string) => dict.get(PDFName.of(key));
    if (get("F") !== undefined) refuse("elsewhere");
    if (nameOf(get("Type")) === "XRef") this.noteTrailer(dict);
    if (nameOf(get("Type")) === "ObjStm" || get("First") !== undefined) {
      if (this.packed.length >= mostObjectStreams) refuse("bomb");
      this.packed.push({ dict, from });
    }
  }

  private trailers(): void {
    for (let at = this.bytes.indexOf(trailerWord); at >= 0; at = this.bytes.indexOf(trailerWord, at + 7)) {
      try {
        const { object } = this.parse({ bytes: this.bytes, at: at + trailerWord.length });
        if (object instanceof PDFDict) this.noteTrailer(object);
      } catch (error) {
        // The word may occur in a text; an unreadable trailer names no root.
        if (error instanceof Refused && error.problem !== problems.damaged) throw error;
      }
    }
  }

  private noteTrailer(dict: PDFDict): void {
    const encrypted = dict.get(PDFName.of("Encrypt"));
    if (encrypted !== undefined && encrypted !== PDFNull) refuse("locked");
    const root = dict.get(PDFName.of("Root"));
    if (root instanceof PDFRef) this.roots.add(root.objectNumber);
    else if (root !== undefined) refuse("damaged");
  }

  private noteKids(number: number, dict: PDFDict): void {
    const kids = dict.get(PDFName.of("Kids"));
    if (!(kids instanceof PDFArray)) return;
    const below = kids.asArray().flatMap((kid) => (kid instanceof PDFRef ? [kid.objectNumber] : []));
    this.kids.set(number, below);
  }

  /** Checks an object and everything within it. */
  private judgeObject(object: PDFObject): void {
    const left: PDFObject[] = [object];
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      if (one instanceof PDFArray) left.push(...one.asArray());
      else if (one instanceof PDFDict) {
        this.judgeDictionary(one);
        left.push(...one.values());
      }
    }
  }

  private judgeDictionary(dict: PDFDict): void {
    for (const [key, value] of dict.entries()) {
      const name = key.decodeText();
      const forbidden = Object.hasOwn(forbiddenKeys, name) ? forbiddenKeys[name] : undefined;
      if (forbidden !== undefined && value !== PDFNull) refuse(forbidden);
      if (name === "A" || name === "OpenAction" || name === "PA" || name === "Next") this.use("action", value);
      else if (name === "AA") this.use("actions", value);
      else if (name === "F" || name === "UF" || name === "Unix" || name === "Mac" || name === "DOS") {
        this.use("file", value);
      } else if (name === "URI" || name === "Base") this.use("address", value);
      else if (name === "S") this.judgeKind(forbiddenActions, value);
      else if (name === "Type" || name === "Subtype") this.judgeKind(forbiddenTypes, value);
    }
  }

  private judgeKind(forbidden: Record<string, keyof typeof problems>, value: PDFObject): void {
    const name = nameOf(value);
    const problem = name !== null && Object.hasOwn(forbidden, name) ? forbidden[name] : undefined;
    if (problem !== undefined) refuse(problem);
  }

  /** Checks a value against its use; a reference is checked once every object is known. */
  private use(use: Use, value: PDFObject): void {
    if (value instanceof PDFRef) {
      const key = `${use} ${value.objectNumber}`;
      if (this.seen.has(key)) return;
      this.seen.add(key);
      this.uses.push({ number: value.objectNumber, use });
    } else if (use === "address") {
      const address = text(value);
      if (address !== null && !allowedAddress.test(address)) refuse("link");
    } else if (use === "file") {
      if (text(value) !== null) refuse("elsewhere");
    } else if (use === "actions") {
      if (value instanceof PDFDict) for (const action of value.values()) this.use("action", action);
    } else if (value instanceof PDFArray) {
      for (const action of value.asArray()) if (action instanceof PDFDict) this.judgeAction(action);
      for (const action of value.asArray()) if (action instanceof PDFRef) this.use("action", action);
    } else if (value instanceof PDFDict) this.judgeAction(value);
  }

  private judgeAction(dict: PDFDict): void {
    const kind = dict.get(PDFName.of("S"));
    // Dictionaries without a type do nothing: attributes of paragraphs, entries of an outline.
    if (kind === undefined) return;
    const name = nameOf(kind);
    if (name === null) refuse("unreadable");
    if (!allowedActions.has(name)) refuse(forbiddenActions[name] ?? "action");
    if (name === "GoTo" && dict.get(PDFName.of("F")) !== undefined) refuse("elsewhere");
    if (name === "Named" && !allowedNames.has(nameOf(dict.get(PDFName.of("N"))) ?? "")) refuse("action");
    if (name === "URI") {
      const address = dict.get(PDFName.of("URI"));
      if (!(address instanceof PDFRef) && text(address) === null) refuse("link");
    }
  }

  /** Checks referenced objects, in each of their versions. */
  private follow(): void {
    for (let next = this.uses.pop(); next !== undefined; next = this.uses.pop()) {
      for (const place of this.places.get(next.number) ?? []) {
        const { object } = this.parse(place);
        // A reference to a reference is followed by some readers and not by others.
        if (object instanceof PDFRef) refuse("unreadable");
        this.use(next.use, object);
      }
    }
  }

  private unpack({ dict, from }: { dict: PDFDict; from: number }): void {
    const get = (key: string) => dict.get(PDFName.of(key));
    const absent = (key: string) => get(key) === undefined || get(key) === PDFNull;
    const filters = get("Filter");
    const filter = filters instanceof PDFArray ? (filters.size() === 1 ? filters.get(0) : PDFNull) : filters;
    const name = nameOf(filter);
    const flat = name === "FlateDecode" || name === "Fl";
    if ((filter !== undefined && !flat) || !absent("DecodeParms") || !absent("DP")) refuse("unreadable");
    const bytes = flat ? this.inflate(from) : this.bytes.subarray(from);
    const first = this.numberIn(get("First"));
    const pairs = this.pairsOf(bytes, this.numberIn(get("N")));
    for (const { number, offset } of pairs.found) this.objectAt(number, { bytes, at: (first ?? pairs.end) + offset });
  }

  private numberIn(object: PDFObject | undefined): number | null {
    if (object === undefined) return null;
    return object instanceof PDFNumber ? object.asNumber() : refuse("unreadable");
  }

  private inflate(from: number): Buffer {
    try {
      // It ends where the packed bytes say so, whatever the declared length.
      const flat = inflateSync(this.bytes.subarray(from), {
        maxOutputLength: Math.max(1, mostUnpacked - this.unpackedBytes),
      });
      this.unpackedBytes += flat.length;
      return flat;
    } catch (error) {
      return refuse((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? "bomb" : "unreadable");
    }
  }

  /** Returns the numbers of the objects within, each with its start; all of them if no count is given. */
  private pairsOf(bytes: Buffer, count: number | null) {
    const found: { number: number; offset: number }[] = [];
    let at = 0;
    const read = (): number | null => {
      while (isBlank(bytes[at])) at += 1;
      const from = at;
      while (isDigit(bytes[at]) && at - from < 12) at += 1;
      return at === from ? null : Number(bytes.toString("latin1", from, at));
    };
    while (found.length < (count ?? mostNodes)) {
      const number = read();
      const offset = number === null ? null : read();
      if (number === null || offset === null) {
        if (count === null) break;
        refuse("unreadable");
      }
      found.push({ number, offset });
      if (found.length > mostNodes) refuse("tooMuch");
    }
    return { found, end: at };
  }

  private isCatalog(number: number): boolean {
    return (this.places.get(number) ?? []).some((place) => {
      const { object } = this.parse(place);
      return object instanceof PDFDict && nameOf(object.get(PDFName.of("Type"))) === "Catalog";
    });
  }

  /** Returns whether the page tree contains a cycle. */
  private pagesLoop(): boolean {
    const seen = new Set<number>();
    const next: number[] = [];
    for (const root of this.roots) {
      for (const place of this.places.get(root) ?? []) {
        const { object } = this.parse(place);
        const pages = object instanceof PDFDict ? object.get(PDFName.of("Pages")) : undefined;
        if (pages instanceof PDFRef && !next.includes(pages.objectNumber)) next.push(pages.objectNumber);
      }
    }
    for (let number = next.pop(); number !== undefined; number = next.pop()) {
      const below = this.kids.get(number);
      if (below === undefined) continue;
      if (seen.has(number)) return true;
      seen.add(number);
      next.push(...below);
    }
    return false;
  }

  /** Returns whether the tables of objects form a cycle: each points to the previous one. */
  private tablesLoop(): boolean {
    const { bytes } = this;
    const seen = new Set<number>();
    const last = bytes.lastIndexOf(startWord);
    let at = last < 0 ? null : this.plainNumberAt(last + startWord.length);
    while (at !== null && at < bytes.length) {
      if (seen.has(at) || seen.size >= mostTables) return true;
      seen.add(at);
      // Without a table, readers search for the objects themselves.
      let from = at;
      if (bytes[at] === 0x78) {
        const trailer = bytes.indexOf(trailerWord, at);
        if (trailer < 0) return false;
        from = trailer + trailerWord.length;
      } else if (isDigit(bytes[at])) {
        const word = bytes.subarray(at, at + 40).indexOf(objectWord);
        if (word < 0) return false;
        from = at + word + 3;
      } else if (bytes[at] !== 0x3c) return false;
      let dict: PDFObject;
      try {
        dict = this.parse({ bytes, at: from }).object;
      } catch (error) {
        throw error instanceof Refused ? error : new Refused(problems.damaged);
      }
      const before = dict instanceof PDFDict ? dict.get(PDFName.of("Prev")) : undefined;
      at = before instanceof PDFNumber ? before.asNumber() : null;
    }
    return false;
  }

  private plainNumberAt(from: number): number | null {
    const [, digits] = /^\s{0,20}(\d{1,12})/.exec(this.bytes.toString("latin1", from, from + 40)) ?? [];
    return digits === undefined ? null : Number(digits);
  }
}

/** CPU milliseconds of this thread when the current work began. */
let begun = 0;

/** Checks whether a file is a PDF without active content: null, or the problem. */
export function judgePdf(bytes: Buffer): string | null {
  const { user, system } = process.threadCpuUsage();
  begun = (user + system) / 1000;
  try {
    new Judge(bytes).judge();
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.problem;
    // A number or a name that the library itself can't read.
    return problems.damaged;
  }
}
