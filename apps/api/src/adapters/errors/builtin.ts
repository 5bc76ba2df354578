import type { ErrorReporter, Fault } from "./port.ts";

/** Different errors that may wait to be written; further ones are dropped, as they are in the server's log too. */
const mostWaiting = 100;

/**
 * Reports into a store of the installation's own, one write at a time. Errors that are alike and come meanwhile are counted
 * and written together, so that a storm of them costs little.
 *
 * @param keep writes one error and how often it happened. @param onLost told why a write failed; that error is given up.
 */
export function builtinReporter(
  keep: (fault: Fault, times: number) => Promise<void>,
  onLost: (error: unknown) => void,
): ErrorReporter {
  const waiting = new Map<string, { fault: Fault; times: number }>();
  let writing: Promise<void> | null = null;

  async function writeAll() {
    for (;;) {
      const [key, next] = waiting.entries().next().value ?? [];
      if (key === undefined || !next) return;
      waiting.delete(key);
      await keep(next.fault, next.times).catch(onLost);
    }
  }

  return {
    report(fault) {
      const key = JSON.stringify(fault);
      const same = waiting.get(key);
      if (same) same.times += 1;
      else if (waiting.size < mostWaiting) waiting.set(key, { fault, times: 1 });
      writing ??= writeAll().finally(() => {
        writing = null;
      });
    },
    settled: async () => {
      while (writing) await writing;
    },
  };
}
