import type { Readable } from "node:stream";

export type ReceivedFile = { storageKey: string; bytes: number; sha256: string; head: Buffer };

/** Where the bytes of files lie. Names are of the port's own making; nothing a person typed becomes a path. */
export type FilesPort = {
  /** A name that nothing has yet. */
  newKey(): string;
  /**
   * Takes in a stream, whole or not at all. Resolves to null when it is longer than `maxBytes`: nothing is kept then.
   * `storageKey` is one of `newKey`, for whoever must know it beforehand; what lies there already is replaced at once. `head` holds the first 4100 bytes, for telling what it is.
   */
  receive(stream: Readable, maxBytes: number, storageKey?: string): Promise<ReceivedFile | null>;
  /** @param range the first and the last byte; all of it unless given. @throws when there is no such file. */
  open(storageKey: string, range?: { first: number; last: number }): Promise<Readable>;
  /** Also of what was only half received. Of a file that is already gone: nothing. */
  remove(storageKey: string): Promise<void>;
};
