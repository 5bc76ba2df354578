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
  PDFObjectParser,
  PDFRef,
  PDFString,
} from "@cantoo/pdf-lib";

const printIt = "Print it to PDF and upload that.";
const problems = {
  damaged: "“{name}” is damaged or incomplete. Open it, save it again as PDF, and upload that.",
  locked: "“{name}” is password-protected. Save it without a password and upload that.",
  unreadable: `“{name}” is packed in a way that can't be checked. ${printIt}`,
  bomb: `“{name}” is too large when unpacked. ${printIt}`,
  tooMuch: `“{name}” is too complex to be checked. ${printIt}`,
  script: `“{name}” runs a script when it's opened. ${printIt}`,
  program: `“{name}” starts a program when it's opened. ${printIt}`,
  files: `“{name}” contains other files. ${printIt}`,
  sends: `“{name}” sends the answers somewhere else. ${printIt}`,
  xfa: `“{name}” contains a form that only some programs can show (XFA). ${printIt}`,
  elsewhere: `“{name}” has parts in other files or on other computers. ${printIt}`,
  link: `“{name}” links to something other than a web page or an email address. ${printIt}`,
  action: `“{name}” has a button or link that does more than open a page. ${printIt}`,
} as const;
type Problem = (typeof problems)[keyof typeof problems];

/** Why a document is refused; thrown from within the parser. */
class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}
function refuse(problem: keyof typeof problems): never {
  throw new Refused(problems[problem]);
}

/** CPU time of all of it. Real documents of 25 MB take a fraction. */
const mostMilliseconds = 1500;
/** Bytes that object streams may unpack to, all together. */
const mostUnpacked = 30 * 1024 * 1024;
/** Each takes its time, however little is in it; a document of 25 MB has a few thousand. */
const mostObjectStreams = 10_000;
const mostNodes = 250_000;
const mostDepth = 100;
const longestText = 8192;
const longestNumber = 40;
/** One for each time that a document was saved. */
const mostTables = 10_000;

const isBlank = (code: number | undefined) =>
  code === 32 || code === 10 || code === 13 || code === 9 || code === 12 || code === 0;
const isDigit = (code: number | undefined) => code !== undefined && code >= 48 && code <= 57;
const ascii = (text: string) => Buffer.from(text, "latin1");
const [objectWord, streamWord, endWord, trailerWord, startWord] = ["obj", "stream", "end", "trailer", "startxref"].map(
  ascii,
) as [Buffer, Buffer, Buffer, Buffer, Buffer];
const startsAt = (bytes: Buffer, word: Buffer, at: number) =>
  at >= 0 && bytes.compare(word, 0, word.length, at, at + word.length) === 0 && at + word.length <= bytes.length;

/** Keys whose value readers act upon: where one is told twice, readers disagree about which counts. */
const oneOfEach = new Set([
  ...["S", "A", "AA", "OpenAction", "Next", "PA", "URI", "F", "UF", "Type", "Subtype", "Filter", "DecodeParms"],
  ...["N", "First", "Encrypt", "Root", "Names", "AcroForm"],
]);

/**
 * The library's parser of objects, held to bounds: it stops at a dictionary instead of copying the stream behind it, and
 * no token, no nesting and no object grows without end.
 */
class ObjectParser extends PDFObjectParser {
  private depth = 0;
  private nodes = 0;
  private readonly source: Buffer;

