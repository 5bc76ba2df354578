import { hash } from "node:crypto";
import { type FileHandle, readFile, rename } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import { z } from "zod";
import { type Frame, framesOf, isJournal, startJournal, writeFrame } from "./journal.ts";

/** The format of files without a journal, which are still read. */
const wholeFile = z.object({ version: z.literal(1), parts: z.map(z.string(), z.unknown()) });

/** The journal may grow to the size of what it began with, or to this many bytes, before it is rewritten. */
const leastJournal = 8 * 1024 * 1024;

/**
 * The simulator's state: parts with names, of two kinds. Small parts are written whole, all of them together, so that
 * shared objects are still shared after a restart. Records, of which there may be many, are written one by one as they
 * change. The file is a journal of these changes, which is rewritten with everything at each start.
 */
export class KeptState {
  readonly #file: string | null;
  /** What an earlier process left. Parts that are no longer used are dropped. */
  readonly #earlier: ReadonlyMap<string, unknown>;
  readonly #parts = new Map<string, unknown>();
  readonly #records = new Map<string, Records<unknown>>();
  #journal: { handle: FileHandle; size: number; longest: number } | null = null;
  #latestParts = "";
  #isClosed = false;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  private constructor(file: string | null, earlier: ReadonlyMap<string, unknown>) {
    this.#file = file;
    this.#earlier = earlier;
  }

  /** Opens the state of an earlier process. An unreadable file is set aside. Null keeps nothing. */
  static async open(file: string | null): Promise<KeptState> {
    const bytes = file === null ? null : await readFile(file).catch(nothingThere);
    if (file === null || bytes === null) return new KeptState(file, new Map());
    const parts = partsOf(bytes);
    if (parts === null) {
      await rename(file, `${file}.unreadable`);
      process.emitWarning(
        `The simulator couldn't read '${file}'. It was renamed to '${file}.unreadable', and a new file was started.`,
      );
    }
    return new KeptState(file, parts ?? new Map());
  }

  /** Returns a small part, or creates it. It must be changed in place and hold no functions. */
  part<Part extends object>(name: string, make: () => Part): Part {
    const part = (this.#parts.get(name) ?? this.#earlier.get(name) ?? make()) as Part;
    this.#parts.set(name, part);
    return part;
  }

  /**
   * Returns records by their keys. A record is a value of its own: it shares no objects with others, and what was read
   * is changed before the next `await`, because what was handed out since the last save is looked at by the next one.
   */
  records<Value>(name: string): Map<string, Value> {
    const records = new Records<Value>(this.#earlier.get(name) as Map<string, Value> | undefined);
    this.#parts.set(name, records);
    this.#records.set(name, records);
    return records;
  }

  /** Writes what has changed. Changes during a write share the next one. */
  save(): Promise<void> {
    const file = this.#file;
    if (file === null || this.#isClosed) return Promise.resolve();
    this.#next ??= this.#writing.then(async () => {
      this.#next = null;
      await this.#write(file);
    });
    this.#writing = this.#next.catch(() => {});
    return this.#next;
  }

  /** Writes what has changed for the last time. */
  async close(): Promise<void> {
    await this.save();
    this.#isClosed = true;
    await this.#writing;
    await this.#journal?.handle.close();
    this.#journal = null;
  }

  async #write(file: string): Promise<void> {
    const journal = this.#journal;
    // Taken even when everything is written, so that nothing is written twice.
    const frame = this.#changes();
    if (journal === null || journal.size > journal.longest) {
      this.#journal = null;
      await journal?.handle.close();
      const { handle, size } = await startJournal(file, { parts: this.#parts, records: [] });
      this.#journal = { handle, size: 0, longest: Math.max(size, leastJournal) };
    } else if (frame !== null) {
      try {
        journal.size += await writeFrame(journal.handle, frame);
      } catch (error) {
        // Nothing could be read behind half a frame.
        this.#journal = null;
        await journal.handle.close();
        throw error;
      }
    }
  }

  /** Returns what has changed since the last call; null if nothing has. */
  #changes(): Frame | null {
    const records = [...this.#records].flatMap(([part, all]) =>
      all.changes().map(([key, value]) => [part, key, value] as const),
    );
    const small = new Map([...this.#parts].filter(([name]) => !this.#records.has(name)));
    const latest = hash("sha1", serialize(small));
    const parts = latest === this.#latestParts ? null : small;
    this.#latestParts = latest;
    return parts === null && records.length === 0 ? null : { parts, records };
  }
}

/** Notes which records were handed out or set, because these may have changed. */
class Records<Value> extends Map<string, Value> {
  readonly #noted = new Set<string>();
  readonly #written = new Map<string, string>();

  constructor(known: Map<string, Value> = new Map()) {
    super();
    for (const [key, value] of known) super.set(key, value);
  }

  override get(key: string): Value | undefined {
    if (super.has(key)) this.#noted.add(key);
    return super.get(key);
  }

  override set(key: string, value: Value): this {
    this.#noted.add(key);
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    this.#noted.add(key);
    return super.delete(key);
  }

  override clear(): void {
    this.#noteAll();
    super.clear();
  }

  override values(): MapIterator<Value> {
    this.#noteAll();
    return super.values();
  }

  override entries(): MapIterator<[string, Value]> {
    this.#noteAll();
    return super.entries();
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  override forEach(visit: (value: Value, key: string, map: Map<string, Value>) => void): void {
    this.#noteAll();
    super.forEach(visit);
  }

  /** Returns the records that changed since the last call, with undefined for those that are gone. */
  changes(): [string, Value | undefined][] {
    const changed = [...this.#noted].flatMap((key): [string, Value | undefined][] => {
      const value = super.get(key);
      if (value === undefined) {
        this.#written.delete(key);
        return [[key, undefined]];
      }
      const now = hash("sha1", serialize(value));
      if (this.#written.get(key) === now) return [];
      this.#written.set(key, now);
      return [[key, value]];
    });
    this.#noted.clear();
    return changed;
  }

  #noteAll(): void {
    for (const key of this.keys()) this.#noted.add(key);
  }
}

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

/** Returns all parts as they were when the file was last written; null if it can't be read. */
function partsOf(bytes: Buffer): Map<string, unknown> | null {
  try {
    if (!isJournal(bytes)) return wholeFile.parse(deserialize(bytes)).parts;
    const parts = new Map<string, unknown>();
    for (const frame of framesOf(bytes)) {
      for (const [name, part] of frame.parts ?? []) parts.set(name, part);
      for (const [name, key, value] of frame.records) {
        const records = (parts.get(name) ?? new Map()) as Map<string, unknown>;
        parts.set(name, records);
        if (value === undefined) records.delete(key);
        else records.set(key, value);
      }
    }
    return parts.size === 0 ? null : parts;
  } catch {
    return null;
  }
}
