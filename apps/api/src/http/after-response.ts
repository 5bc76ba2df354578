/** Runs work after the answer to the call that started it, so that the time of the answer reveals nothing about the work. */
export type BackgroundWork = {
  /** @returns false when too much is waiting: the caller refuses. A failure is told to the log. */
  begin(work: () => Promise<void>): boolean;
  /** Resolves when everything begun is done. */
  settled(): Promise<void>;
};

/** @param most pieces of work waiting or under way at once. */
export function openBackgroundWork(log: (error: unknown) => void, most = 200): BackgroundWork {
  const underWay = new Set<Promise<void>>();
  return {
    begin(work) {
      if (underWay.size >= most) return false;
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch(log)
        .finally(() => underWay.delete(done));
      underWay.add(done);
      return true;
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