  constructor(source: Buffer, at: number, context: PDFContext) {
    // The constructor is given its stream of bytes by a factory alone.
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

  /** A dictionary alone: what follows it, a stream or not, is the caller's to see. */
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

  /** Where the bytes of a stream begin that stands behind the object just read; −1: none does. */
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

/** Longer runs of digits or blanks before an object are nothing that a program writes. */
const longestRun = 1000;
const isOfNumber = (code: number | undefined) => isDigit(code) || code === 43 || code === 45 || code === 46;

/**
 * The number of the object whose word begins here: read backwards from it. `hidden`: some reader may see an object where others
 * see none, by a comment or a run without end. Null: this is no object.
 */
function numberBefore(bytes: Buffer, word: number): { number: number } | "hidden" | null {
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

/** Whether the line that ends here may end in a comment. */
function behindComment(bytes: Buffer, at: number): boolean {
  if (bytes[at] !== 10 && bytes[at] !== 13) return false;
  let from = at;
  while (from > 0 && at - from < longestRun && bytes[from - 1] !== 10 && bytes[from - 1] !== 13) from -= 1;
  return at - from >= longestRun || bytes.subarray(from, at).includes(37);
}

/** What somebody means to do with the object of a number, as far as that decides what it may be. */
type Use = "action" | "actions" | "address" | "file";
/** Where an object stands: in the document, or in the unpacked bytes of an object stream. */
type Place = { bytes: Buffer; at: number };

const text = (object: PDFObject | undefined): string | null =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : null;
const nameOf = (object: PDFObject | undefined): string | null =>
  object instanceof PDFName ? object.decodeText() : null;

/** What a person may click on: a page of the same document, a web page, an email address. Everything else is refused. */
const allowedActions = new Set(["GoTo", "Named", "URI"]);
const allowedNames = new Set(["NextPage", "PrevPage", "FirstPage", "LastPage"]);
const allowedAddress = /^(https?:\/\/[^\\]*|mailto:[^\\]*|www\.[\w.-]+(\/[^\\]*)?)$/i;

/** What actions that are not allowed do, in words; known ones are refused wherever they stand. */
const forbiddenActions: Record<string, keyof typeof problems> = {
  JavaScript: "script",
  Rendition: "script",
  Launch: "program",
  GoToE: "files",
  Movie: "files",
  Sound: "files",
  RichMediaExecute: "files",
  GoTo3DView: "files",
  SubmitForm: "sends",
  ImportData: "sends",
  GoToR: "elsewhere",
  GoToDp: "elsewhere",
  Thread: "action",
  Hide: "action",
  ResetForm: "action",
  SetOCGState: "action",
};
/** Keys that mean something active, whatever they lead to. */
const forbiddenKeys: Record<string, keyof typeof problems> = {
  JS: "script",
  JavaScript: "script",
  Renditions: "script",
  AlternatePresentations: "script",
  EmbeddedFiles: "files",
  EF: "files",
  RichMedia: "files",
  RichMediaContent: "files",
  RichMediaSettings: "files",
  Movie: "files",
  Sound: "files",
  XFA: "xfa",
  FFilter: "elsewhere",
  FDecodeParms: "elsewhere",
};
const forbiddenTypes: Record<string, keyof typeof problems> = {
  JavaScript: "script",
  EmbeddedFile: "files",
  RichMedia: "files",
  Movie: "files",
  Sound: "files",
  Screen: "files",
  FileAttachment: "files",
  "3D": "files",
  Rendition: "files",
  MediaClip: "files",
};

/**
 * Looks at every object of a document, wherever it stands: readers find objects by tables that may lead anywhere, into a
 * stream or a string as well, so each place where an object could begin is parsed and judged.
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
      // What is not an object ends a document's claim to be one.
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
        // The word may stand in a text; a trailer that cannot be read names no root.
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

  /** Judges an object and all that stands within it. */
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

  /** Holds a value to what it is used as; one that stands elsewhere is looked at once every object is known. */
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
    // Dictionaries that say nothing of the kind do nothing: attributes of paragraphs, entries of an outline.
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

  /** Looks at what is used from elsewhere, in each of its versions. */
  private follow(): void {
    for (let next = this.uses.pop(); next !== undefined; next = this.uses.pop()) {
      for (const place of this.places.get(next.number) ?? []) {
        const { object } = this.parse(place);
        // One that only leads on is followed by some readers and not by others.
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
      // It ends where the packed bytes say so, wherever the stream is said to end.
      const flat = inflateSync(this.bytes.subarray(from), {
        maxOutputLength: Math.max(1, mostUnpacked - this.unpackedBytes),
      });
      this.unpackedBytes += flat.length;
      return flat;
    } catch (error) {
      return refuse((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? "bomb" : "unreadable");
    }
  }

  /** The numbers of the objects within, each with where it begins; all that are there where their count is not told. */
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

  /** Whether the tree of pages leads back into itself. */
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

  /** Whether the tables of objects lead back into themselves: each says where the one before it is. */
  private tablesLoop(): boolean {
    const { bytes } = this;
    const seen = new Set<number>();
    const last = bytes.lastIndexOf(startWord);
    let at = last < 0 ? null : this.plainNumberAt(last + startWord.length);
    while (at !== null && at < bytes.length) {
      if (seen.has(at) || seen.size >= mostTables) return true;
      seen.add(at);
      // Where no table is, readers look for the objects themselves.
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

/** CPU milliseconds of this thread when the work at hand began. */
let begun = 0;

/** Whether a PDF is one and does nothing by itself: null, or what is wrong with it. */
export function judgePdf(bytes: Buffer): string | null {
  const { user, system } = process.threadCpuUsage();
  begun = (user + system) / 1000;
  try {
    new Judge(bytes).judge();
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.problem;
    // A number or a name that the library itself cannot read.
    return problems.damaged;
  }
}
