/** Runs work after the response to the call that started it, so that the response time reveals nothing about the work. */
export type BackgroundWork = {
  /** @returns false when too much is waiting, so that the caller refuses. Failures are logged. */
  begin(work: () => Promise<void>): boolean;
  /** Resolves when everything begun is done. */
  settled(): Promise<void>;
};

/** @param most pieces of work waiting or running at once. */
export function openBackgroundWork(log: (error: unknown) => void, most = 200): BackgroundWork {
  const pending = new Set<Promise<void>>();
  return {
    begin(work) {
      if (pending.size >= most) return false;
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch(log)
        .finally(() => pending.delete(done));
      pending.add(done);
      return true;
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
