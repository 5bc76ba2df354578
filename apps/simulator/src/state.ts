import { mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { deserialize, serialize } from "node:v8";
import { z } from "zod";

/** The version of the file's format. Files of another version are set aside. */
const version = 1;
const wholeFile = z.object({ version: z.literal(version), parts: z.map(z.string(), z.unknown()) });

/**
 * The simulator's state: parts with names. All parts are written to the file together, so that shared objects are still
 * shared after a restart.
 */
export class KeptState {
  readonly #file: string | null;
  readonly #parts: Map<string, unknown>;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  private constructor(file: string | null, parts: Map<string, unknown>) {
    this.#file = file;
    this.#parts = parts;
  }

  /** Opens the state of an earlier process. An unreadable file is set aside. Null keeps nothing. */
  static async open(file: string | null): Promise<KeptState> {
    const bytes = file === null ? null : await readFile(file).catch(nothingThere);
    if (file === null || bytes === null) return new KeptState(file, new Map());
    const parts = partsOf(bytes);
    if (parts === null) {
      await rename(file, `${file}.unreadable`);
      process.emitWarning(`The simulator can't read "${file}", set it aside and begins anew.`);
    }
    return new KeptState(file, parts ?? new Map());
  }

  /** Returns a stored part, or creates it. It must be changed in place and hold no functions. */
  part<Part extends object>(name: string, make: () => Part): Part {
    const known = this.#parts.get(name) as Part | undefined;
    if (known !== undefined) return known;
    const made = make();
    this.#parts.set(name, made);
    return made;
  }

  /** Writes the current state. Changes during a write share the next one. */
  save(): Promise<void> {
    const file = this.#file;
    if (file === null) return Promise.resolve();
    this.#next ??= this.#writing.then(async () => {
      this.#next = null;
      await replaceFile(file, serialize({ version, parts: this.#parts }));
    });
    this.#writing = this.#next.catch(() => {});
    return this.#next;
  }
}

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

function partsOf(bytes: Buffer): Map<string, unknown> | null {
  try {
    return wholeFile.parse(deserialize(bytes)).parts;
  } catch {
    return null;
  }
}

/** Replaces a file atomically. */
async function replaceFile(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const written = await open(`${file}.new`, "w", 0o600);
  try {
    await written.writeFile(bytes);
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(`${file}.new`, file);
}
