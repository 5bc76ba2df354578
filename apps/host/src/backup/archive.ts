import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import tar from "tar-stream";

/** How an encrypted file begins (age-encryption.org/v1). */
const encryptedMagic = "age-encryption.org/v1";
/** Fast enough to keep up with the database; the step to the next level costs twice the time for a tenth of the size. */
const compressionLevel = 1;

/** Raised for an archive that is not what was written: cut off, altered or under another passphrase. Its message is a sentence. */
export class DamagedBackup extends Error {}

export type ArchiveWriter = {
  add(name: string, content: Buffer): Promise<void>;
  /** @throws when the stream is longer or shorter than it was said to be. */
  addStream(name: string, size: number, content: Readable): Promise<void>;
  /** Writes what is left and forces it to disk. */
  finish(): Promise<void>;
  /** Gives up; the file stays as it is. */
  abandon(): Promise<void>;
};

/**
 * Writes a new file: a tar archive, compressed by Zstandard and, with a passphrase, encrypted as age does, which any other tool
 * for these formats opens as well.
 *
 * @throws when there is a file of this name.
 */
export function writeArchive(path: string, passphrase: string | null): ArchiveWriter {
  const pack = tar.pack();
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: compressionLevel } });
  const file = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  const written = passphrase
    ? pipeline(pack, compress, (plain: AsyncIterable<Uint8Array>) => encrypted(plain, passphrase), file)
    : pipeline(pack, compress, file);
  // Whoever adds an entry learns of it there or at the end.
  written.catch(() => {});
  const failing = written.then(() => new Promise<never>(() => {}));
  failing.catch(() => {});

  const addStream: ArchiveWriter["addStream"] = async (name, size, content) => {
    const entry = pack.entry({ name, size, mode: 0o600 }) as unknown as Writable;
    await Promise.race([failing, pipeline(content, entry)]);
  };

  return {
    add: (name, content) => addStream(name, content.length, Readable.from([content], { objectMode: false })),
    addStream,
    async finish() {
      pack.finalize();
      await written;
    },
    async abandon() {
      pack.destroy();
      await written.catch(() => {});
    },
  };
}

async function* encrypted(plain: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const source = Readable.toWeb(Readable.from(plain, { objectMode: false })) as ReadableStream<Uint8Array>;
  yield* (await encrypter.encrypt(source as never)) as unknown as AsyncIterable<Uint8Array>;
}

export type ArchiveEntry = { name: string; size: number; content: Readable };

/**
 * Reads the entries of an archive in order; each has to be read to its end before the next.
 *
 * @throws DamagedBackup with a sentence.
 */
export async function* readArchive(path: string, passphrase: string | null): AsyncGenerator<ArchiveEntry> {
  const isEncrypted = await beginsEncrypted(path);
  if (isEncrypted && passphrase === null) {
    throw new DamagedBackup(`${path} is encrypted. Set BACKUP_PASSPHRASE to the passphrase it was made with.`);
  }
  const extract = tar.extract();
  const reading = pipeline(
    createReadStream(path, { highWaterMark: 2 ** 18 }),
    (bytes: AsyncIterable<Uint8Array>) => (isEncrypted ? decrypted(bytes, passphrase ?? "") : bytes),
    createZstdDecompress(),
    extract,
  );
  reading.catch((error: Error) => extract.destroy(error));
  // A stream that another one took down says only that it was destroyed; the first step that failed knows why.
  const causeOf = (error: unknown) =>
    reading.then(
      () => sentenceOf(path, error),
      (first) => sentenceOf(path, first),
    );
  try {
    for await (const entry of extract) {
      const content = Readable.from(contentOf(entry as unknown as Readable, causeOf), { objectMode: false });
      yield { name: entry.header.name, size: entry.header.size ?? 0, content };
    }
    await reading;
  } catch (error) {
    throw await causeOf(error);
  } finally {
    extract.destroy();
  }
}

async function* contentOf(entry: Readable, causeOf: (error: unknown) => Promise<Error>): AsyncGenerator<Buffer> {
  try {
    yield* entry;
  } catch (error) {
    throw await causeOf(error);
  }
}

/** Turns errors of reading an archive into a sentence about it. Errors of the code that processes the entries are passed on. */
function sentenceOf(path: string, error: unknown): DamagedBackup {
  if (error instanceof DamagedBackup) return error;
  const { message } = error as Error;
  if (/no identity matched/.test(message)) {
    return new DamagedBackup(
      `BACKUP_PASSPHRASE isn't the passphrase that ${path} was encrypted with. Set the right one.`,
      { cause: error },
    );
  }
  return new DamagedBackup(`${path} is damaged or incomplete: ${message}. Use another copy.`, { cause: error });
}

async function beginsEncrypted(path: string): Promise<boolean> {
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    throw new DamagedBackup(`${path} can't be read: ${error.message}. Check the path and the permissions.`, {
      cause: error,
    });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(encryptedMagic.length), 0, encryptedMagic.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === encryptedMagic;
  } finally {
    await file.close();
  }
}

async function* decrypted(bytes: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const source = Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<Uint8Array>;
  yield* (await decrypter.decrypt(source as never)) as unknown as AsyncIterable<Uint8Array>;
}

/** All of an entry, which must not be longer than `most` bytes. */
export async function wholeEntry({ name, size, content }: ArchiveEntry, most = 2 ** 30): Promise<Buffer> {
  if (size > most) throw new DamagedBackup(`${name} in the backup is larger than allowed.`);
  const parts: Buffer[] = [];
  for await (const part of content as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}
