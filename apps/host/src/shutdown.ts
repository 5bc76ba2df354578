/** What has to be ended, in the opposite order of its beginning. */
export type Closers = {
  /** Registers what ends one part. */
  add(close: () => Promise<unknown>): void;
  /** Ends everything once; a part that fails does not keep the others from ending. Later calls wait for the first. */
  closeAll(): Promise<void>;
};

/** @param log told about every part that could not be ended properly. */
export function closers(log: (line: string) => void): Closers {
  const registered: (() => Promise<unknown>)[] = [];
  let closing: Promise<void> | null = null;
  const closeEach = async () => {
    for (const close of registered.splice(0).reverse()) {
      await close().catch((error: unknown) => log(error instanceof Error ? error.message : String(error)));
    }
  };
  return {
    add: (close) => void registered.push(close),
    closeAll: () => {
      closing ??= closeEach();
      return closing;
    },
  };
}
